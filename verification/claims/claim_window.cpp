#include "verification/claims/claim_window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace perpend {

namespace {

/// What the rows of a window add up to.
struct Sums {
  double max = -infinity, min = infinity;
  double sum = 0.0, squares = 0.0;
  long count = 0;         ///< rows with a value
  long count_behind = 0;  ///< and those after them, without one
};

bool is_reduction(const std::string& function) {
  return function == "max" || function == "min" || function == "rms" || function == "mean";
}

/// The measure ends before the run: later it has no value at any step, and its summary is of the steps before.
bool ends_before_run(const MeasureRecord& measure, const MethodRun& run) {
  const bool is_partial = std::isnan(measure.summary.final) && !std::isnan(measure.summary.max);
  return is_partial || run.status == RunStatus::reference_ends;
}

/// How many of the recorded rows have a value before it ends.
std::size_t num_known_rows(const MeasureRecord& measure, const MethodRun& run) {
  std::size_t rows = std::min(measure.values.size(), run.times.size());
  if (std::isnan(measure.summary.final))
    while (rows > 0 && std::isnan(measure.values[rows - 1])) --rows;
  return rows;
}

/// What follows from the forces of a step begins with the first one.
bool begins_later(const MeasureRecord& measure, const MethodRun& run) {
  return measure.values.size() > 1 && !run.step_numbers.empty() && run.step_numbers[0] == 0 &&
         std::isnan(measure.values[0]);
}

/// "drift has no value after 0.2 s".
std::string no_value_later(const MeasureRecord& measure, const MethodRun& run) {
  if (run.status == RunStatus::reference_ends) return fmt::format("{}: {}", run.method, run.message);
  const std::size_t known = num_known_rows(measure, run);
  return known == 0 ? fmt::format("{} has no value at the end of {}", measure.name, run.method)
                    : fmt::format("{} has no value after {:.6g} s", measure.name, run.times[known - 1]);
}

double value_of(const Sums& sums, const std::string& function) {
  if (function == "max") return sums.max;
  if (function == "min") return sums.min;
  const auto n = static_cast<double>(sums.count);
  return function == "rms" ? std::sqrt(sums.squares / n) : sums.sum / n;
}

/// `value` is that of the part with values, `count` rows of `count + behind`; nothing known of these numbers: 0 of
/// them.
QueryAnswer known_of_part(double value, const std::string& function, long count, long behind, const std::string& ends) {
  const std::string later = ends + ", and may have any later";
  const auto bound = [&](Interval range) { return Known{.value = range, .proof = later, .estimate = value}; };
  if (function == "max") return bound({value, infinity});
  if (function == "min") return bound({-infinity, value});
  // The squares that are left out add to those that are known.
  if (function == "rms" && count > 0)
    return bound({value * std::sqrt(static_cast<double>(count) / static_cast<double>(count + behind)), infinity});
  return Unknown{later + ": write until: t for the part before"};
}

QueryAnswer value_of_run(const MeasureRecord& measure, const std::string& function, const ClaimQuery& query,
                         const MethodRun& run) {
  const MeasureSummary& summary = measure.summary;
  const double value = function == "max"   ? summary.max
                       : function == "min" ? summary.min
                       : function == "rms" ? summary.rms
                                           : summary.mean;
  if (std::isnan(value) || !ends_before_run(measure, run)) return known_number(value, query, run);
  const bool is_complete = static_cast<long>(measure.values.size()) == run.steps + 1;
  const long known =
      is_complete ? static_cast<long>(num_known_rows(measure, run)) - (begins_later(measure, run) ? 1 : 0) : 0;
  const long last = run.status == RunStatus::reference_ends ? run.planned_steps : run.steps;
  return known_of_part(value, function, known, last + 1 - known, no_value_later(measure, run));
}

bool is_inside(double time, const ClaimQuery& query) {
  // A time given in decimal may be one rounding below the product of step number and step.
  const auto is_until = [&](double end) { return time <= end * (1.0 + 1e-12); };
  return (!query.until || is_until(*query.until)) && (!query.after || !is_until(*query.after));
}

/// "after 0.1 s", "until 2 s", "after 0.1 s and until 2 s".
std::string window_text(const ClaimQuery& query) {
  std::string text = query.after ? fmt::format("after {} s", *query.after) : "";
  if (query.until) text += fmt::format("{}until {} s", text.empty() ? "" : " and ", *query.until);
  return text;
}

/// Over the recorded rows in the window. An extreme between thinned rows may lie further out; of a mean they say
/// nothing.
QueryAnswer value_in_window(const MeasureRecord& measure, const std::string& function, const ClaimQuery& query,
                            const MethodRun& run) {
  Sums sums;
  const bool ends_early = ends_before_run(measure, run);
  const std::size_t known = num_known_rows(measure, run);
  const std::size_t rows = std::min(measure.values.size(), run.times.size());
  for (std::size_t row = 0; row < rows; ++row) {
    if (!is_inside(run.times[row], query)) continue;
    const double value = measure.values[row];
    if (row == 0 && begins_later(measure, run)) continue;
    if (ends_early && row >= known) {
      ++sums.count_behind;
      continue;
    }
    if (!std::isfinite(value))
      return Unknown{fmt::format("{} of {} is not finite at {} s", measure.name, run.method, run.times[row])};
    sums.max = std::max(sums.max, value);
    sums.min = std::min(sums.min, value);
    sums.sum += value;
    sums.squares += value * value;
    ++sums.count;
  }
  const bool is_cut = run.status == RunStatus::reference_ends && rows > 0 &&
                      !(query.until && *query.until <= run.times[rows - 1] * (1.0 + 1e-12));
  if (sums.count == 0 && (sums.count_behind > 0 || is_cut)) return Unknown{no_value_later(measure, run)};
  if (sums.count == 0) return Unknown{fmt::format("no row of {} is recorded {}", run.method, window_text(query))};
  if (query.until && !is_cut && rows > 0 && *query.until > run.times[rows - 1] + 0.5 * run.step)
    return Unknown{fmt::format("{} ends at {:.6g} s, before {} s", run.method, run.times[rows - 1], *query.until)};
  const double value = value_of(sums, function);
  const bool is_complete = static_cast<long>(measure.values.size()) == run.steps + 1;
  if (sums.count_behind > 0 || is_cut)
    return known_of_part(value, function, is_complete && !is_cut ? sums.count : 0, sums.count_behind,
                         no_value_later(measure, run));
  constexpr const char* thinned = "not every step is recorded";
  if (!is_complete && function == "max") return Known{Interval(value, infinity), thinned};
  if (!is_complete && function == "min") return Known{Interval(-infinity, value), thinned};
  if (!is_complete) return Unknown{fmt::format("not every step of {} is recorded: set record_every = 1", run.method)};
  return Known{value, ""};
}

}  // namespace

QueryAnswer known_number(double value, const ClaimQuery& query, const MethodRun& run) {
  if (!std::isfinite(value))
    return Unknown{
        fmt::format("{} of {} is not {}", query.measure, run.method, std::isnan(value) ? "a number" : "finite")};
  return Known{value, {}};
}

QueryAnswer value_over_time(const MeasureRecord& measure, const std::string& function, const ClaimQuery& query,
                            const MethodRun& run) {
  const bool has_window = query.after || query.until;
  if (function == "max" && !has_window && measure.max_lower <= measure.max_upper)
    return Known{Interval(measure.max_lower, measure.max_upper), "enclosed from the stored trajectory"};
  if (function == "final") {
    if (ends_before_run(measure, run)) return Unknown{no_value_later(measure, run)};
    return known_number(measure.summary.final, query, run);
  }
  if (!is_reduction(function)) return Unknown{fmt::format("a claim cannot ask for {}", function)};
  return has_window ? value_in_window(measure, function, query, run) : value_of_run(measure, function, query, run);
}

}  // namespace perpend
