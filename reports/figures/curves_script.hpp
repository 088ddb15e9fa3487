// Curves in one pair of axes, or with a second y axis on the right, as commands of gnuplot.
#pragma once

#include <string>

#include "reports/figures/figure_data.hpp"
#include "reports/figures/figure_script.hpp"

namespace perpend::reports {

/// Pre: axis_layout(figure) is not `panels`.
[[nodiscard]] std::string curves_script(const FigureData& figure, const FigureStyle& style);

}  // namespace perpend::reports
