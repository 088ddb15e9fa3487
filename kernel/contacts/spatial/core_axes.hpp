// Axes of separation of two cores of which one has faces.
#pragma once

#include <limits>

#include "kernel/contacts/spatial/core_parts.hpp"

namespace perpend {

struct CoreAxis {
  double separation = -std::numeric_limits<double>::infinity();
  Vec3 normal = Vec3::Zero();     ///< unit, from a to b
  int side = -1;                  ///< whose face; -1: two edges
  std::array<int, 2> part{0, 0};  ///< face and farthest vertex of the other, by side; or edges
};

/// Normal of a face with the largest separation; of equals that of core a.
[[nodiscard]] CoreAxis best_face_axis(const CorePair& pair);
/// Common normal of two edges with the largest separation.
[[nodiscard]] CoreAxis best_edge_axis(const CorePair& pair);

}  // namespace perpend
