#include "study/reference/reference_trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "kernel/model/clocks.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/simulation/contradiction.hpp"
#include "kernel/simulation/law_faults.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "study/reference/phased_motion.hpp"

namespace perpend {

namespace {

/// A motion as one accuracy makes it.
struct Motion {
  std::vector<State> states;
  std::vector<VectorX> multipliers;
  std::vector<std::vector<ContactImpulse>> contacts;
  Status status = Status::converged;
  std::string message;
  std::string end;
  std::vector<std::string> events;
};

/// Keeps the motion of a mechanism without limits, dry friction, contacts and laws with branches.
class StateKeeper final : public SimulationObserver {
 public:
  explicit StateKeeper(Motion& motion) : motion_(motion) {}
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant& instant) override {
    motion_.states.push_back(instant.state);
    motion_.multipliers.push_back(instant.report.impulse);
    return !must_stop();
  }

 private:
  Motion& motion_;
};

std::string why_it_stops(long step, Status status, const Model& model, const State& before, double h) {
  const std::string contradiction = describe_contradiction(model, before, h);
  if (!contradiction.empty()) return fmt::format("at step {}: {}", step, contradiction);
  if (status != Status::iteration_limit) return fmt::format("at step {}: {}", step, to_string(status));
  return fmt::format(
      "at step {}: the extrapolation of the reference stopped before its tolerance; a smaller step, or softer springs, "
      "stops and laws, let it end, but for a force that jumps there, as a bushing in space does at half a turn",
      step);
}

Motion smooth_motion(const World& world, double step, long num_steps, const ReferenceAccuracy& accuracy) {
  Motion motion;
  StateKeeper keeper(motion);
  const auto advance = [&](StepContext& context, const State& now, State& next) {
    const Status status = advance_reference({context.model}, accuracy, context.h, now, next);
    if (status != Status::converged) return status;
    report_forces(context, reference_forces({context.model}, next).multiplier);
    return status;
  };
  const SimulationResult run =
      simulate(world.model, world.initial, advance,
               {.step = step, .num_steps = num_steps, .dependent_rows = DependentRows::leave_out}, keeper);
  motion.status = run.status;
  motion.message = run.status == Status::iteration_limit
                       ? why_it_stops(run.steps + 1, run.status, world.model, run.state, step)
                       : run.message;
  for (VectorX& impulse : motion.multipliers) impulse /= step;
  return motion;
}

/// Each step in so many parts, which look for events at their ends.
Motion motion_through_events(const World& world, double step, long num_steps, const ReferenceAccuracy& accuracy,
                             int parts) {
  Motion motion;
  PhasedMotion phases(world.model, accuracy, step / parts);
  State state = world.initial;
  motion.states.push_back(state);
  bool is_known = phases.start(state);
  const auto keep_forces = [&] {
    motion.multipliers.push_back(phases.running().forces_of_rows());
    motion.contacts.push_back(phases.running().forces_of_contacts());
  };
  keep_forces();
  for (long n = 1; is_known && n <= num_steps && !must_stop(); ++n) {
    const State before = state;
    for (int i = 0; i < parts && is_known; ++i) {
      motion.status = phases.advance(step / parts, state);
      if (motion.status != Status::converged) {
        if (must_stop()) return motion;
        LawFault fault = find_law_fault_on_way(n, world.model, phases.running().stopped_at());
        if (fault.message.empty()) fault = find_law_fault_within(n, world.model, before, step);
        motion.message =
            fault.message.empty() ? why_it_stops(n, motion.status, world.model, before, step) : fault.message;
        if (!fault.message.empty()) motion.status = fault.status;
        return motion;
      }
      is_known = phases.end().empty();
    }
    if (!is_known) break;
    motion.states.push_back(state);
    keep_forces();
  }
  motion.end = phases.end();
  motion.events = phases.events();
  return motion;
}

/// Why the mechanism has no reference, whatever it meets.
std::optional<std::string> objection_to(const Model& model, bool is_smooth) {
  const auto stabilizer = std::get<0>(reference_stabilizer.make({}));
  if (is_smooth) return stabilizer->objection(model);
  return stabilizer->objection(PhasedMotion(model, {}).running().phase().model);
}

void cut_where_runs_differ(const std::vector<State>& second, ReferenceTrajectory& reference) {
  for (std::size_t i = 0; i < reference.states.size(); ++i) {
    const State& state = reference.states[i];
    const double difference = state.q.size() == 0 ? 0.0 : (state.q - second[i].q).cwiseAbs().maxCoeff();
    if (difference <= reference_agreement) {
      reference.difference = std::max(reference.difference, difference);
      continue;
    }
    reference.message = fmt::format(
        "two reference runs of other order and step differ by {:.2g} at t = {:g} s: the motion is too sensitive over "
        "this time, or something happens between steps, which a smaller step finds",
        difference, state.time);
    if (reference.status != Status::interrupted) reference.status = Status::iteration_limit;
    reference.states.resize(i);
    return;
  }
}

/// `is_smooth`: nothing but springs and dampers whose points meet may end a smooth phase.
ReferenceTrajectory make(const World& world, double step, long num_steps, bool is_smooth) {
  ReferenceTrajectory reference;
  if (const auto objection = objection_to(world.model, is_smooth)) {
    reference.status = Status::iteration_limit;
    reference.message = *objection;
    return reference;
  }
  const CpuClock::time_point start = CpuClock::now();
  // The search for events looks across corners, where a run that passes no jump would not come any further.
  const ReferenceAccuracy other{.max_columns = 9, .substeps = is_smooth ? 2 : 1, .is_smoothed = is_smooth};
  Motion first =
      is_smooth ? smooth_motion(world, step, num_steps, {}) : motion_through_events(world, step, num_steps, {}, 1);
  const Motion second = is_smooth ? smooth_motion(world, step, num_steps, other)
                                  : motion_through_events(world, step, num_steps, other, 2);
  if (is_smooth && !must_stop() && may_points_meet(world.model, first.states))
    return make(world, step, num_steps, false);
  reference.seconds = cpu_seconds_since(start);
  // Where one of the two ends earlier, nothing checks the other.
  const bool is_cut = second.states.size() < first.states.size();
  if (is_cut) first.states.resize(second.states.size());
  reference.event = is_cut ? second.end : first.end;
  reference.events = std::move(is_cut ? second.events : first.events);
  reference.states = std::move(first.states);
  reference.multipliers = std::move(first.multipliers);
  reference.contacts = std::move(first.contacts);
  reference.status = first.status == Status::converged ? second.status : first.status;
  reference.message = first.status == Status::converged ? second.message : first.message;
  if (must_stop()) {
    reference.status = Status::interrupted;
    reference.message = "the reference was broken off";
  }
  cut_where_runs_differ(second.states, reference);
  return reference;
}

}  // namespace

const ReferenceTrajectory& ReferenceLibrary::get(double step, long num_steps) {
  const std::lock_guard lock(mutex_);
  const auto key = std::make_pair(step, num_steps);
  const auto found = made_.find(key);
  if (found != made_.end() && found->second.status != Status::interrupted) return found->second;
  const Model& model = world_.model;
  const bool is_smooth = model.coordinate_rows.empty() && !model.contacts.enabled && !has_branches(model);
  return made_.insert_or_assign(key, make(world_, step, num_steps, is_smooth)).first->second;
}

}  // namespace perpend
