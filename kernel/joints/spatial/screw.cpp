// Screw joint: body 1 turns about an axis of body 0 and advances along it by `pitch` for each turn.
//     phi = (b0 . d, c0 . d, b0 . a1, c0 . a1, a0 . d - k theta)
//                                                       5 rows [m, m, rad, rad, m],   k = pitch / 2 pi
// theta is the twist about the axis, by the right hand for pitch > 0. It is known up to turns. With the last value of
// the coordinate that one is nearest to it; without, to the angle that the travel a0 . d asks for, so phi stays within
// half a pitch.
//     slide: a0 . d; angle: theta; both 0 in the start pose
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace spatial_screw {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar* near,
              SpatialRows<Scalar>& rows) {
  set_line_rows(joint, body, rows);
  set_axis_rows(joint, body, 2, rows);
  const Scalar advance(joint.ratio);
  const SpatialFunction<Scalar> travel = slide(joint, body);
  const Scalar branch = near == nullptr ? travel.value / advance : near_from_start(joint, 1, near);
  set_row(4, sum<Scalar>(travel, -advance, hinge_angle(joint, body, branch)), rows);
}

template <class Scalar>
void coordinate(const Joint& joint, const SpatialMotions<Scalar>& body, int which, Scalar near,
                SpatialFunction<Scalar>& c) {
  cylinder_coordinate(joint, body, which, near, c);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  const double pitch = properties.number("pitch");
  if (pitch == 0.0)
    return FactoryError{"pitch", "a screw of pitch 0 does not advance",
                        "write the advance of a turn, such as pitch = 2 mm, or use revolute"};
  Made<Joint> made = joint_about_axis(properties, site);
  auto* joint = std::get_if<Joint>(&made);
  if (joint == nullptr) return made;
  start_slide_at_zero(site, *joint);
  joint->ratio = pitch / 6.283185307179586;
  joint->tracks_coordinates = true;
  return made;
}

constexpr FieldSpec properties[] = {spatial_axis_field,
                                    spatial_axis_on_second_field,
                                    {.name = "pitch",
                                     .type = FieldType::number,
                                     .dimension = dimension::length,
                                     .required = true,
                                     .doc = "advance along the axis for each turn, < 0 for a left-handed thread"},
                                    spatial_at_field,
                                    spatial_at_first_field,
                                    spatial_at_second_field,
                                    spatial_on_first_field,
                                    spatial_on_second_field};

}  // namespace
}  // namespace spatial_screw

const JointType spatial_screw_joint{
    .spec = {.name = "screw",
             .summary = "the second body advances along an axis of the first as it turns about it",
             .arguments = {},
             .properties = spatial_screw::properties},
    .space = Space::spatial,
    .num_rows = 5,
    .row_dimension = {dimension::length, dimension::length, dimension::angle, dimension::angle, dimension::length},
    .needs_angles = true,
    .guide = Guide::axis,
    .num_coordinates = 2,
    .coordinate_spec = {{{"slide", dimension::length}, {"angle", dimension::angle}}},
    .make = spatial_screw::make,
    .evaluate_spatial = spatial_screw::evaluate<double>,
    .evaluate_spatial_extended = spatial_screw::evaluate<long double>,
    .coordinate_spatial = spatial_screw::coordinate<double>,
    .coordinate_spatial_extended = spatial_screw::coordinate<long double>,
};

}  // namespace perpend
