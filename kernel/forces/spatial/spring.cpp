// Linear spring between two points: l = |p1 - p0|, u = (p1 - p0)/l, V = k (l - l0)^2 / 2, force on body 0: +k (l - l0)
// u. At l = 0 the direction is undefined; the force is zero there (its average over directions).
#include <cmath>

#include "kernel/forces/spatial/spatial_force_types.hpp"
#include "kernel/forces/spatial/spatial_point_force.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Force& force, const std::array<SpatialMotion<Scalar>, 2>& body, Scalar,
              SpatialForceValue<Scalar>& value) {
  const SpatialPoint<Scalar> p0 = spatial_point(body[0], force.spatial_anchor[0]);
  const SpatialPoint<Scalar> p1 = spatial_point(body[1], force.spatial_anchor[1]);
  const Vector3<Scalar> d = p1.position - p0.position;
  const Scalar length = std::sqrt(dot(d, d));
  const Scalar stretch = length - Scalar(force.rest);
  value.potential = Scalar(force.stiffness) * stretch * stretch / Scalar(2);
  if (!(length > Scalar(0))) return;
  const Vector3<Scalar> pull = (Scalar(force.stiffness) * stretch / length) * d;
  add_point_force(value.conservative[0], pull, p0.arm);
  add_point_force(value.conservative[1], Vector3<Scalar>(-pull), p1.arm);
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  const std::array<Vec3, 2> points = spatial_points(properties, site);
  Force force;
  for (int side = 0; side < 2; ++side) force.spatial_anchor[side] = to_body_frame(site.body[side], points[side]);
  force.stiffness = properties.number("stiffness");
  force.rest = properties.number_or("rest", (points[1] - points[0]).norm());
  return force;
}

constexpr FieldSpec properties[] = {{.name = "stiffness",
                                     .dimension = dimension::stiffness,
                                     .required = true,
                                     .doc = "force for each length of stretch",
                                     .minimum = 0.0},
                                    {.name = "rest",
                                     .dimension = dimension::length,
                                     .doc = "length without force",
                                     .default_text = "the length at the start",
                                     .minimum = 0.0},
                                    spatial_at_first_field,
                                    spatial_at_second_field};

}  // namespace

const ForceType spatial_spring_force{.spec = {.name = "spring",
                                              .summary = "linear spring between two points",
                                              .arguments = {},
                                              .properties = properties},
                                     .space = Space::spatial,
                                     .num_bodies = 2,
                                     .make = make,
                                     .evaluate_spatial = evaluate<double>,
                                     .evaluate_spatial_extended = evaluate<long double>};

}  // namespace perpend
