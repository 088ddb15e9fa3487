#include "kernel/contacts/contact_points.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
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

/// Features of different parts differ: multiples of an odd number lie far apart in the numbers of 31 bits, much farther
/// than the features of one pair of convex shapes.
int feature_of_part(int feature, std::uint32_t part, int side) {
  // 2^32 over the golden ratio and over the silver mean, so that the multiples of both sides differ.
  constexpr std::array<std::uint32_t, 2> odd{0x9E3779B1U, 0x6A09E667U};
  return static_cast<int>((static_cast<std::uint32_t>(feature) + odd[side] * (part + 1)) & 0x7fffffffU);
}

}  // namespace

void find_points(const Shape& a, const BodyMotion<double>& motion_a, const Shape& b, const BodyMotion<double>& motion_b,
                 double margin, ContactPoints& points) {
  const bool is_first = a.kind == ShapeKind::compound;
  if (is_first || b.kind == ShapeKind::compound) {
    const std::vector<Shape>& parts = is_first ? a.parts : b.parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::size_t at = points.size();
      find_points(is_first ? parts[i] : a, motion_a, is_first ? b : parts[i], motion_b, margin, points);
      for (; at < points.size(); ++at)
        points[at].feature = feature_of_part(points[at].feature, static_cast<std::uint32_t>(i), is_first ? 0 : 1);
    }
    return;
  }
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
