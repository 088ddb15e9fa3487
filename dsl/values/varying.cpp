#include "dsl/values/varying.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "dsl/values/arithmetic.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

using Op = TimeFunction::Op;

TermPointer make(Op op, std::initializer_list<TermPointer> operands) {
  Term term;
  term.op = op;
  term.has_time = op == Op::time;
  for (const TermPointer& operand : operands) {
    const int i = term.num_operands++;
    term.size = std::min(term.size + operand->size, Term::most_operations + 1);
    term.depth = std::max(term.depth, operand->depth + i);
    term.has_time = term.has_time || operand->has_time;
    term.has_signal = term.has_signal || operand->has_signal;
    term.operand[static_cast<std::size_t>(i)] = operand;
  }
  return std::make_shared<const Term>(std::move(term));
}

TermPointer constant(double value) {
  Term term;
  term.number = value;
  return std::make_shared<const Term>(std::move(term));
}

Value make_value(Varying varying) {
  return Value{std::make_shared<const Varying>(std::move(varying))};
}
Value number_of(TermPointer term, Dimension dimension) {
  return make_value({.component = {std::move(term)}, .dimension = dimension});
}
Value condition_of(TermPointer term) {
  return make_value({.component = {std::move(term)}, .is_condition = true});
}

/// Numbers, vectors and conditions that do not change, as if they did; nothing for other values.
struct Lifted {
  Varying value;
  bool is_bare_zero = false;
};
std::optional<Lifted> lift(const Value& value) {
  if (const auto* varying = std::get_if<VaryingValue>(&value.data)) return Lifted{**varying};
  if (const auto* q = std::get_if<Quantity>(&value.data))
    return Lifted{{.component = {constant(q->value)}, .dimension = q->dimension}, is_bare_zero(*q)};
  if (const auto* flag = std::get_if<bool>(&value.data))
    return Lifted{{.component = {constant(*flag ? 1.0 : 0.0)}, .is_condition = true}};
  const auto* v = std::get_if<VectorValue>(&value.data);
  if (v == nullptr) return std::nullopt;
  Lifted lifted{{.size = v->size, .dimension = v->dimension}, is_bare_zero(*v)};
  for (int i = 0; i < v->size; ++i) lifted.value.component[i] = constant(v->value[i]);
  return lifted;
}

std::nullopt_t fail(Report& report, Span span, const char* code, std::string message, std::string hint = {}) {
  report.error(span, code, std::move(message), std::move(hint));
  return std::nullopt;
}

std::optional<Dimension> product_of(Operator op, Dimension a, Dimension b, Span span, Report& report) {
  const auto dimension = checked_product(a, b, op == Operator::multiply ? 1 : -1);
  if (!dimension) return fail(report, span, "S032", "the dimension grows beyond any physical quantity");
  return dimension;
}

std::optional<Value> raise(const Lifted& base, const Lifted& exponent, Span span, Report& report) {
  if (!same_dimension(exponent.value.dimension, {})) return fail(report, span, "S032", "an exponent is a pure number");
  const TermPointer power = make(Op::power, {base.value.component[0], exponent.value.component[0]});
  if (same_dimension(base.value.dimension, {})) return number_of(power, {});
  const Term& n = *exponent.value.component[0];
  const bool is_whole = n.op == Op::number && std::nearbyint(n.number) == n.number && std::abs(n.number) <= 60.0;
  if (!is_whole)
    return fail(report, span, "S024",
                fmt::format("the power of a quantity with a dimension is a whole number, found {}",
                            n.op == Op::number ? fmt::format("{}", n.number) : "one that changes during the run"));
  const auto dimension = checked_product({}, base.value.dimension, static_cast<int>(n.number));
  if (!dimension) return fail(report, span, "S032", "the dimension grows beyond any physical quantity");
  return number_of(power, *dimension);
}

