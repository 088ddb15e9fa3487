// The runs of one scene in a cache: which key each has, and why one is not there.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "batch/cache/run_cache.hpp"
#include "batch/cache/run_key.hpp"
#include "dsl/load.hpp"
#include "study/certificates/certificate_data.hpp"
#include "study/runs/earlier_runs.hpp"

namespace perpend::batch {

class SceneRuns final : public EarlierRuns {
 public:
  /// `experiment`: its name. The document and the cache outlive it.
  SceneRuns(const dsl::Document& document, std::string experiment, std::vector<dsl::Override> overrides,
            LenientCache& cache)
      : document_(document), experiment_(std::move(experiment)), overrides_(std::move(overrides)), cache_(cache) {}

  [[nodiscard]] std::optional<EarlierRun> find(const RunRequest& request) override;
  [[nodiscard]] CacheUse add(const RunRequest& request, const MethodRun& run, std::string_view certificates) override;
  [[nodiscard]] RunKey key(const RunRequest& request);

 private:
  const dsl::Document& document_;
  std::string experiment_;
  std::vector<dsl::Override> overrides_;
  LenientCache& cache_;
  std::mutex mutex_;  // of what follows
  /// Hash for each name of a sweep, empty for the scene itself, and of a method.
  std::map<std::pair<std::string, std::string>, std::string> scenes_;
};

/// The keys of the runs of a scene and of the points of its sweeps' grids, in their order; what a refinement adds is
/// known when it runs. `data`: that their certificates carry; nothing: they write none. Nothing begins after an
/// interruption. Pre: the scene is valid.
void for_each_run(const dsl::Document& document, Experiment experiment, const std::vector<dsl::Override>& overrides,
                  const std::vector<std::string>& methods, std::optional<DataAmount> data,
                  const std::function<void(const RunKey& key, bool is_swept)>& visit);

}  // namespace perpend::batch
