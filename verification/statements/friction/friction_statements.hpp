// What can be said of frictional contact problems of others: about an answer, and whether there is one.
#pragma once

#include "kernel/model/contacts/friction_problem.hpp"
#include "verification/friction/friction.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

struct FrictionAnswer {
  VectorX x;           ///< reactions, and the other unknowns of the system
  VectorX velocities;  ///< u as it came with them; empty: not given
};

/// r obeys the law within the printed bounds: friction_cone, or friction_pyramid for `num_directions` > 0.
[[nodiscard]] Statement state_friction(const FrictionSystem& system, const FrictionAnswer& answer, int num_directions,
                                       const Effort& effort = {});

/// Some reactions solve the problem.
[[nodiscard]] Statement state_friction_existence(const FrictionProblem& problem, const Effort& effort = {});

}  // namespace perpend
