// The registries of applied forces, in the plane and in space: one row each, defined in the file of the force.
#pragma once

#include <span>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

[[nodiscard]] std::span<const ForceType> force_types();

extern const ForceType spring_force;
extern const ForceType damper_force;
extern const ForceType angular_damper_force;
extern const ForceType load_force;
extern const ForceType torque_force;
extern const ForceType bushing_force;
extern const ForceType motor_force;

[[nodiscard]] std::span<const ForceType> spatial_force_types();

extern const ForceType spatial_spring_force;
extern const ForceType spatial_damper_force;
extern const ForceType spatial_angular_damper_force;
extern const ForceType spatial_load_force;
extern const ForceType spatial_torque_force;
extern const ForceType spatial_bushing_force;
extern const ForceType spatial_motor_force;

}  // namespace perpend
