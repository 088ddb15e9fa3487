#include "dsl/values/functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "dsl/values/arithmetic.hpp"
#include "dsl/values/units.hpp"
#include "dsl/values/varying.hpp"
#include "kernel/model/numbers/time_function.hpp"

namespace perpend::dsl {

namespace {

using Op = TimeFunction::Op;
constexpr int any = 1 << 20;  // more arguments than a file can hold in reason

constexpr std::array<Function, 21> function_rows{{
    {"sqrt", "sqrt(x)", "square root; the dimension is halved", 1, 1, DimensionRule::root, Op::sqrt},
    {"abs", "abs(x)", "magnitude of a number", 1, 1, DimensionRule::keep, Op::abs},
    {"min", "min(a, b, ...)", "smallest of numbers, or of one list", 1, any, DimensionRule::same, Op::min},
    {"max", "max(a, b, ...)", "largest of numbers, or of one list", 1, any, DimensionRule::same, Op::max},
    {"floor", "floor(x)", "largest whole number not above a pure number", 1, 1, DimensionRule::pure, Op::floor},
    {"sin", "sin(x)", "sine of an angle", 1, 1, DimensionRule::pure, Op::sin},
    {"cos", "cos(x)", "cosine of an angle", 1, 1, DimensionRule::pure, Op::cos},
    {"tan", "tan(x)", "tangent of an angle", 1, 1, DimensionRule::pure, Op::tan},
    {"asin", "asin(x)", "arc sine, an angle", 1, 1, DimensionRule::angle, Op::asin},
    {"acos", "acos(x)", "arc cosine, an angle", 1, 1, DimensionRule::angle, Op::acos},
    {"atan2", "atan2(y, x)", "angle of the vector (x, y)", 2, 2, DimensionRule::ratio, Op::atan2},
    {"exp", "exp(x)", "exponential", 1, 1, DimensionRule::pure, Op::exp},
    {"log", "log(x)", "natural logarithm", 1, 1, DimensionRule::pure, Op::log},
    {"dot", "dot(v, w)", "scalar product", 2, 2, DimensionRule::vector, {}},
    {"cross", "cross(v, w)", "vector product; of planar vectors its third component", 2, 2, DimensionRule::vector, {}},
    {"norm", "norm(v)", "length of a vector", 1, 1, DimensionRule::vector, {}},
    {"sum", "sum(list)", "sum of a list, or of the components of a vector", 1, 1, DimensionRule::vector, {}},
    {"running_sum",
     "running_sum(list)",
     "list of partial sums: the first element, the first two, ... all of them",
     1,
     1,
     DimensionRule::vector,
     {}},
    {"x", "x(v)", "first component of a vector", 1, 1, DimensionRule::vector, {}},
    {"y", "y(v)", "second component of a vector", 1, 1, DimensionRule::vector, {}},
    {"z", "z(v)", "third component of a vector in space", 1, 1, DimensionRule::vector, {}},
}};

/// As functions of time compute it, so that a value is the same wherever it stands.
double compute(Op op, std::span<const Quantity> x) {
  std::vector<TimeFunction::Instruction> program;
  for (const Quantity& one : x) program.push_back({Op::number, one.value});
  program.push_back({op, 0.0});
  return TimeFunction(std::move(program))(0.0);
}

/// The smallest or largest by value; its unit comes along.
Quantity extreme(Op op, std::span<const Quantity> x) {
  const auto less = [](const Quantity& a, const Quantity& b) { return a.value < b.value; };
  return op == Op::min ? *std::min_element(x.begin(), x.end(), less) : *std::max_element(x.begin(), x.end(), less);
}

std::optional<Value> call_numeric(const Function& function, const std::vector<Value>& arguments, Span span,
                                  Report& report) {
  std::vector<Quantity> x;
  std::vector<Dimension> dimensions;
  bool is_finite = true;
  for (const Value& argument : arguments) {
    const auto* q = std::get_if<Quantity>(&argument.data);
    if (q == nullptr) {
      report.error(span, "S018", fmt::format("{} takes numbers, found {}", function.name, describe(argument)));
      return std::nullopt;
    }
    x.push_back(*q);
    if (!is_bare_zero(*q)) dimensions.push_back(q->dimension);  // a zero is of the dimension that the others have
    is_finite = is_finite && std::isfinite(q->value);
  }
  if (dimensions.empty()) dimensions.emplace_back();
  const auto dimension = result_dimension(function, dimensions, span, report);
  if (!dimension) return std::nullopt;
  if (function.rule == DimensionRule::same) {
    Quantity result = extreme(*function.op, x);
    result.dimension = *dimension;
    return Value{result};
  }
  const double result = compute(*function.op, x);
  const auto call_text = [&] {
    std::string list;
    for (const Quantity& q : x) list += (list.empty() ? "" : ", ") + quantity_text(q);
    return fmt::format("{}({})", function.name, list);
  };
  const bool is_arc = function.name == "asin" || function.name == "acos";
  if (is_arc && is_finite && std::isnan(result)) {
    report.error(span, "S026", fmt::format("{} is not a number", call_text()),
                 fmt::format("{} takes numbers from -1 to 1", function.name));
    return std::nullopt;
  }
  if (!check_number(result, is_finite, span, report, call_text)) return std::nullopt;
  return Value{Quantity{result, *dimension, function.rule == DimensionRule::keep ? x[0].unit : nullptr}};
}

double dot(const VectorValue& v, const VectorValue& w) {
  double result = 0.0;
  for (int i = 0; i < v.size; ++i) result += v.value[i] * w.value[i];
  return result;
}

VectorValue cross(const VectorValue& v, const VectorValue& w, Dimension dimension) {
  const auto& a = v.value;
  const auto& b = w.value;
  const double z = a[0] * b[1] - a[1] * b[0];
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], z}, 3, dimension, nullptr};
}

