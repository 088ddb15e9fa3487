// Prismatic joint: body 1 slides along an axis fixed in body 0 without turning against it.
//     phi = (b0 . d, c0 . d, b0 . a1, c0 . a1, c0 . b1)  5 rows [m, m, rad, rad, rad]
//     slide: a0 . d, 0 in the start pose
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace spatial_prismatic {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar*,
              SpatialRows<Scalar>& rows) {
  set_line_rows(joint, body, rows);
  set_orientation_rows(joint, body, 2, rows);
}

template <class Scalar>
void coordinate(const Joint& joint, const SpatialMotions<Scalar>& body, int which, Scalar, SpatialFunction<Scalar>& c) {
  slide_coordinate(joint, body, which, c);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  const Made<Vec3> axis = unit_direction(properties, "axis");
  if (const auto* error = std::get_if<FactoryError>(&axis)) return *error;
  Joint joint = joint_with_anchors(properties, site);
  if (!has_joint_points(properties)) {
    for (std::size_t side = 0; side < 2; ++side)
      if (site.body[side] == nullptr) joint.spatial.anchor[side] = spatial_position(site.body[1 - side]);
  }
  set_frames(site, frame_about(std::get<Vec3>(axis)), joint);
  if (auto error = tilt_second_axis(properties, "axis_on_second", joint)) return *error;
  start_slide_at_zero(site, joint);
  return joint;
}

constexpr FieldSpec properties[] = {spatial_axis_field,     spatial_axis_on_second_field, spatial_at_field,
                                    spatial_at_first_field, spatial_at_second_field,      spatial_on_first_field,
                                    spatial_on_second_field};

}  // namespace
}  // namespace spatial_prismatic

const JointType spatial_prismatic_joint{
    .spec = {.name = "prismatic",
             .summary = "the second body slides along an axis of the first without turning against it; where no point "
                        "is given, through both centres, that of world being the centre of the other",
             .arguments = {},
             .properties = spatial_prismatic::properties},
    .space = Space::spatial,
    .num_rows = 5,
    .row_dimension = {dimension::length, dimension::length, dimension::angle, dimension::angle, dimension::angle},
    .needs_angles = true,
    .guide = Guide::line,
    .num_coordinates = 1,
    .coordinate_spec = {{{"slide", dimension::length}}},
    .make = spatial_prismatic::make,
    .evaluate_spatial = spatial_prismatic::evaluate<double>,
    .evaluate_spatial_extended = spatial_prismatic::evaluate<long double>,
    .coordinate_spatial = spatial_prismatic::coordinate<double>,
    .coordinate_spatial_extended = spatial_prismatic::coordinate<long double>,
};

}  // namespace perpend
