// Implicit constraint enforcement: the constraint linearized about the old position is met at the new one.
//     [ M -J^T; J 0 ] [ v+; impulse ] = [ M v + h f; -phi_t - phi/h ],   q+ = q + h v+      [Hong06] (10)-(11)
// What is left is the second-order term: phi+ = (h^2/2) v+^T phi_qq v+, exactly so for a quadratic constraint. Order 2.
// For joints the same as [HartAnitescu03] (2.8).
// Only the constraint is implicit. Springs and dampers act with their forces at the old position and velocity, so that
// one that is stiff for the step is as unstable here as under `none`.
// Non-holonomic rows: N v+ = v0(t + h) - h (N v)_q v, [Hong06] (26)-(31).
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace implicit {
namespace {

class Implicit final : public Stabilizer {
 public:
  Status step(StepContext& context, const State& now, State& next) const override {
    return step_velocity_level(context, now,
                               {.rate = 1.0 / context.h, .ahead = true, .contacts = {.rate = 1.0 / context.h}}, next);
  }

  std::optional<LinearUpdate> linear_update() const override { return LinearUpdate{}; }

  ForceRule force_rule() const override { return ForceRule::new_velocity; }
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties&) {
  return std::make_shared<const Implicit>();
}

}  // namespace
}  // namespace implicit

const StabilizerType implicit_stabilizer{
    .spec = {.name = "implicit",
             .summary = "linearized constraint met at the new position; springs and dampers stay explicit",
             .arguments = {},
             .properties = {},
             .citation = "Hong06, HartAnitescu03"},
    .drift_order = 2,
    .position_order = 1,
    .variants = "implicit",
    .make = implicit::make};

}  // namespace perpend
