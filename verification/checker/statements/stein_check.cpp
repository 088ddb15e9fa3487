#include "verification/checker/statements/stein_check.hpp"

#include "verification/checker/statements/definite.hpp"

namespace perpend::checker {

namespace {

/// The product of more takes minutes.
constexpr int most_stein_rows = 1000;

/// From its lower triangle, row by row.
SparseMatrix symmetric(const std::vector<Rational>& triangle, int n) {
  SparseMatrix h{n, n, std::vector<SparseRow>(n)};
  const auto entry = [&](int i, int j) { return triangle[static_cast<std::size_t>(i) * (i + 1) / 2 + j]; };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) h.rows[i].push_back({j, i < j ? entry(j, i) : entry(i, j)});
  return h;
}

/// H - X^T H X.
SparseMatrix change(const SparseMatrix& h, const SparseMatrix& x) {
  const int n = x.num_rows;
  const Matrix from = dense(x), to = dense(transposed(x));
  Matrix image(n, n), moved(n, n);
  fmpq_mat_mul(image.raw(), dense(h).raw(), from.raw());
  fmpq_mat_mul(moved.raw(), to.raw(), image.raw());
  SparseMatrix result = h;
  for (int i = 0; i < n; ++i)
    for (Entry& entry : result.rows[i]) entry.value -= moved.at(i, entry.column);
  return result;
}

}  // namespace

Finding check_stein(Judgement& judgement, const SparseMatrix& x) {
  const int n = x.num_rows;
  if (n > most_stein_rows) return {Result::open, "a product of so many rows takes too long"};
  const SparseMatrix h = symmetric(judgement.witness("H", n * (n + 1) / 2), n);
  const auto strict = judgement.fact("strict");
  judgement.require(
      strict.has_value() == judgement.is_proved() && (!strict || *strict == "every eigenvalue lies inside the circle"),
      "what is said of the circle does not fit");
  if (judgement.is_proved()) {
    judgement.settle(is_positive(h), "H is positive definite");
  } else {
    const std::vector<Rational>& direction = judgement.witness("x", n);
    judgement.require(form(direction, h, direction).sign() < 0, "x^T H x is not negative");
  }
  if (judgement.is_wrong()) return judgement.finding("");
  judgement.settle(is_positive(change(h, x)), "H - X^T H X is positive definite");
  return judgement.finding(judgement.is_proved() ? "H and H - X^T H X are positive definite: every eigenvalue inside"
                                                 : "H - X^T H X is positive definite and H is not: one lies outside");
}

}  // namespace perpend::checker
