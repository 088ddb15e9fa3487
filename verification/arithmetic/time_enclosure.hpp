// What a prescribed function of time really is at one double t, whatever rounding does to it in the kernel.
#pragma once

#include "kernel/model/numbers/time_function.hpp"
#include "verification/arithmetic/interval.hpp"

namespace perpend {

/// Encloses f(t) for the numbers in the program of f; a comparison that rounding cannot decide gives the hull of both
/// branches. Unknown for an empty function, outside of the domain of a function, and where `interval.hpp` knows
/// nothing.
[[nodiscard]] Interval enclose(const TimeFunction& f, double t);

}  // namespace perpend
