// A motion that opens every contact faster than mu times its slip.
#pragma once

#include <functional>

#include "verification/statements/friction/friction_statements.hpp"

namespace perpend {

/// What contacts see of a motion z: u = motion z + offset.
struct ContactMotion {
  int dimension = 3;
  VectorX mu;
  SparseRows motion;
  VectorX offset;
};
/// Local: z are the reactions, W and q. Global: the velocities, H^T and w.
[[nodiscard]] ContactMotion motion_of(const FrictionProblem& problem);

/// z with u inside the dual cone, u_N > mu |u_T| at every contact, proved with outward rounding;
/// empty when none was found. Sought by accelerated descent of the squared distance to the cone.
[[nodiscard]] VectorX opening_motion(const ContactMotion& contacts, const Effort& effort);

/// r of the cones with W r inside the dual cones as far as `is_enough` asks for; empty when none was found. Sought as
/// the minimum of r^T W r / 2 - e . r over the cones, e > 0 on the normals, by accelerated projected descent.
/// Pre: W nearly symmetric.
[[nodiscard]] VectorX opening_forces(int dimension, const VectorX& mu, const SparseRows& w,
                                     const std::function<bool(const VectorX&)>& is_enough, const Effort& effort);

/// A motion of a global problem that obeys its equations G^T v + b = 0, as nearly as doubles can.
struct ConstrainedMotion {
  VectorX v;
  double least_of_gram = 0.0;  ///< lower bound of the eigenvalues of G^T G
  std::string missing = {};    ///< what was not shown; empty: all is
};

/// The motion nearest to v that obeys the equations exactly is not farther than |G^T v + b| over the root of that
/// eigenvalue; it is shown to open every contact as above. Pre: global, with equations.
[[nodiscard]] ConstrainedMotion constrained_opening(const FrictionProblem& problem, const ContactMotion& contacts,
                                                    const Effort& effort);

/// Whether c >= 0, exact and not 0, shows by sum c_i u_N,i < 0 that no reactions of the cone keep all u_N >= 0: of
/// small problems, by an exact linear program.
[[nodiscard]] bool normals_contradict(bool is_local, const ContactMotion& contacts,
                                      std::vector<std::string>& multipliers);

}  // namespace perpend
