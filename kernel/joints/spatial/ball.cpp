// Ball joint: one point of each body coincides.
//     phi    = p1 - p0                                  3 rows, world axes [m]
//     J v    = p1_dot - p0_dot
//     Jdot v = omega1 x (omega1 x r1) - omega0 x (omega0 x r0)
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace {

// One function: what it is made of would go through memory from call to call.
template <class Scalar>
[[gnu::flatten]] void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar*,
                               SpatialRows<Scalar>& rows) {
  set_coincidence_rows(joint, body, rows);
}

constexpr FieldSpec properties[] = {spatial_at_field,
                                    spatial_at_first_field,
                                    spatial_at_second_field,
                                    spatial_on_first_field,
                                    spatial_on_second_field,
                                    {.name = "damping",
                                     .dimension = dimension::torque * dimension::time,
                                     .doc = "torque for each angular velocity of the second body against the first",
                                     .default_text = "0",
                                     .minimum = 0.0,
                                     .is_law = true},
                                    {.name = "friction",
                                     .dimension = dimension::torque,
                                     .doc = "largest torque of dry friction about each axis of the first body",
                                     .default_text = "0",
                                     .minimum = 0.0}};

Made<Joint> make(const Properties& properties, const JointSite& site) {
  Made<Joint> made = joint_at_point(properties, site);
  auto* joint = std::get_if<Joint>(&made);
  if (joint == nullptr) return made;
  joint->turning_friction = properties.number_or("friction", 0.0);
  for (const Body* body : site.body)
    if (joint->turning_friction > 0.0 && body != nullptr && body->kind == BodyKind::particle)
      return FactoryError{"friction", "the particle '" + body->name + "' does not turn", "use a body with a shape"};
  return made;
}

}  // namespace

const JointType spatial_ball_joint{
    .spec = {.name = "ball", .summary = "one point of each body coincides", .arguments = {}, .properties = properties},
    .space = Space::spatial,
    .num_rows = 3,
    .row_dimension = {dimension::length, dimension::length, dimension::length},
    .needs_angles = false,
    .holds_point = true,
    .make = make,
    .evaluate_spatial = evaluate<double>,
    .evaluate_spatial_extended = evaluate<long double>,
};

}  // namespace perpend
