#include <array>

#include "kernel/contacts/planar_pairs.hpp"

namespace perpend {

/// Not in the table: points among themselves, which touch nowhere, and outlines of bodies that cannot move among
/// themselves.
std::span<const PlanarPairType> planar_pair_types() {
  using enum ShapeKind;
  static constexpr std::array rows{
      PlanarPairType{{disk, disk}, find_core_core},
      PlanarPairType{{disk, point}, find_core_core},
      PlanarPairType{{disk, rod}, find_core_core},
      PlanarPairType{{disk, box}, find_core_core},
      PlanarPairType{{disk, polygon}, find_core_core},
      PlanarPairType{{disk, capsule}, find_core_core},
      PlanarPairType{{box, box}, find_core_core},
      PlanarPairType{{box, point}, find_core_core},
      PlanarPairType{{box, rod}, find_core_core},
      PlanarPairType{{box, polygon}, find_core_core},
      PlanarPairType{{box, capsule}, find_core_core},
      PlanarPairType{{polygon, polygon}, find_core_core},
      PlanarPairType{{polygon, point}, find_core_core},
      PlanarPairType{{polygon, rod}, find_core_core},
      PlanarPairType{{polygon, capsule}, find_core_core},
      PlanarPairType{{capsule, capsule}, find_core_core},
      PlanarPairType{{capsule, point}, find_core_core},
      PlanarPairType{{capsule, rod}, find_core_core},
      PlanarPairType{{rod, rod}, find_core_core},
      PlanarPairType{{rod, point}, find_core_core},
      PlanarPairType{{halfplane, point}, find_halfplane_core},
      PlanarPairType{{halfplane, rod}, find_halfplane_core},
      PlanarPairType{{halfplane, disk}, find_halfplane_core},
      PlanarPairType{{halfplane, box}, find_halfplane_core},
      PlanarPairType{{halfplane, polygon}, find_halfplane_core},
      PlanarPairType{{halfplane, capsule}, find_halfplane_core},
      PlanarPairType{{halfplane, ellipse}, find_halfplane_ellipse},
      PlanarPairType{{ellipse, ellipse}, find_ellipse_ellipse},
      PlanarPairType{{ellipse, point}, find_ellipse_core},
      PlanarPairType{{ellipse, rod}, find_ellipse_core},
      PlanarPairType{{ellipse, disk}, find_ellipse_core},
      PlanarPairType{{ellipse, box}, find_ellipse_core},
      PlanarPairType{{ellipse, polygon}, find_ellipse_core},
      PlanarPairType{{ellipse, capsule}, find_ellipse_core},
      PlanarPairType{{chain, point}, find_chain_core},
      PlanarPairType{{chain, rod}, find_chain_core},
      PlanarPairType{{chain, disk}, find_chain_core},
      PlanarPairType{{chain, box}, find_chain_core},
      PlanarPairType{{chain, polygon}, find_chain_core},
      PlanarPairType{{chain, capsule}, find_chain_core},
      PlanarPairType{{chain, ellipse}, find_chain_ellipse},
      PlanarPairType{{arc, point}, find_arc_core},
      PlanarPairType{{arc, rod}, find_arc_core},
      PlanarPairType{{arc, disk}, find_arc_core},
      PlanarPairType{{arc, box}, find_arc_core},
      PlanarPairType{{arc, polygon}, find_arc_core},
      PlanarPairType{{arc, capsule}, find_arc_core},
  };
  return rows;
}

}  // namespace perpend