/// Every comparison with a NaN is false, but for !=.
std::optional<Value> compare(Operator op, const Lifted& a, const Lifted& b, Span span, Report& report) {
  if (!check_same_dimension(op, a.value.dimension, b.value.dimension, a.is_bare_zero || b.is_bare_zero, span, report))
    return std::nullopt;
  const TermPointer& x = a.value.component[0];
  const TermPointer& y = b.value.component[0];
  switch (op) {
    case Operator::less:
      return condition_of(make(Op::less, {x, y}));
    case Operator::less_equal:
      return condition_of(make(Op::less_equal, {x, y}));
    case Operator::greater:
      return condition_of(make(Op::less, {y, x}));
    case Operator::greater_equal:
      return condition_of(make(Op::less_equal, {y, x}));
    case Operator::equal:
      return condition_of(make(Op::equal, {x, y}));
    default:
      return condition_of(make(Op::logical_not, {make(Op::equal, {x, y})}));
  }
}

Op op_of(Operator op) {
  switch (op) {
    case Operator::add:
      return Op::add;
    case Operator::subtract:
      return Op::subtract;
    case Operator::multiply:
      return Op::multiply;
    case Operator::divide:
      return Op::divide;
    case Operator::logical_and:
      return Op::logical_and;
    default:
      return Op::logical_or;
  }
}

bool is_comparison(Operator op) {
  return op >= Operator::equal && op <= Operator::greater_equal;
}

/// Sums of equal sizes; products of a number and a number or vector, and vectors divided by numbers.
std::optional<Value> combine(Operator op, const Lifted& x, const Lifted& y, Span span, Report& report) {
  const Varying& a = x.value;
  const Varying& b = y.value;
  Varying result{.size = std::max(a.size, b.size), .dimension = x.is_bare_zero ? b.dimension : a.dimension};
  if (op == Operator::add || op == Operator::subtract) {
    if (!check_same_dimension(op, a.dimension, b.dimension, x.is_bare_zero || y.is_bare_zero, span, report))
      return std::nullopt;
  } else {
    const auto dimension = product_of(op, a.dimension, b.dimension, span, report);
    if (!dimension) return std::nullopt;
    result.dimension = *dimension;
  }
  for (int i = 0; i < std::max(1, result.size); ++i)
    result.component[i] = make(op_of(op), {a.component[a.size == 0 ? 0 : i], b.component[b.size == 0 ? 0 : i]});
  return make_value(std::move(result));
}

TermPointer sum_of_products(const Varying& a, const Varying& b) {
  TermPointer sum = make(Op::multiply, {a.component[0], b.component[0]});
  for (int i = 1; i < a.size; ++i) sum = make(Op::add, {sum, make(Op::multiply, {a.component[i], b.component[i]})});
  return sum;
}

TermPointer minor(const Varying& a, const Varying& b, int i, int j) {
  return make(Op::subtract, {make(Op::multiply, {a.component[i], b.component[j]}),
                             make(Op::multiply, {a.component[j], b.component[i]})});
}

std::optional<Value> call_on_vectors(const Function& function, const std::vector<Lifted>& x, Span span,
                                     Report& report) {
  const Varying& a = x.front().value;
  const Varying& b = x.back().value;
  if (a.size == 0 || a.size != b.size)
    return fail(report, span, "S018",
                fmt::format("{} takes {}", function.signature,
                            function.max_arguments == 1 ? "a vector" : "two vectors of one size"));
  if (function.name == "norm") return number_of(make(Op::sqrt, {sum_of_products(a, a)}), a.dimension);
  if (function.name == "sum") {
    TermPointer sum = a.component[0];
    for (int i = 1; i < a.size; ++i) sum = make(Op::add, {sum, a.component[i]});
    return number_of(sum, a.dimension);
  }
  if (function.max_arguments == 1) {
    const int i = function.name == "x" ? 0 : function.name == "y" ? 1 : 2;
    if (i >= a.size) return fail(report, span, "S018", "a vector of the plane has no z", "write x or y");
    return number_of(a.component[i], a.dimension);
  }
  const auto dimension = product_of(Operator::multiply, a.dimension, b.dimension, span, report);
  if (!dimension) return std::nullopt;
  if (function.name == "dot") return number_of(sum_of_products(a, b), *dimension);
  if (a.size == 2) return number_of(minor(a, b, 0, 1), *dimension);
  return make_value(
      {.component = {minor(a, b, 1, 2), minor(a, b, 2, 0), minor(a, b, 0, 1)}, .size = 3, .dimension = *dimension});
}

}  // namespace

