// Baumgarte stabilization in its two levels. [Baumgarte72]
// Velocity level, baumgarte(alpha): stable for 0 < alpha h < 2.                              [ClinePai03] IV.A
//     [ M -J^T; J 0 ] [ v+; impulse ] = [ M v + h f; -phi_t - alpha phi ],   q+ = q + h v+
// Acceleration level, baumgarte(alpha, beta):                                                [Hong06] (12)-(13)
//     [ M -J^T; J 0 ] [ a; lambda ] = [ f; -Jdot_v - 2 alpha phi_dot - beta^2 phi ],   v+ = v + h a,   q+ = q + h v+
// baumgarte(omega0, zeta) is the same with beta = omega0, alpha = zeta omega0.               [DrakeStab]
// Non-holonomic rows, g = N v - v0: N v+ = v0 at velocity level, no feedback; at acceleration level [Hong06] (34)
//     N a = -Jdot_v - 2 alpha g - beta^2 I,   I the integral of g as the option `quadrature` sums it.
// `integrator`: trapezoidal moves the position by the mean velocity; rk4 is the classical Runge-Kutta method.
// Deviation: [Hong06] (13) leaves out the terms of Jdot_v that mix position and orientation; they are included here.
#include "stabilizers/acceleration_feedback.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

namespace baumgarte {
namespace {

class VelocityBaumgarte final : public Stabilizer {
 public:
  VelocityBaumgarte(double alpha, PositionRule rule) : alpha_(alpha), rule_(rule) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    return step_velocity_level(context, now, {.rate = alpha_, .contacts = {.rate = alpha_}}, next, rule_);
  }

  std::optional<std::string> objection(const Model& model) const override { return object_to_rule(model, rule_); }

  std::optional<LinearUpdate> linear_update() const override {
    const double share = rule_ == PositionRule::trapezoidal ? 0.5 : 1.0;
    return LinearUpdate{
        .qq = {{alpha_, share, 1.0}, 1}, .qv = {{share, 1.0, 1.0}, 0}, .vq = {{alpha_, 1.0, 1.0}, 1}, .vv = {}};
  }

  ForceRule force_rule() const override {
    return rule_ == PositionRule::trapezoidal ? ForceRule::mean_velocity : ForceRule::new_velocity;
  }

 private:
  double alpha_;  ///< [1/s]
  PositionRule rule_;
};

using MadeStabilizer = Made<std::shared_ptr<const Stabilizer>>;

MadeStabilizer make_velocity_level(const Properties& options, const std::string& integrator) {
  if (options.has("quadrature"))
    return FactoryError{"quadrature", "the velocity level feeds back no integral",
                        "leave it out, or write baumgarte(alpha: ..., beta: ...)"};
  if (integrator == "rk4")
    return FactoryError{"integrator", "rk4 integrates accelerations", "write baumgarte(alpha: ..., beta: ...)"};
  return std::make_shared<const VelocityBaumgarte>(options.number("alpha"), position_rule_of(integrator));
}

MadeStabilizer make_acceleration_level(const Properties& options, const std::string& integrator,
                                       ErrorFeedback feedback) {
  if (options.has("quadrature")) feedback.quadrature = quadrature_of(options.get<std::string>("quadrature"));
  const Quadrature quadrature = feedback.quadrature.value_or(Quadrature::off);
  const bool in_stages = quadrature == Quadrature::stages;
  if (integrator == "rk4" && !in_stages && quadrature != Quadrature::off)
    return FactoryError{"quadrature", "rk4 sums over its stages", "write quadrature: stages or off"};
  if (integrator != "rk4" && in_stages)
    return FactoryError{"quadrature", "only rk4 has stages to sum over", "write right, left, trapezoid or off"};
  if (integrator == "rk4") return runge_kutta_baumgarte(feedback);
  return one_stage_baumgarte(feedback, position_rule_of(integrator));
}

MadeStabilizer make(const Properties& options) {
  const bool alpha = options.has("alpha");
  const bool beta = options.has("beta");
  const bool omega = options.has("omega0");
  const bool zeta = options.has("zeta");
  const std::string integrator = options.get_or("integrator", std::string("semi_implicit"));
  if (alpha && !beta && !omega && !zeta) return make_velocity_level(options, integrator);
  if (alpha && beta && !omega && !zeta)
    return make_acceleration_level(options, integrator,
                                   {options.number("beta"), 1.0, options.number("alpha"), std::nullopt});
  if (omega && zeta && !alpha && !beta)
    return make_acceleration_level(
        options, integrator,
        {options.number("omega0"), options.number("zeta"), options.number("omega0"), std::nullopt});
  return FactoryError{
      "", "these options do not make a Baumgarte method",
      "write baumgarte(alpha: ...), baumgarte(alpha: ..., beta: ...) or baumgarte(omega0: ..., zeta: ...)"};
}

constexpr FieldSpec options[] = {
    {.name = "alpha",
     .dimension = dimension::rate,
     .doc = "without beta: feedback rate at velocity level; with beta: damping",
     .minimum = 0.0},
    {.name = "beta", .dimension = dimension::rate, .doc = "its square multiplies the position error", .minimum = 0.0},
    {.name = "omega0",
     .dimension = dimension::rate,
     .doc = "undamped angular frequency of the error, equals beta",
     .minimum = 0.0},
    {.name = "zeta", .doc = "damping ratio of the error, equals alpha / beta", .minimum = 0.0},
    quadrature_option,
    {.name = "integrator",
     .type = FieldType::choice,
     .doc = "the new velocity moves the position, or the mean of both; rk4: four stages, acceleration level only",
     .default_text = "semi_implicit",
     .choices = "semi_implicit|trapezoidal|rk4"}};

}  // namespace
}  // namespace baumgarte

const StabilizerType baumgarte_stabilizer{
    .spec = {.name = "baumgarte",
             .summary = "feedback of the constraint error, at velocity or acceleration level",
             .arguments = baumgarte::options,
             .properties = {},
             .citation = "Baumgarte72, ClinePai03, Hong06, DrakeStab, HairerNorsettWanner93"},
    .drift_order = 1,
    .position_order = 1,
    .variants = "baumgarte(alpha) | baumgarte(alpha, beta, quadrature) | baumgarte(omega0, zeta, quadrature)",
    .make = baumgarte::make};

}  // namespace perpend
