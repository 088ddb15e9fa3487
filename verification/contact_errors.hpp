// How far a computed contact solve is from the laws of unilateral contact and dry friction themselves, whatever the
// discrete problem made of them: measures with units, rounded, not proofs.
#pragma once

#include "kernel/contact_problem.hpp"

namespace perpend {

/// Largest over the contacts of one solve; NaN where a number is not finite.
struct ContactErrors {
  /// Signorini: with w = N x + rate_t + bias + compliance c_n, |w| where the contact pushes, else what w is below 0.
  /// [m/s; m/s^2 of a solve for accelerations]
  double signorini = 0.0;
  /// Coulomb's cone: how far the length of the friction impulse exceeds mu c_n. [N s; N]
  double cone = 0.0;
  /// Maximum dissipation: friction impulse times slip, less the least that the circular cone allows, -mu c_n |slip|.
  /// [J; W]
  double dissipation = 0.0;
};

[[nodiscard]] ContactErrors measure_contact_errors(const ContactProblem& problem, const ContactSolution& solution);

}  // namespace perpend
