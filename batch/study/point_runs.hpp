// The runs of a study, one after the other on one thread: a scene is read once, and moved from point to point; solvers
// keep what follows from the layout of their rows.
#pragma once

#include <memory>
#include <optional>

#include "batch/study/keeper.hpp"
#include "batch/study/plan.hpp"
#include "study/sweeps/sweep_point.hpp"

namespace perpend::batch {

/// What makes the runs of a study, in whatever process.
class PointRuns {
 public:
  /// `limit`: of each run [s], wall time; nothing: none. The plan outlives it.
  PointRuns(const StudyPlan& plan, std::optional<double> limit);
  ~PointRuns();

  /// A run that cannot be made is a result: only std::bad_alloc passes. For one thread.
  [[nodiscard]] MethodRun run(const WorkOrder& order);

 private:
  const StudyPlan& plan_;
  std::optional<double> limit_;
  WorkOrder made_for_;
  std::unique_ptr<SweptScene> scene_;  // of the last order
  KeptSolvers solvers_;                // of its methods
};

/// The record of a run that could not be made.
[[nodiscard]] MethodRun failed_run(const std::string& method, const std::string& why);

/// Mean wall time of some runs, spread over the plan [s]; none of them begins after 20 s, nor takes longer. They are
/// made in a process of their own: a crash costs the sample one run. Nothing where none was made. Pre: the process has
/// one thread. Throws std::system_error.
[[nodiscard]] std::optional<double> estimated_seconds(const StudyPlan& plan);

}  // namespace perpend::batch
