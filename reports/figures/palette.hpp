// The colours of methods and solvers; the style sheet and the script of the page have the same.
#pragma once

#include <array>
#include <cstddef>

namespace perpend::reports {

/// Okabe and Ito's palette, which colour-blind people can distinguish, and five more.
inline constexpr std::array<const char*, 12> palette{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9",
                                                     "#000000", "#882255", "#8C8C00", "#6B7684", "#332288", "#8FD14F"};
inline constexpr std::size_t num_colors = palette.size();

}  // namespace perpend::reports
