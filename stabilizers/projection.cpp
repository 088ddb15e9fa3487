// Projection: the unstabilized step, then Newton's iteration on phi(q) = 0 to a stated tolerance and the nearest
// velocity that the constraints allow there, both in the metric of the mass matrix. [HairerNorsettWanner93]
//     [ M -J^T; J 0 ] [ dq; lambda ] = [ 0; -phi ]   until max |phi| <= tolerance
//     [ M -J^T; J 0 ] [ v; mu ]      = [ M v; -phi_t ]
// Non-holonomic rows are met in v, and dq moves along them: N dq = 0.
#include "stabilizers/objections.hpp"
#include "stabilizers/position_correction.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace projection {
namespace {

class Projection final : public Stabilizer {
 public:
  explicit Projection(const IterationLimits& limits) : limits_(limits) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    Status status = step_velocity_level(context, now, {}, next);
    if (status != Status::converged) return status;
    evaluate(context.model, next, context.scratch, context.integration);
    report_before_correction(context);
    context.report.iterations = 0;
    status = project_position(context, limits_, next);
    if (status != Status::converged) return status;
    status = project_velocity(context, next);
    // Along a curve all that turns the velocity is here: the dynamic solve sees the rows of the old position alone.
    context.report.correction_impulse = context.solution.multiplier;
    return status;
  }

  std::optional<std::string> objection(const Model& model) const override { return object_to_soft_rows(model); }

  /// q+ = (I - P)(q + h v+), v+ = (I - P) v.
  std::optional<LinearUpdate> linear_update() const override {
    return LinearUpdate{.qq = {}, .qv = {}, .vq = {{0.0, 1.0, 1.0}, 0}, .vv = {}};
  }

  /// Both corrections leave alone what J does not see.
  ForceRule force_rule() const override { return ForceRule::new_velocity; }

 private:
  IterationLimits limits_;
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const Projection>(iteration_limits(options, 20));
}

// Newton doubles the digits in each iteration, so that 20 are reached only where it does not converge.
constexpr FieldSpec options[] = {tolerance_option, max_iterations_option("20")};

}  // namespace
}  // namespace projection

const StabilizerType projection_stabilizer{
    .spec = {.name = "projection",
             .summary = "unstabilized step, then Newton on the position and the nearest velocity",
             .arguments = projection::options,
             .properties = {},
             .citation = "HairerNorsettWanner93"},
    .drift_order = 0,
    .position_order = 1,
    .variants = "projection | projection(tolerance, max_iterations)",
    .make = projection::make};

}  // namespace perpend
