// Gear: the angles of two wheels about axes that a carrier holds keep their ratio; each wheel needs a hinge of its own.
//     phi = theta1 + ratio theta0                       1 row [rad],   ratio = r0 / r1
// theta_i: twist of body i against the carrier about its axis, which is fixed in both; 0 in the start pose, known up to
// turns: the one nearest to the last value of the coordinate. External teeth turn the wheels opposite ways (ratio > 0),
// internal = true the same way: the sign of the ratio changes. The axes may point in different directions (bevel
// gears, differentials). The moments on the two wheels have the ratio too, not opposite values: the carrier takes the
// difference. A carrier that turns makes an epicyclic train, by Willis' equation as in the plane.
//     angle_first, angle_second: theta0, theta1
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace spatial_gear {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar* near,
              SpatialRows<Scalar>& rows) {
  const SpatialFunction<Scalar> first = angle_in_carrier(joint, body, 0, near_from_start(joint, 0, near));
  const SpatialFunction<Scalar> second = angle_in_carrier(joint, body, 1, near_from_start(joint, 1, near));
  set_row(0, sum(second, Scalar(joint.ratio), first), rows);
}

template <class Scalar>
void coordinate(const Joint& joint, const SpatialMotions<Scalar>& body, int which, Scalar near,
                SpatialFunction<Scalar>& c) {
  const Scalar start = at_start<Scalar>(joint, which);
  c = angle_in_carrier<Scalar>(joint, body, which, near - start);
  c.value += start;
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  Joint joint;
  const char* const second = properties.has("axis_second") ? "axis_second" : "axis";
  if (auto error = hold_axes(properties, site, {"axis", second}, joint)) return *error;
  const double ratio = properties.number("ratio");
  joint.ratio = properties.get_or("internal", false) ? -ratio : ratio;
  joint.tracks_coordinates = true;
  return joint;
}

constexpr FieldSpec properties[] = {{.name = "axis",
                                     .type = FieldType::vector3,
                                     .dimension = dimension::none,
                                     .required = true,
                                     .doc = "about which the first wheel turns, world axes at the start, fixed in the "
                                            "carrier"},
                                    {.name = "axis_second",
                                     .type = FieldType::vector3,
                                     .dimension = dimension::none,
                                     .doc = "about which the second wheel turns, world axes at the start, fixed in the "
                                            "carrier",
                                     .default_text = "axis"},
                                    gear_ratio_field,
                                    {.name = "internal",
                                     .type = FieldType::flag,
                                     .doc = "whether the wheels turn the same way about their axes, seen from the "
                                            "carrier",
                                     .default_text = "false"},
                                    carrier_field};

}  // namespace
}  // namespace spatial_gear

const JointType spatial_gear_joint{
    .spec = {.name = "gear",
             .summary = "the angles of two wheels against the carrier of their axes keep their ratio",
             .arguments = {},
             .properties = spatial_gear::properties},
    .space = Space::spatial,
    .num_rows = 1,
    .row_dimension = {dimension::angle},
    .needs_angles = true,
    .guided = {Guide::axis, Guide::axis},
    .num_coordinates = 2,
    .coordinate_spec = {{{"angle_first", dimension::angle}, {"angle_second", dimension::angle}}},
    .make = spatial_gear::make,
    .evaluate_spatial = spatial_gear::evaluate<double>,
    .evaluate_spatial_extended = spatial_gear::evaluate<long double>,
    .coordinate_spatial = spatial_gear::coordinate<double>,
    .coordinate_spatial_extended = spatial_gear::coordinate<long double>,
};

}  // namespace perpend
