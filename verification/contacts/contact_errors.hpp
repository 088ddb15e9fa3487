// How far a computed contact solve is from the laws of unilateral contact and dry friction themselves, whatever the
// discrete problem made of them: measures with units, rounded, not proofs.
#pragma once

#include "kernel/model/contacts/contact_problem.hpp"

namespace perpend {

/// Largest over the contacts of one solve; NaN where a number is not finite. The velocities v+ are those after the
/// solve; forces count as their impulses over the step, accelerations as what they add to the rate in it.
struct ContactErrors {
  /// Signorini: with w = N x + rate_t + bias + compliance c_n, |w| where the contact pushes, else what w is below 0.
  /// For a solve for accelerations: h w. [m/s]
  double signorini = 0.0;
  /// Coulomb's cone: how far the length of the friction impulse exceeds mu c_n. [N s]
  double cone = 0.0;
  /// Maximum dissipation: friction impulse times slip T v+, less the least that the circular cone allows,
  /// -mu c_n |slip|. [J]
  double dissipation = 0.0;
  double rate = 0.0;      ///< largest w by the sizes of its terms, v+ and the velocities without contacts: of signorini
  double friction = 0.0;  ///< largest mu c_n: of cone
  /// Largest mu c_n times the speed at the contact, its largest rate by the sizes of the terms: of dissipation. With
  /// the normal rate: of a body at rest only that has any size.
  double work = 0.0;
};

/// What a solve for accelerations is made from.
struct StepStart {
  const VectorX& velocity;
  double step;  ///< h [s]
};

/// `start` is asked of a solve for accelerations; without it nothing is known of its slip, and all is NaN.
[[nodiscard]] ContactErrors measure_contact_errors(const ContactProblem& problem, const ContactSolution& solution,
                                                   const StepStart* start = nullptr);

}  // namespace perpend
