// What a study of a scene runs: the points of its sweeps, each under its methods, numbered from 0 in one order. A point
// is made when it is asked for, so that a plan of a million costs no memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "batch/cache/run_key.hpp"
#include "dsl/key_effect.hpp"
#include "dsl/load.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "study/runs/run_plan.hpp"
#include "study/sweeps/refinement.hpp"
#include "study/sweeps/repeated_points.hpp"
#include "study/sweeps/sweep_point.hpp"

namespace perpend::batch {

/// Which of the runs: parts 1 to `count`, of which each takes every `count`-th point, and of sweeps that are refined
/// every `count`-th line.
struct Shard {
  std::int64_t number = 1;
  std::int64_t count = 1;
};

struct PlannedSweep {
  const SweepSpec* spec = nullptr;
  SweepDetail detail;
  std::vector<dsl::KeyEffect> effects;  ///< of each axis
  std::vector<std::string> methods;     ///< in the order of the scene
  std::vector<std::string> measures;    ///< that its runs record
  std::optional<RefinedLines> lines{};  ///< of a sweep that is refined
  RepeatedPoints repeated;
  std::int64_t num_points = 0;   ///< of the grid
  std::int64_t first_point = 0;  ///< number in the plan
  std::int64_t first_run = 0;
  std::int64_t first_task = 0;  ///< tasks are what shards share: points, or lines

  [[nodiscard]] std::int64_t points_per_task() const { return lines ? lines->length() : 1; }
  [[nodiscard]] std::int64_t num_tasks() const { return num_points / points_per_task(); }
  /// The number of the run of the first method at a point, of the grid or between its points; the others follow.
  [[nodiscard]] std::int64_t run_of(std::int64_t index) const {
    return first_run + index * static_cast<std::int64_t>(methods.size());
  }
};

/// One point, and the number of the run of its first method; the others follow.
struct PlannedPoint {
  std::size_t sweep = 0;
  std::int64_t index = 0;  ///< in the sweep: of the grid, or as RefinedLines counts
  std::int64_t first_run = 0;
  GridPoint values;
};

class StudyPlan {
 public:
  /// `sweeps`, `methods`: only these; empty: all. `keeps_series`: of all runs. Pre: the names are known. The document
  /// and the experiment outlive it.
  StudyPlan(const dsl::Document& document, const Experiment& experiment, std::vector<dsl::Override> overrides,
            const std::vector<std::string>& sweeps, const std::vector<std::string>& methods, bool keeps_series = false);

  [[nodiscard]] const dsl::Document& document() const { return document_; }
  [[nodiscard]] const Experiment& experiment() const { return experiment_; }
  [[nodiscard]] const std::vector<dsl::Override>& overrides() const { return overrides_; }
  [[nodiscard]] const std::vector<PlannedSweep>& sweeps() const { return sweeps_; }
  [[nodiscard]] bool keeps_series() const { return keeps_series_; }
  [[nodiscard]] std::int64_t num_points() const { return num_points_; }
  [[nodiscard]] std::int64_t num_runs() const { return num_runs_; }
  /// The point of the grid whose runs are also those of this one: the first of the sweep with its values, where the
  /// shard has both. Most often itself. `number`: in the plan, of the shard.
  [[nodiscard]] std::int64_t made_at(Shard shard, std::int64_t number) const;
  /// Whether that may be another point.
  [[nodiscard]] bool has_repeated_points() const;

  // Counts for the grids alone: what a refinement adds is known when it has run.
  [[nodiscard]] std::int64_t num_points(Shard shard) const;
  [[nodiscard]] std::int64_t num_runs(Shard shard) const;
  /// Number of its `index`-th point in the plan.
  [[nodiscard]] std::int64_t point_of(Shard shard, std::int64_t index) const;

  /// Number < num_points().
  [[nodiscard]] PlannedPoint point(std::int64_t number) const;
  /// A point of the grid of a sweep, or one between its points.
  [[nodiscard]] PlannedPoint point(std::size_t sweep, std::int64_t index) const;

  /// A line that is refined.
  struct Line {
    std::size_t sweep = 0;
    std::int64_t line = 0;
  };
  [[nodiscard]] std::vector<Line> refined_lines(Shard shard) const;

  /// All that the bits of a run rest on. `method`: its place in PlannedSweep::methods.
  [[nodiscard]] RunKey key(const PlannedPoint& point, std::size_t method) const;

  /// SHA-256 of the sweeps, the methods and the scene: the same for two processes that may share the work.
  [[nodiscard]] const std::string& hash() const { return hash_; }

 private:
  [[nodiscard]] const PlannedSweep& sweep_of(std::int64_t number) const;
  const dsl::Document& document_;
  const Experiment& experiment_;
  std::vector<dsl::Override> overrides_;
  bool keeps_series_;
  std::vector<PlannedSweep> sweeps_;
  std::vector<std::vector<std::string>> scenes_;  // of each sweep and method: the hash of the canonical text
  std::int64_t num_points_ = 0;
  std::int64_t num_runs_ = 0;
  std::string hash_;
};

}  // namespace perpend::batch
