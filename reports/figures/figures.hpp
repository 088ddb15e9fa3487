// figures/<name>.svg and .pdf, drawn by gnuplot from the same numbers as the page.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "reports/figures/figure_data.hpp"
#include "reports/figures/figure_script.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

/// What the files of each figure of a run end in.
inline constexpr std::array figure_endings{"svg", "pdf"};

struct FiguresResult {
  std::vector<std::string> names;            ///< of the figures drawn, without directory and ending
  std::map<std::string, std::string> files;  ///< name of a figure drawn, and that of its files
  std::vector<std::string> warnings;         ///< what figures leave out, a figure without data
  std::vector<UndrawnFigure> undrawn;
  std::vector<WriteError> errors;  ///< files that cannot be written
};

/// Pictures that were drawn before, by the script that figure_script gives.
class EarlierPictures {
 public:
  virtual ~EarlierPictures() = default;
  [[nodiscard]] virtual std::optional<std::string> find(std::string_view script) = 0;
  virtual void add(std::string_view script, std::string_view picture) = 0;
};

/// Calls task(0), ..., task(count - 1), on as many threads as the caller has.
using SideBySide = std::function<void(std::size_t count, const std::function<void(std::size_t)>& task)>;

/// A figure that gnuplot cannot draw, be it that there is no gnuplot, is no error, and keeps no other from being drawn.
/// `earlier`: nullptr: all are drawn; it is asked on the calling thread. `side_by_side`: empty: one process after the
/// other.
[[nodiscard]] FiguresResult write_figures(const ExperimentRecord& record, const std::string& directory,
                                          const char* gnuplot = "gnuplot", EarlierPictures* earlier = nullptr,
                                          const SideBySide& side_by_side = {});

/// Which figures are drawn for a publication, and how.
struct PrintOptions {
  FigureStyle style;
  std::string format = "pdf";        ///< pdf | svg | pgf
  std::vector<std::string> figures;  ///< by name; empty: all
  bool keeps_existing = true;        ///< a file that is there stays
  SideBySide side_by_side{};         ///< empty: one picture after the other
};

/// DIRECTORY/NAME.FORMAT.
[[nodiscard]] FiguresResult print_figures(const ExperimentRecord& record, const std::string& directory,
                                          const PrintOptions& options);

[[nodiscard]] inline bool can_draw(const FigureData& figure) {
  return !figure.curves.empty() || !figure.heat.empty() || !figure.snapshots.empty();
}

}  // namespace perpend::reports
