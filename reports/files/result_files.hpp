// The files of a report: every one in one call, and the series as a table.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/page/html.hpp"

namespace perpend::reports {

class EarlierPictures;

struct WriteOptions {
  bool figures = true;  ///< by gnuplot
  bool csv = true;      ///< series.csv, which says the same as series.npz
  const char* gnuplot = "gnuplot";
  EarlierPictures* pictures = nullptr;  ///< nullptr: all figures are drawn
  /// Draws pictures on several threads; empty: one after the other.
  std::function<void(std::size_t count, const std::function<void(std::size_t)>& task)> side_by_side{};
  /// Gets the figures that have no file; the page and results.json name them in any case.
  std::vector<UndrawnFigure>* undrawn = nullptr;
  /// Gets the files of figures and of the scene, below the directory.
  std::vector<std::string>* written = nullptr;
  PageLinks links{};  ///< to pages outside the folder; those to its files are added
};

/// Below a folder of results: the scene that they are of, as it was read.
inline constexpr const char* inputs_folder_name = "inputs";

/// report.html, results.json, series.csv, series.npz, states.npz, junit.xml, figures/ and inputs/ in `directory`, which
/// is made. A failure of one file does not keep the others from being written.
[[nodiscard]] std::vector<WriteError> write_all(const ExperimentRecord& record, const std::string& directory,
                                                const WriteOptions& options = {});

/// The files of the scene, in inputs/.
[[nodiscard]] std::optional<WriteError> write_scene(const ExperimentRecord& record, const std::string& directory);

/// series.csv: every recorded row of every method, SI values, the shortest digits that read back as the same double.
/// Columns: method, step, time [s], then each measure with its SI unit. A method without a measure leaves its cells
/// empty; numbers that are not finite read nan, inf, -inf.
[[nodiscard]] std::optional<WriteError> write_series_csv(const ExperimentRecord& record, const std::string& path);

}  // namespace perpend::reports
