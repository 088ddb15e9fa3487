// One point of a sweep: the scene with the values of the point, and its runs. Nothing of one point is shared with
// another that is there at the same time, so that each may run on a thread or in a process of its own.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dsl/key_effect.hpp"
#include "dsl/load.hpp"
#include "kernel/linear/reused_solver.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/method_run.hpp"
#include "study/reference/reference_trajectory.hpp"
#include "study/runs/run_plan.hpp"
#include "study/stability.hpp"

namespace perpend {

/// What a user expects to see of a scene that measures nothing; otherwise nothing changes.
void add_default_measures(Experiment& experiment);

/// What the points of a sweep record, the same at each: a reference trajectory costs more than all methods together,
/// and a series of rows more than a summary, so that both are made only where a claim or a figure of the sweep asks.
struct SweepDetail {
  std::vector<std::string> measures_left_out;
  std::map<std::string, Unit> units;  ///< of each measure, as a claim may have chosen it
  bool has_rows = false;
};
[[nodiscard]] SweepDetail sweep_detail(const Experiment& experiment, const SweepSpec& sweep);

/// Solvers that runs leave to the next ones, by method. For one thread.
using KeptSolvers = std::map<std::string, ReusedSolver>;

/// The scene at one point, ready to run.
class SweptScene {
 public:
  /// `overrides`: those of the command line; the point's own come before them. `methods`: those that will run.
  /// `document`, `sweep` and `detail` have to live as long.
  SweptScene(const dsl::Document& document, const SweepSpec& sweep, const SweepDetail& detail, const GridPoint& point,
             const std::vector<dsl::Override>& overrides, const std::vector<std::string>& methods);
  SweptScene(const SweptScene&) = delete;
  SweptScene& operator=(const SweptScene&) = delete;

  /// The scene at another point of the sweep, as if it were made there. What the keys do not reach is not read again.
  void move_to(const GridPoint& point);

  /// Why there is no valid scene at this point: "line 3: ..."; empty: there is one.
  [[nodiscard]] const std::string& error() const { return error_; }
  /// Those that run, in the order of the scene, with what the sweep expects of each.
  [[nodiscard]] const std::vector<const MethodSpec*>& methods() const { return methods_; }

  struct Settings {
    std::optional<double> limit;                  ///< of wall time [s]; nothing: none
    std::function<void(long steps)> on_progress;  ///< with the steps made since the last call
    KeptSolvers* solvers = nullptr;               ///< nullptr: the run makes its own
  };
  /// May be called on several threads, with solvers for each.
  [[nodiscard]] MethodRun run(const MethodSpec& method, const Settings& settings);
  /// Pre: there is a valid scene.
  [[nodiscard]] const Experiment& experiment() const { return *experiment_; }

 private:
  void read(const GridPoint& point);
  [[nodiscard]] bool read_again(const GridPoint& point);
  void take_methods(const GridPoint& point);

  const dsl::Document& document_;
  const SweepSpec& sweep_;
  const SweepDetail& detail_;
  std::vector<dsl::Override> overrides_;
  std::vector<std::string> names_;
  dsl::Elaboration elaboration_;
  std::optional<dsl::KeyEffect> effect_{};  ///< of all keys together, once there is a second point
  std::atomic<bool> was_stopped_ = false;   ///< some run was broken off
  std::optional<Experiment> experiment_;
  std::string error_;
  std::vector<const MethodSpec*> methods_;
  std::optional<LazyLinearization> linearization_;
  std::optional<ReferenceLibrary> references_;
};

}  // namespace perpend
