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
  const Matrix moved = product(to, product(dense(h), from));
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
  judgement.show(
      strict.has_value() == judgement.is_proved() && (!strict || *strict == "every eigenvalue lies inside the circle"),
      "what is said of the circle");
  if (judgement.is_proved()) {
    judgement.show(is_positive(h) == true, "H is positive definite");
  } else {
    const std::vector<Rational>& direction = judgement.witness("x", n);
    judgement.show(form(direction, h, direction).sign() < 0, "x^T H x is negative");
  }
  if (judgement.is_wrong()) return judgement.finding("");
  judgement.show(is_positive(change(h, x)) == true, "H - X^T H X is positive definite");
  return judgement.finding(judgement.is_proved() ? "H and H - X^T H X are positive definite: every eigenvalue inside"
                                                 : "H - X^T H X is positive definite and H is not: one lies outside");
}

}  // namespace perpend::checker
