#include "reports/files/write_all.hpp"

#include "reports/figures/figures.hpp"
#include "reports/files/csv.hpp"
#include "reports/files/json.hpp"
#include "reports/files/junit.hpp"
#include "reports/page/html.hpp"

namespace perpend::reports {

std::vector<WriteError> write_all(const ExperimentRecord& record, const std::string& directory,
                                  const WriteOptions& options) {
  if (const auto error = create_directory(directory)) return {*error};
  std::vector<WriteError> errors;
  const auto keep = [&](const std::optional<WriteError>& error) {
    if (error) errors.push_back(*error);
  };
  ExperimentRecord shown = record;
  FiguresResult figures;
  if (options.figures) figures = write_figures(record, directory + "/figures", options.gnuplot);
  errors = std::move(figures.errors);
  shown.undrawn = std::move(figures.undrawn);
  if (options.undrawn != nullptr) *options.undrawn = shown.undrawn;
  keep(write_results_json(shown, directory + "/results.json"));
  keep(write_series_csv(record, directory + "/series.csv"));
  keep(write_junit(record, directory + "/junit.xml"));
  // Those stand below the picture of a figure too, which no other file has.
  shown.warnings.insert(shown.warnings.end(), figures.warnings.begin(), figures.warnings.end());
  keep(write_html(shown, directory + "/report.html"));
  return errors;
}

}  // namespace perpend::reports
