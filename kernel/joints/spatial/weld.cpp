// Weld: the bodies keep their relative pose.
//     phi = (p1 - p0, b0 . a1, c0 . a1, c0 . b1)        6 rows [m, m, m, rad, rad, rad]
// a, b, c lie along the axes of the world in the start pose.
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace spatial_weld {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar*,
              SpatialRows<Scalar>& rows) {
  set_coincidence_rows(joint, body, rows);
  set_orientation_rows(joint, body, 3, rows);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  Made<Joint> made = joint_at_point(properties, site);
  if (auto* joint = std::get_if<Joint>(&made)) set_frames(site, Matrix3::Identity(), *joint);
  return made;
}

constexpr FieldSpec properties[] = {spatial_at_field, spatial_at_first_field, spatial_at_second_field,
                                    spatial_on_first_field, spatial_on_second_field};

}  // namespace
}  // namespace spatial_weld

const JointType spatial_weld_joint{
    .spec = {.name = "weld",
             .summary = "the bodies keep their relative pose",
             .arguments = {},
             .properties = spatial_weld::properties},
    .space = Space::spatial,
    .num_rows = 6,
    .row_dimension = {dimension::length, dimension::length, dimension::length, dimension::angle, dimension::angle,
                      dimension::angle},
    .needs_angles = true,
    .holds_point = true,
    .make = spatial_weld::make,
    .evaluate_spatial = spatial_weld::evaluate<double>,
    .evaluate_spatial_extended = spatial_weld::evaluate<long double>,
};

}  // namespace perpend
