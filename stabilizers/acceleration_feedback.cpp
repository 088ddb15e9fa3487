#include "stabilizers/acceleration_feedback.hpp"

#include "stabilizers/objections.hpp"

namespace perpend {

namespace {

class OneStage final : public Stabilizer {
 public:
  OneStage(const ErrorFeedback& feedback, PositionRule rule) : feedback_(feedback), rule_(rule) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    StepReport& report = context.report;
    const VectorX& integral = integral_of_step(context, now, next);
    formulate_acceleration(context.now, now.v, feedback_.alpha(), feedback_.beta, integral, report.stabilization_target,
                           context.problem);
    context.solve(context.problem, context.solution);
    if (context.solution.status != Status::converged) return context.solution.status;
    start_next(now, now.time + context.h, next);
    next.v = now.v + context.h * context.solution.x;
    move_position(context, rule_, now, next);
    report.has_impulses = true;
    report.impulse = context.h * context.solution.multiplier;
    report.target_to_impulse = context.h;
    report.v_solved = next.v;
    report.corrected = false;
    return Status::converged;
  }

  std::optional<std::string> objection(const Model& model) const override {
    return object_to_feedback(model, feedback_, "right, left, trapezoid or off");
  }

  /// The mean velocity moves the position by half of what the new one would.
  std::optional<LinearUpdate> linear_update() const override {
    const double share = rule_ == PositionRule::trapezoidal ? 0.5 : 1.0;
    const ExactProduct a{{2.0, feedback_.zeta, feedback_.omega}, 1};
    const ExactProduct b{{feedback_.beta, feedback_.beta, 1.0}, 2};
    return LinearUpdate{.qq = {{feedback_.beta, feedback_.beta, share}, 2},
                        .qv = {{2.0 * share, feedback_.zeta, feedback_.omega}, 1},
                        .vq = b,
                        .vv = a};
  }

  ForceRule force_rule() const override {
    return rule_ == PositionRule::trapezoidal ? ForceRule::mean_velocity : ForceRule::new_velocity;
  }

 private:
  /// I of the step, in the workspace; next.integral is set. Empty where the model or the option asks for none.
  const VectorX& integral_of_step(StepContext& context, const State& now, State& next) const {
    static const VectorX none;
    if (feedback_.quadrature.value_or(Quadrature::off) == Quadrature::off || !has_nonholonomic_rows(context.model))
      return none;
    VectorX& used = context.workspace.a;
    nonholonomic_error(context.now.rows, now.v, context.workspace.b);
    sum_error(*feedback_.quadrature, context.h, now.integral, context.workspace.b, used, next.integral);
    return used;
  }

  ErrorFeedback feedback_;
  PositionRule rule_;
};

}  // namespace

std::shared_ptr<const Stabilizer> one_stage_baumgarte(const ErrorFeedback& feedback, PositionRule rule) {
  return std::make_shared<const OneStage>(feedback, rule);
}

std::optional<std::string> object_to_feedback(const Model& model, const ErrorFeedback& feedback,
                                              std::string_view choices) {
  if (has_nonholonomic_rows(model) && !feedback.quadrature)
    return "the model has non-holonomic constraints and this method feeds back the integral of their error; how that "
           "is summed decides the outcome: write quadrature: " +
           std::string(choices);
  return object_to_bounded_rows(model);
}

}  // namespace perpend
