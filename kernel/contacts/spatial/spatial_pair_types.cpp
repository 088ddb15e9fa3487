#include <array>

#include "kernel/contacts/spatial/spatial_pairs.hpp"

namespace perpend {

/// Not in the table: points among themselves, which touch nowhere, and half spaces and bowls among themselves, which
/// cannot move.
std::span<const SpatialPairType> spatial_pair_types() {
  using enum ShapeKind;
  static constexpr std::array rows{
      SpatialPairType{{sphere, sphere}, find_round_round},
      SpatialPairType{{sphere, point}, find_round_round},
      SpatialPairType{{sphere, capsule}, find_round_round},
      SpatialPairType{{sphere, rod}, find_round_round},
      SpatialPairType{{capsule, capsule}, find_round_round},
      SpatialPairType{{capsule, point}, find_round_round},
      SpatialPairType{{capsule, rod}, find_round_round},
      SpatialPairType{{rod, rod}, find_round_round},
      SpatialPairType{{rod, point}, find_round_round},
      SpatialPairType{{box, box}, find_polytope_core},
      SpatialPairType{{box, point}, find_polytope_core},
      SpatialPairType{{box, sphere}, find_polytope_core},
      SpatialPairType{{box, capsule}, find_polytope_core},
      SpatialPairType{{box, rod}, find_polytope_core},
      SpatialPairType{{box, hull}, find_polytope_core},
      SpatialPairType{{hull, hull}, find_polytope_core},
      SpatialPairType{{hull, point}, find_polytope_core},
      SpatialPairType{{hull, sphere}, find_polytope_core},
      SpatialPairType{{hull, capsule}, find_polytope_core},
      SpatialPairType{{hull, rod}, find_polytope_core},
      SpatialPairType{{cylinder, point}, find_convex_convex},
      SpatialPairType{{cylinder, sphere}, find_convex_convex},
      SpatialPairType{{cylinder, capsule}, find_cylinder_segment},
      SpatialPairType{{cylinder, rod}, find_cylinder_segment},
      SpatialPairType{{cylinder, box}, find_cylinder_polytope},
      SpatialPairType{{cylinder, hull}, find_cylinder_polytope},
      SpatialPairType{{cylinder, cylinder}, find_cylinder_segment},
      SpatialPairType{{cylinder, ellipsoid}, find_convex_convex},
      SpatialPairType{{ellipsoid, point}, find_convex_convex},
      SpatialPairType{{ellipsoid, sphere}, find_convex_convex},
      SpatialPairType{{ellipsoid, capsule}, find_convex_convex},
      SpatialPairType{{ellipsoid, rod}, find_convex_convex},
      SpatialPairType{{ellipsoid, box}, find_convex_convex},
      SpatialPairType{{ellipsoid, hull}, find_convex_convex},
      SpatialPairType{{ellipsoid, ellipsoid}, find_convex_convex},
      SpatialPairType{{halfspace, point}, find_halfspace_core},
      SpatialPairType{{halfspace, sphere}, find_halfspace_core},
      SpatialPairType{{halfspace, capsule}, find_halfspace_core},
      SpatialPairType{{halfspace, rod}, find_halfspace_core},
      SpatialPairType{{halfspace, box}, find_halfspace_core},
      SpatialPairType{{halfspace, hull}, find_halfspace_core},
      SpatialPairType{{halfspace, cylinder}, find_halfspace_cylinder},
      SpatialPairType{{halfspace, ellipsoid}, find_halfspace_ellipsoid},
      SpatialPairType{{bowl, point}, find_bowl_core},
      SpatialPairType{{bowl, sphere}, find_bowl_core},
      SpatialPairType{{bowl, capsule}, find_bowl_core},
      SpatialPairType{{bowl, rod}, find_bowl_core},
      SpatialPairType{{bowl, box}, find_bowl_core},
      SpatialPairType{{bowl, hull}, find_bowl_core},
  };
  return rows;
}

}  // namespace perpend
