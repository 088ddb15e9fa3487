#include "cli/run_preview.hpp"

#include "batch/scene_runs.hpp"
#include "cli/cache_choice.hpp"
#include "cli/process.hpp"
#include "kernel/model/stop.hpp"
#include "study/certificate_data.hpp"
#include "study/earlier_runs.hpp"
#include "study/run_plan.hpp"
#include "study/sweep_point.hpp"

namespace perpend::cli {

namespace {

/// Why no cache serves the runs of the scene itself; nullptr: one does.
const char* why_not_kept(const RunArguments& arguments) {
  if (!arguments.lcps.empty()) return "the files of --lcps are in no cache";
  const auto choice = read_data_choice(arguments.certificates);
  const bool has_limit = choice && choice->most_bytes < DataChoice{}.most_bytes;
  return has_limit && !arguments.out.empty() ? "certificates up to a size depend on the runs before" : nullptr;
}

}  // namespace

void print_reasons(const RunArguments& arguments, const LoadedScene& scene, const std::vector<dsl::Override>& overrides,
                   batch::RunCache* cache) {
  Experiment experiment = *scene.experiment;
  add_default_measures(experiment);
  batch::LenientCache unused(nullptr);
  batch::SceneRuns runs(*scene.document, experiment.id, overrides, unused);
  const char* const why_not = why_not_kept(arguments);
  const auto data = arguments.out.empty()
                        ? std::nullopt
                        : std::optional(read_data_choice(arguments.certificates).value_or(DataChoice{}).amount);
  for (const MethodSpec& method : experiment.methods) {
    if (!is_selected(arguments.methods, method.name)) continue;
    const batch::RunKey key = runs.key(run_of_scene(experiment, method, data));
    if (why_not != nullptr)
      print_out("{} ({}): runs: {}\n", key.place, key.values, why_not);
    else
      print_reason(key, arguments.cache, cache);
  }
  for (const SweepSpec& sweep : experiment.sweeps) {
    const SweepDetail detail = sweep_detail(experiment, sweep);
    for (std::size_t i = 0; i < grid_size(sweep) && !is_interrupted(); ++i) {
      const GridPoint point = grid_point(sweep, i);
      for (const MethodSpec& method : experiment.methods)
        if (is_swept(sweep, method.name, arguments.methods))
          print_reason(runs.key({.method = method.name,
                                 .expect = expected_outcome(sweep, method, point.coordinates),
                                 .sweep = &sweep,
                                 .detail = &detail,
                                 .point = &point,
                                 .index = static_cast<std::int64_t>(i)}),
                       arguments.cache, cache);
    }
  }
}

}  // namespace perpend::cli
