#include "batch/study/point_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <numeric>
#include <string>
#include <vector>

#include "batch/study/workers.hpp"
#include "kernel/model/stop.hpp"

namespace perpend::batch {

PointRuns::PointRuns(const StudyPlan& plan, std::optional<double> limit) : plan_(plan), limit_(limit) {}

PointRuns::~PointRuns() = default;

MethodRun PointRuns::run(const WorkOrder& order) {
  const PlannedPoint point = plan_.point(order.sweep, order.point);
  const PlannedSweep& sweep = plan_.sweeps()[point.sweep];
  const std::string& name = sweep.methods[order.method];
  try {
    if (!scene_ || order.sweep != made_for_.sweep || order.methods != made_for_.methods) {
      std::vector<std::string> names;
      for (const std::size_t method : order.methods) names.push_back(sweep.methods[method]);
      scene_.reset();
      scene_ = std::make_unique<SweptScene>(plan_.document(), *sweep.spec, sweep.detail, point.values,
                                            plan_.overrides(), names);
    } else if (order.point != made_for_.point) {
      scene_->move_to(point.values);
    }
    made_for_ = order;
    const auto spec = std::find_if(scene_->methods().begin(), scene_->methods().end(),
                                   [&](const MethodSpec* one) { return one->name == name; });
    if (spec != scene_->methods().end()) return scene_->run(**spec, {limit_, {}, &solvers_});
    return failed_run(name, scene_->error().empty() ? "the scene has no such method at this point"
                                                    : "no valid scene at this point: " + scene_->error());
  } catch (const std::bad_alloc&) {
    scene_.reset();
    throw;
  } catch (const std::exception& error) {
    scene_.reset();  // it may be on its way from one point to the next
    return failed_run(name, fmt::format("an exception ended it: {}", error.what()));
  }
}

MethodRun failed_run(const std::string& method, const std::string& why) {
  MethodRun run;
  run.method = method;
  run.message = why;
  return run;
}

std::optional<double> estimated_seconds(const StudyPlan& plan) {
  constexpr int most_points = 8;
  constexpr double seconds = 20.0;
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  PointRuns runs(plan, seconds);
  Workers worker(1, [&](const WorkOrder& order) { return runs.run(order); }, {.bytes = {}, .seconds = seconds});
  const std::int64_t num_points = std::min<std::int64_t>(most_points, plan.num_points());
  const Clock::time_point start = Clock::now();
  std::int64_t num_runs = 0;
  for (std::int64_t i = 0; i < num_points; ++i) {
    // In the middle of each of as many parts of the plan.
    const PlannedPoint point = plan.point((2 * i + 1) * plan.num_points() / (2 * num_points));
    WorkOrder order{.sweep = point.sweep, .point = point.index, .methods = {}, .method = 0};
    order.methods.resize(plan.sweeps()[point.sweep].methods.size());
    std::iota(order.methods.begin(), order.methods.end(), std::size_t{0});
    for (; order.method < order.methods.size() && since(start) < seconds && !is_interrupted(); ++order.method)
      if (worker.run(order)) ++num_runs;
  }
  if (num_runs == 0) return std::nullopt;
  return since(start) / static_cast<double>(num_runs);
}

}  // namespace perpend::batch
