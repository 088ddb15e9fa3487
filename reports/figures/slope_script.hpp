// Slopes of errors on logarithmic axes: triangles as commands of gnuplot.
#pragma once

#include <string>

#include "reports/figures/figure_data.hpp"

namespace perpend::reports {

/// Labels and a block of data `$slopes`: a triangle under the last third of each curve with a fitted order, whose
/// hypotenuse has that slope, rounded to a half, and as far below the curve as on the page. Where curves lie on each
/// other one triangle stands for them. Empty: there is none.
[[nodiscard]] std::string slopes_block(const FigureData& figure);

}  // namespace perpend::reports
