// The margins of the claims of a scene: what its source does not give, moved while everything else stays.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dsl/load.hpp"
#include "study/side_by_side.hpp"
#include "study/sweeps/margin_search.hpp"

namespace perpend {

struct MarginOptions {
  MarginRange range;
  std::vector<std::string> parameters{};   ///< only these; empty: all numbers that the source does not give
  std::vector<std::string> claims{};       ///< only these; empty: all
  std::vector<dsl::Override> overrides{};  ///< of the command line
  std::optional<double> limit{};           ///< of each run [s], wall time; nothing: none
  ThreadBudget* threads = nullptr;         ///< for further parameters at the same time
  std::function<void(const std::string& what)> on_value{};  ///< "g = 10.79 m/s^2": before it is run; on any thread
};

/// Runs the methods and sweeps that the claims ask for at each value that is tried. Figures and certificates are not
/// made, but for the bounds that a measure of a claim has by them. `experiment`: the scene under the overrides.
[[nodiscard]] SceneMargins find_margins(const dsl::Document& document, const Experiment& experiment,
                                        const MarginOptions& options);

}  // namespace perpend
