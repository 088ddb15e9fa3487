#include "verification/claims/claim_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "verification/claims/claim_points.hpp"
#include "verification/claims/claim_window.hpp"
#include "verification/claims/fit.hpp"

namespace perpend {

namespace {

/// Swept values come from the same text in sweep and claim; they may differ by a few roundings of unit conversion.
bool is_same_coordinate(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

/// Index of an axis, or -1.
int find_axis(const SweepSpec& spec, const std::string& key) {
  for (std::size_t i = 0; i < spec.axes.size(); ++i)
    if (spec.axes[i].key == key) return static_cast<int>(i);
  return -1;
}

}  // namespace

const MeasureRecord* find_measure(const MethodRun& run, const std::string& name) {
  for (const MeasureRecord& measure : run.measures)
    if (measure.name == name) return &measure;
  return nullptr;
}

const MethodRun* find_run(std::span<const MethodRun> runs, const std::string& method) {
  const auto it = std::find_if(runs.begin(), runs.end(), [&](const MethodRun& run) { return run.method == method; });
  return it == runs.end() ? nullptr : &*it;
}

bool is_at(const SweepSpec& sweep, const std::vector<double>& coordinates, const ClaimQuery& query) {
  return std::all_of(query.point.begin(), query.point.end(), [&](const auto& wanted) {
    const int axis = find_axis(sweep, wanted.first);
    return axis >= 0 && is_same_coordinate(coordinates[static_cast<std::size_t>(axis)], wanted.second);
  });
}

namespace {

QueryAnswer row_value(const MeasureRecord& measure, std::size_t row, const ClaimQuery& query, const MethodRun& run) {
  if (row >= measure.values.size()) return Unknown{fmt::format("{} of {} has no series", query.measure, run.method)};
  const double value = measure.values[row];
  if (std::isfinite(value) || row >= run.times.size()) return known_number(value, query, run);
  return Unknown{fmt::format("{} of {} is not {} at {} s; the notes of the run say why", query.measure, run.method,
                             std::isnan(value) ? "a number" : "finite", run.times[row])};
}

QueryAnswer value_at_step(const MeasureRecord& measure, const ClaimQuery& query, const MethodRun& run) {
  for (std::size_t row = 0; row < run.step_numbers.size(); ++row)
    if (static_cast<double>(run.step_numbers[row]) == *query.step_number) return row_value(measure, row, query, run);
  return Unknown{fmt::format("step {} of {} is not recorded", *query.step_number, run.method)};
}

/// Whether a run that ended early came to the step or time of `at`.
bool is_recorded(const ClaimQuery& query, const MethodRun& run) {
  if (run.times.empty()) return false;
  if (query.time) return *query.time <= run.times.back() + 0.5 * run.step;
  return query.step_number && *query.step_number <= static_cast<double>(run.step_numbers.back());
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
/// 0. Where the condition holds at no step, a longer run may meet it at any time after this one's end.
QueryAnswer first_time(const ClaimQuery& query, const MethodRun& run) {
  if (!query.condition) return Unknown{"first_time needs a condition"};
  const MeasureRecord* measure = find_measure(run, query.condition->measure);
  if (measure == nullptr) return Unknown{fmt::format("{} does not record {}", run.method, query.condition->measure)};
  const bool is_complete = static_cast<long>(measure->values.size()) == run.steps + 1;
  const std::size_t rows = std::min(measure->values.size(), run.times.size());
  // What follows from the forces of a step begins with the first one.
  const bool begins_later = rows > 1 && run.step_numbers[0] == 0 && std::isnan(measure->values[0]);
  for (std::size_t row = begins_later ? 1 : 0; row < rows; ++row) {
    if (std::isnan(measure->values[row]))
      return Unknown{fmt::format("{} of {} is not a number at {} s", measure->name, run.method, run.times[row])};
    if (!holds(*query.condition, measure->values[row])) continue;
    return Known{Interval(is_complete ? run.times[row] : std::min(0.0, run.times[row]), run.times[row]),
                 !is_complete   ? "not every step is recorded"
                 : begins_later ? fmt::format("{} has no value at the start", measure->name)
                                : ""};
  }
  if (!is_complete || rows == 0) return Unknown{fmt::format("not every step of {} is recorded", run.method)};
  const double end = run.times[rows - 1];
  return Known{.value = {std::nextafter(end, infinity), infinity},
               .proof = fmt::format("the condition holds at no step of the run, which ends at {:.6g} s", end),
               .estimate = not_a_number};
}

/// A run that came apart as the scene expects has no end to its errors: what it reached is a lower bound.
QueryAnswer largest_until_divergence(const ClaimQuery& query, const MethodRun& run) {
  const MeasureRecord* measure = find_measure(run, query.measure);
  if (measure == nullptr) return Unknown{fmt::format("{} does not record {}", run.method, query.measure)};
  const double reached = std::isnan(measure->summary.max) ? -infinity : measure->summary.max;
  return Known{Interval(reached, infinity),
               fmt::format("{} diverged: at least what it reached until then", run.method)};
}

/// The named sweep, or the only one that has every key asked for.
const SweepView* sweep_of_point(const ClaimQuery& query, const ClaimContext& context) {
  if (!query.sweep.empty()) return find_sweep(context.sweeps, query.sweep);
  for (const SweepView& sweep : context.sweeps)
    if (std::all_of(query.point.begin(), query.point.end(),
                    [&](const auto& wanted) { return find_axis(sweep.spec(), wanted.first) >= 0; }))
      return &sweep;
  return nullptr;
}

QueryAnswer answer_main_or_swept(const ClaimQuery& query, const ClaimContext& context) {
  if (query.point.empty()) {
    const MethodRun* run = find_run(context.runs, query.method);
    if (run == nullptr) return Unknown{fmt::format("method {} did not run", query.method)};
    return answer_run_query(query, query.function, *run);
  }
  const SweepView* sweep = sweep_of_point(query, context);
  if (sweep == nullptr) return Unknown{fmt::format("no sweep varies what {} is asked at", query.function)};
  std::optional<QueryAnswer> answer;
  sweep->visit([&](const SweepPoint& point) {
    const bool is_asked = is_at(sweep->spec(), point.coordinates, query);
    const MethodRun* run = is_asked ? find_run(point.runs, query.method) : nullptr;
    if (run != nullptr) answer = answer_run_query(query, query.function, *run);
    return !answer;
  });
  if (answer) return *answer;
  return Unknown{fmt::format("sweep {} has no run of {} at the values asked for", sweep->spec().name, query.method)};
}

/// Least-squares line through (log x, log y).
struct Samples {
  std::vector<std::pair<double, double>> points;

  [[nodiscard]] double slope() const {
    double mean_x = 0.0;
    double mean_y = 0.0;
    for (const auto& [x, y] : points) {
      mean_x += x / static_cast<double>(points.size());
      mean_y += y / static_cast<double>(points.size());
    }
    double covariance = 0.0;
    double variance = 0.0;
    for (const auto& [x, y] : points) {
      covariance += (x - mean_x) * (y - mean_y);
      variance += (x - mean_x) * (x - mean_x);
    }
    return covariance / variance;
  }

  /// "slope 1.98 to 2.01 between neighbours"
  [[nodiscard]] std::string spread() const {
    double lowest = infinity;
    double highest = -infinity;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const double s = (points[i].second - points[i - 1].second) / (points[i].first - points[i - 1].first);
      lowest = std::min(lowest, s);
      highest = std::max(highest, s);
    }
    return fmt::format("slope {:.4g} to {:.4g} between neighbours of {}", lowest, highest, points.size());
  }
};

/// From the first to the last end of runs.
struct EndTimes {
  double first = infinity;
  double last = -infinity;
  double largest_step = 0.0;

