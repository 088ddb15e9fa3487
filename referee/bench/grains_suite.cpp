#include <fmt/format.h>

#include "dsl/load.hpp"
#include "kernel/model/stop.hpp"
#include "referee/bench/grains_problem.hpp"
#include "referee/bench/own_grains.hpp"
#include "referee/bench/own_run.hpp"
#include "referee/bench/suites.hpp"
#include "study/vocabulary.hpp"

namespace perpend::bench {

SuiteResult run_grains_suite(const Field& field, const BenchSettings& settings) {
  SuiteResult result{"grains",
                     "Disks of 1 cm with friction 0.3 fall into a box as wide as the root of their number, 250 steps. "
                     "overlap: the deepest at the end, as a share of the radius.",
                     {}};
  for (const long size : settings.is_tiny ? std::vector<long>{9} : std::vector<long>{50, 200, 1000}) {
    if (size > settings.largest || is_interrupted()) break;
    const GrainsProblem problem = make_grains(size, settings.is_tiny ? 10 : 250);
    Trial head;
    head.suite = "grains";
    head.kind = "disks";
    head.size = size;
    head.step = problem.step;
    head.simulated = problem.step * static_cast<double>(problem.num_steps);
    head.work = static_cast<double>(problem.num_steps);
    head.problem = fmt::format("disks_{}", size);
    const Meter meter = [&](const std::string& answer) -> Reading<std::vector<Accuracy>> {
      const auto read = read_poses(answer, size);
      if (const auto* wrong = std::get_if<FileError>(&read)) return *wrong;
      const auto& poses = std::get<std::vector<Pose>>(read);
      return std::vector<Accuracy>{{"overlap", largest_overlap(problem, poses), "radius"},
                                   {"mean height", mean_height(poses), "m"}};
    };
    for (Trial& trial : run_rounds(contestants_for(field, "grains", "disks"), head,
                                   write_problem(settings, grains_text(problem)), settings, meter))
      result.trials.push_back(std::move(trial));
  }
  result.scalings = scalings_of(result.trials);
  return result;
}

Reply drop_grains(const std::string& problem_file, const std::string& answer) {
  const auto read = read_grains(problem_file);
  if (const auto* wrong = std::get_if<FileError>(&read)) return {false, 0.0, wrong->message};
  const auto& problem = std::get<GrainsProblem>(read);
  const dsl::Parsed parsed = dsl::parse_text("grains.scene", grains_scene(problem));
  const dsl::Loaded loaded = parsed.document ? dsl::elaborate(*parsed.document, vocabulary()) : dsl::Loaded{};
  const World* world = loaded.experiment ? std::get_if<World>(&loaded.experiment->system) : nullptr;
  if (world == nullptr || loaded.experiment->methods.empty())
    return {false, 0.0, "the scene of the grains is not read"};
  return run_model(world->model, world->initial, loaded.experiment->methods.front(), problem.step, problem.num_steps,
                   answer);
}

}  // namespace perpend::bench
