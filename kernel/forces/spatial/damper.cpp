// Linear damper between two points: force on body 0: +c (u . d_dot) u with d = p1 - p0, u = d/|d|; zero at d = 0.
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
  const Scalar squared = dot(d, d);
  if (!(squared > Scalar(0))) return;
  const Vector3<Scalar> d_dot = p1.velocity - p0.velocity;
  const Vector3<Scalar> drag = (Scalar(force.damping) * dot(d, d_dot) / squared) * d;
  add_point_force(value.other[0], drag, p0.arm);
  add_point_force(value.other[1], Vector3<Scalar>(-drag), p1.arm);
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  const std::array<Vec3, 2> points = spatial_points(properties, site);
  Force force;
  for (int side = 0; side < 2; ++side) force.spatial_anchor[side] = to_body_frame(site.body[side], points[side]);
  force.damping = properties.number("damping");
  return force;
}

constexpr FieldSpec properties[] = {{.name = "damping",
                                     .dimension = dimension::damping,
                                     .required = true,
                                     .doc = "force for each speed of stretch",
                                     .minimum = 0.0},
                                    spatial_at_first_field,
                                    spatial_at_second_field};

}  // namespace

const ForceType spatial_damper_force{.spec = {.name = "damper",
                                              .summary = "linear damper between two points",
                                              .arguments = {},
                                              .properties = properties},
                                     .space = Space::spatial,
                                     .num_bodies = 2,
                                     .make = make,
                                     .evaluate_spatial = evaluate<double>,
                                     .evaluate_spatial_extended = evaluate<long double>};

}  // namespace perpend
