// Rack and pinion: the second body travels along a direction of the world as the first one turns.
//     phi = u . x1 - radius theta0 - its value at the start         1 row [m],   u fixed in the world
// Counter-clockwise turns move the rack along u. The pinion needs a hinge and the rack a slide of their own.
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Joint& joint, const std::array<BodyMotion<Scalar>, 2>& body, Scalar, JointRows<Scalar>& rows) {
  const Vector2<Scalar> u = joint.axis.cast<Scalar>();
  const Scalar ratio(joint.ratio);
  rows.phi[0] = dot(u, body[1].position) - ratio * body[0].angle - Scalar(joint.length);
  rows.jacobian[0][0] = {Scalar(0), Scalar(0), -ratio};
  rows.jacobian[1][0] = {u.x(), u.y(), Scalar(0)};
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  if (site.body[0] != nullptr && site.body[0]->kind == BodyKind::particle)
    return FactoryError{"", "a particle has no angle, so it cannot be the pinion",
                        "name the wheel first and the rack second"};
  const auto axis = unit_axis(properties, {});
  if (const auto* error = std::get_if<FactoryError>(&axis)) return *error;
  Joint joint;
  joint.axis = std::get<Vec2>(axis);
  joint.ratio = properties.number("radius");
  joint.length = dot(joint.axis, initial_position(site.body[1])) - joint.ratio * initial_angle(site.body[0]);
  return joint;
}

constexpr FieldSpec properties[] = {{.name = "axis",
                                     .type = FieldType::vector,
                                     .dimension = dimension::none,
                                     .required = true,
                                     .doc = "direction in world axes that the rack takes as the pinion turns "
                                            "counter-clockwise"},
                                    {.name = "radius",
                                     .type = FieldType::number,
                                     .dimension = dimension::length,
                                     .required = true,
                                     .doc = "of the pinion",
                                     .minimum = 0.0,
                                     .exclusive_minimum = true}};

}  // namespace

const JointType rack_and_pinion_joint{
    .spec = {.name = "rack_and_pinion",
             .summary = "the second body travels along a direction of the world as the first one turns",
             .arguments = {},
             .properties = properties},
    .num_rows = 1,
    .row_dimension = {dimension::length, {}, {}},
    .needs_angles = false,
    .make = make,
    .evaluate = evaluate<double>,
    .evaluate_extended = evaluate<long double>,
};

}  // namespace perpend
