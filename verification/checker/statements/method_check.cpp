// A step of a method is stable: M positive definite, the rank of B, and the exact blocks of the method's update, which
// are those of the method that is named.
#include <fmt/format.h>

#include "verification/checker/read_json.hpp"
#include "verification/checker/statements/checks.hpp"
#include "verification/checker/statements/mechanism.hpp"
#include "verification/checker/update_checks.hpp"

namespace perpend::checker {

namespace {

/// The update at p = 1, entry by entry, is what the step does by its own formulas.
void check_name(Judgement& judgement, const UpdateData& update) {
  const NamedMethod method = read_named_method(judgement.claim().data);
  expect_method(judgement, method, "no eigenvalue of a step of ", " lies outside the unit circle");
  const auto step = method.parameter.empty() ? constrained_step(method) : std::nullopt;
  if (!step) return judgement.leave_open("the update of " + method.name + " is not known here");
  const Rational one(1), none(0);
  judgement.require(step->qq.at(none) == one - update.qq && step->qw.at(none) == one - update.qv &&
                        step->wq.at(none) == -update.vq && step->ww.at(none) == one - update.vv &&
                        step->is_compliant == update.is_compliant,
                    "the update is not that of the method named");
}

}  // namespace

Finding check_method(const StatementClaim& claim) {
  Judgement judgement(claim);
  const auto mechanism = read_mechanism(judgement);
  if (!mechanism || judgement.is_wrong()) return judgement.finding("");
  const UpdateData update = read_update(object(claim.data, "update"));
  judgement.require(update.constrained_dimension == mechanism->rank &&
                        update.free_dimension == mechanism->num_columns - mechanism->rank,
                    "the dimensions are not those of M and B");
  check_name(judgement, update);
  const Claim radius{
      claim.verdict,
      {judgement.needed_bound("spectral radius at least"), judgement.needed_bound("spectral radius at most")}};
  if (judgement.is_wrong()) return judgement.finding("");
  const Finding stable = check_stability(radius, update);
  judgement.require(stable.result != Result::wrong, stable.words);
  judgement.require(judgement.needed_fact("constrained part") == constrained_class(update),
                    fmt::format("the constrained part is {}", constrained_class(update)));
  judgement.require(judgement.needed_fact("free part") == (update.free_dimension > 0 ? "defective" : "none"),
                    "the free part is another one");
  return judgement.finding(
      fmt::format("M is positive definite, the rank of B is {}; {}", update.constrained_dimension, stable.words));
}

}  // namespace perpend::checker
