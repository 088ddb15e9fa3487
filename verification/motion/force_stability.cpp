#include "verification/motion/force_stability.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "verification/arithmetic/rational.hpp"

namespace perpend {

namespace {

bool has_damping(const LinearForces& forces) {
  return std::any_of(forces.elements.begin(), forces.elements.end(),
                     [](const LinearForces::Element& element) { return element.damping != 0.0; });
}

/// a z^2 + b z + c of the rule at m, d, k, enclosed.
Interval polynomial(ForceRule rule, const ForcedForms::Values& at, const Interval& h, double z) {
  const Interval hd = h * at.damping, hk = square(h) * at.stiffness, m = at.mass;
  const Interval two(2.0), four(4.0), half(0.5), zz = square(Interval(z));
  if (rule == ForceRule::mean_velocity)
    return two * m * zz - (four * m - two * hd - hk) * Interval(z) + (two * m - two * hd + hk);
  if (rule == ForceRule::new_velocity) return m * zz - (two * m - hd - hk) * Interval(z) + (m - hd);
  return (m + half * hd) * zz - (two * m - hk) * Interval(z) + (m - half * hd);
}

/// How far out the polynomial is still negative on that motion: some eigenvalue lies beyond.
double bound_radius(ForceRule rule, const ForcedForms::Values& at, const Interval& h) {
  double best = 1.0;
  for (const double sign : {-1.0, 1.0}) {
    if (!(polynomial(rule, at, h, sign).hi < 0.0)) continue;
    double low = 1.0, high = 2.0;
    while (high < 0x1p500 && polynomial(rule, at, h, sign * high).hi < 0.0) high *= 2.0;
    for (int i = 0; i < 60; ++i) {
      const double z = 0.5 * low + 0.5 * high;
      (polynomial(rule, at, h, sign * z).hi < 0.0 ? low : high) = z;
    }
    best = std::max(best, low * (1.0 - 0x1p-40));  // what a decimal of it may be more
  }
  return best;
}

const char* why_not(const ForcedMechanism& mechanism) {
  const LinearForces& forces = mechanism.forces;
  if (!forces.objection.empty()) return forces.objection.c_str();
  for (const LinearForces::Element& element : forces.elements)
    if (!(element.stiffness >= 0.0 && element.damping >= 0.0)) return "a spring or damper has a negative coefficient";
  if (!forces.rest.empty() && !mechanism.left_out.empty())
    return "redundant joints share their forces in more than one way, and how these turn is not known";
  if (mechanism.mass.size() > most_forced_velocities)
    return "the mechanism has too many velocities for the proof of forces that depend on the state";
  return nullptr;
}

class ForceJudge {
 public:
  ForceJudge(const ForcedMechanism& mechanism, ForceRule rule)
      : forces_(mechanism.forces), forms_(mechanism), rule_(rule), conditions_(force_conditions(rule, forces_)) {}

  [[nodiscard]] ForceProof operator()(double h) const;
  [[nodiscard]] const std::vector<ForceCondition>& conditions() const { return conditions_; }
  /// Whether some condition that changes with h is negative, in floating point.
  [[nodiscard]] bool seems_unstable(double h) const;
  [[nodiscard]] bool holds_for_all_steps(const ForceCondition& condition) const;

