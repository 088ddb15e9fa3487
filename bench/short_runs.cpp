// What a study costs beyond the bare loop of its runs: the steps and the measures that the scene asks for.
//     bench_short_runs FILE.scene [runs] [rounds]
// Takes the first runs of the study of a scene whose first method runs in one sweep, in one process and on one thread,
// and the same number of bare loops, by turns; prints CPU time, the shortest of the rounds.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <vector>

#include "batch/study/conduct.hpp"
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

int measure_runs(const std::string& path, long runs, int rounds) {
  const dsl::Parsed parsed = dsl::parse_file(path, "");
  dsl::Loaded loaded;
  if (parsed.document != nullptr) loaded = dsl::elaborate(*parsed.document, vocabulary());
  if (!loaded.experiment) {
    fmt::print(stderr, "{}: not a valid scene\n", path);
    return 2;
  }
  add_default_measures(*loaded.experiment);
  const batch::StudyPlan plan(*parsed.document, *loaded.experiment, {}, {}, {}, false);
  const std::string folder = (std::filesystem::temp_directory_path() / "bench_short_runs").string();
  double bare = std::numeric_limits<double>::infinity(), whole = bare;
  for (int round = 0; round < rounds; ++round) {
    bare = std::min(bare, bare_loops(*loaded.experiment, runs));
    whole = std::min(whole, study_runs(plan, folder, runs));
  }
  std::filesystem::remove_all(folder);
  fmt::print("bare loop {:.3f} ms a run, study {:.3f} ms: {:.1f} % of its speed, {:.3f} ms more\n", 1e3 * bare,
             1e3 * whole, 1e2 * bare / whole, 1e3 * (whole - bare));
  return 0;
}

}  // namespace

}  // namespace perpend

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_short_runs FILE.scene [runs] [rounds]\n");
    return 2;
  }
  const long runs = argc > 2 ? std::atol(argv[2]) : 1000;
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 5;
  return perpend::measure_runs(argv[1], std::max(1L, runs), std::max(1, rounds));
}
