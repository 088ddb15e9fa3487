// What a study costs beyond the bare loop of its runs: the steps and the measures that the scene asks for.
//     bench_short_runs FILE.scene [runs] [rounds] [rounds on two cores]
// The scene has one sweep, in which its first method runs. Twice, by turns, and of each the shortest of the rounds:
// - in one process and on one thread, so many runs of the study, and as many bare loops: CPU time;
// - on two cores, the whole study with two jobs as `perpend study` makes it, page and all, and as many bare loops by
//   two processes at once, which share caches and the clock of the cores as the jobs do: wall time and CPU time, and
//   the shares of the rounds, where what else the machine does slows down both.
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "batch/study/run.hpp"
#include "kernel/model/clocks.hpp"
#include "kernel/simulation/signals.hpp"
#include "stabilizers/stabilizer.hpp"
#include "study/runs/run_plan.hpp"
#include "study/sweeps/sweep_point.hpp"
#include "study/vocabulary.hpp"

namespace perpend {

namespace {

/// Evaluates the measures of each instant, and keeps of each the largest, the last and the sums.
class MeasuringObserver final : public SimulationObserver {
 public:
  MeasuringObserver(const Model& model, const std::vector<MeasureSpec>& measures)
      : model_(model), measures_(measures), kept_(measures.size()) {}

  void on_solve(const Problem&, const Solution&) override {}
  [[nodiscard]] int calls_per_timing() const override { return std::numeric_limits<int>::max(); }
  bool on_instant(const Instant& instant) override {
    if (instant.step == 0) initial_energy_ = instant.evaluation.energies.total();
    const SignalContext context{model_, instant, initial_energy_, nullptr, not_a_number};
    for (std::size_t i = 0; i < measures_.size(); ++i) {
      const double value = measure(measures_[i], context, components_);
      Kept& kept = kept_[i];
      kept.largest = std::max(kept.largest, value);
      kept.sum += value;
      kept.sum_of_squares += value * value;
      kept.last = value;
    }
    return true;
  }

