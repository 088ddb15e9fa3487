#include "cli/load_scene.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/process.hpp"
#include "kernel/model/stop.hpp"
#include "reports/text/text.hpp"
#include "study/run_plan.hpp"
#include "study/vocabulary.hpp"

namespace perpend::cli {

namespace {

void print(const std::vector<dsl::Diagnostic>& diagnostics) {
  if (diagnostics.empty()) return;
  say(dsl::render(diagnostics, isatty(STDERR_FILENO) == 1));
}

template <class Items>
std::string count_of(const Items& items, std::string_view one, std::string_view many = {}) {
  return reports::counted(static_cast<long>(items.size()), one, many);
}

std::string describe(const Experiment& experiment) {
  using reports::counted;
  std::string text;
  if (const auto* world = std::get_if<World>(&experiment.system))
    text = fmt::format("{}, {}, {}, {}", count_of(world->model.bodies, "body", "bodies"),
                       count_of(world->model.joints, "joint"),
                       counted(world->model.num_velocities, "degree of freedom before constraints",
                               "degrees of freedom before constraints"),
                       counted(world->model.num_rows, "constraint row"));
  else if (const auto* system = std::get_if<LinearSystem>(&experiment.system))
    text = fmt::format("linear system, {}, {}", counted(system->mass.size(), "coordinate"),
                       counted(system->b.rows(), "row"));
  return fmt::format("{}; {}, {}, {}, {}, {}", text, count_of(experiment.methods, "method"),
                     count_of(experiment.measures, "measure"), count_of(experiment.figures, "figure"),
                     count_of(experiment.claims, "claim"), count_of(experiment.sweeps, "sweep"));
}

}  // namespace

LoadedScene load_scene(const std::string& path, const std::vector<dsl::Override>& overrides, bool quiet,
                       const std::vector<std::string>& methods) {
  LoadedScene scene;
  const dsl::Parsed parsed = dsl::parse_file(path, "");
  print(parsed.diagnostics);
  if (parsed.document == nullptr) return scene;
  scene.document = parsed.document;
  dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary(), overrides, methods);
  // Next to an error its warnings may help; alone they are no error.
  if (!quiet || !loaded.experiment) print(loaded.diagnostics);
  for (const dsl::Diagnostic& diagnostic : loaded.diagnostics)
    if (diagnostic.severity == dsl::Diagnostic::Severity::warning)
      scene.warnings.push_back(diagnostic.line == 0 ? diagnostic.message
                                                    : fmt::format("line {}: {}", diagnostic.line, diagnostic.message));
  scene.experiment = std::move(loaded.experiment);
  return scene;
}

std::optional<std::vector<dsl::Override>> read_overrides(const std::vector<std::string>& texts) {
  std::vector<dsl::Override> overrides;
  for (const std::string& text : texts) {
    dsl::Diagnostic error;
    const auto override_value = dsl::parse_override(text, error);
    if (!override_value) {
      print({error});
      return std::nullopt;
    }
    overrides.push_back(*override_value);
  }
  return overrides;
}

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
