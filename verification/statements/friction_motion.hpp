// A motion that opens every contact faster than mu times its slip.
#pragma once

#include "verification/statements/friction_statements.hpp"

namespace perpend {

/// z with u = (motion z + offset) inside the dual cone, u_N > mu |u_T| at every contact, proved with outward rounding;
/// empty when none was found. Sought by accelerated descent of the squared distance to the cone.
[[nodiscard]] VectorX opening_motion(const FrictionOrigin& problem, const Effort& effort);

/// Whether c >= 0, exact and not 0, shows by sum c_i u_N,i < 0 that no reactions of the cone keep all u_N >= 0: of
/// small problems, by an exact linear program.
[[nodiscard]] bool normals_contradict(const FrictionOrigin& problem, std::vector<std::string>& multipliers);

}  // namespace perpend
