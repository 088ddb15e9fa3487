#include "dsl/analysis/field_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dsl/values/arithmetic.hpp"
#include "dsl/values/rotations.hpp"
#include "dsl/values/time_program.hpp"
#include "dsl/values/units.hpp"
#include "dsl/values/varying.hpp"

namespace perpend::dsl {

namespace {

/// "did you mean 50/s?" for 50 s, "did you mean 1 kg?" for a bare 1.
std::string dimension_hint(Dimension expected, const Quantity& found, const Expression& e) {
  if (e.kind != ExpressionKind::number) return {};
  const std::string digits(e.text);
  const std::string unit = si_unit(expected).name;
  const bool is_inverse = e.unit != nullptr && same_dimension(found.dimension, pow(expected, -1));
  if (is_inverse && e.unit->name.find_first_of(" /^") == std::string::npos)
    return fmt::format("did you mean {}/{}?", digits, e.unit->name);
  if (found.dimension != Dimension{} || unit.empty()) return {};
  return fmt::format("did you mean {}{}?", digits, unit.substr(0, 2) == "1/" ? unit.substr(1) : " " + unit);
}

/// What a number that is not written out is here: ", here 0.5 m".
std::string computed_text(const Quantity& found, const Expression& e) {
  return e.kind == ExpressionKind::number ? "" : fmt::format(", here {}", quantity_text(found));
}

std::nullopt_t report_type(const Evaluator& evaluator, const FieldSpec& spec, const char* wanted, const Value& found,
                           const Expression& e, std::string hint = {}) {
  evaluator.report().error(e.span, "S021", fmt::format("'{}' is {}, found {}", spec.name, wanted, describe(found)),
                           std::move(hint));
  return std::nullopt;
}

/// For a number that is asked to change during the run.
std::string law_hint(const FieldSpec& spec, const Value& found) {
  if (!is_varying(found)) return {};
  const auto has = [&](std::string_view part) { return spec.name.find(part) != std::string_view::npos; };
  if (has("friction"))
    return "it has one value for the run; friction that changes is a force with a law: motor(joint, torque: ...), "
           "load(body, force: ...)";
  return "it has one value for the run; laws stand in forces, drives, lengths of distances and constraints on "
         "velocities";
}

std::string bound_text(double bound, Dimension dimension) {
  return format_short(bound, si_unit(dimension));
}

/// A plain number above a whole turn with no more than six decimals: a multiple of pi has more.
bool may_be_degrees(const FieldSpec& spec, const Quantity& q) {
  constexpr double turn = 2.0 * std::numbers::pi;
  constexpr double sixth_decimal = 1e6;
  if (spec.dimension != dimension::angle || q.dimension != Dimension{} || q.unit != nullptr) return false;
  const double scaled = q.value * sixth_decimal;
  return std::abs(q.value) > turn && std::abs(scaled) < 1e15 && std::nearbyint(scaled) == scaled;
}

void warn_of_degrees(const Evaluator& evaluator, const FieldSpec& spec, const Quantity& q, const Expression& e) {
  if (!may_be_degrees(spec, q)) return;
  evaluator.report().warning(e.span, "S072",
                             fmt::format("'{}' is {} rad, {:.3g} turns: a plain number counts as radians", spec.name,
                                         q.value, q.value / (2.0 * std::numbers::pi)),
                             fmt::format("did you mean {} deg? if not, write {} rad", q.value, q.value));
}

std::optional<double> to_number(const Evaluator& evaluator, const FieldSpec& spec, const Value& value,
                                const Expression& e) {
  const auto* q = std::get_if<Quantity>(&value.data);
  if (q == nullptr) return report_type(evaluator, spec, "a number", value, e, law_hint(spec, value));
  // A bare inf has no dimension and fits every one.
  const bool is_end = spec.may_be_infinite && std::isinf(q->value);
  if (is_end && (q->dimension == Dimension{} || same_dimension(q->dimension, spec.dimension))) return q->value;
  if (!check_dimension(evaluator, spec.name, spec.dimension, *q, e, ComputedValue::shown) ||
      !check_bounds(evaluator, spec, q->value, e))
    return std::nullopt;
  warn_of_degrees(evaluator, spec, *q, e);
  return q->value;
}

/// What is missing or too much, for who moves a scene between the plane and space.
std::string size_hint(const Value& found, int size) {
  const auto* v = std::get_if<VectorValue>(&found.data);
  if (v != nullptr) return size == 3 ? "the third component is missing" : "the plane has two components";
  const auto* q = std::get_if<Quantity>(&found.data);
  if (q != nullptr && is_bare_zero(*q)) return size == 3 ? "write (0, 0, 0)" : "write (0, 0)";
  return size == 3 && std::holds_alternative<Quantity>(found.data) ? "in space it has a direction: (0, 0, 1) times it"
                                                                   : "";
}

template <int size>
std::optional<Eigen::Matrix<double, size, 1>> to_vector(const Evaluator& evaluator, const FieldSpec& spec,
                                                        const Value& value, const Expression& e) {
  const auto* v = std::get_if<VectorValue>(&value.data);
  if (v == nullptr || v->size != size)
    return report_type(evaluator, spec, size == 2 ? "a vector (x, y)" : "a vector (x, y, z)", value, e,
                       is_varying(value) ? law_hint(spec, value) : size_hint(value, size));
  Eigen::Matrix<double, size, 1> result;
  for (int i = 0; i < size; ++i) result[i] = v->value[static_cast<std::size_t>(i)];
  const Quantity as_number{result.isZero(0.0) ? 0.0 : 1.0, v->dimension, v->unit};
  if (!check_dimension(evaluator, spec.name, spec.dimension, as_number, e)) return std::nullopt;
  for (const double component : result)
    if (!check_bounds(evaluator, spec, component, e)) return std::nullopt;
  return result;
}

/// Each element of a list by `read`, which points at the whole list where the elements are not written out.
template <class T, class Read>
std::optional<std::vector<T>> to_list(const Evaluator& evaluator, const FieldSpec& spec, const Value& value,
                                      const Expression& e, Read read) {
  const auto* list = std::get_if<ListValue>(&value.data);
  if (list == nullptr) return report_type(evaluator, spec, "a list", value, e);
  const bool is_literal = e.kind == ExpressionKind::list && e.operands.size() == (*list)->size();
  std::vector<T> result;
  for (std::size_t i = 0; i < (*list)->size(); ++i) {
    const auto element = read(evaluator, spec, (**list)[i], is_literal ? *e.operands[i] : e);
    if (!element) return std::nullopt;
    result.push_back(*element);
  }
  return result;
}

std::optional<std::vector<double>> to_row(const Evaluator& evaluator, const FieldSpec& spec, const Value& value,
                                          const Expression& e) {
  if (std::holds_alternative<ListValue>(value.data)) return to_list<double>(evaluator, spec, value, e, to_number);
  return report_type(evaluator, spec, "a list of rows", value, e, "as in [[1, 0], [0, 1]]");
}

/// Whether rows are as long as the first one, which has entries.
template <class Row>
bool check_rows(const Evaluator& evaluator, const FieldSpec& spec, const std::vector<Row>& rows, const Expression& e) {
  const auto fail = [&](std::string message) {
    evaluator.report().error(e.span, "S048", std::move(message), "as in [[1, 0], [0, 1]]");
    return false;
  };
  if (rows.empty() || rows.front().empty()) return fail(fmt::format("'{}' has no entries", spec.name));
  const std::size_t columns = rows.front().size();
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].size() != columns)
      return fail(
          fmt::format("row {} of '{}' has {} entries, and row 1 has {}", i + 1, spec.name, rows[i].size(), columns));
  return true;
}

