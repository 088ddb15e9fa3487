// The files of a report: every one in one call, and the series as a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/model/record.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/page/html.hpp"

namespace perpend::reports {

class EarlierPictures;

struct WriteOptions {
  bool figures = true;  ///< by gnuplot
  const char* gnuplot = "gnuplot";
  EarlierPictures* pictures = nullptr;  ///< nullptr: all figures are drawn
  /// Gets the figures that have no file; the page and results.json name them in any case.
  std::vector<UndrawnFigure>* undrawn = nullptr;
  PageLinks links{};  ///< to pages outside the folder; those to its files are added
};

/// report.html, results.json, series.csv, junit.xml and figures/ in `directory`, which is made. A failure of one file
/// does not keep the others from being written.
[[nodiscard]] std::vector<WriteError> write_all(const ExperimentRecord& record, const std::string& directory,
                                                const WriteOptions& options = {});

/// series.csv: every recorded row of every method, SI values, the shortest digits that read back as the same double.
/// Columns: method, step, time [s], then each measure with its SI unit. A method without a measure leaves its cells
/// empty; numbers that are not finite read nan, inf, -inf.
[[nodiscard]] std::optional<WriteError> write_series_csv(const ExperimentRecord& record, const std::string& path);

}  // namespace perpend::reports
