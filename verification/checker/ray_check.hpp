// A contradiction of rows from the ray that comes with a contact problem.
#pragma once

#include "verification/checker/data.hpp"

namespace perpend::checker {

/// Whether weights near those of the ray leave nothing of any motion and make less than 0 of what is >= 0 in every
/// solution: normals, edges of convex cones, limits; equations with any weight. The ray is a guess; weights are solved
/// for exactly.
[[nodiscard]] bool ray_contradicts(const Data& data);

}  // namespace perpend::checker
