// Where the key of a printed figure stands: inside, and over no curve; below the axes where it is too long for that.
#pragma once

#include <string>

#include "reports/figures/figure_script.hpp"

namespace perpend::reports {

/// Commands of gnuplot: the key in a corner through which no curve passes, or else above all curves, and the range of
/// the y axis that this needs. Runs that stopped early do not set the range.
[[nodiscard]] std::string printed_key(const FigureData& figure, const FigureStyle& style);

/// What a key below the axes adds to the height of the picture [in]; 0 where it stands inside.
[[nodiscard]] double height_of_key_below(const FigureData& figure, const FigureStyle& style);

}  // namespace perpend::reports
