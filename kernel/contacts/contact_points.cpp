#include "kernel/contacts/contact_points.hpp"

#include <algorithm>
#include <limits>

namespace perpend {

namespace {

template <class PairType, class Motion>
void find_by_table(std::span<const PairType> table, const Shape& a, const Motion& motion_a, const Shape& b,
                   const Motion& motion_b, double margin, ContactPoints& points) {
  for (const PairType& type : table) {
    if (type.kinds[0] == a.kind && type.kinds[1] == b.kind) return type.find(a, motion_a, b, motion_b, margin, points);
    if (type.kinds[0] != b.kind || type.kinds[1] != a.kind) continue;
    const std::size_t first = points.size();
    type.find(b, motion_b, a, motion_a, margin, points);
    for (std::size_t i = first; i < points.size(); ++i) swap_shapes(points[i]);
    return;
  }
}

}  // namespace

void find_points(const Shape& a, const BodyMotion<double>& motion_a, const Shape& b, const BodyMotion<double>& motion_b,
                 double margin, ContactPoints& points) {
  find_by_table(planar_pair_types(), a, motion_a, b, motion_b, margin, points);
}

void find_points(const Shape& a, const SpatialMotion<double>& motion_a, const Shape& b,
                 const SpatialMotion<double>& motion_b, double margin, ContactPoints& points) {
  find_by_table(spatial_pair_types(), a, motion_a, b, motion_b, margin, points);
}

double pair_gap(const Model& model, std::span<const BodyMotion<double>> planar,
                std::span<const SpatialMotion<double>> spatial, int a, int b) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Shape& shape_a = model.bodies[a].shape;
  const Shape& shape_b = model.bodies[b].shape;
  ContactPoints points;
  if (model.space == Space::planar)
    find_points(shape_a, planar[a], shape_b, planar[b], infinity, points);
  else
    find_points(shape_a, spatial[a], shape_b, spatial[b], infinity, points);
  double least = infinity;
  for (const ContactPoint& point : points) least = std::min(least, point.gap);
  return least;
}

}  // namespace perpend
