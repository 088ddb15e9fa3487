// The stabilized index-2 system of Gear, Gupta and Leimkuhler, in which a second multiplier eta keeps the position on
// the constraint: [GearGuptaLeimkuhler85]
//     q' = v + M^-1 J^T eta,   M v' = f + J^T lambda,   phi = 0,   J v + phi_t = 0
// by the half-explicit midpoint rule, order 2: [BraseyHairer93]
//     q_m = q (+) (h/2) v,     v_m = v + (h/2) M^-1 f + M_m^-1 J_m^T mu_m
//     q+  = q (+) h v_m,       v+  = v + h M_m^-1 (f_m + J_m^T lambda_m) + M+^-1 J+^T mu,   lambda_m = 2 mu_m / h
// eta moves q_m and q+ along M^-1 J^T by Newton's iteration until phi = 0 there; mu_m and mu meet the velocity rows.
// Deviation: eta and the last share of lambda act along J of the position that they lead to, which needs no
// unsymmetric matrix and changes terms of order h^3 a step only.
// Non-holonomic rows are velocity rows; eta moves along them.
#include "stabilizers/objections.hpp"
#include "stabilizers/position_correction.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace ggl {
namespace {

class GearGuptaLeimkuhler final : public Stabilizer {
 public:
  explicit GearGuptaLeimkuhler(const IterationLimits& limits) : limits_(limits) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    context.report.iterations = 0;
    Status status = reach_midpoint(context, now, next);
    if (status != Status::converged) return status;
    accelerate_at_midpoint(context, next);
    status = reach_end(context, now, next);
    context.report.impulse += context.solution.multiplier;
    context.report.set_impulses_alone();
    return status;
  }

  std::optional<std::string> objection(const Model& model) const override { return object_to_soft_rows(model); }

  /// v_m = v+ = (I - P) v, q+ = (I - P)(q + h v_m).
  std::optional<LinearUpdate> linear_update() const override {
    return LinearUpdate{.qq = {}, .qv = {}, .vq = {{0.0, 1.0, 1.0}, 0}, .vv = {}};
  }

  ForceRule force_rule() const override { return ForceRule::midpoint; }

 private:
  /// Moves by `v` over `step` onto the constraint; context.scratch is evaluated there.
  Status move(StepContext& context, const State& now, double step, const VectorX& v, State& next) const {
    start_next(now, now.time + step, next);
    advance_position(context.model, context.integration.rotation, step, v, next.q);
    evaluate_rows(context.model, next, context.scratch);
    return project_position(context, limits_, next);
  }

  /// next becomes the midpoint, the report gets the impulse of J_m^T lambda_m over the whole step.
  Status reach_midpoint(StepContext& context, const State& now, State& next) const {
    Status status = move(context, now, 0.5 * context.h, now.v, next);
    if (status != Status::converged) return status;
    divide(context.now.mass, context.now.force, next.v);
    next.v = now.v + (0.5 * context.h) * next.v;
    status = project_velocity(context, next);
    context.report.impulse = 2.0 * context.solution.multiplier;
    return status;
  }

  /// h M_m^-1 (f_m + J_m^T lambda_m) into the workspace.
  static void accelerate_at_midpoint(StepContext& context, const State& midpoint) {
    evaluate(context.model, midpoint, context.scratch);
    VectorX& change = context.workspace.a;
    change = context.h * context.scratch.force;
    add_jacobian_transposed(context.scratch.rows, context.report.impulse, change);
    divide(context.scratch.mass, change, change);
  }

  Status reach_end(StepContext& context, const State& now, State& next) const {
    context.workspace.b = next.v;
    const Status status = move(context, now, context.h, context.workspace.b, next);
    if (status != Status::converged) return status;
    next.v = now.v + context.workspace.a;
    return project_velocity(context, next);
  }

  IterationLimits limits_;
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const GearGuptaLeimkuhler>(iteration_limits(options, 20));
}

// Newton doubles the digits in each iteration, so that 20 are reached only where it does not converge.
constexpr FieldSpec options[] = {tolerance_option, max_iterations_option("20")};

}  // namespace
}  // namespace ggl

const StabilizerType ggl_stabilizer{
    .spec = {.name = "ggl",
             .summary = "stabilized index 2: one multiplier for position and one for velocity",
             .arguments = ggl::options,
             .properties = {},
             .citation = "GearGuptaLeimkuhler85, BraseyHairer93"},
    .drift_order = 0,
    .position_order = 2,
    .variants = "ggl | ggl(tolerance, max_iterations)",
    .make = ggl::make};

}  // namespace perpend
