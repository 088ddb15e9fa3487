// The files of a study, made from its record alone.
#pragma once

#include <string>
#include <vector>

#include "perpend/study.hpp"

namespace perpend {

struct ReportOptions {
  bool figures = true;  ///< as SVG files, drawn by the program gnuplot
};

/// Writes report.html, results.json, series.csv, series.npz, junit.xml, figures/ and inputs/, the files of the scene,
/// into `folder`, which it creates. Returns the figures that could not be drawn; this is not an error, because the page
/// draws its own. ErrorKind::file names the first file that could not be written; the others are written.
[[nodiscard]] Result<std::vector<UndrawnFigure>> write_report(const Study& study, const std::string& folder,
                                                              const ReportOptions& options = {});

}  // namespace perpend