 private:
  struct Kept {
    double largest = 0.0, last = 0.0, sum = 0.0, sum_of_squares = 0.0;
  };
  const Model& model_;
  const std::vector<MeasureSpec>& measures_;
  std::vector<Kept> kept_;
  VectorX components_;
  double initial_energy_ = 0.0;
};

/// CPU seconds of a run.
double bare_loops(const Experiment& experiment, long runs) {
  const World& world = std::get<World>(experiment.system);
  const MethodSpec& method = experiment.methods.front();
  const SimulationSettings settings{.step = step_of(experiment, method).value_or(0.0),
                                    .num_steps = planned_steps(experiment, method),
                                    .integration = method.integration,
                                    .linear_algebra = method.linear_algebra,
                                    .lcp_solvers = method.lcp_solvers};
  const StepFunction step = [&](StepContext& context, const State& now, State& next) {
    return method.stabilizer->step(context, now, next);
  };
  const CpuClock::time_point start = CpuClock::now();
  for (long i = 0; i < runs; ++i) {
    MeasuringObserver observer(world.model, experiment.measures);
    const SimulationResult result = simulate(world.model, world.initial, step, settings, observer);
    if (result.status != Status::converged) fmt::print(stderr, "a run ended early: {}\n", result.message);
  }
  return cpu_seconds_since(start) / static_cast<double>(runs);
}

/// CPU seconds of a run of the study, with the file that it writes.
double study_runs(const batch::StudyPlan& plan, const std::string& folder, long runs) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  // One shard of as many points, more or less.
  const batch::Shard shard{1, std::max(1L, static_cast<long>(plan.num_points()) / runs)};
  const CpuClock::time_point start = CpuClock::now();
  batch::StudyFile file(folder + "/study.sqlite", plan, shard, "bench_short_runs");
  const batch::Tally tally = batch::conduct(plan, file, {.shard = shard});
  static_cast<void>(file.finish());
  return cpu_seconds_since(start) / static_cast<double>(tally.made);
}

/// Two benches at once must not share it.
class Folder {
 public:
  Folder() : path_((std::filesystem::temp_directory_path() / "bench_short_runs-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Seconds.
struct Cost {
  double wall = std::numeric_limits<double>::infinity();
  double cpu = std::numeric_limits<double>::infinity();

  void lower(const Cost& other) {
    wall = std::min(wall, other.wall);
    cpu = std::min(cpu, other.cpu);
  }
};

double cpu_of_children() {
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// What as many processes at once take, and all processes that they start. Pre: this process has one thread.
Cost cost_of_processes(int count, const std::function<void()>& work) {
  const double before = cpu_of_children();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) {
    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("cannot start a process");
    if (child > 0) continue;
    work();
    ::_exit(0);
  }
  // The processes of runs outlive those that started them by a moment, and become this one's.
  for (int i = 0; i < count; ++i) ::wait(nullptr);
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  while (::wait(nullptr) > 0) {
  }
  return {wall, cpu_of_children() - before};
}

void print_share(const char* what, double bare, double study) {
  fmt::print("  {}: bare loop {:.3f} ms a run, study {:.3f} ms: {:.1f} % of its speed, {:.3f} ms more\n", what,
             1e3 * bare, 1e3 * study, 1e2 * bare / study, 1e3 * (study - bare));
}

int measure_runs(const std::string& path, long runs, int rounds, int rounds_of_pairs) {
  const dsl::Parsed parsed = dsl::parse_file(path, "");
  dsl::Loaded loaded;
  if (parsed.document != nullptr) loaded = dsl::elaborate(*parsed.document, vocabulary());
  if (!loaded.experiment) {
    fmt::print(stderr, "{}: not a valid scene\n", path);
    return 2;
  }
  add_default_measures(*loaded.experiment);
  const batch::StudyPlan plan(*parsed.document, *loaded.experiment, {}, {}, {}, false);
  const Folder folder;
  const std::string of_one = folder.path() + "/one", of_two = folder.path() + "/two";
  const long all = static_cast<long>(plan.num_runs());
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  Cost bare_pair, study_pair;
  std::vector<double> shares;  // of the speed of the bare loops just before, by wall time
  for (int round = 0; round < rounds_of_pairs; ++round) {
    const Cost of_bare = cost_of_processes(2, [&] { bare_loops(*loaded.experiment, all / 2); });
    std::filesystem::remove_all(of_two);
    const Cost of_study = cost_of_processes(1, [&] {
      static_cast<void>(batch::run_study(plan, {.folder = of_two, .jobs = 2, .command = "bench_short_runs"}));
    });
    bare_pair.lower(of_bare);
    study_pair.lower(of_study);
    shares.push_back(of_bare.wall / of_study.wall);
  }
  std::sort(shares.begin(), shares.end());
  double bare = std::numeric_limits<double>::infinity(), whole = bare;
  for (int round = 0; round < rounds; ++round) {
    bare = std::min(bare, bare_loops(*loaded.experiment, runs));
    whole = std::min(whole, study_runs(plan, of_one, runs));
  }
  fmt::print("one process, {} runs\n", runs);
  print_share("CPU time", bare, whole);
  if (rounds_of_pairs <= 0) return 0;
  fmt::print("two bare loops at once next to a study with two jobs, {} runs\n", all);
  const auto one_of = [&](double seconds) { return seconds / static_cast<double>(all); };
  print_share("wall time", one_of(bare_pair.wall), one_of(study_pair.wall));
  print_share("CPU time", one_of(bare_pair.cpu), one_of(study_pair.cpu));
  fmt::print("  wall time, round by round: {:.1f} % in the middle, {:.1f} to {:.1f} %\n",
             1e2 * shares[shares.size() / 2], 1e2 * shares.front(), 1e2 * shares.back());
  return 0;
}

}  // namespace

}  // namespace perpend

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_short_runs FILE.scene [runs] [rounds] [rounds on two cores]\n");
    return 2;
  }
  const long runs = argc > 2 ? std::atol(argv[2]) : 1000;
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 5;
  const int rounds_of_pairs = argc > 4 ? std::atoi(argv[4]) : rounds;
  return perpend::measure_runs(argv[1], std::max(1L, runs), std::max(1, rounds), rounds_of_pairs);
}
