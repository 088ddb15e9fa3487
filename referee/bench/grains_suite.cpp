#include <fmt/format.h>

#include "kernel/model/stop.hpp"
#include "referee/bench/grains_problem.hpp"
#include "referee/bench/suites.hpp"

namespace perpend::bench {

SuiteResult run_grains_suite(const Field& field, const BenchSettings& settings) {
  SuiteResult result{
      "grains",
      "Disks of 1 cm with friction 0.3 fall into a box as wide as the root of their number, 250 steps. "
      "overlap: the deepest at the end, as a share of the radius. Ratios are to the fastest of ours with at most "
      "1 % of it.",
      {}};
  std::vector<long> sizes = settings.is_tiny ? std::vector<long>{9} : std::vector<long>{50, 200, 1000, 5000};
  std::erase_if(sizes, [&](long size) { return size > settings.largest; });
  ProblemPlace place{0, sizes.size()};
  for (const long size : sizes) {
    if (is_interrupted()) break;
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
                                   write_problem(settings, grains_text(problem)), settings, meter, place))
      result.trials.push_back(std::move(trial));
    ++place.index;
  }
  result.scalings = scalings_of(result.trials);
  return result;
}

}  // namespace perpend::bench
