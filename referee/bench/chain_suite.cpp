#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernel/model/stop.hpp"
#include "referee/bench/chain_problem.hpp"
#include "referee/bench/chain_reference.hpp"
#include "referee/bench/suites.hpp"

namespace perpend::bench {

namespace {

constexpr double chain_step = 1e-3;  // [s]
constexpr const char* kinds_of_chains[] = {"hinge", "ball"};

/// A second of the motion where that is cheap, fewer steps of longer chains.
long steps_for(long links, bool is_tiny) {
  return is_tiny ? 20L : std::clamp(200'000L / links, 20L, 1000L);
}

std::vector<long> chain_sizes(const BenchSettings& settings) {
  if (settings.is_tiny) return {5, 20};
  std::vector<long> sizes;
  for (long links = 10; links <= settings.largest; links *= 10) sizes.push_back(links);
  return sizes;
}

Trial head_of(const char* suite, const char* kind, const ChainProblem& problem) {
  Trial head;
  head.suite = suite;
  head.kind = kind;
  head.size = problem.size();
  head.step = problem.step;
  head.simulated = problem.step * static_cast<double>(problem.num_steps);
  head.work = static_cast<double>(problem.num_steps);
  head.problem = fmt::format("{}_{}", kind, problem.size());
  return head;
}

std::vector<Accuracy> measure_poses(const ChainProblem& problem, const std::vector<Pose>& poses) {
  std::vector<Accuracy> found{{"separation", joint_separation(problem, poses), "m"}};
  if (problem.is_hinged) found.push_back({"tilt", axis_tilt(poses), "rad"});
  return found;
}

Meter chain_meter(const ChainProblem& problem, const ChainReference* reference) {
  return [&problem, reference](const std::string& answer) -> Reading<std::vector<Accuracy>> {
    const auto read = read_poses(answer, problem.size());
    if (const auto* wrong = std::get_if<FileError>(&read)) return *wrong;
    const auto& poses = std::get<std::vector<Pose>>(read);
    std::vector<Accuracy> found = measure_poses(problem, poses);
    if (reference != nullptr) found.push_back({"distance", largest_distance(poses, reference->poses), "m"});
    return found;
  };
}

}  // namespace

SuiteResult run_chain_suite(const Field& field, const BenchSettings& settings) {
  SuiteResult result{"chain",
                     fmt::format("A chain of N links hangs from the ground by one end and falls from rest in a zigzag. "
                                 "Step {} s. hinge: axes parallel, a motion in the plane; ball: a motion in space.",
                                 chain_step),
                     {}};
  const std::vector<long> sizes = chain_sizes(settings);
  ProblemPlace place{0, std::size(kinds_of_chains) * sizes.size()};
  for (const char* kind : kinds_of_chains) {
    for (const long links : sizes) {
      if (is_interrupted()) return result;
      const ChainProblem problem =
          make_chain(std::string(kind) == "hinge", links, chain_step, steps_for(links, settings.is_tiny));
      const std::string file = write_problem(settings, chain_text(problem));
      for (Trial& trial : run_rounds(contestants_for(field, "chain", kind), head_of("chain", kind, problem), file,
                                     settings, chain_meter(problem, nullptr), place))
        result.trials.push_back(std::move(trial));
      ++place.index;
    }
  }
  result.scalings = scalings_of(result.trials);
  return result;
}

SuiteResult run_work_precision_suite(const Field& field, const BenchSettings& settings) {
  SuiteResult result{
      "wp",
      "The same chains to the same time in steps of different lengths: CPU time against the largest distance of a link "
      "from where it should be.",
      {}};
  const double end = settings.is_tiny ? 0.02 : 1.0;
  std::vector<long> sizes = chain_sizes(settings);
  if (settings.is_tiny) sizes = {5};
  if (sizes.size() > 3) sizes.resize(3);  // thousands of steps: up to 1,000 links
  const std::vector<long> counts =
      settings.is_tiny ? std::vector<long>{10, 20}
                       : std::vector<long>{32, 45, 64, 90, 125, 180, 250, 360, 500, 720, 1000, 1400, 2000, 2800, 4000};
  ProblemPlace place{0, std::size(kinds_of_chains) * sizes.size() * counts.size()};
  for (const char* kind : kinds_of_chains)
    for (const long links : sizes) {
      ChainProblem problem =
          make_chain(std::string(kind) == "hinge", links, end / static_cast<double>(counts.back()), counts.back());
      if (settings.progress)
        settings.progress(fmt::format("wp {} of {} links: reference", kind, links),
                          static_cast<double>(place.index) / static_cast<double>(place.count));
      const ChainReference reference = integrate_chain(problem);
      result.notes.push_back(fmt::format("{}, N = {}: the reference is good to {:.1e} m at {} s", kind, links,
                                         reference.uncertainty, end));
      for (const long count : counts) {
        if (is_interrupted()) return result;
        problem.step = end / static_cast<double>(count);
        problem.num_steps = count;
        const std::string file = write_problem(settings, chain_text(problem));
        for (Trial& trial : run_rounds(contestants_for(field, "wp", kind), head_of("wp", kind, problem), file, settings,
                                       chain_meter(problem, &reference), place)) {
          trial.work = 1.0;
          result.trials.push_back(std::move(trial));
        }
        ++place.index;
      }
    }
  return result;
}

}  // namespace perpend::bench
