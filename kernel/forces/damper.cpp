// Linear damper between two points: force on body 0: +c (u . d_dot) u with d = p1 - p0, u = d/|d|; zero at d = 0.
#include <cmath>

#include "kernel/forces/force_types.hpp"
#include "kernel/forces/point_force.hpp"
#include "kernel/joints/joint_site.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Force& force, const std::array<BodyMotion<Scalar>, 2>& body, Scalar, ForceValue<Scalar>& value) {
  const PointMotion<Scalar> p0 = point_motion(body[0], force.anchor[0]);
  const PointMotion<Scalar> p1 = point_motion(body[1], force.anchor[1]);
  const Vector2<Scalar> d = p1.position - p0.position;
  const Scalar squared = dot(d, d);
  if (!(squared > Scalar(0))) return;
  const Vector2<Scalar> d_dot = p1.velocity - p0.velocity;
  const Vector2<Scalar> drag = (Scalar(force.damping) * dot(d, d_dot) / squared) * d;
  add_point_force(value.other[0], drag, p0.arm);
  add_point_force(value.other[1], Vector2<Scalar>(-drag), p1.arm);
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  Force force;
  force.anchor = anchors(properties, site);
  force.damping = properties.number("damping");
  return force;
}

constexpr FieldSpec properties[] = {{.name = "damping",
                                     .dimension = dimension::damping,
                                     .required = true,
                                     .doc = "force for each speed of stretch",
                                     .minimum = 0.0},
                                    at_first_field,
                                    at_second_field};

}  // namespace

const ForceType damper_force{.spec = {.name = "damper",
                                      .summary = "linear damper between two points",
                                      .arguments = {},
                                      .properties = properties},
                             .num_bodies = 2,
                             .make = make,
                             .evaluate = evaluate<double>,
                             .evaluate_extended = evaluate<long double>};

}  // namespace perpend
