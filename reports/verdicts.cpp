#include "reports/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/text.hpp"

namespace perpend::reports {

bool is_as_expected(const ClaimRecord& claim) {
  return claim.status != ClaimVerdict::not_run && claim.as_expected();
}

bool is_as_expected(const CertificateGroup& group) {
  return group.as_expected && group.proved + group.refuted + group.undecided > 0;
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

CertificateCounts count_certificates(const MethodRun& run) {
  CertificateCounts counts;
  for (const CertificateGroup& group : run.certificates) {
    counts.proved += group.proved;
    counts.refuted += group.refuted;
    counts.undecided += group.undecided;
    counts.recheckable += group.recheckable;
  }
  return counts;
}

CertificateCounts count_certificates(const ExperimentRecord& record) {
  CertificateCounts total;
  for (const MethodRun& run : record.runs) {
    const CertificateCounts counts = count_certificates(run);
    total.proved += counts.proved;
    total.refuted += counts.refuted;
    total.undecided += counts.undecided;
    total.recheckable += counts.recheckable;
  }
  return total;
}

std::string describe(const CertificateCounts& counts) {
  return fmt::format("{} proved, {} re-checkable, {} refuted, {} undecided", counts.proved, counts.recheckable,
                     counts.refuted, counts.undecided);
}

std::string describe_stop(const ExperimentRecord& record) {
  if (record.stopped_by == StopReason::none) return "";
  if (record.stopped_by == StopReason::time_limit) return "incomplete: a run was broken off at its time limit";
  const auto is_whole = [](const MethodRun& run) {
    return run.status != Status::interrupted && run.status != Status::not_run;
  };
  return fmt::format("incomplete: interrupted by a signal; {} of {} runs came to their end, no claim was judged",
                     std::count_if(record.runs.begin(), record.runs.end(), is_whole), record.runs.size());
}

std::string cpu_time(double seconds) {
  return seconds < 1.0 ? significant(1e3 * seconds, 3) + " ms CPU" : significant(seconds, 3) + " s CPU";
}

std::vector<std::string> unexpected_results(const ExperimentRecord& record) {
  std::vector<std::string> results;
  if (const std::string stop = describe_stop(record); !stop.empty()) results.push_back(stop);
  for (const MethodRun& run : record.runs) {
    if (!run.as_expected) results.push_back("method " + single_line(run.method) + ": " + describe_status(run));
    for (const CertificateGroup& group : run.certificates) {
      if (is_as_expected(group)) continue;
      results.push_back("method " + single_line(run.method) + ": certificate " + single_line(group.kind) +
                        " is not as expected");
    }
  }
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

std::string describe_status(const MethodRun& run) {
  const std::string name = to_string(run.status);
  // A linear system has no steps to take: "converged" would say more than was done.
  if (run.status == Status::converged && run.planned_steps == 0 && run.as_expected) return "analysed";
  if (run.status == Status::converged) return run.as_expected ? "converged" : "converged, which was not expected";
  if (run.status == Status::not_run) return "not run";
  const std::string stop = run.status == Status::diverged             ? "diverged"
                           : run.stopped_by == StopReason::time_limit ? "stopped by its time limit"
                           : run.stopped_by == StopReason::signal     ? "interrupted by a signal"
                                                                      : "stopped: " + name;
  return stop + (run.as_expected ? " (expected)" : "");
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

bool is_error_measure(const MeasureRecord& measure) {
  for (const char* word : {"error", "residual", "penetration", "violation"})
    if (measure.text.find(word) != std::string::npos) return true;
  return false;
}

double largest_magnitude(const MeasureSummary& summary) {
  if (std::isnan(summary.max) || std::isnan(summary.min)) return not_a_number;
  return std::max(std::abs(summary.max), std::abs(summary.min));
}

bool can_be_best(const MethodRun& run) {
  return run.status == Status::converged && run.stabilizer != "reference";
}

const MeasureRecord* find_measure(const MethodRun& run, const std::string& name) {
  for (const MeasureRecord& measure : run.measures)
    if (measure.name == name) return &measure;
  return nullptr;
}

int best_run(const std::vector<MethodRun>& runs, const std::string& measure) {
  int best = -1;
  int candidates = 0;
  double smallest = not_a_number;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const MeasureRecord* found = can_be_best(runs[i]) ? find_measure(runs[i], measure) : nullptr;
    if (found == nullptr || !is_error_measure(*found)) continue;
    const double size = largest_magnitude(found->summary);
    if (std::isnan(size)) continue;
    ++candidates;
    if (best >= 0 && !(size < smallest)) continue;
    best = static_cast<int>(i);
    smallest = size;
  }
  return candidates < 2 ? -1 : best;
}

std::vector<std::string> measure_names(const std::vector<MethodRun>& runs) {
  std::vector<std::string> names;
  for (const MethodRun& run : runs)
    for (const MeasureRecord& measure : run.measures)
      if (std::find(names.begin(), names.end(), measure.name) == names.end()) names.push_back(measure.name);
  return names;
}

}  // namespace perpend::reports