  void add(const MethodRun& run) {
    if (run.steps < run.planned_steps) return;  // the scene says when it stops
    largest_step = std::max(largest_step, run.step);
    const double end = static_cast<double>(run.steps) * run.step;
    first = std::min(first, end);
    last = std::max(last, end);
  }
  /// By more than the rounding of a step times its number and less than a step: steps that do not divide one duration.
  [[nodiscard]] bool miss_duration() const { return last - first > 1e-9 * last && last - first < largest_step; }
  [[nodiscard]] std::string text() const { return fmt::format("its runs end at {:.6g} to {:.6g} s", first, last); }
};

/// The logarithms of key and value at a point.
std::variant<Unknown, std::pair<double, double>> order_sample(const ClaimQuery& query, const SweepPoint& point,
                                                              std::size_t axis) {
  const MethodRun* run = find_run(point.runs, query.method);
  if (run == nullptr) return Unknown{fmt::format("method {} did not run in sweep {}", query.method, query.sweep)};
  const QueryAnswer answer = answer_run_query(query, query.reduce, *run);
  if (const auto* unknown = std::get_if<Unknown>(&answer)) return *unknown;
  const auto& [value, proof, scope, estimate] = std::get<Known>(answer);
  // The largest value of thinned rows, or of a part of the run, is no sample.
  if (std::isinf(value.lo) || std::isinf(value.hi)) return Unknown{proof};
  const double x = point.coordinates[axis];
  const double y = 0.5 * value.lo + 0.5 * value.hi;
  if (!(x > 0.0 && y > 0.0 && y < infinity))
    return Unknown{fmt::format("{} of {} is not positive and finite at every point of sweep {}", query.measure,
                               query.method, query.sweep)};
  return std::pair(std::log(x), std::log(y));
}

QueryAnswer answer_order(const ClaimQuery& query, const ClaimContext& context) {
  const SweepView* sweep = find_sweep(context.sweeps, query.sweep);
  if (sweep == nullptr) return Unknown{fmt::format("sweep {} did not run", query.sweep)};
  const int axis = find_axis(sweep->spec(), query.axis);
  if (axis < 0) return Unknown{fmt::format("sweep {} does not vary {}", query.sweep, query.axis)};
  Samples samples;
  EndTimes ends;
  std::optional<Unknown> trouble;
  sweep->visit([&](const SweepPoint& point) {
    if (!is_at(sweep->spec(), point.coordinates, query) || !is_of_grid(sweep->spec(), point)) return true;
    const auto sample = order_sample(query, point, static_cast<std::size_t>(axis));
    if (const auto* unknown = std::get_if<Unknown>(&sample)) trouble = *unknown;
    if (trouble) return false;
    samples.points.push_back(std::get<1>(sample));
    ends.add(*find_run(point.runs, query.method));
    return true;
  });
  if (trouble) return *trouble;
  const bool has_other_ends = ends.miss_duration();
  if (has_other_ends && query.reduce == "final")
    return Unknown{
        fmt::format("the last values of sweep {} are of different times: {}; take steps that divide the "
                    "duration",
                    query.sweep, ends.text())};
  std::sort(samples.points.begin(), samples.points.end());
  for (std::size_t i = 1; i < samples.points.size(); ++i)
    if (!(samples.points[i].first > samples.points[i - 1].first))
      return Unknown{fmt::format("sweep {} has several points at one {}: fix its other keys", query.sweep, query.axis)};
  if (samples.points.size() < 2) return Unknown{fmt::format("an order needs two points of sweep {}", query.sweep)};
  return Known{samples.slope(), samples.spread() + (has_other_ends ? "; " + ends.text() : "")};
}

QueryAnswer answer_rho(const ClaimQuery& query, const ClaimContext& context) {
  if (!context.rho) return Unknown{"no linearized system is at hand for rho"};
  const StabilityReport report = context.rho(query.method, query.step);
  if (!report.rho.is_known())
    return Unknown{report.reason.empty() ? fmt::format("rho of {} is not known", query.method) : report.reason};
  Known known{report.rho, report.is_by_forces
                              ? "spectral radius from an exact 2 by 2 block and the forms of M, D and K; that the "
                                "true K is within the margin of the computed one is evidence, not proved"
                              : "spectral radius from the exact 2 by 2 blocks"};
  // The middle of ends that share no digit is no measured value.
  if (report.rho.hi - report.rho.lo > 0.5 * report.rho.hi) known.estimate = not_a_number;
  return known;
}

QueryAnswer answer_limit(const ClaimQuery& query, const ClaimContext& context) {
  if (!context.stability_limit) return Unknown{"no linearized system is at hand for stability_limit"};
  const LimitReport report = context.stability_limit(query.method, query.parameter);
  if (report.verdict != Verdict::proved)
    return Unknown{report.reason.empty() ? fmt::format("the stability limit of {} is not proved", query.method)
                                         : report.reason};
  // What is asked is the value up to which every smaller one is stable.
  if (report.scope != LimitScope::some) return Known{Interval(report.lo, report.hi), report.reason, report.scope};
  return Known{Interval(0.0, report.hi),
               report.reason + fmt::format("; unstable just above {:.6g}, but smaller values are not all shown to be "
                                           "stable: the limit is there or below",
                                           report.lo),
               report.scope};
}

QueryAnswer answer_rho_floating(const ClaimQuery& query, const ClaimContext& context) {
  if (!context.rho_floating) return Unknown{"no linearized system is at hand for rho_floating"};
  const double value = context.rho_floating(query.method, query.step);
  if (std::isnan(value)) return Unknown{fmt::format("eigenvalues of {} could not be computed", query.method)};
  return Known{value, {}};
}

}  // namespace

QueryAnswer answer_run_query(const ClaimQuery& query, const std::string& function, const MethodRun& run) {
  if (run.status == RunStatus::diverged && run.expect == ExpectedOutcome::diverges && function == "max")
    return largest_until_divergence(query, run);
  // What a motion was before it was no longer known.
  const bool ends_early = run.status == RunStatus::reference_ends;
  if (ends_early && function == "first_time") {
    const QueryAnswer answer = first_time(query, run);
    const auto* known = std::get_if<Known>(&answer);
    if (known != nullptr && known->value.hi < infinity) return answer;
  }
  const bool is_of_one_time = function == "at" || function == "first_time";
  if (ends_early && is_of_one_time && !(function == "at" && is_recorded(query, run)))
    return Unknown{fmt::format("{}: {}", run.method, run.message)};
  if (run.status != RunStatus::completed && !ends_early)
    return Unknown{fmt::format("the run of {} is {}{}{}", run.method, to_string(run.status),
                               run.message.empty() ? "" : ": ", run.message)};
  if (function == "first_time") return first_time(query, run);
  const MeasureRecord* measure = find_measure(run, query.measure);
  if (measure == nullptr) return Unknown{fmt::format("{} does not record {}", run.method, query.measure)};
  if (function != "at") return value_over_time(*measure, function, query, run);
  if (query.step_number) return value_at_step(*measure, query, run);
  if (query.time) return value_at_time(*measure, query, run);
  return Unknown{"at needs a step or a time"};
}

QueryAnswer answer_query(const ClaimQuery& query, const ClaimContext& context) {
  if (!query.fit.empty()) {
    const auto fit = std::find_if(context.fits.begin(), context.fits.end(),
                                  [&](const FitRecord& one) { return one.name == query.fit; });
    return fit != context.fits.end() ? answer_fit(query, *fit) : Unknown{fmt::format("fit {} was not made", query.fit)};
  }
  if (query.function == "rho") return answer_rho(query, context);
  if (query.function == "rho_floating") return answer_rho_floating(query, context);
  if (query.function == "stability_limit") return answer_limit(query, context);
  if (query.function == "order") return answer_order(query, context);
  const bool is_boundary = query.function == "boundary";
  if (!is_boundary && !is_over_points(query)) return answer_main_or_swept(query, context);
  const SweepView* sweep = find_sweep(context.sweeps, query.sweep);
  if (sweep == nullptr) return Unknown{fmt::format("sweep {} did not run", query.sweep)};
  return is_boundary ? answer_boundary(query, *sweep) : answer_points(query, *sweep);
}

}  // namespace perpend
