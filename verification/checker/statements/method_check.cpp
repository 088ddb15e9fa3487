// A step of a method is stable: M positive definite, the rank of B, and the exact blocks of the method's update.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/read_json.hpp"
#include "verification/checker/statements/checks.hpp"
#include "verification/checker/statements/definite.hpp"
#include "verification/checker/update_checks.hpp"

namespace perpend::checker {

namespace {

constexpr int most_rank_rows_of_method = 300;

/// The update, whose dimensions have to be those of M and B.
UpdateData read_method(Judgement& judgement, const SparseMatrix& b) {
  UpdateData update = read_update(object(judgement.claim().data, "update"));
  const int claimed = whole_fact(judgement.fact("rank of B").value_or(""));
  const long truth = b.num_rows == 0 ? 0 : rank(dense(b));
  judgement.require(claimed == truth, fmt::format("the rank of B is {}", truth));
  judgement.require(
      update.constrained_dimension == truth && update.free_dimension == b.num_columns - update.constrained_dimension,
      "the dimensions are not those of M and B");
  return update;
}

}  // namespace

Finding check_method(const StatementClaim& claim) {
  Judgement judgement(claim);
  judgement.require(claim.sentence.starts_with("no eigenvalue of a step of ") &&
                        claim.sentence.ends_with(" lies outside the unit circle"),
                    "says another sentence than is meant");
  const SparseMatrix m = read_square(claim.data, "M"), b = read_matrix(claim.data, "B");
  if (b.num_columns != m.num_rows) throw DataError("M and B do not fit");
  if (std::min(b.num_rows, b.num_columns) > most_rank_rows_of_method) return {Result::open, "B has too many rows"};
  judgement.require(is_symmetric(m), "M is not symmetric");
  if (judgement.is_wrong()) return judgement.finding("");
  judgement.settle(is_positive(m), "M is positive definite");
  const UpdateData update = read_method(judgement, b);
  const Claim radius{
      claim.verdict,
      {judgement.needed_bound("spectral radius at least"), judgement.needed_bound("spectral radius at most")}};
  if (judgement.is_wrong()) return judgement.finding("");
  const Finding stable = check_stability(radius, update);
  judgement.require(stable.result != Result::wrong, stable.words);
  judgement.require(judgement.fact("constrained part") == constrained_class(update),
                    fmt::format("the constrained part is {}", constrained_class(update)));
  judgement.require(judgement.fact("free part") == (update.free_dimension > 0 ? "defective" : "none"),
                    "the free part is another one");
  return judgement.finding(
      fmt::format("M is positive definite, the rank of B is {}; {}", update.constrained_dimension, stable.words));
}

}  // namespace perpend::checker
