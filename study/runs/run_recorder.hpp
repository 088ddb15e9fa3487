// Watches one run: measures, certifies every solve, encloses the constraint error, keeps series and frames.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "kernel/model/clocks.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/method_run.hpp"
#include "kernel/simulation/signals.hpp"
#include "kernel/simulation/simulate.hpp"
#include "kernel/simulation/trajectory_hash.hpp"
#include "study/certificates/certificate_collector.hpp"
#include "study/certificates/solve_certificates.hpp"
#include "study/reference/reference_trajectory.hpp"
#include "study/runs/contact_recorder.hpp"
#include "verification/motion/trajectory.hpp"

namespace perpend {

/// How much of a run to keep: sweeps need the summaries alone, or the series too where a claim asks for single rows.
enum class Detail { full, series, summary };

struct RecorderSettings {
  const Experiment& experiment;
  const Model& model;
  double step = 0.0;  ///< [s]
  long planned_steps = 0;
  Detail detail = Detail::full;
  const ReferenceTrajectory* reference = nullptr;  ///< nullptr: no measure asks for it
  LcpExport* lcps = nullptr;                       ///< nullptr: the LCPs of contacts are not kept
  std::string method;                              ///< name of the run in them
  bool keeps_states = false;                       ///< q and v of each recorded row
  std::function<void(long steps)> on_progress;     ///< called with the steps made since the last call
};

/// Whole turns of joints in space are counted by taking, each step, the angle nearest to the last one: right while a
/// joint turns by less than half a turn in a step.
class TurnWatch {
 public:
  explicit TurnWatch(const Model& model);

  void add(const Instant& instant);
  /// Whether no turns are counted: `add` has nothing to do.
  [[nodiscard]] bool is_idle() const { return joints_.empty(); }

  /// The first joint that turned too far for its turns to be counted, in words; empty: none did.
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  const Model& model_;
  std::vector<int> joints_;  // whose angle is counted
  double last_time_ = 0.0;
  std::string note_;
};

class RunRecorder final : public SimulationObserver {
 public:
  RunRecorder(const RecorderSettings& settings, CertificateCollector& certificates);

  void on_solve(const Problem& problem, const Solution& solution) override;
  void on_contact_solve(const ContactProblem& problem, const ContactSolution& solution, const Lcp* lcp) override;
  [[nodiscard]] int calls_per_timing() const override { return calls_per_timing_; }
  [[nodiscard]] bool on_instant(const Instant& instant) override;

  /// Moves what was recorded into the run. Call once, at the end.
  void finish(MethodRun& run);

  /// Whether the last contact problem without an answer was shown to have no solution.
  [[nodiscard]] bool is_unsolvable() const { return solves_ && solves_->is_unsolvable(); }
  [[nodiscard]] bool stopped_by_condition() const { return stopped_by_condition_; }
  /// The first step at which the condition that stops the run compares something that is no number; -1: none.
  [[nodiscard]] long gap_of_condition() const { return gap_of_condition_; }

 private:
  struct Running {
    MeasureSummary summary;
    long count = 0;
    double sum = 0.0;
    double sum_of_squares = 0.0;
    long gaps = 0;  ///< instants without a finite value
    long first_gap_step = 0;
    double first_gap_time = 0.0;  ///< [s]
    bool lacks_ledger = false;    ///< at the first of them

    void take(double value, double time);
    void add_gap(const Instant& instant);
  };
  void watch_solves();
  void keep(const Instant& instant, bool keep_row);
  void report_progress(const Instant& instant);
  /// And whether the condition of the run holds.
  void record_measures(const Instant& instant, bool keep_row);
  /// What becomes of a value that is not finite: whether it counts.
  [[nodiscard]] bool take_gap(std::size_t i, double value, const Instant& instant);
  void record_frame(const Instant& instant);
  /// Which measures had no finite value, since when.
  void note_gaps(MethodRun& run) const;
  [[nodiscard]] bool is_frame_due(const Instant& instant);

  RecorderSettings settings_;
  CertificateCollector& certificates_;
  std::optional<SolveCertificates> solves_;  ///< nothing: none is certified
  TurnWatch turns_;
  ContactWatch contact_watch_;
  std::optional<ConstraintErrorEnclosure> enclosure_;
  double enclosure_seconds_ = 0.0;
  std::optional<PieceClock> enclosure_clock_;
  int calls_per_timing_ = 1;
  bool keeps_more_ = false;  ///< than measures
  VectorX components_;
  SignalMemory memory_;
  double initial_energy_ = 0.0;
  long current_step_ = 1;  ///< the one being made
  long frame_stride_ = 1;
  std::vector<double> snapshot_times_;  ///< that figures ask for and no frame shows yet, latest first
  long unreported_steps_ = 0;
  bool stopped_by_condition_ = false;
  long gap_of_condition_ = -1;
  std::vector<MeasureRecord> measures_;
  std::vector<Running> running_;
  std::vector<double> times_;
  std::vector<long> step_numbers_;
  StateRows states_;
  Frames frames_;
  TrajectoryHash hash_;
};

}  // namespace perpend
