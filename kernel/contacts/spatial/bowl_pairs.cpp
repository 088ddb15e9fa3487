// A grown polytope and what is solid behind a bowl: the part outside of a sphere of radius R and within its opening,
// which ends at a rim, a circle, and from there outward at a cone of lines along the radius.
// The sphere is convex from inside, so that the corners of the polytope come nearest to it: with c a corner, r the
// radius around it, d = c - centre and u = d / |d|,
//     g = R - r - |d|,   n = -u
// which is the gap between two points with the opposite sign, see spatial_point.cpp. Beyond the rim, with e the
// direction of its point E = R e on the side of c, and t across e, away from the bowl, both in the plane through the
// axis,
//     farther out:  g = t . (c - E) - r,   n = t
//     farther in:   g = |c - E| - r,       n = (c - E) / |c - E|
// As c goes round the axis at the distance rho from it, n turns with it: with m the direction from the axis, f the one
// across that plane and w the relative velocity of the two points,
//     g'' = (|w_plane|^2 - (n . w)^2) / |c - E| + (n . m) (f . w)^2 / rho + n . (c'' - E''),
// on the cone without the first term. Edges and faces of a polytope do not touch the rim. A rotation of the bowl about
// another axis than its own would turn the rim; a bowl is part of fixed bodies alone.
#include <cmath>
#include <numbers>
#include <optional>

#include "kernel/contacts/spatial/core_parts.hpp"
#include "kernel/contacts/spatial/spatial_pairs.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

// Parts of the bowl in features.
constexpr int sphere_part = 0;
constexpr int cone_part = 1;
constexpr int rim_part = 2;
/// Corners nearer to the axis than this share of the radius have no side of the rim that is nearest.
constexpr double least_off_axis = 1e-6;

class PlacedBowl {
 public:
  PlacedBowl(const Shape& bowl, const SpatialMotion<double>& motion)
      : motion_(motion), radius_(bowl.extent.x()), half_opening_(bowl.extent.y()), down_(-motion.rotation.col(2)) {}

  [[nodiscard]] bool is_within(const Vec3& d) const {
    return std::atan2(cross(down_, d).norm(), down_.dot(d)) <= half_opening_;
  }
  [[nodiscard]] ContactPoint sphere_and_corner(const SpatialCore& core, int i) const;
  /// The cone where the corner is farther out than the rim, else the rim; nothing of a whole sphere.
  [[nodiscard]] std::optional<ContactPoint> edge_and_corner(const SpatialCore& core, int i) const;

 private:
  const SpatialMotion<double>& motion_;
  double radius_;
  double half_opening_;
  Vec3 down_;  // from the centre to the lowest point, unit
};

ContactPoint PlacedBowl::sphere_and_corner(const SpatialCore& core, int i) const {
  const Vec3 corner = core.vertex(i);
  const ContactPoint apart = two_points({motion_, motion_.position}, {core.motion(), corner}, down_,
                                        feature_of(SpatialFeature::face_vertex, sphere_part, i));
  ContactPoint point = apart;
  point.gap = radius_ - core.radius() - apart.gap;
  point.normal = -apart.normal;
  point.witness = {motion_.position + radius_ * apart.normal, corner + core.radius() * apart.normal};
  point.convective = -apart.convective;
  return point;
}

std::optional<ContactPoint> PlacedBowl::edge_and_corner(const SpatialCore& core, int i) const {
  const Vec3 corner = core.vertex(i);
  const Vec3 d = corner - motion_.position;
  const Vec3 across = d - down_.dot(d) * down_;
  const double off_axis = across.norm();
  if (!(half_opening_ < std::numbers::pi) || !(off_axis > least_off_axis * radius_)) return std::nullopt;
  const Vec3 sideways = across / off_axis;
  const double sine = std::sin(half_opening_), cosine = std::cos(half_opening_);
  const Vec3 outward = cosine * down_ + sine * sideways;
  const Vec3 rim = motion_.position + radius_ * outward;
  const Vec3 from_rim = corner - rim;
  const bool is_farther_out = outward.dot(from_rim) > 0.0;
  const Vec3 normal = is_farther_out ? Vec3(cosine * sideways - sine * down_) : Vec3(from_rim.normalized());
  const double distance = normal.dot(from_rim);
  const MaterialMotion of_rim = material_motion(motion_, rim);
  const MaterialMotion of_corner = material_motion(core.motion(), corner);
  const Vec3 rate = of_corner.velocity - of_rim.velocity;
  const double around = cross(down_, sideways).dot(rate);
  const double along = normal.dot(rate);
  const double in_plane = is_farther_out ? 0.0 : (rate.squaredNorm() - around * around - along * along) / distance;
  ContactPoint point{.gap = distance - core.radius(), .normal = normal};
  point.feature = feature_of(SpatialFeature::face_vertex, is_farther_out ? cone_part : rim_part, i);
  point.witness = {is_farther_out ? Vec3(corner - distance * normal) : rim, corner - core.radius() * normal};
  point.convective = in_plane + normal.dot(sideways) * around * around / off_axis +
                     normal.dot(of_corner.acceleration - of_rim.acceleration);
  return point;
}

}  // namespace

void find_bowl_core(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                    ContactPoints& points) {
  const PlacedBowl bowl(a, motion_a);
  const SpatialCore core(b, motion_b);
  for (int i = 0; i < core.num_vertices(); ++i) {
    const std::optional<ContactPoint> edge = bowl.edge_and_corner(core, i);
    if (bowl.is_within(core.vertex(i) - motion_a.position)) {
      // Inside of the solid the shorter way out counts.
      const ContactPoint sphere = bowl.sphere_and_corner(core, i);
      const bool is_in_solid = edge && edge->feature == feature_of(SpatialFeature::face_vertex, cone_part, i);
      add_within(is_in_solid && edge->gap > sphere.gap ? *edge : sphere, margin, points);
    } else if (edge) {
      add_within(*edge, margin, points);
    }
  }
}

}  // namespace perpend
