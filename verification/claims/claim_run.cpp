// Queries about one run.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "verification/claims/claim_query.hpp"

namespace perpend {

namespace {

const MeasureRecord* find_measure(const MethodRun& run, const std::string& name) {
  for (const MeasureRecord& measure : run.measures)
    if (measure.name == name) return &measure;
  return nullptr;
}

bool holds(const MeasureCondition& condition, double value) {
  switch (condition.comparison) {
    case Comparison::less:
      return value < condition.threshold;
    case Comparison::less_equal:
      return value <= condition.threshold;
    case Comparison::greater:
      return value > condition.threshold;
    case Comparison::greater_equal:
      return value >= condition.threshold;
  }
  return false;
}

QueryAnswer number(double value, const ClaimQuery& query, const MethodRun& run) {
  if (std::isnan(value)) return Unknown{fmt::format("{} of {} is not a number", query.measure, run.method)};
  return Known{value, {}};
}

QueryAnswer row_value(const MeasureRecord& measure, std::size_t row, const ClaimQuery& query, const MethodRun& run) {
  if (row >= measure.values.size()) return Unknown{fmt::format("{} of {} has no series", query.measure, run.method)};
  return number(measure.values[row], query, run);
}

QueryAnswer value_at_step(const MeasureRecord& measure, const ClaimQuery& query, const MethodRun& run) {
  for (std::size_t row = 0; row < run.step_numbers.size(); ++row)
    if (static_cast<double>(run.step_numbers[row]) == *query.step_number) return row_value(measure, row, query, run);
  return Unknown{fmt::format("step {} of {} is not recorded", *query.step_number, run.method)};
}

QueryAnswer value_at_time(const MeasureRecord& measure, const ClaimQuery& query, const MethodRun& run) {
  std::size_t nearest = run.times.size();
  double distance = infinity;
  for (std::size_t row = 0; row < run.times.size(); ++row) {
    const double d = std::abs(run.times[row] - *query.time);
    if (d < distance) {
      distance = d;
      nearest = row;
    }
  }
  // Half a step, with room for the rounding of a time that lies exactly between two rows.
  if (!(distance <= 0.5 * run.step * (1.0 + 1e-9)))
    return Unknown{fmt::format("no row of {} is recorded within half a step of {} s", run.method, *query.time)};
  return row_value(measure, nearest, query, run);
}

/// Exact only when every step is recorded: a thinned series may hide an earlier crossing, so its answer reaches down to
/// 0.
QueryAnswer first_time(const ClaimQuery& query, const MethodRun& run) {
  if (!query.condition) return Unknown{"first_time needs a condition"};
  const MeasureRecord* measure = find_measure(run, query.condition->measure);
  if (measure == nullptr) return Unknown{fmt::format("{} does not record {}", run.method, query.condition->measure)};
  const bool is_complete = static_cast<long>(measure->values.size()) == run.steps + 1;
  const std::size_t rows = std::min(measure->values.size(), run.times.size());
  for (std::size_t row = 0; row < rows; ++row) {
    if (std::isnan(measure->values[row]))
      return Unknown{fmt::format("{} of {} is not a number at {} s", measure->name, run.method, run.times[row])};
    if (!holds(*query.condition, measure->values[row])) continue;
    return Known{Interval(is_complete ? run.times[row] : std::min(0.0, run.times[row]), run.times[row]),
                 is_complete ? "" : "not every step is recorded"};
  }
  if (!is_complete || rows == 0) return Unknown{fmt::format("not every step of {} is recorded", run.method)};
  return Known{infinity, "the condition holds at no step of the run"};
}

/// Over the recorded rows later than query.after. An extreme between thinned rows may lie further out; of a mean they
/// say nothing.
QueryAnswer value_after(const MeasureRecord& measure, const std::string& function, const ClaimQuery& query,
                        const MethodRun& run) {
  double max = -infinity;
  double min = infinity;
  double sum = 0.0;
  double squares = 0.0;
  long count = 0;
  const std::size_t rows = std::min(measure.values.size(), run.times.size());
  for (std::size_t row = 0; row < rows; ++row) {
    if (!(run.times[row] > *query.after)) continue;
    const double value = measure.values[row];
    if (std::isnan(value))
      return Unknown{fmt::format("{} of {} is not a number at {} s", measure.name, run.method, run.times[row])};
    max = std::max(max, value);
    min = std::min(min, value);
    sum += value;
    squares += value * value;
    ++count;
  }
  if (count == 0) return Unknown{fmt::format("no row of {} is recorded after {} s", run.method, *query.after)};
  const double n = static_cast<double>(count);
  const bool is_complete = static_cast<long>(measure.values.size()) == run.steps + 1;
  constexpr const char* thinned = "not every step is recorded";
  if (function == "max") return is_complete ? Known{max, ""} : Known{Interval(max, infinity), thinned};
  if (function == "min") return is_complete ? Known{min, ""} : Known{Interval(-infinity, min), thinned};
  if (!is_complete) return Unknown{fmt::format("not every step of {} is recorded: set record_every = 1", run.method)};
  return Known{function == "rms" ? std::sqrt(squares / n) : sum / n, ""};
}

QueryAnswer summary_value(const MeasureRecord& measure, const std::string& function, const ClaimQuery& query,
                          const MethodRun& run) {
  const MeasureSummary& summary = measure.summary;
  if (function == "max" && measure.max_lower <= measure.max_upper)
    return Known{Interval(measure.max_lower, measure.max_upper), "enclosed from the stored trajectory"};
  if (function == "max") return number(summary.max, query, run);
  if (function == "min") return number(summary.min, query, run);
  if (function == "final") return number(summary.final, query, run);
  if (function == "rms") return number(summary.rms, query, run);
  if (function == "mean") return number(summary.mean, query, run);
  return Unknown{fmt::format("a claim cannot ask for {}", function)};
}

/// A run that came apart as the scene expects has no end to its errors: what it reached is a lower bound.
QueryAnswer largest_until_divergence(const ClaimQuery& query, const MethodRun& run) {
  const MeasureRecord* measure = find_measure(run, query.measure);
  if (measure == nullptr) return Unknown{fmt::format("{} does not record {}", run.method, query.measure)};
  const double reached = std::isnan(measure->summary.max) ? -infinity : measure->summary.max;
  return Known{Interval(reached, infinity),
               fmt::format("{} diverged: at least what it reached until then", run.method)};
}

}  // namespace

QueryAnswer answer_run_query(const ClaimQuery& query, const std::string& function, const MethodRun& run) {
  if (run.status == RunStatus::diverged && run.expect == ExpectedOutcome::diverges && function == "max")
    return largest_until_divergence(query, run);
  if (run.status != RunStatus::completed)
    return Unknown{fmt::format("the run of {} is {}{}{}", run.method, to_string(run.status),
                               run.message.empty() ? "" : ": ", run.message)};
  if (function == "first_time") return first_time(query, run);
  const MeasureRecord* measure = find_measure(run, query.measure);
  if (measure == nullptr) return Unknown{fmt::format("{} does not record {}", run.method, query.measure)};
  if (query.after && function != "at" && function != "final") return value_after(*measure, function, query, run);
  if (function != "at") return summary_value(*measure, function, query, run);
  if (query.step_number) return value_at_step(*measure, query, run);
  if (query.time) return value_at_time(*measure, query, run);
  return Unknown{"at needs a step or a time"};
}

}  // namespace perpend
