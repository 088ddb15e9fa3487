// Baumgarte's feedback under the classical Runge-Kutta method, order 4. [HairerNorsettWanner93] II.1
// With y = (q, v, I) and M a - J^T lambda = f, J a = -Jdot_v - 2 alpha phi_dot - beta^2 phi solved at each stage:
//     y' = (rate(q, v), a, g),   y+ = y + (h/6)(k_1 + 2 k_2 + 2 k_3 + k_4)
// Quaternions are integrated as four numbers by their rate; the rows are evaluated at the normalized quaternion and the
// result is normalized at the end. The field is then defined off the unit sphere too and keeps the norm, so that the
// order stays 4 whatever `rotation` says. The gyroscopic term enters as it is in every stage.
#include <array>

#include "kernel/dynamics/advance_position.hpp"
#include "kernel/model/numbers/rotation.hpp"
#include "stabilizers/acceleration_feedback.hpp"
#include "stabilizers/objections.hpp"

namespace perpend {

namespace {

/// The rate of q at (raw, v) times `weight` is added to `sum`, and raw becomes q + stage_step times the rate.
void advance_raw_position(const Model& model, const VectorX& q, const VectorX& v, double stage_step, double weight,
                          VectorX& raw, VectorX& sum) {
  if (model.space == Space::planar) {
    sum += weight * v;
    raw = q + stage_step * v;
    return;
  }
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    const int i = body.q_offset;
    sum.segment<3>(i) += weight * v.segment<3>(body.offset);
    raw.segment<3>(i) = q.segment<3>(i) + stage_step * v.segment<3>(body.offset);
    if (body.kind != BodyKind::rigid) continue;
    const Vec4 rate = quaternion_rate(Vec4(raw.segment<4>(i + 3)), Vec3(v.segment<3>(body.offset + 3)));
    sum.segment<4>(i + 3) += weight * rate;
    raw.segment<4>(i + 3) = q.segment<4>(i + 3) + stage_step * rate;
  }
}

class RungeKutta final : public Stabilizer {
 public:
  explicit RungeKutta(const ErrorFeedback& feedback) : feedback_(feedback) {}

  Status step(StepContext& context, const State& now, State& next) const override;

  IntegrationUse integration_use() const override { return {.rotation = false, .gyroscopic = false}; }

  std::optional<std::string> objection(const Model& model) const override {
    return object_to_feedback(model, feedback_, "stages or off");
  }

  /// Its coefficients are polynomials in alpha h and beta h, not products.
  std::optional<LinearUpdate> linear_update() const override { return std::nullopt; }

 private:
  void start(StepContext& context, const State& now, State& next) const;
  [[nodiscard]] Status solve_stage(StepContext& context) const;
  void advance(StepContext& context, const State& now, double weight, double stage_step, State& next) const;

  ErrorFeedback feedback_;
};

/// The first stage is where the step starts. context.workspace: a is the sum of position rates, b an error of rows, c
/// the quaternions of the stage before they are normalized.
void RungeKutta::start(StepContext& context, const State& now, State& next) const {
  const Model& model = context.model;
  State& stage = context.workspace.stage;
  stage = now;
  if (feedback_.quadrature != Quadrature::stages || !has_nonholonomic_rows(model))
    stage.integral.resize(0);
  else if (now.integral.size() == 0)
    stage.integral.setZero(model.num_rows);
  start_next(now, now.time + context.h, next);
  next.v = now.v;
  next.integral = stage.integral;
  context.workspace.a.setZero(model.num_positions);
  context.workspace.c = now.q;
  context.report.impulse.setZero(model.num_rows);
}

/// Accelerations and forces of the constraints at the stage; context.scratch is evaluated there.
Status RungeKutta::solve_stage(StepContext& context) const {
  const State& stage = context.workspace.stage;
  evaluate(context.model, stage, context.scratch);
  formulate_acceleration(context.scratch, stage.v, feedback_.alpha(), feedback_.beta, stage.integral,
                         context.workspace.b, context.problem);
  context.solve(context.problem, context.solution);
  return context.solution.status;
}

/// Adds what the stage contributes and moves on to the next one, at now + stage_step k.
void RungeKutta::advance(StepContext& context, const State& now, double weight, double stage_step, State& next) const {
  Workspace& workspace = context.workspace;
  State& stage = workspace.stage;
  VectorX &position_sum = workspace.a, &error = workspace.b, &raw = workspace.c;
  next.v += weight * context.solution.x;
  context.report.impulse += weight * context.solution.multiplier;
  if (stage.integral.size() > 0) {
    nonholonomic_error(context.scratch.rows, stage.v, error);
    next.integral += weight * error;
    stage.integral = stage_step * error;
    if (now.integral.size() > 0) stage.integral += now.integral;
  }
  advance_raw_position(context.model, now.q, stage.v, stage_step, weight, raw, position_sum);
  stage.time = now.time + stage_step;
  stage.v = now.v + stage_step * context.solution.x;
  stage.q = raw;
  normalize_rotations(context.model, stage.q);
}

Status RungeKutta::step(StepContext& context, const State& now, State& next) const {
  constexpr std::array<double, 4> weights{1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  constexpr std::array<double, 4> next_stage{0.5, 0.5, 1.0, 0.0};
  start(context, now, next);
  for (int i = 0; i < 4; ++i) {
    const Status status = solve_stage(context);
    if (status != Status::converged) {
      next = context.workspace.stage;
      return status;
    }
    advance(context, now, context.h * weights[i], context.h * next_stage[i], next);
  }
  next.q += context.workspace.a;
  normalize_rotations(context.model, next.q);
  context.report.target_to_impulse = context.h;
  context.report.set_impulses_alone();
  return Status::converged;
}

}  // namespace

std::shared_ptr<const Stabilizer> runge_kutta_baumgarte(const ErrorFeedback& feedback) {
  return std::make_shared<const RungeKutta>(feedback);
}

}  // namespace perpend
