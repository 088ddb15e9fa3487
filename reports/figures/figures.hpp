// figures/<name>.svg and .pdf, drawn by gnuplot from the same numbers as the page.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/model/record.hpp"
#include "reports/figures/figure_data.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

struct FiguresResult {
  std::vector<std::string> names;            ///< of the figures drawn, without directory and ending
  std::map<std::string, std::string> files;  ///< name of a figure drawn, and that of its files
  std::vector<std::string> warnings;         ///< what figures leave out, a figure without data
  std::vector<UndrawnFigure> undrawn;
  std::vector<WriteError> errors;  ///< files that cannot be written
};

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

/// Pictures that were drawn before, by the script that figure_script gives.
class EarlierPictures {
 public:
  virtual ~EarlierPictures() = default;
  [[nodiscard]] virtual std::optional<std::string> find(std::string_view script) = 0;
  virtual void add(std::string_view script, std::string_view picture) = 0;
};

/// Each figure by a process of its own, so that one that fails keeps no other from being drawn. A figure that gnuplot
/// cannot draw, be it that there is no gnuplot, is no error. `earlier`: nullptr: all are drawn.
[[nodiscard]] FiguresResult write_figures(const ExperimentRecord& record, const std::string& directory,
                                          const char* gnuplot = "gnuplot", EarlierPictures* earlier = nullptr);

/// Which figures are drawn for a publication, and how.
struct PrintOptions {
  FigureStyle style;
  std::string format = "pdf";        ///< pdf | svg | pgf
  std::vector<std::string> figures;  ///< by name; empty: all
  bool keeps_existing = true;        ///< a file that is there stays
  std::size_t threads = 1;
};

/// DIRECTORY/NAME.FORMAT, several at a time.
[[nodiscard]] FiguresResult print_figures(const ExperimentRecord& record, const std::string& directory,
                                          const PrintOptions& options);

/// Terminal: "svg", "pdf", or "pgf", which is TikZ that needs gnuplot-lua-tikz.sty. Data blocks carry the numbers;
/// every word of the scene is a quoted string. The picture goes to standard output.
[[nodiscard]] std::string figure_script(const FigureData& figure, const ExperimentRecord& record,
                                        const std::string& terminal, const FigureStyle& style = {});

/// Indices of the points of a curve that a picture has.
[[nodiscard]] std::vector<std::size_t> drawn_rows(const Curve& curve);

[[nodiscard]] inline bool can_draw(const FigureData& figure) {
  return !figure.curves.empty() || !figure.heat.empty() || !figure.snapshots.empty();
}

}  // namespace perpend::reports
