// figures/<name>.svg and .pdf, drawn by gnuplot from the same numbers as the page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/record.hpp"
#include "reports/atomic_file.hpp"

namespace perpend::reports {

struct FiguresResult {
  std::vector<std::string> names;     ///< of the figures drawn, without directory and ending
  std::vector<std::string> warnings;  ///< a missing gnuplot, a figure without data
  std::vector<WriteError> errors;
};

/// All figures of the scene by one process. A missing gnuplot is a warning; figures that were there stay.
[[nodiscard]] FiguresResult write_figures(const ExperimentRecord& record, const std::string& directory,
                                          const char* gnuplot = "gnuplot");

}  // namespace perpend::reports
