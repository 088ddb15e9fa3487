// The registry of joints in space: one row each, defined in the file of the joint.
#pragma once

#include <span>

#include "kernel/model/vocabulary.hpp"

namespace perpend {

[[nodiscard]] std::span<const JointType> spatial_joint_types();
[[nodiscard]] const JointType& spatial_joint_type(std::string_view name);  ///< Pre: registered.

extern const JointType spatial_ball_joint;
extern const JointType spatial_revolute_joint;
extern const JointType spatial_prismatic_joint;
extern const JointType spatial_cylindrical_joint;
extern const JointType spatial_universal_joint;
extern const JointType spatial_weld_joint;
extern const JointType spatial_distance_joint;
extern const JointType spatial_planar_joint;
extern const JointType spatial_point_on_line_joint;
extern const JointType spatial_screw_joint;
extern const JointType spatial_gear_joint;
extern const JointType spatial_rack_and_pinion_joint;

}  // namespace perpend
