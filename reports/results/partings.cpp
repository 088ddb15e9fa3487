// Recorded rows of two results, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "reports/results/matching.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

/// A row's values of one column, of both.
struct RowColumn {
  std::string name;
  const std::vector<double>* before;
  const std::vector<double>* after;
  double scale = 0;
  std::size_t width = 1;  ///< numbers of a row
};

/// The largest magnitude of what is finite.
double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
  return largest;
}

/// `scales`: of the measures, in both.
std::vector<RowColumn> row_columns(const MethodRun& before, const MethodRun& after,
                                   const std::map<std::string, double>& scales) {
  std::vector<RowColumn> columns;
  columns.push_back({"time", &before.times, &after.times, largest_of(before.times)});
  const auto add_states = [&](const char* name, const std::vector<double>& a, const std::vector<double>& b) {
    if (a.empty() || b.empty() || before.times.empty() ||
        a.size() / before.times.size() != b.size() / after.times.size())
      return;
    columns.push_back({name, &a, &b, largest_of(a), a.size() / before.times.size()});
  };
  if (!after.times.empty()) {
    add_states("positions", before.states.positions, after.states.positions);
    add_states("velocities", before.states.velocities, after.states.velocities);
  }
  for (const MeasureRecord& measure : before.measures) {
    const MeasureRecord* const other = find_measure(after, measure.name);
    if (other == nullptr || measure.values.size() != before.times.size() || other->values.size() != after.times.size())
      continue;
    const auto scale = scales.find(measure.name);
    columns.push_back({measure.name, &measure.values, &other->values, scale == scales.end() ? 0.0 : scale->second});
  }
  return columns;
}

void compare_rows(const MethodRun& before, const MethodRun& after, const std::vector<RowColumn>& columns,
                  const Tolerances& tolerances, Parting& parting) {
  std::size_t i = 0, k = 0;
  while (i < before.times.size() && k < after.times.size() && !parting.moved) {
    if (before.step_numbers[i] != after.step_numbers[k]) {
      ++(before.step_numbers[i] < after.step_numbers[k] ? i : k);
      continue;
    }
    for (const RowColumn& column : columns)
      for (std::size_t entry = 0; entry < column.width && !parting.moved; ++entry) {
        const double a = (*column.before)[i * column.width + entry], b = (*column.after)[k * column.width + entry];
        if (has_same_bits(a, b)) continue;
        const Parting::Row row{before.step_numbers[i], before.times[i], column.name, a, b};
        if (!parting.first) parting.first = row;
        const Tolerance tolerance =
            column.before == &before.times ? tolerances.usual : tolerance_of(tolerances, column.name + " ");
        const double distance = std::abs(a - b), allowed = allowed_distance(tolerance, a, b, column.scale);
        // A NaN or an infinity on one side is no number within anything.
        if (std::isfinite(distance) && distance <= allowed) continue;
        if (!parting.beyond) parting.beyond = row;
        const double next_to_all = std::max(allowed, tolerance.relative * column.scale);
        if (!std::isfinite(distance) || distance > next_to_all) parting.moved = {row, distance, next_to_all};
      }
    ++i;
    ++k;
  }
}

/// The least number of steps between two rows that follow each other; 0 with fewer rows.
long stride_of(const std::vector<long>& steps) {
  long stride = 0;
  for (std::size_t i = 1; i < steps.size(); ++i)
    if (const long gap = steps[i] - steps[i - 1]; gap > 0 && (stride == 0 || gap < stride)) stride = gap;
  return stride;
}

/// Rows that the other has not, though it has one for each step, or for each of its stride where strides may differ.
long num_unmatched(const std::vector<long>& steps, const std::vector<long>& others, bool may_differ) {
  const long stride = stride_of(others);
  const bool is_all = !may_differ || stride < 2 || stride == stride_of(steps);
  long count = 0;
  std::size_t k = 0;
  for (const long step : steps) {
    while (k < others.size() && others[k] < step) ++k;
    if (k < others.size() && others[k] == step)
      ++k;
    else if (is_all || (step - others.front()) % stride == 0)
      ++count;
  }
  return count;
}

/// What archives that both have hold of one run alone: rows, columns.
class MissingRows {
 public:
  MissingRows(const MethodRun& before, const MethodRun& after, std::vector<Change>& changes)
      : before_(before), after_(after), changes_(changes) {}

  /// `may_differ`: the two recorded another step each.
  void find_series(bool may_differ) {
    const long here = num_unmatched(before_.step_numbers, after_.step_numbers, may_differ);
    const long there = num_unmatched(after_.step_numbers, before_.step_numbers, may_differ);
    if (here + there > 0) add("rows", count_text(before_, here), count_text(after_, there));
    if (before_.times.empty() || after_.times.empty()) return;
    for (const MeasureRecord& measure : before_.measures)
      if (const MeasureRecord* const other = find_measure(after_, measure.name))
        find_column("rows of " + measure.name, measure.values, other->values);
  }

