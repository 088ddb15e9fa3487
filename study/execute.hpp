// From an Experiment to its Record: every method, every sweep point, every claim.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dsl/load.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/record.hpp"
#include "reports/files/certificate_stream.hpp"
#include "study/certificates/certificate_data.hpp"
#include "study/side_by_side.hpp"
#include "verification/claims/sweep_view.hpp"

namespace perpend {

class EarlierRuns;
class LcpExport;

/// Steps done of steps planned, over all runs of the experiment; for the bar.
using ProgressFunction = std::function<void(const std::string& what, long done, long planned)>;

struct ExecuteOptions {
  std::vector<std::string> methods;              ///< run only these; empty: all
  std::vector<dsl::Override> overrides;          ///< that the experiment was made with; sweeps add theirs
  reports::CertificateStream* stream = nullptr;  ///< nullptr: certificates are counted, not written
  DataAmount data = DataAmount::first;           ///< in the stream
  LcpExport* lcps = nullptr;                     ///< nullptr: the LCPs of contacts are not kept
  bool keeps_states = false;                     ///< q and v of each recorded row of the methods
  bool keeps_sweep_series = false;               ///< of every point, not only until claims are judged
  EarlierRuns* earlier = nullptr;                ///< nullptr: every run is made
  std::optional<double> limit;                   ///< of each run [s], wall time; nothing: none
  ProgressFunction progress;                     ///< may be called on other threads, one call at a time
  ThreadBudget* threads = nullptr;               ///< for further methods at the same time; nullptr: one after the other
};

/// First line of the certificate file: what it is, and about which scene.
void write_header(const dsl::Document& document, const Experiment& experiment, reports::CertificateStream& stream);

/// Parameters, figures, bodies and joints: what is known before anything runs.
void describe_scene(const Experiment& experiment, ExperimentRecord& record);

/// Where a record comes from: file, text, versions, machine. `command` and `seconds` are left to the caller.
void add_source(const dsl::Document& document, const std::string& file, ExperimentRecord& record);

/// Runs everything. Provenance, scene text and file name are left to the caller.
[[nodiscard]] ExperimentRecord execute(const dsl::Document& document, const Experiment& experiment,
                                       const ExecuteOptions& options);

/// Over the points of the sweep that it names, where that is among these.
[[nodiscard]] FitRecord fit_sweep(const FitSpec& fit, const std::vector<SweepView>& sweeps);

/// By the points of sweeps and by fits alone: a claim that asks more is undecided.
[[nodiscard]] ClaimRecord judge_by_sweeps(const ClaimSpec& claim, const std::vector<SweepView>& sweeps,
                                          const std::vector<FitRecord>& fits);

}  // namespace perpend