 private:
  const LinearForces& forces_;
  ForcedForms forms_;
  ForceRule rule_;
  std::vector<ForceCondition> conditions_;
};

/// K >= 0: of the mechanism, not of the method.
bool is_stiffness(const ForceCondition& condition) {
  return condition.mass == 0 && condition.damping == 0 && condition.stiffness > 0;
}

const char* reason_of(const ForceCondition& condition) {
  if (is_stiffness(condition))
    return "the mechanism itself leaves its start: a motion that the joints allow has negative stiffness";
  if (condition.mass == 0) return "the method feeds energy to undamped motions, whatever the step";
  return "a spring or damper is too stiff for the step: an eigenvalue lies beyond -1";
}

const char* doubt_about(const ForceCondition& condition, const LinearForces& forces) {
  if (condition.mass == 0 && condition.damping == 0)
    return "the stiffness of some motion that the joints allow is 0 within rounding";
  if (condition.mass == 0) return "damping does not show to outweigh what the method feeds to the motion";
  return forces.elements.empty()
             ? "the step is too near to its limit by the loads and the forces of joints, which turn with the mechanism"
             : "the step is too near to its limit by the springs and dampers";
}

ForceProof ForceJudge::operator()(double h) const {
  ForceProof proof{.verdict = Verdict::proved, .reason = {}, .weights = {}};
  if (conditions_.empty()) {
    proof.verdict = Verdict::undecided;
    proof.reason = rule_ == ForceRule::midpoint
                       ? "what this method makes of springs together with damping or forces of joints is not decided"
                       : "what this method makes of forces that depend on the state is not decided";
    return proof;
  }
  std::optional<ForceProof> of_mechanism;
  for (std::size_t i = 0; i < conditions_.size(); ++i) {
    const ForceTerms terms(conditions_[i], h);
    proof.weights.emplace_back();
    if (terms.is_sum_of_squares(forces_) || forms_.dimension() == 0) continue;
    proof.weights.back() = forms_.prove(terms);
    if (proof.weights.back().size() > 0) continue;
    VectorX x;
    const bool is_negative = forms_.lowest(terms, &x) < 0.0;
    const ForcedForms::Values at = is_negative ? forms_.at(x) : ForcedForms::Values{};
    const Interval value = terms.mass * at.mass + terms.damping * at.damping + terms.stiffness * at.stiffness;
    if (is_negative && conditions_[i].refutes && value.hi < 0.0) {
      if (!forces_.is_balanced && is_stiffness(conditions_[i])) {
        proof.verdict = Verdict::undecided;
        proof.reason = "the mechanism is not in balance at its start, and leaves it whatever the method";
        continue;
      }
      const double radius = rule_ == ForceRule::midpoint && forces_.from_applied
                                ? 1.0
                                : bound_radius(rule_, at, enclose(exact_decimal(h)));
      ForceProof refuted{.verdict = Verdict::refuted, .reason = reason_of(conditions_[i]), .weights = {}};
      refuted.witness = forms_.spread(x);
      refuted.condition = static_cast<int>(i);
      refuted.rho_at_least = radius;
      refuted.is_of_mechanism = is_stiffness(conditions_[i]);
      if (!refuted.is_of_mechanism) return refuted;
      of_mechanism = std::move(refuted);  // what the method adds to it comes first
      continue;
    }
    proof.verdict = Verdict::undecided;
    if (proof.reason.empty()) proof.reason = doubt_about(conditions_[i], forces_);
  }
  return of_mechanism ? *of_mechanism : proof;
}

bool ForceJudge::holds_for_all_steps(const ForceCondition& condition) const {
  return ForceTerms(condition, 1.0).is_sum_of_squares(forces_);
}

bool ForceJudge::seems_unstable(double h) const {
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const ForceCondition& condition) {
    const ForceTerms terms(condition, h);
    return condition.mass + condition.damping > 0 && !terms.is_sum_of_squares(forces_) && forms_.lowest(terms) < 0.0;
  });
}

}  // namespace

std::vector<ForceCondition> force_conditions(ForceRule rule, const LinearForces& forces) {
  const ForceCondition stiff{.stiffness = 1};
  const ForceCondition leap{.mass = 4, .stiffness = -1, .stiffness_power = 2};
  const bool is_damped = has_damping(forces);
  switch (rule) {
    case ForceRule::new_velocity:
      return {stiff,
              {.mass = 4, .damping = -2, .damping_power = 1, .stiffness = -1, .stiffness_power = 2, .refutes = true}};
    case ForceRule::leapfrog:
      return {stiff, leap};
    case ForceRule::mean_velocity:
      return {stiff,
              {.damping = 2, .stiffness = -1, .stiffness_power = 1, .refutes = !is_damped},
              {.mass = 2, .damping = -1, .damping_power = 1}};
    case ForceRule::midpoint:
      if (!is_damped && !forces.from_applied) return {stiff, leap};
      if (!is_damped && !forces.from_constraints) return {stiff, {.stiffness = -1}};
      return {};
    case ForceRule::unknown:
      return {};
  }
  return {};
}

ForceProof certify_forces(const ForcedMechanism& mechanism, ForceRule rule, double h) {
  if (mechanism.forces.is_empty()) return {Verdict::proved, {}, {}};
  if (!(h > 0.0 && h < infinity)) return {Verdict::undecided, "the step is not a positive number", {}};
  if (const char* reason = why_not(mechanism)) return {Verdict::undecided, reason, {}};
  return ForceJudge(mechanism, rule)(h);
}

