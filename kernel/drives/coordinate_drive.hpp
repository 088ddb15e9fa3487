// A free coordinate c of a joint follows a function of time.
//     phi    = c(q) - f(t)                              1 row [rad or m]
//     phi_t  = -f'(t),   Jdot v = (that of c) - f''(t)
// In space an angle is known up to whole turns; the one nearest to f(t) is meant. So the row needs no memory of the
// turns, and an error of half a turn or more is not seen as such.
#pragma once

#include "kernel/model/vocabulary.hpp"

namespace perpend {

/// Row 0 from the coordinate.
template <class Scalar, class Coordinate, class Rows>
void set_driven_row(const Joint& joint, Scalar time, const Coordinate& c, Rows& rows) {
  rows.phi[0] = c.value - joint.drive[0](time);
  rows.phi_t[0] = -joint.drive_rate[0](time);
  rows.jdot_v[0] = c.jdot_v - joint.drive_acceleration[0](time);
  for (int side = 0; side < num_sides; ++side) rows.jacobian[side][0] = c.jacobian[side];
}

template <class Scalar>
void evaluate_coordinate_drive(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar time,
                               JointRows<Scalar>& rows) {
  CoordinateValue<Scalar, 3> c;
  if constexpr (std::is_same_v<Scalar, double>)
    joint.driven_type->coordinate(joint, body, joint.driven_coordinate, c);
  else
    joint.driven_type->coordinate_extended(joint, body, joint.driven_coordinate, c);
  set_driven_row(joint, time, c, rows);
}

template <class Scalar>
void evaluate_spatial_coordinate_drive(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar time,
                                       const Scalar*, SpatialRows<Scalar>& rows) {
  CoordinateValue<Scalar, 6> c;
  const Scalar near = joint.drive[0](time);
  if constexpr (std::is_same_v<Scalar, double>)
    joint.driven_type->coordinate_spatial(joint, body, joint.driven_coordinate, near, c);
  else
    joint.driven_type->coordinate_spatial_extended(joint, body, joint.driven_coordinate, near, c);
  set_driven_row(joint, time, c, rows);
}

/// A drive of the coordinate of `site.driven` that has this dimension; `noun` names such a coordinate. Properties:
/// value, and coordinate (first, second) where a joint has two of them.
[[nodiscard]] Made<Joint> make_coordinate_drive(const Properties& properties, const JointSite& site,
                                                Dimension dimension, const std::string& noun);

inline constexpr FieldSpec which_coordinate_field{.name = "coordinate",
                                                  .type = FieldType::choice,
                                                  .doc = "which coordinate, for a joint that has two",
                                                  .default_text = "first",
                                                  .choices = "first|second"};

}  // namespace perpend
