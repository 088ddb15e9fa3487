// figures/<name>.svg and .pdf, drawn by gnuplot from the same numbers as the page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/model/record.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

struct FiguresResult {
  std::vector<std::string> names;     ///< of the figures drawn, without directory and ending
  std::vector<std::string> warnings;  ///< what figures leave out, a figure without data
  std::vector<UndrawnFigure> undrawn;
  std::vector<WriteError> errors;  ///< files that cannot be written
};

/// Each figure by a process of its own, so that one that fails keeps no other from being drawn. A figure that gnuplot
/// cannot draw, be it that there is no gnuplot, is no error.
[[nodiscard]] FiguresResult write_figures(const ExperimentRecord& record, const std::string& directory,
                                          const char* gnuplot = "gnuplot");

}  // namespace perpend::reports
