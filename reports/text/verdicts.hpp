// What a record says at a glance: one place decides it for the terminal, the page, the JUnit file and the exit code.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"

namespace perpend::reports {

struct ClaimCounts {
  int reproduced = 0;
  int not_reproduced = 0;
  int undecided = 0;
  int not_run = 0;
  int unexpected = 0;
};

/// Runs, of the scene itself or of its sweeps.
struct RunCounts {
  long as_expected = 0;
  long unexpected = 0;
};

struct CertificateCounts {
  long proved = 0;
  long refuted = 0;
  long undecided = 0;
  long recheckable = 0;
  long granting = 0;      ///< of those proved
  long granted_rows = 0;  ///< in all of them
  long every = 1;         ///< of the steps, those whose solves were certified; 0: none were
};

/// A claim that was not judged is never as expected.
[[nodiscard]] bool is_as_expected(const ClaimRecord& claim);
/// A group without a single certificate is not a success.
[[nodiscard]] bool is_as_expected(const CertificateGroup& group);
/// How it ended and what was certified of it.
[[nodiscard]] bool is_as_expected(const MethodRun& run);

[[nodiscard]] ClaimCounts count_claims(const std::vector<ClaimRecord>& claims);
[[nodiscard]] RunCounts count_runs(const std::vector<MethodRun>& runs);
[[nodiscard]] RunCounts count_runs(const std::vector<SweepRecord>& sweeps);
[[nodiscard]] CertificateCounts count_certificates(const CertificateGroup& group);
[[nodiscard]] CertificateCounts count_certificates(const MethodRun& run);
[[nodiscard]] CertificateCounts count_certificates(const ExperimentRecord& record);

/// One sentence for each thing that is not as expected; empty when all is.
[[nodiscard]] std::vector<std::string> unexpected_results(const ExperimentRecord& record);

/// "800 proved (3 grant 5 rows as rounding), 1 re-checkable, 0 refuted, 0 undecided".
[[nodiscard]] std::string describe(const CertificateCounts& counts);
/// "3 grant 5 rows as rounding".
[[nodiscard]] std::string granting_text(long certificates, long rows);
/// "3.1e-16", "1.6e-15 m/s, 2.2e-17 m", "3.1e-16 (known of 790 of 800)".
[[nodiscard]] std::string describe(const WorstBound& bound, const CertificateGroup& group);
/// "3 of 4 runs, with the times of when they were made"; empty: none is from the cache.
[[nodiscard]] std::string describe_cache(const ExperimentRecord& record);
/// Why the record is incomplete; empty when it is complete.
[[nodiscard]] std::string describe_stop(const ExperimentRecord& record);
/// "57.8 ms CPU", "57.8 s CPU".
[[nodiscard]] std::string cpu_time(double seconds);
/// A value of a swept key as people read it: "1 ms", "poisson".
[[nodiscard]] std::string axis_value(const SweepAxis& axis, double value);
/// "scale = 8, step = 1 ms".
[[nodiscard]] std::string describe_point(const SweepSpec& sweep, const SweepPoint& point);
/// The same of a line of a refined sweep, without the refined key; empty: there is no other.
[[nodiscard]] std::string describe_line(const SweepSpec& sweep, const SweepBoundary& boundary);
/// "claims: 5 reproduced, 1 not reproduced (as expected)".
[[nodiscard]] std::string describe(const ClaimCounts& counts);
/// "figures drift and energy were not drawn: the program gnuplot is not installed": a sentence for each reason.
[[nodiscard]] std::vector<std::string> describe(const std::vector<UndrawnFigure>& undrawn);
/// What reports call the method: its label, else its name.
[[nodiscard]] std::string shown_name(const MethodRun& run);
/// "completed", "analysed", "diverged (expected)", "stopped: iteration_limit".
[[nodiscard]] std::string describe_status(const MethodRun& run);
/// What ran, with its options as the scene writes them: "baumgarte, alpha = 50/s".
[[nodiscard]] std::string describe_method(const MethodRun& run);
/// "NOT reproduced" and so on: for people.
/// "lemke", or "auto: parametric (planar contacts, 812 to 930 unknowns)".
[[nodiscard]] std::string describe_solver(const LcpUse& use);
[[nodiscard]] std::string describe(ClaimVerdict verdict);
/// "quoted", "read off", "derived", "ours".
[[nodiscard]] std::string describe(ClaimKind kind);
/// The words of a claim and whose they are; in quotation marks those of the source alone:
/// "\"drifts\" (Hong06 5)", "drifts (read off Hong06 5)", "drifts (ours)".
[[nodiscard]] std::string stated(const ClaimRecord& claim);

/// Measures of an error: smaller is better. Others (an energy, a position) have no best.
[[nodiscard]] bool is_error_measure(const MeasureRecord& measure);
/// The largest magnitude over the run.
[[nodiscard]] double largest_magnitude(const MeasureSummary& summary);
/// Whether a measure has values for the first part of the run only: what is largest until then is a lower bound, and
/// nothing that is compared with other runs.
[[nodiscard]] bool ends_early(const MeasureSummary& summary);
/// Whether the run may be called best: it reached its end, and it is not the reference that the others are compared
/// with.
[[nodiscard]] bool can_be_best(const MethodRun& run);
[[nodiscard]] const MeasureRecord* find_measure(const MethodRun& run, const std::string& name);
/// For each value whether it is the smallest, or prints like it: numbers that look alike share the mark. NaN does not
/// compete, and among fewer than two there is no best.
[[nodiscard]] std::vector<bool> best_values(const std::vector<double>& values, int digits);
/// The same for the runs with the smallest largest magnitude of an error measure, shown with so many digits.
[[nodiscard]] std::vector<bool> best_runs(const std::vector<MethodRun>& runs, const std::string& measure, int digits);
/// Names of the measures that the scene declares, in the order of their first appearance.
[[nodiscard]] std::vector<std::string> measure_names(const std::vector<MethodRun>& runs);

}  // namespace perpend::reports
