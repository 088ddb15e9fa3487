// Baumgarte stabilization in its two levels. [Baumgarte72]
// Velocity level, baumgarte(alpha): stable for 0 < alpha h < 2.                              [ClinePai03] IV.A
//     [ M -J^T; J 0 ] [ v+; impulse ] = [ M v + h f; -phi_t - alpha phi ],   q+ = q + h v+
// Acceleration level, baumgarte(alpha, beta):                                                [Hong06] (12)-(13)
//     [ M -J^T; J 0 ] [ a; lambda ] = [ f; -Jdot_v - 2 alpha phi_dot - beta^2 phi ],   v+ = v + h a,   q+ = q + h v+
// baumgarte(omega0, zeta) is the same with beta = omega0, alpha = zeta omega0.               [DrakeStab]
// Deviation: [Hong06] (13) leaves out the terms of Jdot_v that mix position and orientation; they are included here.
#include "stabilizers/formulate.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

namespace {

class VelocityBaumgarte final : public Stabilizer {
 public:
  explicit VelocityBaumgarte(double alpha) : alpha_(alpha) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    return step_velocity_level(context, now, alpha_, 0.0, next);
  }

  std::optional<LinearUpdate> linear_update() const override {
    const ExactProduct alpha_h{{alpha_, 1.0, 1.0}, 1};
    return LinearUpdate{.qq = alpha_h, .qv = {}, .vq = alpha_h, .vv = {}};
  }

 private:
  double alpha_;  ///< [1/s]
};

class AccelerationBaumgarte final : public Stabilizer {
 public:
  /// alpha = zeta * omega: kept as the two factors, so that the linear update is an exact product.
  AccelerationBaumgarte(double beta, double zeta, double omega) : beta_(beta), zeta_(zeta), omega_(omega) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    const double alpha = zeta_ * omega_;
    formulate_acceleration(context, now, alpha, beta_, context.problem);
    context.solve(context.problem, context.solution);
    if (context.solution.status != Status::converged) return context.solution.status;
    next.time = now.time + context.h;
    next.v = now.v + context.h * context.solution.x;
    next.q = now.q;
    advance_position(context.model, context.integration.rotation, context.h, next.v, next.q);
    write_report(context, now, alpha, next);
    return Status::converged;
  }

  std::optional<LinearUpdate> linear_update() const override {
    const ExactProduct a{{2.0, zeta_, omega_}, 1};
    const ExactProduct b{{beta_, beta_, 1.0}, 2};
    return LinearUpdate{.qq = b, .qv = a, .vq = b, .vv = a};
  }

 private:
  void write_report(StepContext& context, const State& now, double alpha, const State& next) const {
    StepReport& report = context.report;
    report.has_impulses = true;
    report.impulse = context.h * context.solution.multiplier;
    report.target_to_impulse = context.h;
    report.v_solved = next.v;
    report.corrected = false;
    const ConstraintRows& rows = context.now.rows;
    apply_jacobian(rows, now.v, report.stabilization_target);
    report.stabilization_target =
        (-2.0 * alpha) * (report.stabilization_target + rows.phi_t) - (beta_ * beta_) * rows.phi;
  }

  double beta_;   ///< [1/s]
  double zeta_;   ///< [-]
  double omega_;  ///< [1/s]
};

using MadeStabilizer = Made<std::shared_ptr<const Stabilizer>>;

MadeStabilizer make(const Properties& options) {
  const bool alpha = options.has("alpha");
  const bool beta = options.has("beta");
  const bool omega = options.has("omega0");
  const bool zeta = options.has("zeta");
  if (alpha && !beta && !omega && !zeta) return std::make_shared<const VelocityBaumgarte>(options.number("alpha"));
  if (alpha && beta && !omega && !zeta)
    return std::make_shared<const AccelerationBaumgarte>(options.number("beta"), 1.0, options.number("alpha"));
  if (omega && zeta && !alpha && !beta)
    return std::make_shared<const AccelerationBaumgarte>(options.number("omega0"), options.number("zeta"),
                                                         options.number("omega0"));
  return FactoryError{
      "", "these options do not make a Baumgarte method",
      "write baumgarte(alpha: ...), baumgarte(alpha: ..., beta: ...) or baumgarte(omega0: ..., zeta: ...)"};
}

constexpr FieldSpec options[] = {
    {.name = "alpha",
     .dimension = dimension::rate,
     .doc = "alone: rate of the velocity level; with beta: damping",
     .minimum = 0.0},
    {.name = "beta", .dimension = dimension::rate, .doc = "its square multiplies the position error", .minimum = 0.0},
    {.name = "omega0",
     .dimension = dimension::rate,
     .doc = "undamped angular frequency of the error, equals beta",
     .minimum = 0.0},
    {.name = "zeta", .doc = "damping ratio of the error, equals alpha / beta", .minimum = 0.0}};

}  // namespace

const StabilizerType baumgarte_stabilizer{
    .spec = {.name = "baumgarte",
             .summary = "feedback of the constraint error, at velocity or acceleration level",
             .arguments = options,
             .properties = {},
             .citation = "Baumgarte72, ClinePai03, Hong06, DrakeStab"},
    .drift_order = 1,
    .variants = "baumgarte(alpha) | baumgarte(alpha, beta) | baumgarte(omega0, zeta)",
    .make = make};

}  // namespace perpend
