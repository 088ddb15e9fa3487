#include <fmt/format.h>

#include <stdexcept>

#include "kernel/model/stop.hpp"
#include "referee/bench/grains_problem.hpp"
#include "referee/bench/suites.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/child_process.hpp"

namespace perpend::bench {

namespace {

constexpr const char* pendulum_scene =
    "experiment pendulum {\n  title = \"A pendulum\"\n  source = \"derived\"\n  world planar {\n"
    "    gravity = (0, -9.81) m/s^2\n    body bob = disk(radius: 5 cm) { mass = 1 kg; at = (1, 0) m }\n"
    "    joint pin = revolute(world, bob) { at = (0, 0) m }\n  }\n  run { step = 1 ms; duration = 1 s }\n"
    "  method plain = implicit\n  measure drift = max_abs(constraint_error)\n}\n";

struct Command {
  std::string name;
  std::vector<std::string> words;
  long size = 1;  ///< bodies of the scene
};

std::vector<Command> commands_of(const BenchSettings& settings) {
  const std::string small = settings.folder + "/pendulum.scene";
  const auto write = [](const std::string& path, const std::string& text) {
    if (const auto error = reports::write_file(path, text)) throw std::runtime_error(error->message());
  };
  write(small, pendulum_scene);
  std::vector<Command> commands{
      {"version", {"--version"}}, {"check_pendulum", {"check", small}}, {"run_pendulum", {"run", "--quiet", small}}};
  for (const long bodies : settings.is_tiny ? std::vector<long>{20} : std::vector<long>{1000, 10000}) {
    const std::string path = fmt::format("{}/bodies_{}.scene", settings.folder, bodies);
    write(path, grains_scene(make_grains(bodies, 10)));
    commands.push_back({fmt::format("check_{}_bodies", bodies), {"check", path}, bodies});
  }
  return commands;
}

}  // namespace

SuiteResult run_runs_suite(const Field& /*field*/, const BenchSettings& settings) {
  SuiteResult result{"runs",
                     "Whole commands of ours, from the start of the process to its end: version, check and run of a "
                     "pendulum (1,000 steps with certificates), check of scenes that list every body.",
                     {}};
  const std::vector<Command> commands = commands_of(settings);
  for (const Command& command : commands) {
    Trial trial;
    trial.suite = "runs";
    trial.kind = trial.problem = command.name;
    trial.size = command.size;
    trial.engine = "Perpend";
    trial.variant = command.words.front();
    trial.is_ours = true;
    trial.end = TrialEnd::measured;
    result.trials.push_back(std::move(trial));
  }
  const double num_runs = static_cast<double>(commands.size()) * settings.rounds;
  for (int round = 0; round < settings.rounds; ++round)
    for (std::size_t i = 0; i < commands.size() && !is_interrupted(); ++i) {
      Trial& trial = result.trials[i];
      if (settings.progress)
        settings.progress(fmt::format("runs {}, round {} of {}", commands[i].name, round + 1, settings.rounds),
                          (static_cast<double>(commands.size()) * round + static_cast<double>(i)) / num_runs);
      if (trial.end != TrialEnd::measured) continue;
      std::vector<std::string> words{settings.self};
      words.insert(words.end(), commands[i].words.begin(), commands[i].words.end());
      const reports::ChildRun run =
          reports::run_child(words, settings.folder + "/out.txt", settings.folder + "/err.txt", settings.most_seconds);
      if (run.end == reports::ChildRun::End::interrupted) break;
      const bool is_good = run.end == reports::ChildRun::End::exited && run.code == 0;
      if (is_good) trial.seconds.push_back(run.seconds);
      trial.accuracy = {{"exit code", static_cast<double>(run.code), ""}};
      if (is_good) continue;
      trial.end = run.end == reports::ChildRun::End::timed_out ? TrialEnd::timed_out : TrialEnd::failed;
      trial.note = fmt::format("code {}", run.code);
      trial.seconds.clear();
    }
  return result;
}

}  // namespace perpend::bench
