// Rack and pinion: body 1 travels along a direction of a carrier as body 0 turns against it about an axis that it
// holds.
//     phi = u . d - (u . d)(0) - radius theta0          1 row [m],   u fixed in the carrier, d = x1 - x_c of the
//     centres
// theta0: twist of the pinion against the carrier about its axis, 0 in the start pose, known up to turns: the one
// nearest to the last value of the coordinate. The pinion needs a hinge and the rack a slide of their own.
//     angle: theta0; slide: u . d - (u . d)(0)
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace spatial_rack_and_pinion {
namespace {

template <class Scalar>
SpatialFunction<Scalar> travel(const Joint& joint, const SpatialMotions<Scalar>& body) {
  const SpatialDirection<Scalar> u = direction(spatial_frame(body[2], joint.spatial.carrier_frame[1]), 0);
  SpatialFunction<Scalar> f = against_carrier(
      offset_in_first(u, spatial_point(body[2], Vec3::Zero()), spatial_point(body[1], Vec3::Zero())), 1);
  f.value -= Scalar(joint.length);
  return f;
}

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar* near,
              SpatialRows<Scalar>& rows) {
  const SpatialFunction<Scalar> turn = angle_in_carrier(joint, body, 0, near_from_start(joint, 0, near));
  set_row(0, sum<Scalar>(travel(joint, body), -Scalar(joint.ratio), turn), rows);
}

template <class Scalar>
void coordinate(const Joint& joint, const SpatialMotions<Scalar>& body, int which, Scalar near,
                SpatialFunction<Scalar>& c) {
  const Scalar start = at_start<Scalar>(joint, which);
  c = which == 0 ? angle_in_carrier<Scalar>(joint, body, 0, near - start) : travel(joint, body);
  c.value += start;
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  if (auto error = find_pinion_error(site)) return *error;
  Joint joint;
  if (auto error = hold_axes(properties, site, {"pinion_axis", "axis"}, joint)) return *error;
  joint.ratio = properties.number("radius");
  const Vec3 u = spatial_rotation(site.carrier) * joint.spatial.carrier_frame[1].col(0);
  joint.length = dot<double>(u, spatial_position(site.body[1]) - spatial_position(site.carrier));
  joint.tracks_coordinates = true;
  return joint;
}

constexpr FieldSpec properties[] = {{.name = "axis",
                                     .type = FieldType::vector3,
                                     .dimension = dimension::none,
                                     .required = true,
                                     .doc = "direction in world axes at the start, fixed in the carrier, that the rack "
                                            "takes as the pinion turns by the right hand about pinion_axis"},
                                    {.name = "pinion_axis",
                                     .type = FieldType::vector3,
                                     .dimension = dimension::none,
                                     .required = true,
                                     .doc = "about which the pinion turns, world axes at the start, fixed in the "
                                            "carrier"},
                                    pinion_radius_field,
                                    carrier_field};

}  // namespace
}  // namespace spatial_rack_and_pinion

const JointType spatial_rack_and_pinion_joint{
    .spec = {.name = "rack_and_pinion",
             .summary = "the second body travels along a direction of the carrier as the first one turns against it",
             .arguments = {},
             .properties = spatial_rack_and_pinion::properties},
    .space = Space::spatial,
    .num_rows = 1,
    .row_dimension = {dimension::length},
    .needs_angles = false,
    .guided = {Guide::axis, Guide::line},
    .num_coordinates = 2,
    .coordinate_spec = {{{"angle", dimension::angle}, {"slide", dimension::length}}},
    .make = spatial_rack_and_pinion::make,
    .evaluate_spatial = spatial_rack_and_pinion::evaluate<double>,
    .evaluate_spatial_extended = spatial_rack_and_pinion::evaluate<long double>,
    .coordinate_spatial = spatial_rack_and_pinion::coordinate<double>,
    .coordinate_spatial_extended = spatial_rack_and_pinion::coordinate<long double>,
};

}  // namespace perpend
