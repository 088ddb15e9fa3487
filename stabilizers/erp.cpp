// Error reduction and constraint force mixing, the convention of ODE.
//     [ M -J^T; J cfm ] [ v+; impulse ] = [ M v + h f; -phi_t - (erp/h) phi ],   q+ = q + h v+
// erp = alpha h of velocity-level Baumgarte. Exact law: J v+ + cfm impulse = target. [CfmBlog05]
// A joint that states its own erp keeps it, and its own cfm adds to that of the method.
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace erp {
namespace {

class Erp final : public Stabilizer {
 public:
  Erp(double erp, double cfm) : erp_(erp), cfm_(cfm) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    return step_velocity_level(
        context, now,
        {.rate = erp_ / context.h, .cfm = cfm_, .joint_erp = true, .contacts = {.rate = erp_ / context.h, .cfm = cfm_}},
        next);
  }

  std::optional<LinearUpdate> linear_update() const override {
    const ExactProduct erp{{erp_, 1.0, 1.0}, 0};
    return LinearUpdate{.qq = erp, .qv = {}, .vq = erp, .vv = {}, .compliant = cfm_ > 0.0};
  }

  ForceRule force_rule() const override { return ForceRule::new_velocity; }

 private:
  double erp_;  ///< share of the error that one step removes
  double cfm_;  ///< [1/kg or 1/(kg m^2)]
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const Erp>(options.number("erp"), options.number_or("cfm", 0.0));
}

// Above erp = 2 the error grows (alpha h = 2); such values are allowed because a study may want to see it.
constexpr FieldSpec options[] = {
    {.name = "erp", .required = true, .doc = "share of the constraint error that one step removes", .minimum = 0.0},
    {.name = "cfm",
     .dimension = pow(dimension::mass, -1),
     .doc = "compliance of each row on its impulse (in 1/(kg m^2) for angles)",
     .default_text = "0 1/kg",
     .minimum = 0.0}};

}  // namespace
}  // namespace erp

const StabilizerType erp_stabilizer{.spec = {.name = "erp",
                                             .summary = "error reduction and constraint force mixing",
                                             .arguments = erp::options,
                                             .properties = {},
                                             .citation = "CfmBlog05"},
                                    .drift_order = 2,
                                    .position_order = 1,
                                    .variants = "erp(erp) | erp(erp, cfm)",
                                    .make = erp::make};

}  // namespace perpend
