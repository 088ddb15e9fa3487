// Every file of a report in one call.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/record.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::reports {

struct WriteOptions {
  bool figures = true;  ///< by gnuplot
  const char* gnuplot = "gnuplot";
  /// Gets the figures that have no file; the page and results.json name them in any case.
  std::vector<UndrawnFigure>* undrawn = nullptr;
};

/// report.html, results.json, series.csv, junit.xml and figures/ in `directory`, which is made. A failure of one file
/// does not keep the others from being written.
[[nodiscard]] std::vector<WriteError> write_all(const ExperimentRecord& record, const std::string& directory,
                                                const WriteOptions& options = {});

}  // namespace perpend::reports
