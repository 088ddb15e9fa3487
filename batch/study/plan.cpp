#include "batch/study/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "reports/files/digest.hpp"

namespace perpend::batch {

namespace {

/// What is expected of each method, and under which conditions.
std::string expectations_of(const Experiment& experiment, const PlannedSweep& sweep) {
  std::string text;
  for (const std::string& name : sweep.methods)
    text += fmt::format("{} {};", name, to_string(find_method(experiment, name)->expect));
  for (const SweepExpectation& one : sweep.spec->expectations) {
    text += fmt::format(" {}({})", to_string(one.outcome), fmt::join(one.methods, ","));
    for (const SweepCondition& condition : one.conditions)
      text += fmt::format(" {} {} {:a}", condition.axis, static_cast<int>(condition.comparison), condition.threshold);
  }
  return text;
}

/// Its values in SI, or its words.
std::string axis_identity(const SweepAxis& axis) {
  if (axis.is_of_words) return fmt::format("{} {}\n", axis.key, fmt::join(axis.words, ","));
  std::string text = fmt::format("{} {} ", axis.key, axis.values.size());
  for (const double value : axis.values) {
    const auto bits = std::bit_cast<std::array<char, sizeof value>>(value);
    text.append(bits.begin(), bits.end());
  }
  return text + '\n';
}

}  // namespace

StudyPlan::StudyPlan(const dsl::Document& document, const Experiment& experiment, std::vector<dsl::Override> overrides,
                     const std::vector<std::string>& sweeps, const std::vector<std::string>& methods, bool keeps_series)
    : document_(document), experiment_(experiment), overrides_(std::move(overrides)), keeps_series_(keeps_series) {
  std::string identity;
  std::int64_t next_run = 0, next_task = 0;
  for (const SweepSpec& spec : experiment.sweeps) {
    if (!is_selected(sweeps, spec.name)) continue;
    PlannedSweep sweep;
    sweep.spec = &spec;
    sweep.repeated = RepeatedPoints(spec);
    sweep.detail = sweep_detail(experiment, spec);
    // Claims that ask for rows are not judged by a study.
    sweep.detail.has_rows = keeps_series;
    for (const MeasureSpec& measure : experiment.measures) {
      const auto& left_out = sweep.detail.measures_left_out;
      if (std::find(left_out.begin(), left_out.end(), measure.name) == left_out.end())
        sweep.measures.push_back(measure.name);
    }
    for (const SweepAxis& axis : spec.axes) sweep.effects.push_back(dsl::effect_of(document, axis.key));
    for (const MethodSpec& method : experiment.methods)
      if (is_swept(spec, method.name, methods)) sweep.methods.push_back(method.name);
    sweep.num_points = static_cast<std::int64_t>(grid_size(spec));
    if (spec.refinement) sweep.lines.emplace(spec);
    sweep.first_point = num_points_;
    sweep.first_run = next_run;
    sweep.first_task = next_task;
    next_run = sweep.run_of(sweep.lines ? sweep.lines->end_index() : sweep.num_points);
    next_task += sweep.num_tasks();
    num_points_ += sweep.num_points;
    num_runs_ += sweep.num_points * static_cast<std::int64_t>(sweep.methods.size());
    auto& scenes = scenes_.emplace_back();
    for (const std::string& method : sweep.methods) {
      scenes.push_back(scene_hash(document, method, overrides_, &spec));
      identity += fmt::format("{} {} {}\n", spec.name, method, scenes.back());
    }
    const std::set<std::string> left_out(sweep.detail.measures_left_out.begin(), sweep.detail.measures_left_out.end());
    identity += fmt::format("{} {} {}\n", spec.is_zipped ? "zip" : "grid", fmt::join(left_out, ","),
                            expectations_of(experiment, sweep));
    if (spec.refinement)
      identity += fmt::format("refine {} {} {} {:a}\n", static_cast<int>(spec.refinement->outcome),
                              spec.refinement->certificate, spec.refinement->axis, spec.refinement->tolerance);
    for (const SweepAxis& axis : spec.axes) identity += axis_identity(axis);
    sweeps_.push_back(std::move(sweep));
  }
  if (keeps_series) identity += "series\n";
  hash_ = reports::sha256_hex(identity + canonical_values(overrides_));
}

namespace {

/// How many numbers below `end` belong to the shard.
std::int64_t num_below(std::int64_t end, Shard shard) {
  return end < shard.number ? 0 : (end - shard.number) / shard.count + 1;
}

/// Tasks of the sweep that belong to the shard.
std::int64_t num_tasks(const PlannedSweep& sweep, Shard shard) {
  return num_below(sweep.first_task + sweep.num_tasks(), shard) - num_below(sweep.first_task, shard);
}

/// The `i`-th of them, counted in the sweep.
std::int64_t task_of(const PlannedSweep& sweep, Shard shard, std::int64_t i) {
  return shard.number - 1 + (num_below(sweep.first_task, shard) + i) * shard.count - sweep.first_task;
}

}  // namespace

std::int64_t StudyPlan::num_points(Shard shard) const {
  std::int64_t count = 0;
  for (const PlannedSweep& sweep : sweeps_) count += num_tasks(sweep, shard) * sweep.points_per_task();
  return count;
}

std::int64_t StudyPlan::num_runs(Shard shard) const {
  std::int64_t count = 0;
  for (const PlannedSweep& sweep : sweeps_)
    count += num_tasks(sweep, shard) * sweep.points_per_task() * static_cast<std::int64_t>(sweep.methods.size());
  return count;
}

std::int64_t StudyPlan::point_of(Shard shard, std::int64_t index) const {
  for (const PlannedSweep& sweep : sweeps_) {
    const std::int64_t count = num_tasks(sweep, shard) * sweep.points_per_task();
    if (index >= count) {
      index -= count;
      continue;
    }
    const std::int64_t task = task_of(sweep, shard, index / sweep.points_per_task());
    return sweep.first_point + (sweep.lines ? sweep.lines->grid_index(task, index % sweep.points_per_task()) : task);
  }
  return num_points_;
}

const PlannedSweep& StudyPlan::sweep_of(std::int64_t number) const {
  const auto after = std::upper_bound(sweeps_.begin(), sweeps_.end(), number,
                                      [](std::int64_t n, const PlannedSweep& sweep) { return n < sweep.first_point; });
  return *(after - 1);
}

PlannedPoint StudyPlan::point(std::int64_t number) const {
  const PlannedSweep& sweep = sweep_of(number);
  return point(static_cast<std::size_t>(&sweep - sweeps_.data()), number - sweep.first_point);
}

std::int64_t StudyPlan::made_at(Shard shard, std::int64_t number) const {
  const PlannedSweep& sweep = sweep_of(number);
  const std::int64_t first = sweep.repeated.first(number - sweep.first_point);
  const std::int64_t task = sweep.first_task + (sweep.lines ? sweep.lines->line_of(first) : first);
  return task % shard.count == shard.number - 1 ? sweep.first_point + first : number;
}

bool StudyPlan::has_repeated_points() const {
  return std::any_of(sweeps_.begin(), sweeps_.end(),
                     [](const PlannedSweep& sweep) { return sweep.repeated.are_there(); });
}

PlannedPoint StudyPlan::point(std::size_t number, std::int64_t index) const {
  const PlannedSweep& sweep = sweeps_[number];
  return {.sweep = number,
          .index = index,
          .first_run = sweep.run_of(index),
          .values = sweep.lines ? sweep.lines->point(index) : grid_point(*sweep.spec, static_cast<std::size_t>(index))};
}

std::vector<StudyPlan::Line> StudyPlan::refined_lines(Shard shard) const {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < sweeps_.size(); ++i)
    for (std::int64_t k = 0; sweeps_[i].lines && k < num_tasks(sweeps_[i], shard); ++k)
      lines.push_back({i, task_of(sweeps_[i], shard, k)});
  return lines;
}

RunKey StudyPlan::key(const PlannedPoint& point, std::size_t method) const {
  const PlannedSweep& sweep = sweeps_[point.sweep];
  const MethodSpec& spec = *find_method(experiment_, sweep.methods[method]);
  return make_key(experiment_.id, scenes_[point.sweep][method], overrides_,
                  {.method = spec.name,
                   .expect = expected_outcome(*sweep.spec, spec, point.values.coordinates),
                   .sweep = sweep.spec,
                   .detail = &sweep.detail,
                   .point = &point.values,
                   .index = point.index});
}

}  // namespace perpend::batch
