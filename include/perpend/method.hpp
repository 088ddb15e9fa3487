// Methods of your own: a Stabilizer makes one step, its row names it and its options. docs/adding-a-method.md
#pragma once

#include <optional>

#include "perpend/result.hpp"
#include "stabilizers/formulate.hpp"
#include "stabilizers/objections.hpp"
#include "stabilizers/stabilizer.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

/// The row of a method: name, options, orders, factory.
using MethodType = StabilizerType;

/// From now on scenes that are loaded may say `method any = NAME(...)`; it then runs, is certified and compared with
/// all others. The row is copied; what it points at, including its strings, must live until the program ends. Any
/// thread may register. `make` is called on the thread that loads, `step` on the one that runs: one Stabilizer may step
/// on several threads at once. A row that is wrong gives ErrorKind::argument: a name that is already registered, an
/// option without documentation, no factory.
[[nodiscard]] std::optional<Error> register_method(const MethodType& type);

}  // namespace perpend
