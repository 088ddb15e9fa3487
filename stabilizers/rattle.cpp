// RATTLE: Verlet's method with the constraint met in position and in velocity. [Andersen83]
//     M(q)  (w - v)  = (h/2) f(q, w)  + J(q)^T impulse,   q+ = q (+) h w,   phi(q+) = 0
//     M(q+) (v+ - w) = (h/2) f(q+, w) + J(q+)^T mu,       J(q+) v+ = -phi_t
// The second half is the first one backward, so that the step is symmetric and its order is 2; with forces that depend
// on the position alone and in the plane it is symplectic too. A force of the velocity, the gyroscopic term among
// them, is implicit in w in the first half and explicit in the second.
// Non-holonomic rows: N(q+) v+ = v0(t + h), and for w the mean of the rows at both ends, which keeps the symmetry.
#include "stabilizers/formulate.hpp"
#include "stabilizers/leapfrog.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

namespace rattle {
namespace {

class Rattle final : public Leapfrog {
 public:
  using Leapfrog::Leapfrog;

  Status step(StepContext& context, const State& now, State& next) const override {
    const Status status = move_by_half_step_velocity(context, limits(), now, next);
    if (status != Status::converged) return status;
    return meet_velocity_rows(context, next);
  }

 private:
  static Status meet_velocity_rows(StepContext& context, State& next) {
    formulate_velocity_projection(context.scratch, next.v, context.problem);
    context.problem.purpose = SolvePurpose::velocity;
    context.problem.motion += (0.5 * context.h) * context.scratch.force;
    context.solve(context.problem, context.solution);
    if (context.solution.status != Status::converged) return context.solution.status;
    next.v = context.solution.x;
    context.report.impulse += context.solution.multiplier;
    context.report.set_impulses_alone();
    return Status::converged;
  }
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const Rattle>(iteration_limits(options, 50));
}

}  // namespace
}  // namespace rattle

const StabilizerType rattle_stabilizer{.spec = {.name = "rattle",
                                                .summary = "symmetric, of order 2; meets positions and velocities",
                                                .arguments = leapfrog_options,
                                                .properties = {},
                                                .citation = "Andersen83"},
                                       .drift_order = 0,
                                       .position_order = 2,
                                       .variants = "rattle | rattle(tolerance, max_iterations)",
                                       .make = rattle::make};

}  // namespace perpend
