// The points of a sweep, each as overrides of the scene.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dsl/load.hpp"
#include "kernel/model/experiment.hpp"

namespace perpend {

/// One combination of the swept values.
struct GridPoint {
  std::vector<double> coordinates;
  std::vector<dsl::Override> overrides;
};

/// The last axis fastest.
[[nodiscard]] std::vector<GridPoint> grid(const SweepSpec& sweep);

/// The command line's overrides, but where the sweep sets the same name.
[[nodiscard]] std::vector<dsl::Override> merge(const std::vector<dsl::Override>& given,
                                               const std::vector<dsl::Override>& swept);

/// "step = 5 ms, g = 1 m/s^2".
[[nodiscard]] std::string values_text(const std::vector<dsl::Override>& overrides);

/// The first point of a sweep that gives no valid scene, in words: known before anything runs. `methods`: those that
/// will run; empty: all.
[[nodiscard]] std::optional<std::string> find_sweep_error(const dsl::Document& document, const Experiment& experiment,
                                                          const std::vector<dsl::Override>& given,
                                                          const std::vector<std::string>& methods = {});

}  // namespace perpend
