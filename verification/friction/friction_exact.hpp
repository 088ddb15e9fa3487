// Coulomb's law without any rounding.
#pragma once

#include "verification/friction/friction.hpp"

namespace perpend {

/// Whether r and u = A x + b obey the law to the last bit, and the other rows are 0: the conditions are compared as
/// squares, over the rationals. Pre: the system and x are fit; `num_directions` is 0 in the plane.
[[nodiscard]] bool solves_exactly(const FrictionSystem& system, const VectorX& x, int num_directions);

}  // namespace perpend
