// The derivative of a function of time as another program: what the rows of a drive need in addition to its value.
#pragma once

#include <cstddef>
#include <optional>

#include "kernel/model/time_function.hpp"

namespace perpend {

/// d/dt, exact but for kinks and jumps: there the value is that of one side, and floor, comparisons and logic count as
/// constant. Nothing when the result would need more stack than a program has, or more than `max_derivative_size`
/// instructions, or when the function is empty.
[[nodiscard]] std::optional<TimeFunction> derivative(const TimeFunction& f);

/// A step evaluates a drive's second derivative once or a few times: at some nanoseconds an instruction this is a tenth
/// of a millisecond. Products of n factors reach about n^2.
inline constexpr std::size_t max_derivative_size = 20000;

}  // namespace perpend
