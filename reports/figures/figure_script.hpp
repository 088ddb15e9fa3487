// A figure as commands for gnuplot.
#pragma once

#include <string>

#include "reports/figures/figure_data.hpp"

namespace perpend::reports {

/// Terminal: "svg" or "pdf". Data blocks carry the numbers; every word of the scene is a quoted string. The picture
/// goes to standard output.
[[nodiscard]] std::string figure_script(const FigureData& figure, const ExperimentRecord& record,
                                        const std::string& terminal);

[[nodiscard]] inline bool can_draw(const FigureData& figure) {
  return !figure.curves.empty() || !figure.heat.empty() || !figure.snapshots.empty();
}

}  // namespace perpend::reports
