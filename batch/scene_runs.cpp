#include "batch/scene_runs.hpp"

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

}  // namespace perpend::batch
