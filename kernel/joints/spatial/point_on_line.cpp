// Point on line: a point of body 1 stays on a line fixed in body 0.
//     phi = (b0 . d, c0 . d)                            2 rows [m]
//     slide: a0 . d, 0 in the start pose
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace spatial_point_on_line {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar*,
              SpatialRows<Scalar>& rows) {
  set_line_rows(joint, body, rows);
}

template <class Scalar>
void coordinate(const Joint& joint, const SpatialMotions<Scalar>& body, int which, Scalar, SpatialFunction<Scalar>& c) {
  slide_coordinate(joint, body, which, c);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  // A line that does not turn with what carries it would push back with a moment that nothing balances.
  if (site.body[0] != nullptr && site.body[0]->kind == BodyKind::particle)
    return FactoryError{"", "a particle has no direction, so it cannot carry a line",
                        "name the body or the world that carries the line first, the particle second"};
  Made<Joint> made = joint_about_axis(properties, site);
  if (auto* joint = std::get_if<Joint>(&made)) start_slide_at_zero(site, *joint);
  return made;
}

constexpr FieldSpec properties[] = {spatial_axis_field,      spatial_at_field,       spatial_at_first_field,
                                    spatial_at_second_field, spatial_on_first_field, spatial_on_second_field};

}  // namespace
}  // namespace spatial_point_on_line

const JointType spatial_point_on_line_joint{
    .spec = {.name = "point_on_line",
             .summary = "a point of the second body stays on a line fixed in the first",
             .arguments = {},
             .properties = spatial_point_on_line::properties},
    .space = Space::spatial,
    .num_rows = 2,
    .row_dimension = {dimension::length, dimension::length},
    .needs_angles = false,
    .num_coordinates = 1,
    .coordinate_spec = {{{"slide", dimension::length}}},
    .make = spatial_point_on_line::make,
    .evaluate_spatial = spatial_point_on_line::evaluate<double>,
    .evaluate_spatial_extended = spatial_point_on_line::evaluate<long double>,
    .coordinate_spatial = spatial_point_on_line::coordinate<double>,
    .coordinate_spatial_extended = spatial_point_on_line::coordinate<long double>,
};

}  // namespace perpend
