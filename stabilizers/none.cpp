// Velocity-impulse step without stabilization. [ClinePai03] (7), [AnitescuPotra97]
//     [ M -J^T; J 0 ] [ v+; impulse ] = [ M v + h f; -phi_t ],   q+ = q + h v+ (trapezoidal: q + h (v + v+)/2)
// The constraint error grows by (h^2/2) phi'' a step: order 1 over a fixed time. Limits and contacts: [ClinePai03] (8).
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace none {
namespace {

class None final : public Stabilizer {
 public:
  explicit None(PositionRule rule) : rule_(rule) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    return step_velocity_level(context, now, {.contacts = {.keeps_distance = false}}, next, rule_);
  }

  std::optional<std::string> objection(const Model& model) const override { return object_to_rule(model, rule_); }

  std::optional<LinearUpdate> linear_update() const override {
    const double share = rule_ == PositionRule::trapezoidal ? 0.5 : 1.0;
    return LinearUpdate{.qq = {{0.0, 1.0, 1.0}, 0}, .qv = {{share, 1.0, 1.0}, 0}, .vq = {{0.0, 1.0, 1.0}, 0}, .vv = {}};
  }

  ForceRule force_rule() const override {
    return rule_ == PositionRule::trapezoidal ? ForceRule::mean_velocity : ForceRule::new_velocity;
  }

 private:
  PositionRule rule_;
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const None>(position_rule_of(options.get_or("integrator", std::string())));
}

constexpr FieldSpec options[] = {position_rule_option};

}  // namespace
}  // namespace none

const StabilizerType none_stabilizer{.spec = {.name = "none",
                                              .summary = "velocity-impulse step, no stabilization",
                                              .arguments = none::options,
                                              .properties = {},
                                              .citation = "ClinePai03, AnitescuPotra97"},
                                     .drift_order = 1,
                                     .position_order = 1,
                                     .variants = "none | none(integrator)",
                                     .make = none::make};

}  // namespace perpend
