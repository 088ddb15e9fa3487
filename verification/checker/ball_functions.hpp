// The functions that formulas are made of, by name, on balls.
#pragma once

#include <arb.h>

#include <string_view>

namespace perpend::checker {

using OfOne = void (*)(arb_t, const arb_t, slong);
using OfTwo = void (*)(arb_t, const arb_t, const arb_t, slong);

/// Null where there is none of this name. Truth is 1 or 0, and all between where a ball does not decide.
[[nodiscard]] OfOne function_of_one(std::string_view name);
[[nodiscard]] OfTwo function_of_two(std::string_view name);

/// The hull of both where the condition is not decided.
void select(arb_t out, const arb_t condition, const arb_t then, const arb_t otherwise, slong precision);

}  // namespace perpend::checker
