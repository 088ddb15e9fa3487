#include "reports/text/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "reports/text/text.hpp"

namespace perpend::reports {

bool is_as_expected(const ClaimRecord& claim) {
  return claim.status != ClaimVerdict::not_run && claim.as_expected();
}

bool is_as_expected(const CertificateGroup& group) {
  return group.as_expected && group.proved + group.refuted + group.undecided > 0;
}

bool is_as_expected(const MethodRun& run) {
  return run.as_expected && std::all_of(run.certificates.begin(), run.certificates.end(),
                                        [](const CertificateGroup& group) { return is_as_expected(group); });
}

RunCounts count_runs(const std::vector<MethodRun>& runs) {
  RunCounts counts;
  for (const MethodRun& run : runs) ++(is_as_expected(run) ? counts.as_expected : counts.unexpected);
  return counts;
}

RunCounts count_runs(const std::vector<SweepRecord>& sweeps) {
  RunCounts total;
  for (const SweepRecord& sweep : sweeps)
    for (const SweepPoint& point : sweep.points) {
      const RunCounts counts = count_runs(point.runs);
      total.as_expected += counts.as_expected;
      total.unexpected += counts.unexpected;
    }
  return total;
}

ClaimCounts count_claims(const std::vector<ClaimRecord>& claims) {
  ClaimCounts counts;
  for (const ClaimRecord& claim : claims) {
    switch (claim.status) {
      case ClaimVerdict::reproduced:
        ++counts.reproduced;
        break;
      case ClaimVerdict::not_reproduced:
        ++counts.not_reproduced;
        break;
      case ClaimVerdict::undecided:
        ++counts.undecided;
        break;
      case ClaimVerdict::not_run:
        ++counts.not_run;
        break;
    }
    if (!is_as_expected(claim)) ++counts.unexpected;
  }
  return counts;
}

namespace {

void add(CertificateCounts& total, const CertificateCounts& counts) {
  total.proved += counts.proved;
  total.refuted += counts.refuted;
  total.undecided += counts.undecided;
  total.recheckable += counts.recheckable;
  total.granting += counts.granting;
  total.granted_rows += counts.granted_rows;
}

}  // namespace

CertificateCounts count_certificates(const CertificateGroup& group) {
  return {.proved = group.proved,
          .refuted = group.refuted,
          .undecided = group.undecided,
          .recheckable = group.recheckable,
          .granting = group.granting,
          .granted_rows = group.granted_rows};
}

CertificateCounts count_certificates(const MethodRun& run) {
  CertificateCounts counts;
  for (const CertificateGroup& group : run.certificates) add(counts, count_certificates(group));
  return counts;
}

CertificateCounts count_certificates(const ExperimentRecord& record) {
  CertificateCounts total;
  for (const MethodRun& run : record.runs) add(total, count_certificates(run));
  total.every = record.certified_every;
  return total;
}

std::string describe(const CertificateCounts& counts) {
  if (counts.every == 0) return "none made, as asked: nothing is proved of this run";
  const std::string granting =
      counts.granting == 0 ? "" : fmt::format(" ({})", granting_text(counts.granting, counts.granted_rows));
  const std::string sampled =
      counts.every == 1 ? "" : fmt::format("; solves of one step in {} are certified", counts.every);
  return fmt::format("{} proved{}, {} re-checkable, {} refuted, {} undecided{}", counts.proved, granting,
                     counts.recheckable, counts.refuted, counts.undecided, sampled);
}

std::string granting_text(long certificates, long rows) {
  return fmt::format("{} {} {} as rounding", certificates, certificates == 1 ? "grants" : "grant",
                     counted(rows, "row"));
}

std::string describe(const WorstBound& bound, const CertificateGroup& group) {
  std::string text;
  for (const BoundValue& worst : bound.values)
    text +=
        fmt::format("{}{:.4g}{}{}", text.empty() ? "" : ", ", worst.value, worst.unit.empty() ? "" : " ", worst.unit);
  const long all = group.proved + group.refuted + group.undecided;
  return bound.known == all ? text : fmt::format("{} (known of {} of {})", text, bound.known, all);
}

std::string describe_stop(const ExperimentRecord& record) {
  if (record.stopped_by == StopReason::none) return "";
  if (record.stopped_by == StopReason::time_limit) return "incomplete: a run was broken off at its time limit";
  const auto is_whole = [](const MethodRun& run) {
    return run.status != RunStatus::interrupted && run.status != RunStatus::not_run;
  };
  const long num_runs = static_cast<long>(record.runs.size());
  return fmt::format("incomplete: interrupted by a signal; {} of {} came to {} end, no claim was judged",
                     std::count_if(record.runs.begin(), record.runs.end(), is_whole), counted(num_runs, "run"),
                     num_runs == 1 ? "its" : "their");
}

std::string describe_cache(const ExperimentRecord& record) {
  long found = 0, all = 0;
  const auto count = [&](const std::vector<MethodRun>& runs) {
    all += static_cast<long>(runs.size());
    found += std::count_if(runs.begin(), runs.end(), [](const MethodRun& run) { return run.cache == CacheUse::found; });
  };
  count(record.runs);
  for (const SweepRecord& sweep : record.sweeps)
    for (const SweepPoint& point : sweep.points) count(point.runs);
  return found == 0 ? "" : fmt::format("{} of {}, with the times of when they were made", found, counted(all, "run"));
}

std::string cpu_time(double seconds) {
  return duration_text(seconds) + " CPU";
}

namespace {

/// What of a run is not as expected, each in a sentence without its method.
std::vector<std::string> complaints(const MethodRun& run) {
  std::vector<std::string> results;
  if (!run.as_expected) results.push_back(describe_status(run));
  for (const CertificateGroup& group : run.certificates)
    if (!is_as_expected(group)) results.push_back("certificate " + single_line(group.kind) + " is not as expected");
  return results;
}

/// The methods of a sweep in the order of their first runs.
std::vector<std::string> methods_of(const SweepRecord& sweep) {
  std::vector<std::string> methods;
  for (const SweepPoint& point : sweep.points)
    for (const MethodRun& run : point.runs)
      if (std::find(methods.begin(), methods.end(), run.method) == methods.end()) methods.push_back(run.method);
  return methods;
}

/// One sentence for all points of a method, with the first of them; empty when all are as expected.
std::string complaint(const SweepRecord& sweep, const std::string& method) {
  long unexpected = 0;
  std::string first;
  for (const SweepPoint& point : sweep.points)
    for (const MethodRun& run : point.runs) {
      if (run.method != method || is_as_expected(run)) continue;
      if (unexpected++ == 0)
        first = describe_point(sweep.spec, point) + ": " + complaints(run).front() +
                (run.message.empty() ? "" : ": " + single_line(run.message));
    }
  if (unexpected == 0) return "";
  return "sweep " + single_line(sweep.spec.name) + ": method " + single_line(method) + ": " +
         std::to_string(unexpected) + " of " + counted(static_cast<long>(sweep.points.size()), "point") + ", " +
         (unexpected > 1 ? "the first at " : "at ") + first;
}

}  // namespace

std::string axis_value(const SweepAxis& axis, double value) {
  return axis.is_of_words ? single_line(word_of(axis, value)) : with_unit(value, axis.unit);
}

namespace {

std::string describe_coordinates(const SweepSpec& sweep, const std::vector<double>& coordinates,
                                 std::optional<std::size_t> left_out) {
  std::string text;
  for (std::size_t i = 0; i < sweep.axes.size() && i < coordinates.size(); ++i)
    if (i != left_out)
      text += (text.empty() ? "" : ", ") + single_line(sweep.axes[i].key) + " = " +
              axis_value(sweep.axes[i], coordinates[i]);
  return text;
}

}  // namespace

std::string describe_point(const SweepSpec& sweep, const SweepPoint& point) {
  return describe_coordinates(sweep, point.coordinates, std::nullopt);
}

std::string describe_line(const SweepSpec& sweep, const SweepBoundary& boundary) {
  return describe_coordinates(sweep, boundary.coordinates, sweep.refinement->axis);
}

std::vector<std::string> unexpected_results(const ExperimentRecord& record) {
  std::vector<std::string> results;
  if (const std::string stop = describe_stop(record); !stop.empty()) results.push_back(stop);
  for (const MethodRun& run : record.runs)
    for (const std::string& text : complaints(run))
      results.push_back("method " + single_line(run.method) + ": " + text);
  for (const SweepRecord& sweep : record.sweeps)
    for (const std::string& method : methods_of(sweep))
      if (std::string text = complaint(sweep, method); !text.empty()) results.push_back(std::move(text));
  for (const ClaimRecord& claim : record.claims)
    if (!is_as_expected(claim))
      results.push_back("claim " + single_line(claim.id) + ": " + describe(claim.status) + ", expected " +
                        describe(claim.expect));
  return results;
}

std::string describe(const ClaimCounts& counts) {
  std::string text;
  const auto add = [&](int count, ClaimVerdict verdict) {
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + describe(verdict);
  };
  add(counts.reproduced, ClaimVerdict::reproduced);
  add(counts.not_reproduced, ClaimVerdict::not_reproduced);
  add(counts.undecided, ClaimVerdict::undecided);
  add(counts.not_run, ClaimVerdict::not_run);
  if (text.empty()) return "no claims";
  return text + (counts.unexpected == 0 ? " (all as expected)"
                                        : " (" + std::to_string(counts.unexpected) + " not as expected)");
}

std::vector<std::string> describe(const std::vector<UndrawnFigure>& undrawn) {
  std::vector<std::string> reasons;
  for (const UndrawnFigure& one : undrawn)
    if (std::find(reasons.begin(), reasons.end(), one.reason) == reasons.end()) reasons.push_back(one.reason);
  std::vector<std::string> sentences;
  for (const std::string& reason : reasons) {
    std::vector<std::string> names;
    for (const UndrawnFigure& one : undrawn)
      if (one.reason == reason) names.push_back(one.figure);
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i)
      list += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    sentences.push_back((names.size() == 1 ? "figure " + list + " was" : "figures " + list + " were") +
                        " not drawn: " + reason);
  }
  return sentences;
}

