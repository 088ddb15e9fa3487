// What can be said of frictional contact problems of others: of an answer, and of whether there is one.
#pragma once

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

/// Some reactions solve the problem. Local: `energy` and `motion` are W, `offset` is q. Global: M, H^T, w. Equations
/// in addition to the contacts: 0 = V^T r + R l + b or 0 = G^T v + b, with `coupling` V or G and `own` R.
struct FrictionOrigin {
  bool is_local = true;
  int dimension = 3;
  VectorX mu{};
  SparseRows energy{};
  SparseRows motion{};
  VectorX offset{};
  SparseRows coupling{};
  SparseRows own{};
  VectorX equations{};  ///< b; empty: there are none

  [[nodiscard]] bool has_equations() const { return equations.size() > 0; }
};
[[nodiscard]] Statement state_friction_existence(const FrictionOrigin& problem, const Effort& effort = {});

}  // namespace perpend
