// Fields that are functions of the time t.
#include <algorithm>

#include "dsl/analysis/field_values.hpp"
#include "dsl/values/time_program.hpp"

namespace perpend::dsl {

namespace {

bool is_zero(const TimeFunction& function) {
  return function.is_constant() && function(0.0) == 0.0;
}

/// A constant 0 takes the dimension of its field.
bool check_functions(const Evaluator& evaluator, const FieldSpec& spec, std::span<const TimeFunction> functions,
                     Dimension dimension, const Expression& e) {
  const bool are_zero = std::all_of(functions.begin(), functions.end(), is_zero);
  return check_dimension(evaluator, spec.name, spec.dimension, {are_zero ? 0.0 : 1.0, dimension, nullptr}, e);
}

template <std::size_t size>
std::optional<PropertyValue> read_components(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  auto components = compile_time_vector(evaluator, e, size);
  if (!components || !check_functions(evaluator, spec, components->functions, components->dimension, e))
    return std::nullopt;
  std::array<TimeFunction, size> result;
  std::move(components->functions.begin(), components->functions.end(), result.begin());
  return result;
}

std::optional<PropertyValue> read_list(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  const auto numbers = compile_time_list(evaluator, e);
  if (!numbers) return std::nullopt;
  TimeFunctions result;
  for (std::size_t i = 0; i < numbers->size(); ++i) {
    const TimeNumber& number = (*numbers)[i];
    const Expression& where = e.kind == ExpressionKind::list ? *e.operands[i] : e;
    if (!check_functions(evaluator, spec, std::span(&number.function, 1), number.dimension, where)) return std::nullopt;
    result.push_back(number.function);
  }
  return result;
}

}  // namespace

std::optional<PropertyValue> read_time_field(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  if (spec.type == FieldType::time_vector) return read_components<2>(evaluator, spec, e);
  if (spec.type == FieldType::time_vector3) return read_components<3>(evaluator, spec, e);
  if (spec.type == FieldType::time_list) return read_list(evaluator, spec, e);
  auto number = compile_time_number(evaluator, e);
  if (!number || !check_functions(evaluator, spec, std::span(&number->function, 1), number->dimension, e))
    return std::nullopt;
  return std::move(number->function);
}

}  // namespace perpend::dsl
