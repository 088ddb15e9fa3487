// The registries of drives: one row each, defined in the file of the drive.
#pragma once

#include <span>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

[[nodiscard]] std::span<const JointType> drive_types();
[[nodiscard]] std::span<const JointType> spatial_drive_types();

extern const JointType angle_drive;
extern const JointType position_drive;
extern const JointType angle_rate_drive;
extern const JointType position_rate_drive;
extern const JointType point_position_drive;
extern const JointType spatial_angle_drive;
extern const JointType spatial_position_drive;
extern const JointType spatial_angle_rate_drive;
extern const JointType spatial_position_rate_drive;
extern const JointType spatial_point_position_drive;

}  // namespace perpend