std::optional<PropertyValue> to_matrix(const Evaluator& evaluator, const FieldSpec& spec, const Value& value,
                                       const Expression& e) {
  const auto rows = to_list<std::vector<double>>(evaluator, spec, value, e, to_row);
  if (!rows || !check_rows(evaluator, spec, *rows, e)) return std::nullopt;
  MatrixX matrix(static_cast<Eigen::Index>(rows->size()), static_cast<Eigen::Index>(rows->front().size()));
  for (std::size_t i = 0; i < rows->size(); ++i)
    for (std::size_t j = 0; j < rows->front().size(); ++j)
      matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = (*rows)[i][j];
  return matrix;
}

/// A list of lists, in one of which a number changes during the run.
bool has_varying_row(const Value& value) {
  const auto* rows = std::get_if<ListValue>(&value.data);
  if (rows == nullptr) return false;
  const auto row_of = [](const Value& row) { return std::get_if<ListValue>(&row.data); };
  const auto varies = [&](const Value& row) {
    return std::any_of((*row_of(row))->begin(), (*row_of(row))->end(), is_varying);
  };
  return std::all_of((*rows)->begin(), (*rows)->end(), row_of) && std::any_of((*rows)->begin(), (*rows)->end(), varies);
}

/// A number of a law that does not change keeps to the bounds of its field.
bool check_constants(const Evaluator& evaluator, const FieldSpec& spec, std::span<const TimeFunction> functions,
                     const Expression& e) {
  return std::all_of(functions.begin(), functions.end(), [&](const TimeFunction& function) {
    return !function.is_constant() || check_bounds(evaluator, spec, function(0.0), e);
  });
}

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
  auto components = compile_time_vector(evaluator, e, size, spec.is_law);
  if (!components || !check_functions(evaluator, spec, components->functions, components->dimension, e) ||
      !check_constants(evaluator, spec, components->functions, e))
    return std::nullopt;
  std::array<TimeFunction, size> result;
  std::move(components->functions.begin(), components->functions.end(), result.begin());
  return result;
}

