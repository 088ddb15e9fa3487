// SHAKE: Verlet's positions with the constraint met at the new one. [RyckaertCiccottiBerendsen77]
//     M (q+ - 2 q + q-) = h^2 f + h J(q)^T impulse,   phi(q+) = 0
// written with velocities as the first half of RATTLE and the force of the second half alone:
//     M(q) (w - v) = (h/2) f(q, w) + J(q)^T impulse,   q+ = q (+) h w,   phi(q+) = 0
//     M(q+) (v+ - w) = (h/2) f(q+, w)
// The positions are those of RATTLE: J(q)^T mu that v lacks is made up by the next impulse. What v lacks is half of the
// impulse of the constraints, so that it is off by order 1 across the constraint and J v is not 0.
#include "stabilizers/leapfrog.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

namespace shake {
namespace {

class Shake final : public Leapfrog {
 public:
  using Leapfrog::Leapfrog;

  Status step(StepContext& context, const State& now, State& next) const override {
    const Status status = move_by_half_step_velocity(context, limits(), now, next);
    if (status != Status::converged) return status;
    VectorX& kick = context.workspace.c;
    divide(context.scratch.mass, context.scratch.force, kick);
    next.v += (0.5 * context.h) * kick;
    context.report.set_impulses_alone();
    return Status::converged;
  }
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const Shake>(iteration_limits(options, 50));
}

}  // namespace
}  // namespace shake

const StabilizerType shake_stabilizer{.spec = {.name = "shake",
                                               .summary = "the positions of rattle; velocities stay unprojected",
                                               .arguments = leapfrog_options,
                                               .properties = {},
                                               .citation = "RyckaertCiccottiBerendsen77"},
                                      .drift_order = 0,
                                      .position_order = 2,
                                      .variants = "shake | shake(tolerance, max_iterations)",
                                      .make = shake::make};

}  // namespace perpend
