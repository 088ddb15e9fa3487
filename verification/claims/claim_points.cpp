#include "verification/claims/claim_points.hpp"

#include "kernel/model/numbers/quantile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

namespace perpend {

namespace {

/// In double precision throughout: the same bits from every compiler.
using Binomial =
    boost::math::binomial_distribution<double,
                                       boost::math::policies::policy<boost::math::policies::promote_double<false>>>;

constexpr double usual_confidence = 0.95;

/// "0.12 mm".
std::string shown(double value, const Unit& unit) {
  return fmt::format("{:.4g}{}{}", value / unit.factor, unit.name.empty() ? "" : " ", unit.name);
}

/// "gain = 3, law = newton".
std::string place_of(const SweepSpec& sweep, const SweepPoint& point) {
  std::string text;
  for (std::size_t i = 0; i < sweep.axes.size() && i < point.coordinates.size(); ++i) {
    const SweepAxis& axis = sweep.axes[i];
    const double value = point.coordinates[i];
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", axis.key,
                        axis.is_of_words ? word_of(axis, value) : shown(value, axis.unit));
  }
  return text;
}

/// Calls `see` with the runs of the query's method at the points of the sweep that it asks for, without what a
/// refinement added. Why one is missing; empty: none is.
std::string see_runs(const ClaimQuery& query, const SweepView& sweep,
                     const std::function<void(const MethodRun&, const SweepPoint&)>& see) {
  std::string trouble;
  bool has_any = false;
  sweep.visit([&](const SweepPoint& point) {
    if (!is_at(sweep.spec(), point.coordinates, query) || !is_of_grid(sweep.spec(), point)) return true;
    const MethodRun* run = find_run(point.runs, query.method);
    if (run == nullptr)
      trouble = fmt::format("method {} did not run in sweep {}", query.method, query.sweep);
    else if (run->stopped_by == StopReason::signal)
      trouble = fmt::format("a run of {} in sweep {} was interrupted", query.method, query.sweep);
    if (run != nullptr) see(*run, point);
    has_any = has_any || run != nullptr;
    return true;
  });
  if (!has_any && trouble.empty()) trouble = fmt::format("sweep {} has no such points", query.sweep);
  return trouble;
}

/// It met a limit, crashed or could not begin: how it would have ended is not known.
bool has_no_end(const MethodRun& run) {
  return run.status == RunStatus::not_run || run.stopped_by != StopReason::none;
}

/// Runs without what is asked of them.
struct Open {
  const SweepSpec& sweep;
  std::size_t count = 0;
  std::string first{};  ///< "at gain = 3, is diverged: ..."

  void add(const MethodRun& run, const SweepPoint& point) {
    if (count++ > 0) return;
    const char* const status = run.stopped_by == StopReason::time_limit ? "limit" : to_string(run.status);
    first =
        fmt::format("at {}, is {}{}{}", place_of(sweep, point), status, run.message.empty() ? "" : ": ", run.message);
  }
  /// "; 3 of them have no value, and may have any (the first, at gain = 3, is diverged: ...)"; empty: there are none.
  [[nodiscard]] std::string words(const char* what) const {
    if (count == 0) return "";
    return fmt::format("; {} of them {} {} ({}, {})", count, count == 1 ? "has" : "have", what,
                       count == 1 ? "it" : "the first", first);
  }
};

/// Why nothing is known, and where.
Unknown at_point(const QueryAnswer& answer, const SweepSpec& sweep, const SweepPoint& point) {
  return Unknown{fmt::format("{}, at {}", std::get<Unknown>(answer).reason, place_of(sweep, point))};
}

/// Runs of which a condition holds.
struct Count {
  std::size_t runs = 0, held = 0;
  Open open;
  std::optional<Unknown> trouble{};  ///< the first

