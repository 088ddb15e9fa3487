#include "kernel/forces/force_types.hpp"

#include <array>

namespace perpend {

std::span<const ForceType> force_types() {
  static const std::array<ForceType, 7> rows{spring_force, damper_force, angular_damper_force, bushing_force,
                                             load_force,   torque_force, motor_force};
  return rows;
}

std::span<const ForceType> spatial_force_types() {
  static const std::array<ForceType, 7> rows{spatial_spring_force,  spatial_damper_force, spatial_angular_damper_force,
                                             spatial_bushing_force, spatial_load_force,   spatial_torque_force,
                                             spatial_motor_force};
  return rows;
}

}  // namespace perpend
