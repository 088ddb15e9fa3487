// The observed order of an error in the step.
#pragma once

#include <cmath>
#include <vector>

#include "tests/support/mechanisms.hpp"

namespace perpend::test {

/// Slope of log(error) over log(step) by least squares.
inline double fitted_order(const std::vector<double>& steps, const std::vector<double>& errors) {
  const double n = static_cast<double>(steps.size());
  double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double a = std::log(steps[i]);
    const double b = std::log(errors[i]);
    x += a / n;
    y += b / n;
    xx += a * a / n;
    xy += a * b / n;
  }
  return (xy - x * y) / (xx - x * x);
}

/// Runs the method over `duration` and returns what it saw. The message of a failed run is left in `result`.
inline DriftObserver observe_run(const Model& model, std::shared_ptr<const Stabilizer> stabilizer, double step,
                                 double duration, SimulationResult* result = nullptr,
                                 DependentRows policy = DependentRows::stop, bool ledger = false) {
  DriftObserver observer;
  const SimulationSettings settings{
      .step = step, .num_steps = std::lround(duration / step), .ledger = ledger, .dependent_rows = policy};
  const SimulationResult run =
      simulate(model, initial_state(model), step_of(std::move(stabilizer)), settings, observer);
  if (result != nullptr) *result = run;
  return observer;
}

}  // namespace perpend::test
