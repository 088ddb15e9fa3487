// Values against one schema row: type, dimension and bounds.
#pragma once

#include <optional>
#include <string_view>

#include "dsl/values/evaluator.hpp"
#include "kernel/model/scene/properties.hpp"
#include "kernel/model/scene/schema.hpp"

namespace perpend::dsl {

/// Whether a message adds the number that an expression is worth.
enum class ComputedValue { left_out, shown };

/// Whether a dimension fits a field; says what was expected and found.
[[nodiscard]] bool check_dimension(const Evaluator& evaluator, std::string_view field, Dimension expected,
                                   const Quantity& found, const Expression& expression,
                                   ComputedValue computed = ComputedValue::left_out);

/// Whether a number is finite and within the bounds of the field.
[[nodiscard]] bool check_bounds(const Evaluator& evaluator, const FieldSpec& spec, double value, const Expression& e);

/// Fields whose expression has a value: all but choices and functions of time.
[[nodiscard]] std::optional<PropertyValue> read_value(const Evaluator& evaluator, const FieldSpec& spec,
                                                      const Expression& e);

/// time_number, time_vector, time_vector3 and time_list.
[[nodiscard]] std::optional<PropertyValue> read_time_field(const Evaluator& evaluator, const FieldSpec& spec,
                                                           const Expression& e);

}  // namespace perpend::dsl