bool is_finite(const VectorValue& v) {
  return std::all_of(v.value.begin(), v.value.end(), [](double x) { return std::isfinite(x); });
}

std::optional<Value> call_on_vectors(const Function& function, const std::vector<Value>& arguments, Span span,
                                     Report& report) {
  const auto* v = std::get_if<VectorValue>(&arguments[0].data);
  const auto* w = arguments.size() > 1 ? std::get_if<VectorValue>(&arguments[1].data) : v;
  if (v == nullptr || w == nullptr || v->size != w->size) {
    const std::string found =
        arguments.size() == 1 ? describe(arguments[0]) : describe(arguments[0]) + " and " + describe(arguments[1]);
    report.error(span, "S018",
                 fmt::format("{} takes {}, found {}", function.signature,
                             arguments.size() == 1 ? "a vector" : "two vectors of one size", found));
    return std::nullopt;
  }
  if (function.name == "x" || function.name == "y" || function.name == "z") {
    const int i = function.name == "x" ? 0 : function.name == "y" ? 1 : 2;
    if (i < v->size) return Value{Quantity{v->value[static_cast<std::size_t>(i)], v->dimension, v->unit}};
    report.error(span, "S018", "a vector of the plane has no z", "write x or y");
    return std::nullopt;
  }
  const auto dimension = checked_product(v->dimension, w->dimension);
  if (!dimension) {
    report.error(span, "S032", "the dimension grows beyond any physical quantity");
    return std::nullopt;
  }
  const bool from_finite = is_finite(*v) && is_finite(*w);
  const auto number = [&](double x, Dimension of_x, const Unit* unit) -> std::optional<Value> {
    if (!check_number(x, from_finite, span, report)) return std::nullopt;
    return Value{Quantity{x, of_x, unit}};
  };
  if (function.name == "norm") return number(std::sqrt(dot(*v, *v)), v->dimension, v->unit);
  if (function.name == "dot") return number(dot(*v, *w), *dimension, nullptr);
  const VectorValue product = cross(*v, *w, *dimension);
  if (v->size == 2) return number(product.value[2], *dimension, nullptr);
  for (const double x : product.value)
    if (!check_number(x, from_finite, span, report)) return std::nullopt;
  return Value{product};
}

