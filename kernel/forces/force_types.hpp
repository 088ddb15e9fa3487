// The registry of applied forces: one row each, defined in the file of the force.
#pragma once

#include <span>

#include "kernel/model/vocabulary.hpp"

namespace perpend {

[[nodiscard]] std::span<const ForceType> force_types();

extern const ForceType spring_force;
extern const ForceType damper_force;
extern const ForceType load_force;
extern const ForceType torque_force;

}  // namespace perpend
