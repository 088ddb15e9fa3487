#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/load_scene.hpp"
#include "cli/messages.hpp"
#include "cli/standard_streams.hpp"
#include "kernel/model/stop.hpp"
#include "study/run_method.hpp"
#include "study/sweep_grid.hpp"

namespace perpend::cli {

namespace {

std::string describe(const Experiment& experiment) {
  std::string text;
  if (const auto* world = std::get_if<World>(&experiment.system))
    text = fmt::format("{} bodies, {} joints, {} degrees of freedom before constraints, {} constraint rows",
                       world->model.bodies.size(), world->model.joints.size(), world->model.num_velocities,
                       world->model.num_rows);
  else if (const auto* system = std::get_if<LinearSystem>(&experiment.system))
    text = fmt::format("linear system, {} coordinates, {} rows", system->mass.size(), system->b.rows());
  return fmt::format("{}; {} methods, {} measures, {} figures, {} claims, {} sweeps", text, experiment.methods.size(),
                     experiment.measures.size(), experiment.figures.size(), experiment.claims.size(),
                     experiment.sweeps.size());
}

}  // namespace

ExitCode check_scenes(const std::vector<std::string>& files, const std::vector<std::string>& set) {
  const auto overrides = read_overrides(set);
  if (!overrides) return ExitCode::scene_error;
  ExitCode code = ExitCode::as_expected;
  for (const std::string& file : files) {
    const LoadedScene scene = load_scene(file, *overrides);
    if (is_interrupted()) return ExitCode::interrupted;
    const auto sweep_error =
        scene.experiment ? find_sweep_error(*scene.document, *scene.experiment, *overrides) : std::nullopt;
    if (sweep_error) say(fmt::format("{}: error: {}\n", file, *sweep_error));
    if (scene.experiment && !sweep_error)
      print_out("{}: ok: {}\n", file, describe(*scene.experiment));
    else
      code = ExitCode::scene_error;
  }
  return code;
}

}  // namespace perpend::cli
