// Half space against a core: every vertex, so that a box or hull stands on all corners of its face. Against an
// ellipsoid its lowest point, against a cylinder points of each rim: lying it touches with two, standing with eight.
#include "kernel/contacts/spatial/core_parts.hpp"
#include "kernel/contacts/spatial/round_solid.hpp"
#include "kernel/contacts/spatial/spatial_pairs.hpp"

namespace perpend {

namespace {

MovedPlane surface(PlacedSolid motion) {
  return {motion, motion.position, motion.rotation.col(2)};
}

int feature(int part) {
  return feature_of(SpatialFeature::face_vertex, 0, part);
}

}  // namespace

void find_halfspace_core(Solid, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                         ContactPoints& points) {
  const SpatialCore core(b, motion_b);
  for (int i = 0; i < core.num_vertices(); ++i)
    add_within(plane_and_point(surface(motion_a), core.moved_vertex(i), feature(i)), margin, points);
}

void find_halfspace_ellipsoid(Solid, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                              ContactPoints& points) {
  add_within(plane_and_ellipsoid(surface(motion_a), b, motion_b, feature(0)), margin, points);
}

void find_halfspace_cylinder(Solid, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                             ContactPoints& points) {
  for (const int i : rim_points(motion_a.rotation.col(2), motion_b))
    add_within(plane_and_rim_point(surface(motion_a), b, motion_b, i, feature(i)), margin, points);
}

}  // namespace perpend
