// Whether forces that depend on the state make a step unstable, on the motions that the constraints allow.
#pragma once

#include <string>
#include <vector>

#include "verification/motion/forced_forms.hpp"
#include "verification/motion/spectral_radius.hpp"
#include "verification/motion/stability_limit.hpp"

namespace perpend {

/// What a rule asks for: all of them together prove rho <= 1. Empty where the rule is not worked out for these forces.
/// With z the eigenvalue, x its vector and m, d, k the forms of M, D, K at x, all real for symmetric matrices:
///     new_velocity   m z^2 - (2m - h d - h^2 k) z + (m - h d)                    = 0
///     mean_velocity  2m z^2 - (4m - 2h d - h^2 k) z + (2m - 2h d + h^2 k)        = 0
///     leapfrog       (m + h d/2) z^2 - (2m - h^2 k) z + (m - h d/2)              = 0
/// midpoint without damping is leapfrog where K is that of constraint forces, and has |z|^2 = 1 + (h^2 k/m)^2/4 where
/// it is that of applied ones. Jury's conditions for each m, d, k >= 0 are these [Jury64]. The polynomials are positive
/// definite matrices for large |z|: one that is negative on some x at z = -1 or z = 1 has an eigenvalue beyond.
[[nodiscard]] std::vector<ForceCondition> force_conditions(ForceRule rule, const LinearForces& forces);

struct ForceProof {
  Verdict verdict = Verdict::not_run;  ///< rho <= 1 on the motions that J allows
  std::string reason;
  /// For each condition, w >= 0 by row with the condition's matrix + J^T diag(w) J positive definite on the columns
  /// that forces reach; empty: a sum of squares by itself.
  std::vector<VectorX> weights;
  VectorX witness{};          ///< refuted: a motion near one that J allows, on which the condition is negative
  int condition = -1;         ///< that one
  double rho_at_least = 0.0;  ///< refuted: at least 1
  /// Refuted by K >= 0 alone, no other condition being refuted: the motion leaves the start under any method.
  bool is_of_mechanism = false;
};

/// More velocities than this are not decided: the matrices are dense.
inline constexpr int most_forced_velocities = 400;

/// At the step h, read as a decimal. Without forces: proved.
[[nodiscard]] ForceProof certify_forces(const ForcedMechanism& mechanism, ForceRule rule, double h);

/// Up to which step. The limit lies in [lo, hi] with a proof at each; both infinite: none, both 0: no step is stable.
[[nodiscard]] LimitReport limit_of_forces(const ForcedMechanism& mechanism, ForceRule rule);

/// The spectral radius with both parts. Pre: `report` is that of the constrained part alone, its free dimension 0.
void include_forces(const ForceProof& proof, StabilityReport& report);

/// Whichever of two limits of the step comes first. Where either may be unstable at smaller values, the lower end may
/// be, too.
[[nodiscard]] LimitReport first_limit(const LimitReport& a, const LimitReport& b);

}  // namespace perpend