  void add(const ClaimQuery& query, const MethodRun& run, const SweepPoint& point) {
    ++runs;
    if (has_no_end(run)) open.add(run, point);
    if (trouble || has_no_end(run) || run.status != RunStatus::completed) return;
    const QueryAnswer answer = answer_run_query(query, query.reduce, run);
    if (std::holds_alternative<Unknown>(answer)) {
      trouble = at_point(answer, open.sweep, point);
      return;
    }
    const Interval value = std::get<Known>(answer).value;
    const bool low = holds(*query.condition, value.lo), high = holds(*query.condition, value.hi);
    if (low != high)
      trouble = Unknown{fmt::format("the enclosure of {} reaches across {} at {}", query.measure,
                                    query.condition->threshold, place_of(open.sweep, point))};
    held += low ? 1 : 0;
  }
};

/// `is_sample`: whether the points are drawn, so that they say something of more than themselves.
QueryAnswer answer_fraction(const ClaimQuery& query, const SweepView& sweep, bool is_sample) {
  Count count{.open = {sweep.spec()}};
  const std::string missing = see_runs(query, sweep, [&](const MethodRun& run, const SweepPoint& point) {
    if (query.condition) count.add(query, run, point);
  });
  if (!missing.empty()) return Unknown{missing};
  if (!query.condition) return Unknown{"fraction needs a condition"};
  if (count.trouble) return *count.trouble;
  const std::size_t held = count.held, all = count.runs, most = held + count.open.count;
  const double confidence = query.confidence.value_or(usual_confidence);
  const double low = fraction_interval(held, all, confidence).first;
  const double high = fraction_interval(most, all, confidence).second;
  std::string text = fmt::format("{}{} of {} runs{}", held, most > held ? fmt::format(" to {}", most) : "", all,
                                 count.open.words("no end, and may or may not be among those"));
  if (is_sample)
    text +=
        fmt::format("; with confidence {:g} the probability lies between {:.4g} and {:.4g} (exact binomial interval)",
                    confidence, low, high);
  const auto share = [&](std::size_t of) { return static_cast<double>(of) / static_cast<double>(all); };
  const Interval of_points(share(held), share(most));
  if (query.confidence) return Known{.value = {low, high}, .proof = text, .estimate = middle(of_points)};
  return Known{of_points, text};
}

/// Lower and upper ends of what is known of each run, each sorted: so is what lies between.
struct Ends {
  std::vector<double> low{}, high{};
  Open open;                         ///< runs that may have any value
  Unit unit{};                       ///< of the measure
  std::optional<Unknown> trouble{};  ///< the first

  void add(const ClaimQuery& query, const MethodRun& run, const SweepPoint& point) {
    if (const MeasureRecord* measure = find_measure(run, query.measure)) unit = measure->unit;
    const QueryAnswer answer = answer_run_query(query, query.reduce, run);
    Interval value(-infinity, infinity);
    if (!std::holds_alternative<Unknown>(answer))
      value = std::get<Known>(answer).value;
    else if (run.status != RunStatus::completed || has_no_end(run))
      open.add(run, point);
    else if (!trouble)  // one that came to its end has to have a value
      trouble = at_point(answer, open.sweep, point);
    low.push_back(value.lo);
    high.push_back(value.hi);
  }
};

QueryAnswer answer_quantile(const ClaimQuery& query, Ends ends, bool is_sample) {
  std::sort(ends.low.begin(), ends.low.end());
  std::sort(ends.high.begin(), ends.high.end());
  const std::size_t n = ends.low.size();
  const auto [lower, upper] = quantile_ranks(n, query.share, query.confidence.value_or(usual_confidence));
  const double low = lower == 0 ? -infinity : ends.low[lower - 1];
  const double high = upper > n ? infinity : ends.high[upper - 1];
  const Interval value(quantile(ends.low, query.share), quantile(ends.high, query.share));
  const std::string lost = ends.open.words("no value, and may have any");
  if (ends.open.count > 0 && value.lo == -infinity && value.hi == infinity)
    return Unknown{fmt::format("of {} runs{}", n, lost)};
  std::string text = fmt::format("of {} runs{}", n, lost);
  if (is_sample)
    text += fmt::format(
        "; with confidence {:g} that of what the points were drawn from lies between {} and {} (ranks {} and {}, exact "
        "binomial tails)",
        query.confidence.value_or(usual_confidence), shown(low, ends.unit), shown(high, ends.unit), lower, upper);
  if (query.confidence) return Known{.value = {low, high}, .proof = text, .estimate = middle(value)};
  return Known{value, text};
}

QueryAnswer answer_average(const Ends& ends, bool is_sample) {
  const auto n = static_cast<double>(ends.low.size());
  double low = 0.0, high = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < ends.low.size(); ++i) {
    low += ends.low[i];
    high += ends.high[i];
  }
  for (const double value : ends.low) squares += (value - low / n) * (value - low / n);
  std::string text = fmt::format("of {} runs", ends.low.size());
  if (is_sample)
    text +=
        fmt::format("; standard error {}", n > 1.0 ? shown(std::sqrt(squares / (n - 1.0) / n), ends.unit) : "unknown");
  return Known{Interval(low / n, high / n), text};
}

}  // namespace

