#include "kernel/model/scene/experiment.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

bool holds(const SweepCondition& condition, double value) {
  const bool is_equal =
      std::abs(value - condition.threshold) <= 1e-12 * std::max(std::abs(value), std::abs(condition.threshold));
  switch (condition.comparison) {
    case Comparison::less:
      return value < condition.threshold && !is_equal;
    case Comparison::less_equal:
      return value <= condition.threshold || is_equal;
    case Comparison::greater:
      return value > condition.threshold && !is_equal;
    case Comparison::greater_equal:
      return value >= condition.threshold || is_equal;
  }
  return false;
}

ExpectedOutcome expected_outcome(const SweepSpec& sweep, const MethodSpec& method,
                                 const std::vector<double>& coordinates) {
  for (const SweepExpectation& expectation : sweep.expectations) {
    const std::vector<std::string>& names = expectation.methods;
    const bool is_meant = names.empty() || std::find(names.begin(), names.end(), method.name) != names.end();
    const auto fits = [&](const SweepCondition& condition) { return holds(condition, coordinates[condition.axis]); };
    if (is_meant && std::all_of(expectation.conditions.begin(), expectation.conditions.end(), fits))
      return expectation.outcome;
  }
  return method.expect;
}

const char* to_string(ExpectedOutcome outcome) {
  switch (outcome) {
    case ExpectedOutcome::completes:
      return "completes";
    case ExpectedOutcome::unstable:
      return "unstable";
    case ExpectedOutcome::diverges:
      return "diverges";
    case ExpectedOutcome::unsolvable:
      return "unsolvable";
    case ExpectedOutcome::any:
      return "any";
  }
  return "unknown";
}

const char* to_string(ClaimKind kind) {
  switch (kind) {
    case ClaimKind::quoted:
      return "quoted";
    case ClaimKind::read_off:
      return "read_off";
    case ClaimKind::derived:
      return "derived";
    case ClaimKind::ours:
      return "ours";
  }
  return "unknown";
}

const char* to_string(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::not_run:
      return "not_run";
    case ClaimVerdict::reproduced:
      return "reproduced";
    case ClaimVerdict::not_reproduced:
      return "not_reproduced";
    case ClaimVerdict::undecided:
      return "undecided";
  }
  return "unknown";
}

bool holds(const MeasureCondition& condition, double value) {
  switch (condition.comparison) {
    case Comparison::less:
      return value < condition.threshold;
    case Comparison::less_equal:
      return value <= condition.threshold;
    case Comparison::greater:
      return value > condition.threshold;
    case Comparison::greater_equal:
      return value >= condition.threshold;
  }
  return false;
}

bool is_random_sample(const SweepSpec& sweep, const std::vector<std::pair<std::string, double>>& chosen) {
  if (sweep.design != SweepDesign::given) return sweep.design == SweepDesign::drawn;
  const auto is_fixed = [&](const SweepAxis& axis) {
    return axis.values.size() < 2 ||
           std::any_of(chosen.begin(), chosen.end(), [&](const auto& value) { return value.first == axis.key; });
  };
  const auto is_seed = [](const SweepAxis& axis) { return axis.key == "seed"; };
  return std::any_of(sweep.axes.begin(), sweep.axes.end(), is_seed) &&
         std::all_of(sweep.axes.begin(), sweep.axes.end(),
                     [&](const SweepAxis& axis) { return is_seed(axis) || is_fixed(axis); });
}

}  // namespace perpend
