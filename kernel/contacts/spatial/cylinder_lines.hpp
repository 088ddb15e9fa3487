// Lines that lie on a cylinder, across one of its ends or along its side. One point would let them tip: they touch
// where they end on the cylinder and where that ends under them.
#pragma once

#include <span>

#include "kernel/contacts/spatial/cylinder_parts.hpp"

namespace perpend {

/// A segment that moves with a body, grown by the radius of the line.
struct MovedSegment {
  MovedLine line;  ///< from its start on
  double length = 0.0;
};
[[nodiscard]] MovedSegment moved_segment(const SpatialCore& core, int edge);

/// A cylinder in the order of its pair: `side` is its own.
struct CylinderEnd {
  const ConvexSolid& cylinder;
  int side = 0;
  int end = 0;  ///< as of end_towards
};

/// Vertices of the other core over the end.
void add_vertices_over_end(const CylinderEnd& on, const CorePair& pair, std::span<const int> vertices, double margin,
                           ContactPoints& points);
/// Where the segment, `edge` of the other solid, passes over the rim of the end: points of the material that is there
/// now, none where it ends within the tolerance.
void add_rim_crossings(const CylinderEnd& on, const CorePair& pair, const MovedSegment& segment, int edge,
                       double margin, ContactPoints& points);

/// Ends of edges[1 - side], one of core(1 - side), along edges[side] of core(side) where both lie along each other.
/// Ends that lie on ends belong to side 0. Normals are near n, which points from a to b.
void add_ends_along(const CorePair& pair, const std::array<int, 2>& edges, const std::array<bool, 2>& is_cylinder,
                    int side, const Vec3& n, double margin, ContactPoints& points);

}  // namespace perpend
