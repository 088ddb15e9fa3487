// Values that are written by their parts: vectors, lists and ranges. Each gives nothing after an error.
#pragma once

#include <optional>

#include "dsl/values/evaluator.hpp"

namespace perpend::dsl {

/// (x, y) or (x, y, z): components of one dimension; bare zeros take that of the others.
[[nodiscard]] std::optional<Value> vector_value(const Evaluator& evaluator, const Expression& vector);
/// [a, b, ...]: elements of any kind.
[[nodiscard]] std::optional<Value> list_value(const Evaluator& evaluator, const Expression& list);
/// first..last: whole numbers.
[[nodiscard]] std::optional<Value> range_value(const Evaluator& evaluator, const Expression& range);

}  // namespace perpend::dsl
