#include "dsl/values/arithmetic.hpp"

#include <fmt/format.h>

#include <cmath>

#include "dsl/values/rotations.hpp"
#include "dsl/values/units.hpp"
#include "dsl/values/varying.hpp"

namespace perpend::dsl {

namespace {

const char* verb(Operator op) {
  switch (op) {
    case Operator::add:
      return "add";
    case Operator::subtract:
      return "subtract";
    case Operator::multiply:
      return "multiply";
    case Operator::divide:
      return "divide";
    case Operator::power:
      return "raise to a power";
    case Operator::within:
      return "take together";
    case Operator::negate:
      return "negate";
    case Operator::logical_and:
    case Operator::logical_or:
    case Operator::logical_not:
      return "combine with and, or, not";
    default:
      return "compare";
  }
}

bool is_sum(Operator op) {
  return op == Operator::add || op == Operator::subtract;
}

const char* symbol(Operator op) {
  switch (op) {
    case Operator::add:
      return "+";
    case Operator::subtract:
      return "-";
    case Operator::multiply:
      return "*";
    case Operator::divide:
      return "/";
    case Operator::power:
      return "^";
    default:
      return "and";
  }
}

/// "2 m / 0 s".
std::string operands_text(Operator op, const Quantity& a, const Quantity& b) {
  return fmt::format("{} {} {}", quantity_text(a), symbol(op), quantity_text(b));
}

/// A sum is shown in the unit of its first operand; a product in that of the one operand that has a unit.
const Unit* product_unit(const Unit* a, Dimension da, const Unit* b, Dimension db) {
  if (db == Dimension{} && b == nullptr) return a;
  if (da == Dimension{} && a == nullptr) return b;
  return nullptr;
}

double compute(Operator op, double a, double b) {
  if (op == Operator::add) return a + b;
  if (op == Operator::subtract) return a - b;
  return op == Operator::multiply ? a * b : a / b;
}

std::optional<Dimension> product_dimension(Operator op, Dimension a, Dimension b, Span span, Report& report) {
  const auto dimension = checked_product(a, b, op == Operator::multiply ? 1 : -1);
  if (!dimension) report.error(span, "S032", "the dimension grows beyond any physical quantity");
  return dimension;
}

std::optional<Value> raise(const Quantity& a, const Quantity& b, Span span, Report& report) {
  if (!same_dimension(b.dimension, {})) {
    report.error(span, "S032", fmt::format("an exponent is a pure number, found {}", describe(b.dimension)));
    return std::nullopt;
  }
  const bool is_whole = std::nearbyint(b.value) == b.value && std::abs(b.value) <= 60.0;
  if (!same_dimension(a.dimension, {}) && !is_whole) {
    report.error(span, "S032", fmt::format("{} has whole powers only", describe(a.dimension)), "a root is sqrt(x)");
    return std::nullopt;
  }
  const auto dimension = is_whole ? checked_product({}, a.dimension, static_cast<int>(b.value)) : Dimension{};
  if (!dimension) {
    report.error(span, "S032", "the dimension grows beyond any physical quantity");
    return std::nullopt;
  }
  const double result = power(a.value, b.value);
  if (!check_number(result, std::isfinite(a.value) && std::isfinite(b.value), span, report)) return std::nullopt;
  return Value{Quantity{result, *dimension, nullptr}};
}

std::optional<Value> combine(Operator op, const Quantity& a, const Quantity& b, Span span, Report& report) {
  if (op == Operator::power) return raise(a, b, span, report);
  Quantity result{compute(op, a.value, b.value), a.dimension, a.unit != nullptr ? a.unit : b.unit};
  if (is_sum(op)) {
    if (!check_same_dimension(op, a, b, span, report)) return std::nullopt;
    if (is_bare_zero(a)) result.dimension = b.dimension;
  } else {
    const auto dimension = product_dimension(op, a.dimension, b.dimension, span, report);
    if (!dimension) return std::nullopt;
    result.dimension = *dimension;
    result.unit =
        op == Operator::divide && b.unit != nullptr ? nullptr : product_unit(a.unit, a.dimension, b.unit, b.dimension);
  }
  const bool from_finite = std::isfinite(a.value) && std::isfinite(b.value);
  if (check_number(result.value, from_finite, span, report, [&] { return operands_text(op, a, b); }))
    return Value{result};
  return std::nullopt;
}

std::optional<Value> combine(Operator op, const VectorValue& a, const VectorValue& b, Span span, Report& report) {
  if (!is_sum(op) || a.size != b.size) {
    report_operands(op, fmt::format("a vector of {}", a.size), fmt::format("a vector of {}", b.size), span, report);
    return std::nullopt;
  }
  const bool has_zero = is_bare_zero(a) || is_bare_zero(b);
  if (!check_same_dimension(op, a.dimension, b.dimension, has_zero, span, report)) return std::nullopt;
  VectorValue result = a;
  if (is_bare_zero(a)) result.dimension = b.dimension;
  if (result.unit == nullptr) result.unit = b.unit;
  for (int i = 0; i < a.size; ++i) {
    result.value[i] = compute(op, a.value[i], b.value[i]);
    if (!check_number(result.value[i], std::isfinite(a.value[i]) && std::isfinite(b.value[i]), span, report))
      return std::nullopt;
  }
  return Value{result};
}

/// Vector times or divided by a number.
std::optional<Value> scale(Operator op, const VectorValue& a, const Quantity& b, Span span, Report& report) {
  const auto dimension = product_dimension(op, a.dimension, b.dimension, span, report);
  if (!dimension) return std::nullopt;
  VectorValue result = a;
  result.dimension = *dimension;
  result.unit =
      op == Operator::divide && b.unit != nullptr ? nullptr : product_unit(a.unit, a.dimension, b.unit, b.dimension);
  for (int i = 0; i < a.size; ++i) {
    result.value[i] = compute(op, a.value[i], b.value);
    if (!check_number(result.value[i], std::isfinite(a.value[i]) && std::isfinite(b.value), span, report))
      return std::nullopt;
  }
  return Value{result};
}

/// A list times or divided by a number, or a number times a list: element by element.
std::optional<Value> scale_list(Operator op, const Value& a, const Value& b, Span span, Report& report) {
  const bool is_left = std::holds_alternative<ListValue>(a.data);
  const ListValue& list = std::get<ListValue>(is_left ? a.data : b.data);
  auto result = std::make_shared<std::vector<Value>>();
  for (const Value& element : *list) {
    auto scaled = is_left ? apply(op, element, b, span, report) : apply(op, a, element, span, report);
    if (!scaled) return std::nullopt;
    result->push_back(std::move(*scaled));
  }
  return Value{ListValue(std::move(result))};
}

template <class T>
bool compare(Operator op, const T& a, const T& b) {
  switch (op) {
    case Operator::equal:
      return a == b;
    case Operator::not_equal:
      return a != b;
    case Operator::less:
      return a < b;
    case Operator::less_equal:
      return a <= b;
    case Operator::greater:
      return a > b;
    default:
      return a >= b;
  }
}

bool is_comparison(Operator op) {
  return op >= Operator::equal && op <= Operator::greater_equal;
}
bool is_equality(Operator op) {
  return op == Operator::equal || op == Operator::not_equal;
}

}  // namespace

std::string describe(const Value& value) {
  struct Words {
    std::string operator()(const Quantity& q) const { return describe(q.dimension); }
    std::string operator()(const VectorValue& v) const { return fmt::format("a vector of {}", v.size); }
    std::string operator()(bool) const { return "true or false"; }
    std::string operator()(std::string_view) const { return "a string"; }
    std::string operator()(const RangeValue&) const { return "a range"; }
    std::string operator()(const ListValue&) const { return "a list"; }
    std::string operator()(const VaryingValue& v) const {
      const std::string what = v->is_condition ? "a condition"
                               : v->size == 0  ? describe(v->dimension)
                                               : fmt::format("a vector of {}", v->size);
      return what + (v->has_signal() ? " that changes with the state" : " that changes with t");
    }
    std::string operator()(const FunctionValue&) const { return "a function"; }
    std::string operator()(const RotationValue&) const { return "a rotation"; }
    std::string operator()(const Poison&) const { return "a wrong value"; }
    std::string operator()(const NotYet&) const { return "what measures give"; }
  };
  return std::visit(Words{}, value.data);
}

void report_operands(Operator op, const std::string& a, const std::string& b, Span span, Report& report) {
  report.error(span, "S021", fmt::format("cannot {} {} and {}", verb(op), a, b));
}

bool check_same_dimension(Operator op, Dimension a, Dimension b, bool has_bare_zero, Span span, Report& report) {
  if (has_bare_zero || same_dimension(a, b)) return true;
  report.error(span, "S032", fmt::format("cannot {} {} and {}", verb(op), describe(a), describe(b)));
  return false;
}

bool check_same_dimension(Operator op, const Quantity& a, const Quantity& b, Span span, Report& report) {
  if (is_bare_zero(a) || is_bare_zero(b) || same_dimension(a.dimension, b.dimension)) return true;
  report.error(span, "S032",
               fmt::format("cannot {} {} and {}: {}", verb(op), describe(a.dimension), describe(b.dimension),
                           operands_text(op, a, b)));
  return false;
}

bool check_number(double result, bool from_finite, Span span, Report& report,
                  const std::function<std::string()>& operands) {
  if (std::isfinite(result) || (!from_finite && !std::isnan(result))) return true;
  report.error(span, "S026",
               fmt::format("{}{}", operands ? operands() + ": " : "",
                           std::isnan(result) ? "the result is not a number here" : "the result is not finite"),
               "a division by zero, the root of a negative number, or an overflow");
  return false;
}

double power(double base, double exponent) {
  constexpr double most = 64.0;  // beyond it repeated products only add rounding
  if (std::nearbyint(exponent) != exponent || !(std::abs(exponent) <= most)) return std::pow(base, exponent);
  double result = 1.0;
  for (int i = 0; i < static_cast<int>(std::abs(exponent)); ++i) result *= base;
  return exponent < 0.0 ? 1.0 / result : result;
}

std::optional<Value> apply(Operator op, const Value& a, const Value& b, Span span, Report& report) {
  const bool has_list = std::holds_alternative<ListValue>(a.data) || std::holds_alternative<ListValue>(b.data);
  if ((is_varying(a) || is_varying(b)) && !has_list) return apply_varying(op, a, b, span, report);
  const auto* x = std::get_if<Quantity>(&a.data);
  const auto* y = std::get_if<Quantity>(&b.data);
  const auto* v = std::get_if<VectorValue>(&a.data);
  const auto* w = std::get_if<VectorValue>(&b.data);
  if (is_comparison(op) && x != nullptr && y != nullptr) {
    if (!check_same_dimension(op, *x, *y, span, report)) return std::nullopt;
    return Value{compare(op, x->value, y->value)};
  }
  if (is_equality(op) && a.data.index() == b.data.index()) {
    if (const auto* text = std::get_if<std::string_view>(&a.data))
      return Value{compare(op, *text, std::get<std::string_view>(b.data))};
    if (const auto* flag = std::get_if<bool>(&a.data)) return Value{compare(op, *flag, std::get<bool>(b.data))};
  }
  if (!is_comparison(op)) {
    if (x != nullptr && y != nullptr) return combine(op, *x, *y, span, report);
    if (v != nullptr && w != nullptr) return combine(op, *v, *w, span, report);
    if (v != nullptr && y != nullptr && (op == Operator::multiply || op == Operator::divide))
      return scale(op, *v, *y, span, report);
    if (x != nullptr && w != nullptr && op == Operator::multiply) return scale(op, *w, *x, span, report);
  }
  if (op == Operator::multiply)
    if (auto turned = rotated(a, b)) return turned;
  const bool is_left_number = x != nullptr || is_varying(a);
  const bool is_right_number = y != nullptr || is_varying(b);
  const bool is_list_scaled = (std::holds_alternative<ListValue>(a.data) && is_right_number) ||
                              (is_left_number && std::holds_alternative<ListValue>(b.data) && op == Operator::multiply);
  if (is_list_scaled && (op == Operator::multiply || op == Operator::divide)) return scale_list(op, a, b, span, report);
  report_operands(op, describe(a), describe(b), span, report);
  return std::nullopt;
}

std::optional<Value> apply(Operator op, const Value& a, Span span, Report& report) {
  if (const auto* varying = std::get_if<VaryingValue>(&a.data)) return apply_varying(op, **varying, span, report);
  if (op == Operator::logical_not) {
    if (const auto* flag = std::get_if<bool>(&a.data)) return Value{!*flag};
  } else if (const auto* q = std::get_if<Quantity>(&a.data)) {
    return Value{Quantity{-q->value, q->dimension, q->unit}};
  } else if (const auto* v = std::get_if<VectorValue>(&a.data)) {
    VectorValue result = *v;
    for (double& component : result.value) component = -component;
    return Value{result};
  }
  report.error(span, "S021",
               fmt::format("cannot {} {}", op == Operator::negate ? "negate" : "apply not to", describe(a)));
  return std::nullopt;
}

std::optional<Value> with_unit(const Value& value, const Unit& unit, Span span, Report& report) {
  const auto is_pure = [&](Dimension dimension, const Unit* written) {
    if (dimension == Dimension{} && written == nullptr) return true;
    report.error(span, "S032", fmt::format("a unit after {}, which has one already", describe(dimension)),
                 "drop one of the two");
    return false;
  };
  if (const auto* q = std::get_if<Quantity>(&value.data)) {
    const double si_value = to_si(q->value, unit);
    if (!is_pure(q->dimension, q->unit) || !check_number(si_value, std::isfinite(q->value), span, report))
      return std::nullopt;
    return Value{Quantity{si_value, unit.dimension, &unit}};
  }
  if (const auto* v = std::get_if<VectorValue>(&value.data)) {
    if (!is_pure(v->dimension, v->unit)) return std::nullopt;
    VectorValue result = *v;
    for (int i = 0; i < v->size; ++i) {
      result.value[i] = to_si(v->value[i], unit);
      if (!check_number(result.value[i], std::isfinite(v->value[i]), span, report)) return std::nullopt;
    }
    result.dimension = unit.dimension;
    result.unit = &unit;
    return Value{result};
  }
  if (const auto* varying = std::get_if<VaryingValue>(&value.data)) {
    if ((*varying)->is_condition || !is_pure((*varying)->dimension, nullptr)) return std::nullopt;
    return apply_varying(Operator::multiply, value, Value{Quantity{unit.factor, unit.dimension, &unit}}, span, report);
  }
  if (const auto* list = std::get_if<ListValue>(&value.data)) {
    auto result = std::make_shared<std::vector<Value>>();
    for (const Value& element : **list) {
      auto scaled = with_unit(element, unit, span, report);
      if (!scaled) return std::nullopt;
      result->push_back(std::move(*scaled));
    }
    return Value{ListValue(std::move(result))};
  }
  report.error(span, "S021", fmt::format("a unit after {}", describe(value)));
  return std::nullopt;
}

}  // namespace perpend::dsl
