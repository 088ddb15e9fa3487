// Orientations in space as values: axis_angle(axis, angle), quaternion(w, x, y, z), euler(order, a, b, c), products of
// them, and vectors that they turn.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "dsl/values/evaluator.hpp"

namespace perpend::dsl {

/// The functions that give a rotation.
[[nodiscard]] std::span<const std::string_view> rotation_functions();

inline constexpr const char* rotation_hint =
    "write axis_angle((x, y, z), angle), quaternion(w, x, y, z) or euler(zyx, angle, angle, angle)";

/// A unit quaternion. Pre: the call names one of rotation_functions.
[[nodiscard]] std::optional<Value> call_rotation(const Evaluator& evaluator, const Expression& call);

/// The second rotation, and after it the first, about axes of the world; or the vector in space that the rotation
/// turns. Nothing, without an error, for other operands.
[[nodiscard]] std::optional<Value> rotated(const Value& a, const Value& b);

}  // namespace perpend::dsl
