// A figure as commands of gnuplot, in the style of a page or of a publisher.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "reports/figures/figure_data.hpp"

namespace perpend::reports {

/// How a figure looks: on the page of a report, or in the columns of a publisher.
struct FigureStyle {
  double width = 0.0;       ///< of the picture [in]; 0: what its panels need
  double full_width = 0.0;  ///< of one with more than two panels
  const char* font = "DejaVu Sans";
  double points = 11.0;       ///< size of letters in a PDF
  bool is_for_print = false;  ///< no title, the key inside, and curves that differ without colour
};

/// "default", "ieee", "acm"; nothing for another name.
[[nodiscard]] std::optional<FigureStyle> find_figure_style(std::string_view name);

/// Terminal: "svg", "pdf", or "pgf", which is TikZ that needs gnuplot-lua-tikz.sty. Data blocks carry the numbers;
/// every word of the scene is a quoted string. The picture goes to standard output.
[[nodiscard]] std::string figure_script(const FigureData& figure, const ExperimentRecord& record,
                                        const std::string& terminal, const FigureStyle& style = {});

}  // namespace perpend::reports
