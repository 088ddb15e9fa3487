// A is symmetric positive definite: the pivots of A, and of A less what its eigenvalues are claimed to be. Refuted by
// x != 0 with x^T A x <= 0.
#include <fmt/format.h>

#include "verification/checker/arithmetic/definite.hpp"
#include "verification/checker/kinds.hpp"
#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

std::vector<Rational> scaled(const Rational& factor, std::vector<Rational> x) {
  for (Rational& entry : x) entry *= factor;
  return x;
}

/// With D the diagonal: A - least D >= 0, most D - A >= 0, A - smallest I >= 0.
void check_eigenvalues(Judgement& judgement, const SparseMatrix& a) {
  const std::vector<Rational> d = diagonal(a), ones(a.num_rows, Rational(1));
  const auto least = judgement.bound("smallest eigenvalue (diagonal scaled to 1) at least");
  if (least)
    judgement.settle(is_nonnegative(with_diagonal(a, 1, scaled(-*least, d))),
                     "no eigenvalue of the scaled matrix is below " + print(*least));
  const auto smallest = judgement.bound("smallest eigenvalue at least");
  if (smallest)
    judgement.settle(is_nonnegative(with_diagonal(a, 1, scaled(-*smallest, ones))),
                     "no eigenvalue is below " + print(*smallest));
  const auto most = judgement.bound("largest eigenvalue (diagonal scaled to 1) at most");
  if (most)
    judgement.settle(is_nonnegative(with_diagonal(a, -1, scaled(*most, d))),
                     "no eigenvalue of the scaled matrix is above " + print(*most));
  const auto condition = judgement.bound("condition number (diagonal scaled to 1) at most");
  if (!condition) return;
  // A smallest eigenvalue above its bound may leave the condition number below its own all the same.
  judgement.show(least && ((most && *most <= *condition * *least) ||
                           is_nonnegative(with_diagonal(a, -1, scaled(*condition * *least, d))) == true),
                 "the condition number is at most " + print(*condition));
}

Finding check_spd(const Claim& claim) {
  Judgement judgement(claim);
  judgement.expect_sentence("A is symmetric positive definite");
  const SparseMatrix a = read_square(judgement.data(), "A");
  const bool is_refuted_by_shape = judgement.is_refuted() && !is_symmetric(a);
  judgement.require(is_symmetric(a) || is_refuted_by_shape, "the matrix is not symmetric");
  if (judgement.is_wrong()) return judgement.finding("");
  if (is_refuted_by_shape) return judgement.finding("A is not symmetric");
  if (judgement.is_refuted()) {
    const std::vector<Rational>& x = judgement.witness("x", a.num_rows);
    const Rational value = form(x, a, x);
    if (largest_of(x).is_zero() || value.sign() > 0) {
      judgement.require(is_positive(a) != true, "claims that A is not positive definite, it is");
      judgement.show(false, fmt::format("a direction with x^T A x <= 0, it is {}", print(value)));
    }
    return judgement.finding(fmt::format("A is not positive definite: x^T A x = {} for the x given", print(value)));
  }
  judgement.settle(is_positive(a), "A is positive definite");
  if (!judgement.is_wrong()) check_eigenvalues(judgement, a);
  const auto missing = judgement.fact("bounds of the eigenvalues");
  judgement.require(!missing || (claim.bounds.empty() && *missing == "none: integers alone decide"),
                    "bounds of the eigenvalues are both there and not");
  return judgement.finding(fmt::format("A ({} rows) is symmetric positive definite", a.num_rows));
}

}  // namespace

constinit const Kind statement_kinds::spd{.name = "spd", .check = check_spd};

}  // namespace perpend::checker
