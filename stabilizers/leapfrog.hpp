// What RATTLE and SHAKE have in common: the first half of RATTLE, which is all that moves the position, and what
// follows from it.
#pragma once

#include "kernel/simulation/step.hpp"
#include "stabilizers/objections.hpp"
#include "stabilizers/position_correction.hpp"
#include "stabilizers/stabilizer.hpp"

namespace perpend {

/// Solves for w = v_half and the impulse, with J, M and the position rule at the old state,
///     M (w - v) = (h/2) f(q, w) + J^T impulse,   q+ = q (+) h w,   phi(q+, t + h) = 0
///     non-holonomic rows: the mean of N(q) w - v0(t) and N(q+) w - v0(t + h) is 0
/// by quasi-Newton with the symmetric matrix of the old state, which the step before has left factorized: each
/// iteration solves, for rates t that are right to second order at first and by what the steps before lacked then,
///     [ M -J^T; J 0 ] [ w; impulse ] = [ M v + (h/2) f(q, w); t ],   t <- t - phi(q+)/h
/// until |phi(q+)| is within the tolerance or its rounding (rounding_of_row) and the forces that w was solved with are
/// its own: h |w' - w| is within the tolerance, or (h/2) M^-1 |f(q, w') - f(q, w)| within the tolerance over h. Leaves
/// w in next.v and the impulse in the report; context.scratch is evaluated at (t + h, q+, w). Where phi(q) is not 0 at
/// the start, the way back would enter w as phi(q)/h and stay in v: q is first projected onto phi(q) = 0 as by method
/// `projection`, with v as it is.
[[nodiscard]] Status move_by_half_step_velocity(StepContext& context, const IterationLimits& limits, const State& now,
                                                State& next);

class Leapfrog : public Stabilizer {
 public:
  explicit Leapfrog(const IterationLimits& limits) : limits_(limits) {}

  /// Forces of the velocity, the gyroscopic term among them, enter as they are at each evaluation.
  [[nodiscard]] IntegrationUse integration_use() const final { return {.rotation = true, .gyroscopic = false}; }

  [[nodiscard]] std::optional<std::string> objection(const Model& model) const final {
    return object_to_soft_rows(model);
  }

  /// q is closed first: w = (I - P) v, q+ = (I - P)(q + h v); v+ is (I - P) v for RATTLE, and w for SHAKE.
  [[nodiscard]] std::optional<LinearUpdate> linear_update() const final {
    return LinearUpdate{.qq = {}, .qv = {}, .vq = {{0.0, 1.0, 1.0}, 0}, .vv = {}};
  }

  /// SHAKE: seen from w to w, which has the same eigenvalues as from v to v; J v itself feels the force of the second
  /// half.
  [[nodiscard]] ForceRule force_rule() const final { return ForceRule::leapfrog; }

 protected:
  [[nodiscard]] const IterationLimits& limits() const { return limits_; }

 private:
  IterationLimits limits_;
};

/// The iteration gains a factor of about h |v| / length each time: 50 reach 1e-12 where that factor is below 0.57.
inline constexpr FieldSpec leapfrog_options[] = {tolerance_option, max_iterations_option("50")};

}  // namespace perpend