bool Varying::has_signal() const {
  return std::any_of(component.begin(), component.end(),
                     [](const TermPointer& term) { return term != nullptr && term->has_signal; });
}

bool Varying::has_time() const {
  return std::any_of(component.begin(), component.end(),
                     [](const TermPointer& term) { return term != nullptr && term->has_time; });
}

Value time_value() {
  return number_of(make(Op::time, {}), dimension::time);
}

Value signal_value(std::vector<MeasureSpec> components, bool is_vector, Dimension dimension) {
  Varying value{.size = is_vector ? static_cast<int>(components.size()) : 0, .dimension = dimension};
  for (std::size_t i = 0; i < components.size(); ++i) {
    Term term;
    term.op = Op::signal;
    term.signal = std::make_shared<const MeasureSpec>(std::move(components[i]));
    term.has_signal = true;
    value.component[i] = std::make_shared<const Term>(std::move(term));
  }
  return make_value(std::move(value));
}

Value table_value(std::shared_ptr<const Table> table, const Value& x, Dimension dimension) {
  Term term = *make(Op::table, {lift(x)->value.component[0]});
  term.table = std::move(table);
  return number_of(std::make_shared<const Term>(std::move(term)), dimension);
}

bool is_varying(const Value& value) {
  return std::holds_alternative<VaryingValue>(value.data);
}

std::optional<Value> apply_varying(Operator op, const Value& a, const Value& b, Span span, Report& report) {
  const auto x = lift(a), y = lift(b);
  if (x && y) {
    const bool are_conditions = x->value.is_condition && y->value.is_condition;
    const bool have_conditions = x->value.is_condition || y->value.is_condition;
    const bool are_numbers = x->value.size == 0 && y->value.size == 0 && !have_conditions;
    if (are_conditions && (op == Operator::logical_and || op == Operator::logical_or))
      return condition_of(make(op_of(op), {x->value.component[0], y->value.component[0]}));
    if (are_numbers && is_comparison(op)) return compare(op, *x, *y, span, report);
    if (are_numbers && op == Operator::power) return raise(*x, *y, span, report);
    const bool is_sum = op == Operator::add || op == Operator::subtract;
    const bool is_product = (op == Operator::multiply && (x->value.size == 0 || y->value.size == 0)) ||
                            (op == Operator::divide && y->value.size == 0);
    if (!have_conditions && ((is_sum && x->value.size == y->value.size) || is_product))
      return combine(op, *x, *y, span, report);
  }
  report_operands(op, describe(a), describe(b), span, report);
  return std::nullopt;
}

std::optional<Value> apply_varying(Operator op, const Varying& a, Span span, Report& report) {
  const bool is_not = op == Operator::logical_not;
  if (is_not != a.is_condition)
    return fail(report, span, "S021", is_not ? "cannot apply not to a number" : "cannot negate a condition");
  Varying result = a;
  for (TermPointer& term : result.component)
    if (term != nullptr) term = make(is_not ? Op::logical_not : Op::negate, {term});
  return make_value(std::move(result));
}

std::optional<Value> choose_varying(const Varying& condition, const Value& yes, const Value& no, Span span,
                                    Report& report) {
  const auto x = lift(yes), y = lift(no);
  if (!x || !y || x->value.size != y->value.size || x->value.is_condition != y->value.is_condition)
    return fail(report, span, "S021", fmt::format("the two branches differ: {} and {}", describe(yes), describe(no)));
  if (!x->is_bare_zero && !y->is_bare_zero && !same_dimension(x->value.dimension, y->value.dimension))
    return fail(
        report, span, "S032",
        fmt::format("the two branches differ: {} and {}", describe(x->value.dimension), describe(y->value.dimension)));
  Varying result = x->is_bare_zero ? y->value : x->value;
  for (int i = 0; i < std::max(1, result.size); ++i)
    result.component[i] = make(Op::select, {condition.component[0], x->value.component[i], y->value.component[i]});
  return make_value(std::move(result));
}

