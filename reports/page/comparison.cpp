#include "reports/page/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "reports/figures/figure_data.hpp"
#include "reports/page/page_text.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

/// What a signal of the language says of a method.
struct ErrorKind {
  const char* signal;
  const char* title;
};

constexpr ErrorKind error_kinds[] = {{"constraint_error", "largest constraint error"},
                                     {"velocity_error", "largest velocity error"},
                                     {"nonholonomic_error", "largest non-holonomic error"},
                                     {"energy_error", "largest energy error"},
                                     {"reference_error", "largest deviation from the reference"}};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether a measure is of that signal: constraint_error is not constraint_error_before_post.
bool names_signal(const std::string& text, const std::string& signal) {
  for (std::size_t at = text.find(signal); at != std::string::npos; at = text.find(signal, at + 1)) {
    const bool starts = at == 0 || !is_word(text[at - 1]);
    const std::size_t end = at + signal.size();
    if (starts && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

struct Column {
  std::string title;
  std::string unit;
  std::string detail;  ///< the measures behind it
  bool marks_best = false;
  std::function<double(const MethodRun&)> value;    ///< in the unit shown; NaN: none
  std::function<double(const MethodRun&)> bound{};  ///< a lower one, where the run has no value
  Unit quantity{};                                  ///< of an error
};

/// Measures of one kind and one dimension; of several the largest counts.
struct ErrorMeasures {
  Unit unit;  ///< of the first
  std::vector<std::string> names;
};

/// Errors of positions and of angles do not compare: a group for each dimension.
std::vector<ErrorMeasures> measures_of(const ExperimentRecord& record, const ErrorKind& kind) {
  std::vector<ErrorMeasures> groups;
  for (const MethodRun& run : record.runs)
    for (const MeasureRecord& measure : run.measures) {
      if (measure.is_of_query || !names_signal(measure.text, kind.signal)) continue;
      const auto same = std::find_if(groups.begin(), groups.end(), [&](const ErrorMeasures& group) {
        return group.unit.dimension == measure.unit.dimension;
      });
      std::vector<std::string>& names =
          same != groups.end() ? same->names : groups.emplace_back(ErrorMeasures{measure.unit, {}}).names;
      if (std::find(names.begin(), names.end(), measure.name) == names.end()) names.push_back(measure.name);
    }
  return groups;
}

/// NaN where one of them is not known, or `is_whole` and for a part of the run only.
double largest_of(const MethodRun& run, const std::vector<std::string>& names, bool is_whole) {
  double largest = not_a_number;
  for (const std::string& name : names) {
    const MeasureRecord* measure = find_measure(run, name);
    if (measure == nullptr) continue;
    const double size = largest_magnitude(measure->summary);
    if (std::isnan(size) || (is_whole && ends_early(measure->summary))) return not_a_number;
    largest = std::isnan(largest) ? size : std::max(largest, size);
  }
  return largest;
}

void add_error_columns(const ExperimentRecord& record, std::vector<Column>& columns) {
  for (const ErrorKind& kind : error_kinds)
    for (const auto& [unit, names] : measures_of(record, kind)) {
      std::string detail;
      for (const std::string& name : names) detail += (detail.empty() ? "" : ", ") + single_line(name);
      const auto largest = [names = names, factor = unit.factor](bool is_whole) {
        return [=](const MethodRun& run) { return largest_of(run, names, is_whole) / factor; };
      };
      columns.push_back({kind.title, unit.name, detail, true, largest(true), largest(false), unit});
    }
}

/// A run that replays a trajectory counts no solves.
double per_step(const MethodRun& run, double total) {
  return run.steps > 0 && total > 0 ? total / static_cast<double>(run.steps) : not_a_number;
}

std::vector<Column> columns_of(const ExperimentRecord& record) {
  std::vector<Column> columns{{"step", "ms", "", false, [](const MethodRun& run) { return run.step * 1e3; }}};
  add_error_columns(record, columns);
  columns.push_back({"CPU time a step", "\u00b5s", "", false,
                     [](const MethodRun& run) { return per_step(run, run.cost.seconds * 1e6); }});
  columns.push_back({"solves a step", "", "", false,
                     [](const MethodRun& run) { return per_step(run, static_cast<double>(run.cost.solves)); }});
  columns.push_back({"factorizations a step", "", "", false,
                     [](const MethodRun& run) { return per_step(run, static_cast<double>(run.cost.factorizations)); }});
  return columns;
}

constexpr int digits_of_a_value = 4;

/// Values of the runs that compete; NaN for the others.
std::vector<double> competing_values(const ExperimentRecord& record, const Column& column) {
  std::vector<double> values;
  for (const MethodRun& run : record.runs)
    values.push_back(column.marks_best && can_be_best(run) ? column.value(run) : not_a_number);
  return values;
}

/// The runs whose number is smallest.
std::vector<bool> best_of(const ExperimentRecord& record, const Column& column) {
  return best_values(competing_values(record, column), digits_of_a_value);
}

std::optional<Ranking> ranking(const ExperimentRecord& record, const Column& column) {
  const std::vector<double> values = competing_values(record, column);
  const std::vector<bool> is_best = best_values(values, digits_of_a_value);
  Ranking found{.title = column.title, .unit = column.quantity, .best = {}, .next = std::nullopt};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    if (is_best[i]) {
      found.best.push_back(i);
      if (!(found.value <= values[i])) found.value = values[i];
    } else if (!(found.next_value <= values[i])) {
      found.next = i;
      found.next_value = values[i];
    }
  }
  found.value *= column.quantity.factor;
  found.next_value *= column.quantity.factor;
  return found.best.empty() ? std::nullopt : std::optional(found);
}

Json row_view(const ExperimentRecord& record, std::size_t index, const std::vector<Column>& columns) {
  const MethodRun& run = record.runs[index];
  Json cells = Json::array();
  for (const Column& column : columns) {
    const double value = column.value(run);
    const double bound = std::isnan(value) && column.bound ? column.bound(run) : not_a_number;
    cells.push_back({{"text", !std::isnan(bound)  ? "\u2265 " + significant(bound, digits_of_a_value)
                              : std::isnan(value) ? "\u2013"
                                                  : significant(value, digits_of_a_value)},
                     {"order", std::isfinite(value) ? fmt::format("{}", value) : ""},
                     {"best", static_cast<bool>(best_of(record, column)[index])}});
  }
  const bool is_whole = run.status == RunStatus::completed;
  return {{"method", breakable(shown_name(run))},
          {"color", std::to_string(index % num_colors)},
          {"options", (run.label.empty() ? "" : single_line(run.method) + ": ") + describe_method(run)},
          {"ended", is_whole ? "" : describe_status(run) + ": numbers until then"},
          {"cells", cells}};
}

}  // namespace

std::vector<Ranking> rankings(const ExperimentRecord& record) {
  std::vector<Ranking> found;
  for (const Column& column : columns_of(record))
    if (const auto one = ranking(record, column)) found.push_back(*one);
  return found;
}

Json comparison_view(const ExperimentRecord& record) {
  const auto moved =
      std::count_if(record.runs.begin(), record.runs.end(), [](const MethodRun& run) { return run.steps > 0; });
  Json headers = Json::array();
  Json rows = Json::array();
  if (moved >= 2) {
    const std::vector<Column> columns = columns_of(record);
    for (const Column& column : columns)
      headers.push_back({{"title", column.title}, {"unit", column.unit}, {"detail", column.detail}});
    for (std::size_t i = 0; i < record.runs.size(); ++i) rows.push_back(row_view(record, i, columns));
  }
  return {{"columns", headers}, {"rows", rows}};
}

}  // namespace perpend::reports
