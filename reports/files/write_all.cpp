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
  if (options.figures) {
    FiguresResult figures = write_figures(record, directory + "/figures", options.gnuplot);
    errors = std::move(figures.errors);
    shown.warnings.insert(shown.warnings.end(), figures.warnings.begin(), figures.warnings.end());
    shown.warnings.insert(shown.warnings.end(), figures.undrawn.begin(), figures.undrawn.end());
    shown.undrawn = figures.undrawn;
    if (options.undrawn != nullptr) *options.undrawn = std::move(figures.undrawn);
  }
  keep(write_results_json(record, directory + "/results.json"));
  keep(write_series_csv(record, directory + "/series.csv"));
  keep(write_junit(record, directory + "/junit.xml"));
  keep(write_html(shown, directory + "/report.html"));
  return errors;
}

}  // namespace perpend::reports