std::string describe_method(const MethodRun& run) {
  std::string text = single_line(run.stabilizer);
  for (const auto& [name, value] : run.options) text += ", " + single_line(name) + " = " + single_line(value);
  return text;
}

std::string shown_name(const MethodRun& run) {
  return single_line(run.label.empty() ? run.method : run.label);
}

std::string describe_status(const MethodRun& run) {
  const std::string name = to_string(run.status);
  // A linear system has no steps to take: "completed" would say more than was done.
  if (run.status == RunStatus::completed && run.planned_steps == 0 && run.as_expected) return "analysed";
  if (run.status == RunStatus::completed) return run.as_expected ? "completed" : "completed, which was not expected";
  if (run.status == RunStatus::not_run) return "not run";
  if (run.status == RunStatus::cannot_run) return run.as_expected ? "cannot run (expected)" : "cannot run";
  const std::string stop = run.status == RunStatus::diverged ? "diverged"
                           : run.status == RunStatus::reference_ends
                               ? fmt::format("holds to t = {:.4g} s", run.step * static_cast<double>(run.steps))
                           : run.stopped_by == StopReason::time_limit ? "stopped by its time limit"
                           : run.stopped_by == StopReason::signal     ? "interrupted by a signal"
                                                                      : "stopped: " + name;
  return stop + (run.as_expected ? " (expected)" : "");
}

