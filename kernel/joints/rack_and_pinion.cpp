// Rack and pinion: the second body travels along a direction of the carrier as the first one turns against it.
//     phi    = u . d - radius (theta0 - theta_c) - its value at the start     1 row [m],   d = x1 - x_c, u = R_c axis
//     J v    = u . d_dot + omega_c perp(u) . d - radius (omega0 - omega_c)
//     Jdot v = 2 omega_c perp(u) . d_dot - omega_c^2 u . d                    since u_dot = omega_c perp(u)
// Counter-clockwise turns move the rack along u. The pinion needs a hinge and the rack a slide of their own.
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace rack_and_pinion {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar, JointRows<Scalar>& rows) {
  const BodyMotion<Scalar>& carrier = body[2];
  const Vector2<Scalar> u = rotate(carrier, joint.axis);
  const Vector2<Scalar> across = perp(u);
  const Vector2<Scalar> d = body[1].position - carrier.position;
  const Vector2<Scalar> d_dot = body[1].velocity - carrier.velocity;
  const Scalar ratio(joint.ratio);
  rows.phi[0] = dot(u, d) - ratio * (body[0].angle - carrier.angle) - Scalar(joint.length);
  rows.jacobian[0][0] = {Scalar(0), Scalar(0), -ratio};
  rows.jacobian[1][0] = {u.x(), u.y(), Scalar(0)};
  rows.jacobian[2][0] = {-u.x(), -u.y(), dot(across, d) + ratio};
  rows.jdot_v[0] = Scalar(2) * carrier.spin * dot(across, d_dot) - carrier.spin * carrier.spin * dot(u, d);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  if (auto error = find_pinion_error(site)) return *error;
  const auto axis = unit_axis(properties, {{site.carrier, nullptr}});
  if (const auto* error = std::get_if<FactoryError>(&axis)) return *error;
  Joint joint;
  joint.axis = std::get<Vec2>(axis);
  joint.ratio = properties.number("radius");
  const Vec2 u = properties.get<Vec2>("axis").normalized();
  const double turned = initial_angle(site.body[0]) - initial_angle(site.carrier);
  joint.length = dot<double>(u, initial_position(site.body[1]) - initial_position(site.carrier)) - joint.ratio * turned;
  return joint;
}

constexpr FieldSpec properties[] = {{.name = "axis",
                                     .type = FieldType::vector,
                                     .dimension = dimension::none,
                                     .required = true,
                                     .doc = "direction in world axes at the start, fixed in the carrier, that the rack "
                                            "takes as the pinion turns counter-clockwise"},
                                    pinion_radius_field,
                                    carrier_field};

}  // namespace
}  // namespace rack_and_pinion

const JointType rack_and_pinion_joint{
    .spec = {.name = "rack_and_pinion",
             .summary = "the second body travels along a direction of the carrier as the first one turns against it",
             .arguments = {},
             .properties = rack_and_pinion::properties},
    .num_rows = 1,
    .row_dimension = {dimension::length, {}, {}},
    .needs_angles = false,
    .guided = {Guide::axis, Guide::line},
    .make = rack_and_pinion::make,
    .evaluate = rack_and_pinion::evaluate<double>,
    .evaluate_extended = rack_and_pinion::evaluate<long double>,
};

}  // namespace perpend
