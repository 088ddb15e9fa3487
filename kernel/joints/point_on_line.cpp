// Point on line: a point of body 1 stays on a line fixed in body 0.
//     phi = n . (p1 - p0)                               1 row [m],   n = perp(R0 axis)
#include "kernel/joints/joint_rows.hpp"
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/joint_types.hpp"

namespace perpend {

namespace point_on_line {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar, JointRows<Scalar>& rows) {
  set_offset_row(joint, body, 0, rows);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  // A line that does not turn with what carries it would push back with a moment that nothing balances.
  if (site.body[0] != nullptr && site.body[0]->kind == BodyKind::particle)
    return FactoryError{"", "a particle has no direction, so it cannot carry a line",
                        "name the body or the world that carries the line first, the particle second"};
  Joint joint;
  const auto points = required_anchors(properties, site);
  if (const auto* error = std::get_if<FactoryError>(&points)) return *error;
  joint.anchor = std::get<0>(points);
  const auto axis = unit_axis(properties, site);
  if (const auto* error = std::get_if<FactoryError>(&axis)) return *error;
  joint.axis = std::get<Vec2>(axis);
  return joint;
}

constexpr FieldSpec properties[] = {axis_field,      at_field,       at_first_field,
                                    at_second_field, on_first_field, on_second_field};

}  // namespace
}  // namespace point_on_line

const JointType point_on_line_joint{
    .spec = {.name = "point_on_line",
             .summary = "a point of the second body stays on a line fixed in the first",
             .arguments = {},
             .properties = point_on_line::properties},
    .num_rows = 1,
    .row_dimension = {dimension::length, {}, {}},
    .needs_angles = false,
    .make = point_on_line::make,
    .evaluate = point_on_line::evaluate<double>,
    .evaluate_extended = point_on_line::evaluate<long double>,
};

}  // namespace perpend