  void find_states() {
    find_column("positions", before_.states.positions, after_.states.positions);
    find_column("velocities", before_.states.velocities, after_.states.velocities);
  }

 private:
  static std::string count_text(const MethodRun& run, long unmatched) {
    return fmt::format("{}, {} of a step that the other has not", run.times.size(), unmatched);
  }

  static std::string width_text(const MethodRun& run, const std::vector<double>& values) {
    if (values.empty() || run.times.empty()) return "none";
    return fmt::format("{} a row", values.size() / run.times.size());
  }

  void find_column(const std::string& what, const std::vector<double>& before, const std::vector<double>& after) {
    const std::string here = width_text(before_, before), there = width_text(after_, after);
    if (here != there) add(what, here, there);
  }

  void add(const std::string& what, const std::string& before, const std::string& after) {
    changes_.push_back(
        {.kind = ChangeKind::missing, .where = before_.method, .what = what, .before = before, .after = after});
  }

  const MethodRun& before_;
  const MethodRun& after_;
  std::vector<Change>& changes_;
};

/// Whether an archive was read of the record: some run has what it holds.
template <class Has>
bool have_some(const ExperimentRecord& before, const ExperimentRecord& after, const Has& has) {
  return std::any_of(before.runs.begin(), before.runs.end(), has) &&
         std::any_of(after.runs.begin(), after.runs.end(), has);
}

}  // namespace

bool has_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

Tolerance tolerance_of(const Tolerances& tolerances, const std::string& quantity) {
  const auto own = tolerances.of_measure.find(quantity.substr(0, quantity.rfind(' ')));
  return own == tolerances.of_measure.end() ? tolerances.usual : own->second;
}

double allowed_distance(const Tolerance& tolerance, double a, double b, double scale) {
  return std::max(
      {tolerance.relative * std::max(std::abs(a), std::abs(b)), tolerance.amount, tolerance.share_of_scale * scale});
}

std::string number_text(double value, const std::string& unit) {
  return unit.empty() ? fmt::format("{}", value) : fmt::format("{} {}", value, unit);
}

std::vector<Parting> find_partings(const ExperimentRecord& before, const ExperimentRecord& after,
                                   const Tolerances& tolerances) {
  std::map<std::string, double> scales = measure_scales(before);
  for (const auto& [measure, scale] : measure_scales(after)) scales[measure] = std::max(scales[measure], scale);
  const bool have_series = have_some(before, after, [](const MethodRun& run) { return !run.times.empty(); });
  const bool have_states = have_some(before, after, [](const MethodRun& run) { return !run.states.positions.empty(); });
  // record_every is of the scene, or set.
  const bool may_differ =
      before.provenance.scene_sha256 != after.provenance.scene_sha256 || before.inputs.set != after.inputs.set;
  std::vector<Parting> partings;
  for (const auto& [a, b] : paired(before.runs, after.runs, [](const MethodRun& run) { return run.method; })) {
    if (a == nullptr || b == nullptr) continue;
    const std::vector<RowColumn> columns = row_columns(*a, *b, scales);
    Parting parting{.run = a->method,
                    .has_rows = !columns.empty() && !a->times.empty() && !b->times.empty(),
                    .has_same_hash = a->trajectory_hash == b->trajectory_hash};
    if (parting.has_rows) compare_rows(*a, *b, columns, tolerances, parting);
    MissingRows missing(*a, *b, parting.missing);
    if (have_series) missing.find_series(may_differ);
    if (have_states) missing.find_states();
    const bool is_one_without = a->times.empty() != b->times.empty();
    parting.is_parted = parting.first || is_one_without || !parting.has_same_hash;
    if (parting.is_parted || !parting.missing.empty()) partings.push_back(std::move(parting));
  }
  return partings;
}

void add_partings(std::vector<Parting> partings, Difference& difference) {
  for (const Parting& parting : partings) {
    difference.changes.insert(difference.changes.end(), parting.missing.begin(), parting.missing.end());
    if (parting.moved) {
      const Parting::Row& row = parting.moved->row;
      difference.changes.push_back({.kind = ChangeKind::value,
                                    .where = parting.run,
                                    .what = fmt::format("row of {} at step {}", row.measure, row.step),
                                    .before = number_text(row.before, ""),
                                    .after = number_text(row.after, ""),
                                    .distance = parting.moved->distance,
                                    .allowed = parting.moved->allowed});
    }
  }
  std::erase_if(partings, [](const Parting& parting) { return !parting.is_parted; });
  difference.partings = std::move(partings);
}

}  // namespace perpend::reports