LimitReport limit_of_forces(const ForcedMechanism& mechanism, ForceRule rule) {
  if (mechanism.forces.is_empty())
    return {Verdict::proved, infinity, infinity, "no force depends on the state", LimitScope::only};
  if (const char* reason = why_not(mechanism)) return {Verdict::undecided, 0.0, infinity, reason};
  const ForceJudge judge(mechanism, rule);
  const auto& conditions = judge.conditions();
  if (!conditions.empty() && std::all_of(conditions.begin(), conditions.end(), [&](const ForceCondition& condition) {
        return judge.holds_for_all_steps(condition);
      }))
    return {Verdict::proved, infinity, infinity, "the forces allow every step", LimitScope::only};
  // 1e-12 s to 1e12 s; each condition that holds at a step holds at smaller ones.
  constexpr double smallest = 0x1p-40, largest = 0x1p40;
  const ForceProof first = judge(smallest);
  if (first.verdict == Verdict::refuted && conditions[first.condition].mass == 0)
    return {Verdict::proved, 0.0, 0.0, "unstable for every step: " + first.reason, LimitScope::only};
  if (first.verdict != Verdict::proved)
    return {Verdict::undecided, 0.0, infinity, first.reason.empty() ? "no stable step was found" : first.reason};
  double low = smallest, high = largest;
  if (!judge.seems_unstable(high)) return {Verdict::undecided, low, infinity, "no unstable step was found"};
  while (high > low * (1.0 + 1e-13)) {
    const double between = std::sqrt(low) * std::sqrt(high);
    if (!(between > low && between < high)) break;
    (judge.seems_unstable(between) ? high : low) = between;
  }
  const double limit = low;
  LimitReport report{Verdict::undecided, 0.0, infinity, "the limit by the springs and dampers could not be enclosed"};
  for (double share = 1e-14; share < 0.5 && (report.lo == 0.0 || report.hi == infinity); share *= 10.0) {
    if (report.lo == 0.0 && judge(limit * (1.0 - share)).verdict == Verdict::proved) report.lo = limit * (1.0 - share);
    if (report.hi == infinity && judge(limit * (1.0 + share)).verdict == Verdict::refuted)
      report.hi = limit * (1.0 + share);
  }
  if (report.lo == 0.0 || report.hi == infinity) return report;
  return {Verdict::proved, enclose(exact_decimal(report.lo)).lo, enclose(exact_decimal(report.hi)).hi,
          "springs and dampers: stable at the lower end, and at the upper one a motion shows an eigenvalue outside the "
          "unit circle",
          LimitScope::only};
}

void include_forces(const ForceProof& proof, StabilityReport& report) {
  report.free_class = proof.verdict == Verdict::proved    ? "bounded by 1"
                      : proof.verdict == Verdict::refuted ? "unstable"
                                                          : "undecided";
  const double constrained = report.rho.is_known() ? report.rho.lo : 0.0;
  if (report.stable != Verdict::proved) {  // then the radius of the constrained part is above 1
    if (proof.verdict != Verdict::proved) report.rho = {constrained, infinity};
    return;
  }
  report.stable = proof.verdict;
  report.is_by_forces = true;
  report.reason = proof.reason;
  if (proof.verdict == Verdict::proved)
    report.rho = {constrained, 1.0};
  else if (proof.verdict == Verdict::refuted)
    report.rho = {std::max(constrained, proof.rho_at_least), infinity};
  else
    report.rho = {};
}

LimitReport first_limit(const LimitReport& a, const LimitReport& b) {
  for (const LimitReport* one : {&a, &b})
    if (one->verdict == Verdict::proved && one->hi == 0.0) return *one;
  if (a.verdict != Verdict::proved) return a;
  if (b.verdict != Verdict::proved) return b;
  const bool is_between = a.hi > b.lo && b.hi > a.lo;
  const LimitReport& lower = a.lo <= b.lo ? a : b;
  LimitReport result = lower;
  if (is_between)
    result = {Verdict::proved, lower.lo, std::min(a.hi, b.hi), a.reason + "; " + b.reason, std::min(a.scope, b.scope)};
  // Below both, the one that comes later must be stable, too.
  if (std::min(a.scope, b.scope) == LimitScope::some) result.scope = LimitScope::some;
  return result;
}

}  // namespace perpend
