#include "kernel/forces/force_types.hpp"

#include <array>

namespace perpend {

std::span<const ForceType> force_types() {
  static const std::array<ForceType, 4> rows{spring_force, damper_force, load_force, torque_force};
  return rows;
}

}  // namespace perpend
