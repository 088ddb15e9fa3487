#include "batch/page/sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "batch/page/statistics.hpp"
#include "batch/results/kept_status.hpp"
#include "reports/text/text.hpp"

namespace perpend::batch {

namespace {

using reports::StaticSection;
using reports::StaticTable;

/// What is done with the runs of each measure and method, of which there are some.
template <class Action>
void for_each(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures, const Action& action) {
  for (const Measure& measure : measures)
    for (const std::string& method : sweep.methods)
      if (const Samples& found = samples.of(method, measure); found.size() > 0) action(measure, method, found);
}

const std::vector<double> middle_shares{0.05, 0.5, 0.95};

/// "1.98 (1.7 to 2.1)".
std::string middle_text(const Quantiles& middle) {
  if (middle.size() == 0) return "";
  return fmt::format("{} ({} to {})", reports::significant(middle[1], 3), reports::significant(middle[0], 3),
                     reports::significant(middle[2], 3));
}

/// d ln y / d ln x along a key, between each sample and the next on its line of the grid. Pre: a grid.
void for_each_slope(const Sweep& sweep, const Samples& samples, std::size_t key,
                    const std::function<void(double)>& see) {
  std::optional<Sample> last;
  samples.each(SampleOrder::by_line(static_cast<int>(key), static_cast<int>(sweep.axes.size())), [&](const Sample& b) {
    if (last) {
      const Sample& a = *last;
      bool is_line = sweep.axes[key].place(a.at[key]) + 1 == sweep.axes[key].place(b.at[key]);
      for (std::size_t i = 0; i < sweep.axes.size(); ++i) is_line = is_line && (i == key || a.at[i] == b.at[i]);
      const double slope = std::log(std::abs(b.value / a.value)) / std::log(b.at[key] / a.at[key]);
      if (is_line && a.value * b.value > 0.0 && std::isfinite(slope)) see(slope);
    }
    last = b;
  });
}

/// Few are sorted in memory.
Quantiles local_slopes(Database& database, const Sweep& sweep, const Samples& samples, std::size_t key) {
  if (samples.size() <= SweepSamples::most_in_memory) {
    std::vector<double> slopes;
    for_each_slope(sweep, samples, key, [&](double slope) { slopes.push_back(slope); });
    std::sort(slopes.begin(), slopes.end());
    Quantiles middle(slopes.size(), middle_shares);
    for (const double slope : slopes) middle.take(slope);
    return middle;
  }
  const TemporaryTable slopes(database, "slopes", "slope");
  Query put(database, fmt::format("INSERT INTO {} VALUES (?)", slopes.name()));
  std::size_t count = 0;
  database.run("SAVEPOINT slopes");  // one for all rows costs a tenth of one for each
  for_each_slope(sweep, samples, key, [&](double slope) {
    put.bind(slope).run();
    ++count;
  });
  database.run("RELEASE slopes");
  Quantiles middle(count, middle_shares);
  Query sorted(database, fmt::format("SELECT slope FROM {} ORDER BY slope", slopes.name()));
  while (sorted.step()) middle.take(sorted.number(0));
  return middle;
}

/// Over the runs at each value of a key that has few.
std::vector<Quantiles> middle_by_value(const Samples& samples, const Axis& axis, std::size_t key) {
  std::vector<std::size_t> counts(axis.values.size());
  samples.each(SampleOrder::by_value(), [&](const Sample& sample) { ++counts[axis.place(sample.at[key])]; });
  std::vector<Quantiles> groups;
  for (const std::size_t count : counts) groups.emplace_back(count, middle_shares);
  samples.each(SampleOrder::by_value(),
               [&](const Sample& sample) { groups[axis.place(sample.at[key])].take(sample.value); });
  return groups;
}

double correlation(const Samples& samples, std::size_t key) {
  RankCorrelation result(samples.size());
  samples.each(SampleOrder::by_key(static_cast<int>(key)),
               [&](const Sample& sample) { result.take(sample.rank, sample.at[key]); });
  return result.value();
}

/// One row for each point of the base sample: at A, at B, at A with one key of B after the other. Rows with a run that
/// did not come to its end are left out.
SobolSums sobol_sums(Database& database, const Sweep& sweep, const std::string& method, const Measure& measure) {
  const std::size_t width = sweep.axes.size() + 2;
  SobolSums sums(sweep.axes.size());
  std::vector<double> row(width, std::numeric_limits<double>::quiet_NaN());
  std::size_t number = 0;
  const auto end_row = [&] {
    if (std::all_of(row.begin(), row.end(), [](double value) { return std::isfinite(value); })) sums.take(row);
    std::fill(row.begin(), row.end(), std::numeric_limits<double>::quiet_NaN());
  };
  Query values(
      database,
      fmt::format("SELECT r.point, {} FROM runs r JOIN run_measures m ON m.run = r.run AND m.measure = ? WHERE "
                  "r.sweep = ? AND r.method = ? AND r.status = {} ORDER BY r.run",
                  measure.column(), sql(KeptStatus::completed)));
  values.bind(measure.name, sweep.number, method);
  while (values.step()) {
    const auto point = static_cast<std::size_t>(values.whole(0));
    if (point / width != number) end_row();
    number = point / width;
    row[point % width] = values.number(1);
  }
  end_row();
  return sums;
}

/// "drift", "|energy|".
std::string shown_name(const Measure& measure) {
  return measure.is_signed ? "|" + measure.name + "|" : measure.name;
}

/// "512", "498 of 512".
std::string rows_text(std::size_t count, std::size_t all) {
  return count == all ? std::to_string(count) : fmt::format("{} of {}", count, all);
}

/// Never "-0.00".
std::string two_digits(double value) {
  return fmt::format("{:.2f}", std::abs(value) < 0.005 ? 0.0 : value);
}

std::string shown_index(double index, double error) {
  return std::isfinite(index) ? fmt::format("{} ± {}", two_digits(index), two_digits(error)) : "constant";
}

}  // namespace

void add_spread(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures,
                StaticSection& section) {
  StaticTable table{.title = "Largest values of runs that came to their end",
                    .hint = "",
                    .columns = {"Measure", "runs", "smallest", "5 %", "median", "95 %", "largest"},
                    .rows = {}};
  for_each(samples, sweep, measures, [&](const Measure& measure, const std::string& method, const Samples& found) {
    auto& row = table.rows.emplace_back(std::vector<std::string>{
        title_of(sweep, method, with_unit(shown_name(measure), measure)), std::to_string(found.size())});
    const std::vector<double> shares{0.0, 0.05, 0.5, 0.95, 1.0};
    const Quantiles quantiles = samples.quantiles_of_values({&found}, shares);
    for (std::size_t i = 0; i < shares.size(); ++i) row.push_back(reports::significant(quantiles[i]));
    auto& commands = table.commands.emplace_back(std::vector<std::string>{reports::query_command(
        sweep.commands,
        fmt::format("select * from {{}} where measure = '{}' and method = '{}' order by {} desc limit 20", measure.name,
                    method, measure.column("")))});
    for (const Sample& sample : {found.at(0), found.at(found.size() - 1)})
      commands.push_back(reports::run_command(sweep.commands, sweep.point(method, sample.point, sample.at)));
  });
  if (!table.rows.empty()) section.tables.push_back(std::move(table));
}

void add_groups(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures,
                StaticSection& section) {
  if (sweep.axes.size() < 2) return;
  for (std::size_t key = 0; key < sweep.axes.size(); ++key) {
    const Axis& axis = sweep.axes[key];
    if (axis.num_distinct < 2 || axis.num_distinct > most_groups) continue;
    StaticTable table{.title = fmt::format("By {}: median of the largest value", axis.name),
                      .hint =
                          "In brackets the quantiles of 5 % and 95 %, over the runs of each value that came to "
                          "their end.",
                      .columns = {"Measure"},
                      .rows = {}};
    for (const double value : axis.values)
      table.columns.push_back(fmt::format("{} = {}", axis.name, axis.shown_with_unit(value)));
    for_each(samples, sweep, measures, [&](const Measure& measure, const std::string& method, const Samples& found) {
      auto& row = table.rows.emplace_back(
          std::vector<std::string>{title_of(sweep, method, with_unit(shown_name(measure), measure))});
      for (const Quantiles& group : middle_by_value(found, axis, key)) row.push_back(middle_text(group));
    });
    if (!table.rows.empty()) section.tables.push_back(std::move(table));
  }
}

void add_drivers(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures,
                 StaticSection& section) {
  constexpr std::size_t least_for_correlation = 10;
  StaticTable drivers{.title = "What they go with",
                      .hint =
                          "Spearman's rank correlation of the largest value with each key, over the runs that came to "
                          "their end: 1 where it always grows with the key, -1 where it always falls. Near 0 it may "
                          "still depend on the key in another way.",
                      .columns = {"Measure"},
                      .rows = {}};
  StaticTable slopes{.title = "Local slopes",
                     .hint =
                         "By how many percent the largest value grows where a key grows by one percent, between "
                         "neighbours of the grid: the median, in brackets the quantiles of 5 % and 95 %. Over the "
                         "step the slope of an error is its order.",
                     .columns = {"Measure"},
                     .rows = {}};
  for (const Axis& axis : sweep.axes) {
    drivers.columns.push_back(axis.name);
    slopes.columns.push_back(axis.name);
  }
  for_each(samples, sweep, measures, [&](const Measure& measure, const std::string& method, const Samples& found) {
    const std::string name = title_of(sweep, method, shown_name(measure));
    // A slope of draws in the order of a seed means nothing.
    if (sweep.is_grid && !(sweep.axes.size() == 1 && found.is_random_along(0))) {
      std::vector<std::string> row{name};
      for (std::size_t i = 0; i < sweep.axes.size(); ++i)
        row.push_back(sweep.axes[i].words.empty() ? middle_text(local_slopes(samples.database(), sweep, found, i))
                                                  : "");
      if (std::any_of(row.begin() + 1, row.end(), [](const std::string& cell) { return !cell.empty(); }))
        slopes.rows.push_back(std::move(row));
    }
    if (found.size() < least_for_correlation) return;
    auto& row = drivers.rows.emplace_back(std::vector<std::string>{name});
    for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
      const double share = correlation(found, i);
      row.push_back(std::isfinite(share) ? two_digits(share) : "constant");
    }
  });
  if (!drivers.rows.empty()) section.tables.push_back(std::move(drivers));
  if (!slopes.rows.empty()) section.tables.push_back(std::move(slopes));
}

