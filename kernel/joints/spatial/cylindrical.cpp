// Cylindrical joint: body 1 slides along an axis of body 0 and turns about it.
//     phi = (b0 . d, c0 . d, b0 . a1, c0 . a1)          4 rows [m, m, rad, rad]
//     slide: a0 . d; angle: the twist about the axis; both 0 in the start pose
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace spatial_cylindrical {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar*,
              SpatialRows<Scalar>& rows) {
  set_line_rows(joint, body, rows);
  set_axis_rows(joint, body, 2, rows);
}

template <class Scalar>
void coordinate(const Joint& joint, const SpatialMotions<Scalar>& body, int which, Scalar near,
                SpatialFunction<Scalar>& c) {
  cylinder_coordinate(joint, body, which, near, c);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  Made<Joint> made = joint_about_axis(properties, site);
  if (auto* joint = std::get_if<Joint>(&made)) start_slide_at_zero(site, *joint);
  return made;
}

constexpr FieldSpec properties[] = {spatial_axis_field,     spatial_axis_on_second_field, spatial_at_field,
                                    spatial_at_first_field, spatial_at_second_field,      spatial_on_first_field,
                                    spatial_on_second_field};

}  // namespace
}  // namespace spatial_cylindrical

const JointType spatial_cylindrical_joint{
    .spec = {.name = "cylindrical",
             .summary = "the second body slides along an axis of the first and turns about it",
             .arguments = {},
             .properties = spatial_cylindrical::properties},
    .space = Space::spatial,
    .num_rows = 4,
    .row_dimension = {dimension::length, dimension::length, dimension::angle, dimension::angle},
    .needs_angles = true,
    .guide = Guide::axis,
    .num_coordinates = 2,
    .coordinate_spec = {{{"slide", dimension::length}, {"angle", dimension::angle}}},
    .make = spatial_cylindrical::make,
    .evaluate_spatial = spatial_cylindrical::evaluate<double>,
    .evaluate_spatial_extended = spatial_cylindrical::evaluate<long double>,
    .coordinate_spatial = spatial_cylindrical::coordinate<double>,
    .coordinate_spatial_extended = spatial_cylindrical::coordinate<long double>,
};

}  // namespace perpend
