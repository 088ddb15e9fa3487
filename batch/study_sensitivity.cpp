#include "batch/study_sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "batch/statistics.hpp"

namespace perpend::batch {

namespace {

/// One row for each point of the base sample: at A, at B, at A with one key of B after the other. Rows with a run that
/// did not come to its end are left out.
std::vector<std::vector<double>> sample_rows(Database& database, const Sweep& sweep, const std::string& method,
                                             const Measure& measure) {
  const std::size_t width = sweep.axes.size() + 2;
  std::vector<std::vector<double>> rows(static_cast<std::size_t>(sweep.num_points) / width,
                                        std::vector<double>(width, std::numeric_limits<double>::quiet_NaN()));
  Query values(database,
               "SELECT r.point, m.max FROM runs r JOIN run_measures m ON m.run = r.run AND m.measure = ? WHERE r.sweep "
               "= ? AND r.method = ? AND r.status = 'completed'");
  values.bind(measure.name, sweep.number, method);
  while (values.step()) {
    const auto point = static_cast<std::size_t>(values.whole(0));
    rows[point / width][point % width] = values.number(1);
  }
  std::erase_if(rows, [](const std::vector<double>& row) {
    return std::any_of(row.begin(), row.end(), [](double value) { return !std::isfinite(value); });
  });
  return rows;
}

std::string shown(double index, double error) {
  if (std::abs(index) < 0.005) index = 0.0;  // not "-0.00"
  return std::isfinite(index) ? fmt::format("{:.2f} \u00b1 {:.2f}", index, error) : "constant";
}

}  // namespace

void add_sensitivity(Database& database, const Sweep& sweep, const std::vector<Measure>& measures,
                     reports::StudySection& section) {
  constexpr std::size_t least_rows = 16;
  reports::StudyTable table{
      .title = "Where their variance comes from",
      .hint =
          "Sobol's indices of the largest value. First: the share of the variance that a key explains alone. Total: "
          "the share that is left when all keys but this one are known, its interactions included; a total near 0 "
          "says that the key does not matter. Behind each, two standard errors by the bootstrap. Estimates of small "
          "indices may fall below 0.",
      .columns = {"Measure", "rows"},
      .rows = {}};
  for (const Axis& axis : sweep.axes) {
    table.columns.push_back(axis.name + ", first");
    table.columns.push_back(axis.name + ", total");
  }
  for (const Measure& measure : measures)
    for (const std::string& method : sweep.methods) {
      const auto rows = sample_rows(database, sweep, method, measure);
      if (rows.size() < least_rows) continue;
      auto& cells = table.rows.emplace_back(
          std::vector<std::string>{title_of(sweep, method, measure.name), std::to_string(rows.size())});
      for (const SobolIndices& indices : sobol_indices(rows)) {
        cells.push_back(shown(indices.first, indices.first_error));
        cells.push_back(shown(indices.total, indices.total_error));
      }
    }
  if (!table.rows.empty()) section.tables.push_back(std::move(table));
}

}  // namespace perpend::batch
