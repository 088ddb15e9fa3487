// The registries of non-holonomic constraints: one row each, defined in the file of the constraint.
#pragma once

#include <span>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

[[nodiscard]] std::span<const JointType> constraint_types();
[[nodiscard]] std::span<const JointType> spatial_constraint_types();

extern const JointType rolling_constraint;
extern const JointType point_velocity_constraint;
extern const JointType linear_constraint;
extern const JointType body_velocity_constraint;
extern const JointType spatial_rolling_constraint;
extern const JointType spatial_rolling_disk_constraint;
extern const JointType spatial_point_velocity_constraint;
extern const JointType spatial_linear_constraint;
extern const JointType spatial_body_velocity_constraint;

}  // namespace perpend
