#include "kernel/contacts/contact_points.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "kernel/joints/spatial/spatial_point.hpp"

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

/// A part of a compound as a body of its own.
template <class Motion>
struct MovedPart {
  Motion motion;
  Vec3 turning = Vec3::Zero();  ///< acceleration of its origin where the compound does not accelerate
};

/// Corners of parts of the plane stand in the frame of the compound.
MovedPart<BodyMotion<double>> moved(const Shape&, const BodyMotion<double>& body) {
  return {body};
}

MovedPart<SpatialMotion<double>> moved(const Shape& part, const SpatialMotion<double>& body) {
  const SpatialPoint<double> origin = spatial_point(body, part.place);
  return {{origin.position, origin.velocity, body.rotation * part.turn, body.spin}, origin.centripetal};
}

template <class PairType, class Motion>
void find_by_parts(std::span<const PairType> table, const Shape& a, const Motion& motion_a, const Shape& b,
                   const Motion& motion_b, double margin, ContactPoints& points) {
  const bool is_first = a.kind == ShapeKind::compound;
  if (!is_first && b.kind != ShapeKind::compound) return find_by_table(table, a, motion_a, b, motion_b, margin, points);
  const std::vector<Shape>& parts = is_first ? a.parts : b.parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::size_t at = points.size();
    const MovedPart<Motion> part = moved(parts[i], is_first ? motion_a : motion_b);
    if (is_first)
      find_by_parts(table, parts[i], part.motion, b, motion_b, margin, points);
    else
      find_by_parts(table, a, motion_a, parts[i], part.motion, margin, points);
    for (; at < points.size(); ++at) {
      points[at].feature = feature_of_part(points[at].feature, static_cast<std::uint32_t>(i), is_first ? 0 : 1);
      points[at].convective += (is_first ? -1.0 : 1.0) * points[at].normal.dot(part.turning);
    }
  }
}

}  // namespace

void find_points(const Shape& a, const BodyMotion<double>& motion_a, const Shape& b, const BodyMotion<double>& motion_b,
                 double margin, ContactPoints& points) {
  find_by_parts(planar_pair_types(), a, motion_a, b, motion_b, margin, points);
}

void find_points(const Shape& a, const SpatialMotion<double>& motion_a, const Shape& b,
                 const SpatialMotion<double>& motion_b, double margin, ContactPoints& points) {
  find_by_parts(spatial_pair_types(), a, motion_a, b, motion_b, margin, points);
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