std::string describe_solver(const LcpUse& use) {
  if (use.reason == SolverReason::named) return use.solver;
  const std::string sizes = use.fewest_unknowns == use.most_unknowns
                                ? counted(use.most_unknowns, "unknown")
                                : fmt::format("{} to {} unknowns", use.fewest_unknowns, use.most_unknowns);
  return fmt::format("auto: {} ({}, {})", use.solver, to_string(use.reason), sizes);
}

std::string describe(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::reproduced:
      return "reproduced";
    case ClaimVerdict::not_reproduced:
      return "NOT reproduced";
    case ClaimVerdict::undecided:
      return "undecided";
    case ClaimVerdict::not_run:
      return "not run";
  }
  return "unknown";
}

std::string describe(ClaimKind kind) {
  return kind == ClaimKind::read_off ? "read off" : to_string(kind);
}

std::string stated(const ClaimRecord& claim) {
  const std::string words = single_line(claim.words);
  const std::string source = single_line(claim.source);
  switch (claim.kind) {
    case ClaimKind::quoted:
      return "\"" + words + "\" (" + source + ")";
    case ClaimKind::read_off:
      return words + " (read off " + source + ")";
    case ClaimKind::derived:
      return words + " (derived from " + source + ")";
    case ClaimKind::ours:
      break;
  }
  return words + (source.empty() ? " (ours)" : " (ours, after " + source + ")");
}

bool is_error_measure(const MeasureRecord& measure) {
  for (const char* word : {"error", "residual", "penetration", "violation"})
    if (measure.text.find(word) != std::string::npos) return true;
  return false;
}

double largest_magnitude(const MeasureSummary& summary) {
  if (std::isnan(summary.max) || std::isnan(summary.min)) return not_a_number;
  return std::max(std::abs(summary.max), std::abs(summary.min));
}

bool ends_early(const MeasureSummary& summary) {
  return std::isnan(summary.final) && !std::isnan(summary.max);
}

bool can_be_best(const MethodRun& run) {
  return run.status == RunStatus::completed && run.stabilizer != "reference";
}

const MeasureRecord* find_measure(const MethodRun& run, const std::string& name) {
  for (const MeasureRecord& measure : run.measures)
    if (measure.name == name) return &measure;
  return nullptr;
}

std::vector<bool> best_values(const std::vector<double>& values, int digits) {
  double smallest = std::numeric_limits<double>::infinity();
  int candidates = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    ++candidates;
    smallest = std::min(smallest, value);
  }
  std::vector<bool> best(values.size(), false);
  for (std::size_t i = 0; candidates >= 2 && i < values.size(); ++i)
    best[i] = !std::isnan(values[i]) && significant(values[i], digits) == significant(smallest, digits);
  return best;
}

std::vector<bool> best_runs(const std::vector<MethodRun>& runs, const std::string& measure, int digits) {
  std::vector<double> sizes;
  for (const MethodRun& run : runs) {
    const MeasureRecord* found = can_be_best(run) ? find_measure(run, measure) : nullptr;
    const bool competes = found != nullptr && is_error_measure(*found) && !ends_early(found->summary);
    sizes.push_back(competes ? largest_magnitude(found->summary) / found->unit.factor : not_a_number);
  }
  return best_values(sizes, digits);
}

std::vector<std::string> measure_names(const std::vector<MethodRun>& runs) {
  std::vector<std::string> names;
  for (const MethodRun& run : runs)
    for (const MeasureRecord& measure : run.measures)
      if (!measure.is_of_query && std::find(names.begin(), names.end(), measure.name) == names.end())
        names.push_back(measure.name);
  return names;
}

}  // namespace perpend::reports
