#include "referee/bench/own_run.hpp"

#include <cmath>
#include <vector>

#include "kernel/model/clocks.hpp"
#include "kernel/simulation/simulate.hpp"
#include "referee/bench/chain_problem.hpp"
#include "reports/files/atomic_file.hpp"
#include "stabilizers/stabilizer.hpp"

namespace perpend::bench {

namespace {

/// Times the steps: between the instants at which the first one begins and the last one is made.
class StepTimer final : public SimulationObserver {
 public:
  explicit StepTimer(long num_steps) : num_steps_(num_steps) {}
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant& instant) override {
    if (instant.step == 0) start_ = CpuClock::now();
    if (instant.step == num_steps_) seconds_ = cpu_seconds_since(start_);
    return true;
  }
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  long num_steps_;
  CpuClock::time_point start_{};
  double seconds_ = 0.0;
};

std::vector<Pose> poses_of(const Model& model, const VectorX& q) {
  std::vector<Pose> poses;
  for (const Body& body : model.bodies) {
    if (body.kind == BodyKind::fixed) continue;
    Pose pose;
    if (model.space == Space::planar) {
      pose.position.head<2>() = q.segment<2>(body.q_offset);
      const double half = 0.5 * q[body.q_offset + 2];
      pose.rotation = Vec4(std::cos(half), 0.0, 0.0, std::sin(half));
    } else {
      pose.position = q.segment<3>(body.q_offset);
      pose.rotation = q.segment<4>(body.q_offset + 3);
    }
    poses.push_back(pose);
  }
  return poses;
}

}  // namespace

Reply run_model(const Model& model, const State& start, const MethodSpec& method, double step, long num_steps,
                const std::string& answer) {
  StepTimer observer(num_steps);
  const SimulationResult result = simulate(
      model, start,
      [&](StepContext& context, const State& now, State& next) { return method.stabilizer->step(context, now, next); },
      {.step = step,
       .num_steps = num_steps,
       .integration = method.integration,
       .linear_algebra = method.linear_algebra,
       .lcp_solvers = method.lcp_solvers},
      observer);
  if (result.status != Status::converged || result.steps != num_steps) return {false, 0.0, result.message};
  if (const auto error = reports::write_file(answer, poses_text(poses_of(model, result.state.q))))
    return {false, 0.0, error->message()};
  return {true, observer.seconds(), ""};
}

}  // namespace perpend::bench
