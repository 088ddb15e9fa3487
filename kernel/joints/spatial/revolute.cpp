// Revolute joint: the bodies turn against each other about one axis through one point.
//     phi = (p1 - p0, b0 . a1, c0 . a1)                 5 rows [m, m, m, rad, rad]
//     angle: the twist about the axis, 0 in the start pose
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/hinge_rows.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace spatial_revolute {
namespace {

// One function: what it is made of would go through memory from call to call.
template <class Scalar>
[[gnu::flatten]] void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar*,
                               SpatialRows<Scalar>& rows) {
  if constexpr (std::is_same_v<Scalar, double>) {
    set_hinge_rows(joint, body, rows);
  } else {
    set_coincidence_rows(joint, body, rows);
    set_axis_rows(joint, body, 3, rows);
  }
}

template <class Scalar>
void coordinate(const Joint& joint, const SpatialMotions<Scalar>& body, int which, Scalar near,
                SpatialFunction<Scalar>& c) {
  angle_coordinate(joint, body, which, near, c);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  return joint_about_axis(properties, site);
}

constexpr FieldSpec properties[] = {spatial_axis_field,     spatial_axis_on_second_field, spatial_at_field,
                                    spatial_at_first_field, spatial_at_second_field,      spatial_on_first_field,
                                    spatial_on_second_field};

}  // namespace
}  // namespace spatial_revolute

const JointType spatial_revolute_joint{
    .spec = {.name = "revolute",
             .summary = "the bodies turn against each other about one axis",
             .arguments = {},
             .properties = spatial_revolute::properties},
    .space = Space::spatial,
    .num_rows = 5,
    .row_dimension = {dimension::length, dimension::length, dimension::length, dimension::angle, dimension::angle},
    .needs_angles = true,
    .holds_point = true,
    .guide = Guide::axis,
    .num_coordinates = 1,
    .coordinate_spec = {{{"angle", dimension::angle}}},
    .make = spatial_revolute::make,
    .evaluate_spatial = spatial_revolute::evaluate<double>,
    .evaluate_spatial_extended = spatial_revolute::evaluate<long double>,
    .coordinate_spatial = spatial_revolute::coordinate<double>,
    .coordinate_spatial_extended = spatial_revolute::coordinate<long double>,
};

}  // namespace perpend
