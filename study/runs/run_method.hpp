// One method on one experiment.
#pragma once

#include <functional>
#include <optional>

#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/method_run.hpp"
#include "study/reference/reference_trajectory.hpp"
#include "study/runs/run_recorder.hpp"
#include "study/stability.hpp"

namespace perpend {

struct RunOptions {
  Detail detail = Detail::full;
  reports::CertificateStream* stream = nullptr;
  DataAmount data = DataAmount::first;  ///< in the certificate file
  std::string label;                    ///< of the run in the certificate file
  LcpExport* lcps = nullptr;            ///< nullptr: the LCPs of contacts are not kept
  bool keeps_states = false;            ///< of each recorded row
  std::optional<double> limit;          ///< of wall time [s]; nothing: none
  std::function<void(long steps)> on_progress;
  ReusedSolver* solver = nullptr;  ///< of earlier runs of the method; nullptr: the run makes its own
};

/// Pre: the experiment has a world and a run block.
[[nodiscard]] MethodRun run_method(const Experiment& experiment, const MethodSpec& method,
                                   LazyLinearization& linearization, ReferenceLibrary& references,
                                   const RunOptions& options);

/// A method that an interruption kept from running.
[[nodiscard]] MethodRun run_not_begun(const Experiment& experiment, const MethodSpec& method);

/// The run of a method on a linear system: no steps, its certificates alone.
[[nodiscard]] MethodRun certify_method(const Experiment& experiment, const MethodSpec& method,
                                       LazyLinearization& linearization, const RunOptions& options);

}  // namespace perpend