std::optional<Value> vector_of(const std::vector<Value>& components, Span span, Report& report) {
  Varying result{.size = static_cast<int>(components.size())};
  bool has_dimension = false;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const auto x = lift(components[i]);
    if (!x || x->value.size != 0 || x->value.is_condition)
      return fail(report, span, "S021",
                  fmt::format("a component of a vector is a number, found {}", describe(components[i])));
    result.component[i] = x->value.component[0];
    if (x->is_bare_zero) continue;
    if (!has_dimension) result.dimension = x->value.dimension;
    has_dimension = true;
    if (!same_dimension(result.dimension, x->value.dimension))
      return fail(
          report, span, "S032",
          fmt::format("components of one vector: {} and {}", describe(result.dimension), describe(x->value.dimension)),
          "one unit may stand behind the vector: (1, 2) m");
  }
  return make_value(std::move(result));
}

std::optional<Value> call_varying(const Function& function, const std::vector<Value>& arguments, Span span,
                                  Report& report) {
  std::vector<Lifted> x;
  std::vector<Dimension> dimensions;
  for (const Value& argument : arguments) {
    const auto lifted = lift(argument);
    if (!lifted || lifted->value.is_condition)
      return fail(report, span, "S018", fmt::format("{} takes numbers, found {}", function.name, describe(argument)));
    x.push_back(*lifted);
    // A zero is of the dimension that the others have.
    if (!lifted->is_bare_zero) dimensions.push_back(lifted->value.dimension);
  }
  if (dimensions.empty()) dimensions.emplace_back();
  if (function.rule == DimensionRule::vector) return call_on_vectors(function, x, span, report);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i].value.size != 0)
      return fail(report, span, "S018",
                  fmt::format("{} takes numbers, found {}", function.name, describe(arguments[i])));
  const auto dimension = result_dimension(function, dimensions, span, report);
  if (!dimension) return std::nullopt;
  if (function.rule == DimensionRule::same) {
    TermPointer least = x[0].value.component[0];
    for (std::size_t i = 1; i < x.size(); ++i) least = make(*function.op, {least, x[i].value.component[0]});
    return number_of(least, *dimension);
  }
  if (x.size() == 1) return number_of(make(*function.op, {x[0].value.component[0]}), *dimension);
  return number_of(make(*function.op, {x[0].value.component[0], x[1].value.component[0]}), *dimension);
}

namespace {

/// 1 where a number that the condition compares is none; null: they are constants.
TermPointer gap_in(const TermPointer& condition) {
  const bool compares = condition->op == Op::less || condition->op == Op::less_equal || condition->op == Op::equal;
  const bool joins =
      condition->op == Op::logical_and || condition->op == Op::logical_or || condition->op == Op::logical_not;
  TermPointer gap;
  if (!compares && !joins) return gap;
  for (int i = 0; i < condition->num_operands; ++i) {
    const TermPointer& x = condition->operand[static_cast<std::size_t>(i)];
    const bool changes = x->has_time || x->has_signal;
    // A number that is none is not even itself.
    const TermPointer one = joins ? gap_in(x) : changes ? make(Op::logical_not, {make(Op::equal, {x, x})}) : nullptr;
    if (one != nullptr) gap = gap == nullptr ? one : make(Op::logical_or, {gap, one});
  }
  return gap;
}

}  // namespace

std::optional<Varying> with_gaps(const Varying& condition) {
  const TermPointer gap = gap_in(condition.component[0]);
  if (gap == nullptr) return condition;
  const TermPointer both = make(Op::add, {condition.component[0], make(Op::multiply, {constant(2.0), gap})});
  if (both->size > Term::most_operations || both->depth > TimeFunction::max_depth) return std::nullopt;
  return Varying{.component = {both}, .is_condition = true};
}

}  // namespace perpend::dsl
