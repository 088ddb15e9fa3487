// The registry of solvers and linear-algebra routes that a method may name.
#pragma once

#include <span>

#include "kernel/model/schema.hpp"

namespace perpend {

[[nodiscard]] std::span<const TypeSpec> solver_types();

}  // namespace perpend
