// Where a step of a method loses its stability: the conditions of stability are polynomials of the parameter, by the
// formulas of the method that is named.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/statements/checks.hpp"
#include "verification/checker/statements/mechanism.hpp"

namespace perpend::checker {

namespace {

bool is_stable_at(const std::vector<Formula>& conditions, const Rational& x) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Formula& f) { return f.at(x).sign() >= 0; });
}

bool is_stable_on(const std::vector<Formula>& conditions, const Range& range) {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const Formula& f) { return is_nonnegative_on(f, range); });
}

/// By one condition that fails on the whole range: true where it says nothing otherwise.
bool is_unstable_on(const std::vector<Formula>& conditions, const Range& range) {
  return std::any_of(conditions.begin(), conditions.end(), [&](const Formula& f) { return is_negative_on(f, range); });
}

/// What was shown, in words.
const char* check_ends(Judgement& judgement, const std::vector<Formula>& conditions, bool is_only) {
  const Rational lower = judgement.needed_bound("limit at least"), upper = judgement.needed_bound("limit at most");
  if (lower.is_zero() && upper.is_zero() && !is_only) {
    const bool is_shown = is_unstable_on(conditions, {Rational(0), std::nullopt});
    judgement.settle(is_shown ? std::optional(true) : std::nullopt, "no value is stable");
    return "no value is stable";
  }
  judgement.require(lower.sign() > 0 && lower < upper, "the bounds of the limit enclose nothing");
  if (judgement.is_wrong()) return "";
  judgement.require(is_stable_at(conditions, lower) || !is_only, fmt::format("at {} it is not stable", print(lower)));
  judgement.require(!is_stable_at(conditions, upper) || !is_only,
                    fmt::format("at {} it is still stable", print(upper)));
  judgement.show(is_stable_at(conditions, lower) && !is_stable_at(conditions, upper), "the ends enclose a limit");
  if (!is_only) return "stable at the lower end, and not at the upper one";
  judgement.require(is_stable_on(conditions, {Rational(0), lower}), "not every smaller value is stable");
  judgement.settle(is_unstable_on(conditions, {upper, std::nullopt}) ? std::optional(true) : std::nullopt,
                   "every larger value is unstable");
  return "stable up to the lower end, unstable from the upper one on";
}

void expect_claim(Judgement& judgement, const NamedMethod& method) {
  const auto& bounds = judgement.claim().bounds;
  const bool is_stable_nowhere =
      std::all_of(bounds.begin(), bounds.end(), [](const auto& b) { return b.second && b.second->is_zero(); });
  if (bounds.empty())
    expect_method(judgement, method, "a step of ", " is stable at every value of " + method.parameter);
  else if (is_stable_nowhere)
    expect_method(judgement, method, "a step of ", " is stable at no value of " + method.parameter);
  else
    expect_method(judgement, method, "a value of " + method.parameter + " at which a step of ",
                  " loses its stability is enclosed, in SI units");
}

}  // namespace

Finding check_limit(const StatementClaim& claim) {
  Judgement judgement(claim);
  judgement.require(judgement.is_proved(), "a limit is proved or undecided");
  const NamedMethod method = read_named_method(claim.data);
  expect_claim(judgement, method);
  const auto mechanism = read_mechanism(judgement);
  if (!mechanism || judgement.is_wrong()) return judgement.finding("");
  const auto none = judgement.fact("limit"), others = judgement.fact("other limits");
  judgement.show(!none || (*none == "none" && claim.bounds.empty() && !others), "limits");
  judgement.show(!others || *others == "none", "other limits");
  if (mechanism->rank == 0) {
    judgement.require(claim.bounds.empty(), "nothing is constrained, and every value is stable");
    judgement.show(none.has_value(), "that there is no limit is said");
    return judgement.finding("B has rank 0: every value is stable");
  }
  const auto step = constrained_step(method);
  if (!step || step->is_compliant) return {Result::open, "the update of " + method.name + " is not known here"};
  const std::vector<Formula> conditions = step->conditions();
  if (!none) {
    const char* words = check_ends(judgement, conditions, others.has_value());
    return judgement.finding(words);
  }
  judgement.require(is_stable_on(conditions, {Rational(0), std::nullopt}), "not every value is stable");
  return judgement.finding("every value is stable");
}

}  // namespace perpend::checker
