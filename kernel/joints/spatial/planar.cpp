// Planar joint: a plane of body 1 slides in a plane of body 0; it turns about the normal a.
//     phi = (a0 . d, b0 . a1, c0 . a1)                  3 rows [m, rad, rad]
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace spatial_planar {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar*,
              SpatialRows<Scalar>& rows) {
  const auto p = joint_points(joint, body);
  const SpatialFrame<Scalar> first = spatial_frame(body[0], joint.spatial.frame[0]);
  set_row(0, offset_in_first(direction(first, 0), p[0], p[1]), rows);
  set_axis_rows(joint, body, 1, rows);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  return joint_about_axis(properties, site, "normal");
}

constexpr FieldSpec properties[] = {{.name = "normal",
                                     .type = FieldType::vector3,
                                     .dimension = dimension::none,
                                     .required = true,
                                     .doc = "of the plane in world axes at the start, fixed in the first body"},
                                    {.name = "normal_on_second",
                                     .type = FieldType::vector3,
                                     .dimension = dimension::none,
                                     .doc = "the normal in the second body, in its own axes, where it is misaligned or "
                                            "assembled",
                                     .default_text = "that of the first body at the start"},
                                    spatial_at_field,
                                    spatial_at_first_field,
                                    spatial_at_second_field,
                                    spatial_on_first_field,
                                    spatial_on_second_field};

}  // namespace
}  // namespace spatial_planar

const JointType spatial_planar_joint{
    .spec = {.name = "planar",
             .summary = "a plane of the second body slides in a plane of the first",
             .arguments = {},
             .properties = spatial_planar::properties},
    .space = Space::spatial,
    .num_rows = 3,
    .row_dimension = {dimension::length, dimension::angle, dimension::angle},
    .needs_angles = true,
    .make = spatial_planar::make,
    .evaluate_spatial = spatial_planar::evaluate<double>,
    .evaluate_spatial_extended = spatial_planar::evaluate<long double>,
};

}  // namespace perpend
