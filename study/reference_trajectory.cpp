#include "study/reference_trajectory.hpp"

#include <fmt/format.h>

#include "kernel/model/stop.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

namespace {

class StateKeeper final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant& instant) override {
    states.push_back(instant.state);
    return !must_stop();
  }
  std::vector<State> states;
};

SimulationResult integrate(const World& world, double step, long num_steps, int max_columns, int substeps,
                           StateKeeper& keeper) {
  Properties options;
  options.set("max_columns", static_cast<double>(max_columns));
  options.set("substeps", static_cast<double>(substeps));
  const auto stabilizer = std::get<0>(reference_stabilizer.make(options));
  const auto advance = [&](StepContext& context, const State& now, State& next) {
    return stabilizer->step(context, now, next);
  };
  return simulate(world.model, world.initial, advance,
                  {.step = step, .num_steps = num_steps, .dependent_rows = DependentRows::leave_out}, keeper);
}

ReferenceTrajectory make(const World& world, double step, long num_steps) {
  ReferenceTrajectory reference;
  const auto stabilizer = std::get<0>(reference_stabilizer.make({}));
  if (const auto objection = stabilizer->objection(world.model)) {
    reference.status = Status::iteration_limit;
    reference.message = *objection;
    return reference;
  }
  StateKeeper first;
  StateKeeper second;
  const SimulationResult run = integrate(world, step, num_steps, 12, 1, first);
  const SimulationResult check = integrate(world, step, num_steps, 9, 2, second);
  reference.states = std::move(first.states);
  reference.status = run.status == Status::converged ? check.status : run.status;
  reference.message = run.status == Status::converged ? check.message : run.message;
  if (must_stop()) {
    reference.status = Status::interrupted;
    reference.message = "the reference was broken off";
  }
  reference.seconds = run.seconds + check.seconds;
  for (std::size_t i = 0; i < std::min(reference.states.size(), second.states.size()); ++i)
    if (reference.states[i].q.size() > 0)
      reference.difference =
          std::max(reference.difference, (reference.states[i].q - second.states[i].q).cwiseAbs().maxCoeff());
  if (reference.status == Status::converged && !(reference.difference <= reference_agreement)) {
    reference.status = Status::iteration_limit;
    reference.message = fmt::format(
        "two reference runs of other order and step differ by {:.2g}: the motion is too sensitive over this time",
        reference.difference);
  }
  return reference;
}

}  // namespace

const ReferenceTrajectory& ReferenceLibrary::get(double step, long num_steps) {
  const std::lock_guard lock(mutex_);
  const auto key = std::make_pair(step, num_steps);
  const auto found = made_.find(key);
  if (found != made_.end() && found->second.status != Status::interrupted) return found->second;
  return made_.insert_or_assign(key, make(world_, step, num_steps)).first->second;
}

}  // namespace perpend
