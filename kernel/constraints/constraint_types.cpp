#include "kernel/constraints/constraint_types.hpp"

#include <array>

namespace perpend {

std::span<const JointType> constraint_types() {
  static const std::array<JointType, 4> rows{rolling_constraint, point_velocity_constraint, linear_constraint,
                                             body_velocity_constraint};
  return rows;
}

std::span<const JointType> spatial_constraint_types() {
  static const std::array<JointType, 5> rows{spatial_rolling_constraint, spatial_rolling_disk_constraint,
                                             spatial_point_velocity_constraint, spatial_linear_constraint,
                                             spatial_body_velocity_constraint};
  return rows;
}

}  // namespace perpend
