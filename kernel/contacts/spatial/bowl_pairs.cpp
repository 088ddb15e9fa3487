// A grown polytope inside a sphere of radius R. The sphere is convex from inside, so that the corners of the polytope
// come nearest to it: with c a corner, r the radius around it, d = c - centre and u = d / |d|,
//     g = R - r - |d|,   n = -u
// which is the gap between two points with the opposite sign, see spatial_point.cpp. A rotation of the bowl rotates
// only its opening.
#include <cmath>

#include "kernel/contacts/spatial/core_parts.hpp"
#include "kernel/contacts/spatial/spatial_pairs.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

/// Whether a direction from the centre lies within the opening about -z of the body.
bool is_within(const Shape& bowl, const Vec3& down, const Vec3& d) {
  return std::atan2(cross(down, d).norm(), down.dot(d)) <= bowl.extent.y();
}

}  // namespace

void find_bowl_core(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                    ContactPoints& points) {
  const SpatialCore core(b, motion_b);
  const Vec3 down = -motion_a.rotation.col(2);
  for (int i = 0; i < core.num_vertices(); ++i) {
    const Vec3 corner = core.vertex(i);
    if (!is_within(a, down, corner - motion_a.position)) continue;
    const ContactPoint apart = two_points({motion_a, motion_a.position}, {motion_b, corner}, down,
                                          feature_of(SpatialFeature::face_vertex, 0, i));
    ContactPoint point = apart;
    point.gap = a.extent.x() - core.radius() - apart.gap;
    point.normal = -apart.normal;
    point.witness = {motion_a.position + a.extent.x() * apart.normal, corner + core.radius() * apart.normal};
    point.convective = -apart.convective;
    add_within(point, margin, points);
  }
}

}  // namespace perpend
