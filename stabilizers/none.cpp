// Velocity-impulse step without stabilization. [ClinePai03] (7), [AnitescuPotra97]
//     [ M -J^T; J 0 ] [ v+; impulse ] = [ M v + h f; -phi_t ],   q+ = q + h v+
// The constraint error grows by (h^2/2) phi'' a step: order 1 over a fixed time.
#include "stabilizers/formulate.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

namespace {

class None final : public Stabilizer {
 public:
  Status step(StepContext& context, const State& now, State& next) const override {
    return step_velocity_level(context, now, 0.0, 0.0, next);
  }

  std::optional<LinearUpdate> linear_update() const override {
    return LinearUpdate{.qq = {{0.0, 1.0, 1.0}, 0}, .qv = {}, .vq = {{0.0, 1.0, 1.0}, 0}, .vv = {}};
  }
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties&) {
  return std::make_shared<const None>();
}

}  // namespace

const StabilizerType none_stabilizer{.spec = {.name = "none",
                                              .summary = "velocity-impulse step, no stabilization",
                                              .arguments = {},
                                              .properties = {},
                                              .citation = "ClinePai03, AnitescuPotra97"},
                                     .drift_order = 1,
                                     .variants = "none",
                                     .make = make};

}  // namespace perpend