std::optional<PropertyValue> read_list(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  const auto numbers = compile_time_list(evaluator, e, spec.is_law);
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

/// Pre: has_varying_row.
std::optional<PropertyValue> read_rows(const Evaluator& evaluator, const FieldSpec& spec, const Value& value,
                                       const Expression& e) {
  const auto rows = compile_time_rows(evaluator, e, std::get<ListValue>(value.data));
  if (!rows || !check_rows(evaluator, spec, *rows, e)) return std::nullopt;
  TimeRows result(rows->size());
  for (std::size_t i = 0; i < rows->size(); ++i)
    for (const TimeNumber& number : (*rows)[i]) {
      if (!check_functions(evaluator, spec, std::span(&number.function, 1), number.dimension, e)) return std::nullopt;
      result[i].push_back(number.function);
    }
  return result;
}

/// Counts of steps, sweeps and the like are kept as int or long.
constexpr double largest_integer = 1e9;

}  // namespace

bool check_dimension(const Evaluator& evaluator, std::string_view field, Dimension expected, const Quantity& found,
                     const Expression& e, ComputedValue computed) {
  if (same_dimension(expected, found.dimension) || is_bare_zero(found)) return true;
  evaluator.report().error(e.span, "S031",
                           fmt::format("'{}' is {}, found {}{}", field, describe(expected), describe(found.dimension),
                                       computed == ComputedValue::shown ? computed_text(found, e) : ""),
                           dimension_hint(expected, found, e));
  return false;
}

bool check_bounds(const Evaluator& evaluator, const FieldSpec& spec, double value, const Expression& e) {
  const auto fail = [&](const char* code, std::string message) {
    evaluator.report().error(e.span, code, std::move(message));
    return false;
  };
  if (!std::isfinite(value)) return fail("S023", fmt::format("'{}' must be finite", spec.name));
  if (spec.type == FieldType::integer && std::nearbyint(value) != value)
    return fail("S024", fmt::format("'{}' is a whole number, found {}", spec.name, value));
  const bool is_low = spec.exclusive_minimum ? !(value > spec.minimum) : !(value >= spec.minimum);
  if (is_low)
    return fail("S023",
                fmt::format("'{}' must be {} {}, found {}", spec.name, spec.exclusive_minimum ? "above" : "at least",
                            bound_text(spec.minimum, spec.dimension), bound_text(value, spec.dimension)));
  const double maximum = spec.type == FieldType::integer ? std::min(spec.maximum, largest_integer) : spec.maximum;
  if (!(value <= maximum))
    return fail("S023", fmt::format("'{}' must be at most {}, found {}", spec.name, bound_text(maximum, spec.dimension),
                                    bound_text(value, spec.dimension)));
  return true;
}

std::optional<PropertyValue> read_value(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  const auto value = evaluator.evaluate(e);
  if (!value) return std::nullopt;
  switch (spec.type) {
    case FieldType::flag:
      if (const auto* flag = std::get_if<bool>(&value->data)) return *flag;
      return report_type(evaluator, spec, "true or false", *value, e);
    case FieldType::text:
      if (const auto* text = std::get_if<std::string_view>(&value->data)) return std::string(*text);
      return report_type(evaluator, spec, "a string", *value, e);
    case FieldType::vector:
      if (spec.is_law && is_varying(*value)) return read_components<2>(evaluator, spec, e);
      return to_vector<2>(evaluator, spec, *value, e);
    case FieldType::vector3:
      if (spec.is_law && is_varying(*value)) return read_components<3>(evaluator, spec, e);
      return to_vector<3>(evaluator, spec, *value, e);
    case FieldType::number_list:
      return to_list<double>(evaluator, spec, *value, e, to_number);
    case FieldType::point_list:
      return to_list<Vec2>(evaluator, spec, *value, e, to_vector<2>);
    case FieldType::point3_list:
      return to_list<Vec3>(evaluator, spec, *value, e, to_vector<3>);
    case FieldType::rotation:
      if (const auto* rotation = std::get_if<RotationValue>(&value->data)) return Vec4(rotation->quaternion.data());
      return report_type(evaluator, spec, "a rotation", *value, e, rotation_hint);
    case FieldType::matrix:
      if (spec.is_law && has_varying_row(*value)) return read_rows(evaluator, spec, *value, e);
      return to_matrix(evaluator, spec, *value, e);
    case FieldType::number:
      if (spec.is_law && is_varying(*value)) return read_time_field(evaluator, spec, e);
      [[fallthrough]];
    default:
      return to_number(evaluator, spec, *value, e);
  }
}

std::optional<PropertyValue> read_time_field(const Evaluator& evaluator, const FieldSpec& spec, const Expression& e) {
  if (spec.type == FieldType::time_vector) return read_components<2>(evaluator, spec, e);
  if (spec.type == FieldType::time_vector3) return read_components<3>(evaluator, spec, e);
  if (spec.type == FieldType::time_list) return read_list(evaluator, spec, e);
  auto number = compile_time_number(evaluator, e, spec.is_law);
  if (!number || !check_functions(evaluator, spec, std::span(&number->function, 1), number->dimension, e))
    return std::nullopt;
  return std::move(number->function);
}

}  // namespace perpend::dsl
