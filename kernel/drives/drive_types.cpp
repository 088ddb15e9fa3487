#include "kernel/drives/drive_types.hpp"

#include <array>

namespace perpend {

std::span<const JointType> drive_types() {
  static const std::array<JointType, 5> rows{angle_drive, position_drive, angle_rate_drive, position_rate_drive,
                                             point_position_drive};
  return rows;
}

std::span<const JointType> spatial_drive_types() {
  static const std::array<JointType, 5> rows{spatial_angle_drive, spatial_position_drive, spatial_angle_rate_drive,
                                             spatial_position_rate_drive, spatial_point_position_drive};
  return rows;
}

}  // namespace perpend
