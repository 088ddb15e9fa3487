// Linear spring between two points: l = |p1 - p0|, u = (p1 - p0)/l, V = k (l - l0)^2 / 2, force on body 0: +k (l - l0)
// u. At l = 0 the direction is undefined; the force is zero there (its average over directions).
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
  const Scalar length = std::sqrt(dot(d, d));
  const Scalar stretch = length - Scalar(force.rest);
  value.potential = Scalar(force.stiffness) * stretch * stretch / Scalar(2);
  if (!(length > Scalar(0))) return;
  const Vector2<Scalar> pull = (Scalar(force.stiffness) * stretch / length) * d;
  add_point_force(value.conservative[0], pull, p0.arm);
  add_point_force(value.conservative[1], Vector2<Scalar>(-pull), p1.arm);
}

Made<Force> make(const Properties& properties, const JointSite& site) {
  Force force;
  force.anchor = anchors(properties, site);
  force.stiffness = properties.number("stiffness");
  std::array<Vec2, 2> point;
  for (int side = 0; side < 2; ++side)
    point[side] = properties.get_or(side == 0 ? "at_first" : "at_second", initial_position(site.body[side]));
  force.rest = properties.number_or("rest", (point[1] - point[0]).norm());
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
                                    at_first_field,
                                    at_second_field};

}  // namespace

const ForceType spring_force{.spec = {.name = "spring",
                                      .summary = "linear spring between two points",
                                      .arguments = {},
                                      .properties = properties},
                             .num_bodies = 2,
                             .make = make,
                             .evaluate = evaluate<double>,
                             .evaluate_extended = evaluate<long double>};

}  // namespace perpend