std::optional<Value> sum(const Value& argument, Span span, Report& report) {
  if (const auto* v = std::get_if<VectorValue>(&argument.data)) {
    const double total = v->value[0] + v->value[1] + v->value[2];  // the third of two components is 0
    if (!check_number(total, is_finite(*v), span, report)) return std::nullopt;
    return Value{Quantity{total, v->dimension, v->unit}};
  }
  const auto* list = std::get_if<ListValue>(&argument.data);
  if (list == nullptr || (*list)->empty()) {
    report.error(span, "S018", fmt::format("sum takes a list with at least one element, found {}", describe(argument)));
    return std::nullopt;
  }
  std::optional<Value> total = (**list)[0];
  for (std::size_t i = 1; total && i < (*list)->size(); ++i)
    total = apply(Operator::add, *total, (**list)[i], span, report);
  return total;
}

std::optional<Value> running_sum(const Value& argument, Span span, Report& report) {
  const auto* list = std::get_if<ListValue>(&argument.data);
  if (list == nullptr || (*list)->empty()) {
    report.error(span, "S018",
                 fmt::format("running_sum takes a list with at least one element, found {}", describe(argument)));
    return std::nullopt;
  }
  auto sums = std::make_shared<std::vector<Value>>();
  sums->push_back((**list)[0]);
  for (std::size_t i = 1; i < (*list)->size(); ++i) {
    const auto next = apply(Operator::add, sums->back(), (**list)[i], span, report);
    if (!next) return std::nullopt;
    sums->push_back(*next);
  }
  return Value{ListValue(std::move(sums))};
}

}  // namespace

std::span<const Function> functions() {
  return function_rows;
}

const Function* find_function(std::string_view name) {
  const auto* found =
      std::find_if(function_rows.begin(), function_rows.end(), [&](const Function& f) { return f.name == name; });
  return found == function_rows.end() ? nullptr : found;
}

std::optional<Dimension> result_dimension(const Function& function, std::span<const Dimension> arguments, Span span,
                                          Report& report) {
  const Dimension first = arguments[0];
  const auto fail = [&](std::string message) {
    report.error(span, "S032", std::move(message));
    return std::nullopt;
  };
  const bool is_pure = function.rule == DimensionRule::pure || function.rule == DimensionRule::angle;
  if (is_pure && !same_dimension(first, {}))
    return fail(fmt::format("{} takes a pure number, found {}", function.signature, describe(first)));
  for (const Dimension dimension : arguments)
    if (!same_dimension(dimension, first))
      return fail(fmt::format("{} takes values of one dimension, found {} and {}", function.signature, describe(first),
                              describe(dimension)));
  const bool is_odd = (first.length | first.mass | first.time) & 1;
  if (function.rule == DimensionRule::root && is_odd)
    return fail(fmt::format("{} has no square root", describe(first)));
  switch (function.rule) {
    case DimensionRule::root:
      return Dimension{static_cast<std::int8_t>(first.length / 2), static_cast<std::int8_t>(first.mass / 2),
                       static_cast<std::int8_t>(first.time / 2), static_cast<std::int8_t>(first.angle / 2)};
    case DimensionRule::pure:
      return Dimension{};
    case DimensionRule::angle:
    case DimensionRule::ratio:
      return dimension::angle;
    default:
      return first;
  }
}

bool check_count(const Function& function, std::size_t count, Span span, Report& report) {
  const auto least = static_cast<std::size_t>(function.min_arguments);
  if (count >= least && count <= static_cast<std::size_t>(function.max_arguments)) return true;
  report.error(span, "S018",
               fmt::format("{} takes {}{} argument{}, found {}", function.signature,
                           function.max_arguments == any ? "at least " : "", least, least == 1 ? "" : "s", count));
  return false;
}

std::optional<Value> call(const Function& function, const std::vector<Value>& arguments, Span span, Report& report) {
  if (!check_count(function, arguments.size(), span, report)) return std::nullopt;
  if (function.name == "sum" && !is_varying(arguments[0])) return sum(arguments[0], span, report);
  if (function.name == "running_sum") return running_sum(arguments[0], span, report);
  const auto* list = arguments.size() == 1 ? std::get_if<ListValue>(&arguments[0].data) : nullptr;
  const bool takes_list = function.rule == DimensionRule::same && list != nullptr && !(*list)->empty();
  const std::vector<Value>& values = takes_list ? **list : arguments;
  if (std::any_of(values.begin(), values.end(), is_varying)) return call_varying(function, values, span, report);
  if (function.rule == DimensionRule::vector) return call_on_vectors(function, arguments, span, report);
  return call_numeric(function, values, span, report);
}

}  // namespace perpend::dsl
