#include "kernel/model/experiment.hpp"

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

}  // namespace perpend