std::pair<double, double> fraction_interval(std::size_t successes, std::size_t trials, double confidence) {
  const double tail = 0.5 * (1.0 - confidence);
  const auto n = static_cast<double>(trials), k = static_cast<double>(successes);
  return {successes == 0 ? 0.0 : Binomial::find_lower_bound_on_p(n, k, tail),
          successes == trials ? 1.0 : Binomial::find_upper_bound_on_p(n, k, tail)};
}

/// The quantile lies below the k-th value when fewer than k values lie below the quantile, which is binomial.
std::pair<std::size_t, std::size_t> quantile_ranks(std::size_t n, double share, double confidence) {
  const double tail = 0.5 * (1.0 - confidence);
  const Binomial below(static_cast<double>(n), share);
  const auto chance_of_at_most = [&](std::size_t k) { return cdf(below, static_cast<double>(k)); };
  std::size_t lower = 0;
  while (lower < n && chance_of_at_most(lower) <= tail) ++lower;
  std::size_t upper = n + 1;
  while (upper > 1 && cdf(complement(below, static_cast<double>(upper - 2))) <= tail) --upper;
  return {lower, upper};
}

bool is_over_points(const ClaimQuery& query) {
  return query.function == "median" || query.function == "quantile" || query.function == "average" ||
         query.function == "fraction";
}

bool is_of_grid(const SweepSpec& sweep, const SweepPoint& point) {
  if (!sweep.refinement) return true;
  const std::vector<double>& values = sweep.axes[sweep.refinement->axis].values;
  return std::find(values.begin(), values.end(), point.coordinates[sweep.refinement->axis]) != values.end();
}

QueryAnswer answer_points(const ClaimQuery& query, const SweepView& sweep) {
  const bool is_sample = is_random_sample(sweep.spec(), query.point);
  if (query.function == "fraction") return answer_fraction(query, sweep, is_sample);
  Ends ends{.open = {sweep.spec()}};
  const std::string missing =
      see_runs(query, sweep, [&](const MethodRun& run, const SweepPoint& point) { ends.add(query, run, point); });
  if (!missing.empty()) return Unknown{missing};
  if (ends.trouble) return *ends.trouble;
  if (query.function != "average") return answer_quantile(query, std::move(ends), is_sample);
  if (ends.open.count > 0)
    return Unknown{fmt::format("of {} runs{}", ends.low.size(), ends.open.words("no value, and so has the average"))};
  return answer_average(ends, is_sample);
}

QueryAnswer answer_boundary(const ClaimQuery& query, const SweepView& sweep) {
  const SweepBoundary* found = nullptr;
  for (const SweepBoundary& boundary : sweep.boundaries()) {
    if (boundary.method != query.method || !is_at(sweep.spec(), boundary.coordinates, query)) continue;
    if (found != nullptr)
      return Unknown{fmt::format("outcomes of {} change more than once along {}", query.method, query.axis)};
    found = &boundary;
  }
  if (found == nullptr) return Unknown{fmt::format("outcomes of {} do not change along {}", query.method, query.axis)};
  return Known{Interval(found->low, found->high),
               fmt::format("{} below, {} above: two runs, not a proof between them", found->below, found->above)};
}

}  // namespace perpend
