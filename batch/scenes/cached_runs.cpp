#include "batch/scenes/cached_runs.hpp"

#include "kernel/model/stop.hpp"
#include "study/runs/run_plan.hpp"
#include "study/sweeps/sweep_point.hpp"

namespace perpend::batch {

std::optional<EarlierRun> SceneRuns::find(const RunRequest& request) {
  return cache_.is_there() ? cache_.find(key(request)) : std::nullopt;
}

CacheUse SceneRuns::add(const RunRequest& request, const MethodRun& run, std::string_view certificates) {
  return cache_.is_there() ? cache_.add(key(request), run, certificates) : CacheUse::none;
}

RunKey SceneRuns::key(const RunRequest& request) {
  std::string scene;
  {
    const std::lock_guard lock(mutex_);
    std::string& known = scenes_[{request.sweep != nullptr ? request.sweep->name : "", request.method}];
    if (known.empty()) known = scene_hash(document_, request.method, overrides_, request.sweep);
    scene = known;
  }
  return make_key(experiment_, scene, overrides_, request);
}

void for_each_run(const dsl::Document& document, Experiment experiment, const std::vector<dsl::Override>& overrides,
                  const std::vector<std::string>& methods, std::optional<DataAmount> data,
                  const std::function<void(const RunKey&, bool)>& visit) {
  add_default_measures(experiment);
  LenientCache unused(nullptr);
  SceneRuns runs(document, experiment.id, overrides, unused);
  for (const MethodSpec& method : experiment.methods)
    if (is_selected(methods, method.name)) visit(runs.key(run_of_scene(experiment, method, data)), false);
  for (const SweepSpec& sweep : experiment.sweeps) {
    const SweepDetail detail = sweep_detail(experiment, sweep);
    for (std::size_t i = 0; i < grid_size(sweep) && !is_interrupted(); ++i) {
      const GridPoint point = grid_point(sweep, i);
      for (const MethodSpec& method : experiment.methods)
        if (is_swept(sweep, method.name, methods))
          visit(runs.key({.method = method.name,
                          .expect = expected_outcome(sweep, method, point.coordinates),
                          .sweep = &sweep,
                          .detail = &detail,
                          .point = &point,
                          .index = static_cast<std::int64_t>(i)}),
                true);
    }
  }
}

}  // namespace perpend::batch