void add_sobol_indices(Database& database, const Sweep& sweep, const std::vector<Measure>& measures,
                       StaticSection& section) {
  constexpr std::size_t least_rows = 16;
  StaticTable table{
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
  bool is_whole = true;
  for (const Measure& measure : measures)
    for (const std::string& method : sweep.methods) {
      const SobolSums sums = sobol_sums(database, sweep, method, measure);
      const std::size_t num_rows = static_cast<std::size_t>(sweep.num_points) / (sweep.axes.size() + 2);
      if (sums.size() < least_rows) continue;
      is_whole = is_whole && sums.size() == num_rows;
      auto& cells = table.rows.emplace_back(
          std::vector<std::string>{title_of(sweep, method, shown_name(measure)), rows_text(sums.size(), num_rows)});
      for (const SobolIndices& indices : sums.indices()) {
        cells.push_back(shown_index(indices.first, indices.first_error));
        cells.push_back(shown_index(indices.total, indices.total_error));
      }
    }
  if (!is_whole)
    table.hint +=
        " Rows with a run that did not come to its end are left out: such indices are conditional, shares of the "
        "variance "
        "over the points where all runs of a row end, and no estimates of those over the whole ranges, where the keys "
        "may matter in another way.";
  if (!table.rows.empty()) section.tables.push_back(std::move(table));
}

}  // namespace perpend::batch
