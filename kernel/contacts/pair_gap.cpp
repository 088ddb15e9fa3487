#include "kernel/contacts/pair_gap.hpp"

#include <algorithm>
#include <limits>

#include "kernel/contacts/contact_points.hpp"

namespace perpend {

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
