#include "stabilizers/velocity_step.hpp"

#include "stabilizers/bounded_rows.hpp"

namespace perpend {

std::optional<std::string> object_to_rule(const Model& model, PositionRule rule) {
  if (rule == PositionRule::semi_implicit) return std::nullopt;
  if (model.contacts.enabled)
    return "contacts ask for the new velocity to move the position; write integrator: semi_implicit";
  if (model.coordinate_rows.empty()) return std::nullopt;
  return "joint '" + model.joints[model.coordinate_rows.front().joint].name +
         "' has limits or dry friction, which ask for the new velocity to move the position; write integrator: "
         "semi_implicit";
}

namespace {

Status solve_velocity(StepContext& context, const State& now, const ContactFeedback& contacts, State& next) {
  if (context.model.contacts.enabled) return solve_velocity_with_contacts(context, now, contacts, next);
  context.solve(context.problem, context.solution);
  return context.solution.status;
}

}  // namespace

void start_next(const State& now, double next_time, State& next) {
  next.time = next_time;
  next.q = now.q;
  next.coordinates = now.coordinates;
}

void move_position(StepContext& context, PositionRule rule, const State& now, State& next) {
  const RotationUpdate rotation = context.integration.rotation;
  if (rule == PositionRule::semi_implicit) {
    advance_position(context.model, rotation, context.h, next.v, next.q);
    return;
  }
  VectorX& mean = context.workspace.stage.v;
  mean = 0.5 * (now.v + next.v);
  advance_position(context.model, rotation, context.h, mean, next.q);
}

Status step_velocity_level(StepContext& context, const State& now, const VelocityFeedback& feedback, State& next,
                           PositionRule rule) {
  StepReport& report = context.report;
  formulate_stabilization(context, feedback, report.stabilization_target);
  formulate_velocity(context, now, feedback, report.stabilization_target, context.problem);
  do {
    const Status status = solve_velocity(context, now, feedback.contacts, next);
    if (status != Status::converged) return status;
  } while (activate_passed_limits(context, context.h, context.solution.x, context.problem));
  start_next(now, now.time + context.h, next);
  next.v = context.solution.x;
  move_position(context, rule, now, next);
  report.has_impulses = true;
  report.impulse = context.solution.multiplier;
  report.target_to_impulse = 1.0;
  report.v_solved = next.v;
  report.corrected = false;
  return Status::converged;
}

}  // namespace perpend
