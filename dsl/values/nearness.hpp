// Equality within a tolerance: x == value within tolerance.
#pragma once

#include <optional>

#include "dsl/values/evaluator.hpp"

namespace perpend::dsl {

/// `value within tolerance`, in parentheses or not; null for another expression.
[[nodiscard]] const Expression* within_of(const Expression& expression);

/// |x - value| <= tolerance, false for a NaN, or not so for `!=`. `near` is within_of() of the second operand of
/// `equality`. Nothing after an error.
[[nodiscard]] std::optional<Value> nearness(const Evaluator& evaluator, const Expression& equality,
                                            const Expression& near);

}  // namespace perpend::dsl
