// x solves A x = b: the backward error of each row as a rational [OettliPrager64], and the distance to A^-1 b.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/statements/checks.hpp"
#include "verification/checker/statements/distance.hpp"

namespace perpend::checker {

namespace {

struct RowError {
  Rational residual, share;  ///< b - A x; its size over that of what the row sums
};

RowError row_error(const SparseRow& row, const std::vector<Rational>& x, const Rational& b) {
  Rational residual = b, size = b.abs();
  for (const Entry& entry : row) {
    const Rational term = entry.value * x[entry.column];
    residual -= term;
    size += term.abs();
  }
  return {residual, residual.is_zero() ? Rational(0) : residual.abs() / size};
}

/// "exactly one, shown in ball (128 bits)".
bool says_one(const std::string& words) {
  const std::string beginning = "exactly one, shown in ";
  if (!words.starts_with(beginning)) return false;
  const std::string arithmetic = words.substr(beginning.size());
  return arithmetic == "binary64" || arithmetic == "exact" ||
         (arithmetic.starts_with("ball (") && arithmetic.ends_with(" bits)"));
}

void check_distance(Judgement& judgement, const SparseMatrix& a, const std::vector<Rational>& residual) {
  const auto bound = judgement.bound("distance of an entry of x to the only solution at most");
  const auto words = judgement.fact("distance to the solution");
  const auto count = judgement.fact("solution");
  judgement.require(!words || (!bound && words->starts_with("not known")), "a distance is both known and not");
  judgement.require(bound.has_value() == count.has_value() && (!count || says_one(*count)),
                    "a distance belongs to a system with one solution");
  if (!bound || judgement.is_wrong()) return;
  judgement.settle(is_solution_within(a, residual, *bound),
                   fmt::format("A is regular and its solution within {} of x", print(*bound)));
}

}  // namespace

Finding check_linear(const StatementClaim& claim) {
  Judgement judgement(claim);
  judgement.expect_sentence("x solves A x = b within the printed bounds");
  const SparseMatrix a = read_square(claim.data, "A");
  const std::vector<Rational> x = read_vector(claim.data, "x", a.num_rows),
                              b = read_vector(claim.data, "b", a.num_rows);
  std::vector<Rational> residual(a.num_rows), share(a.num_rows);
  Rational worst;
  for (int i = 0; i < a.num_rows; ++i) {
    const RowError error = row_error(a.rows[i], x, b[i]);
    residual[i] = error.residual;
    share[i] = error.share;
    worst = std::max(worst, error.share);
  }
  check_backward_error(judgement, share, worst);
  check_distance(judgement, a, residual);
  if (judgement.is_refuted()) return judgement.finding(fmt::format("x is off: backward error {}", print(worst)));
  return judgement.finding(fmt::format("x solves A x = b, backward error {}", print(worst)));
}

}  // namespace perpend::checker
