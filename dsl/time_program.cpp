#include "dsl/time_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/arithmetic.hpp"
#include "dsl/functions.hpp"
#include "dsl/units.hpp"

namespace perpend::dsl {

namespace {

using Op = TimeFunction::Op;

/// What a compiled part leaves on the stack.
struct Part {
  Dimension dimension{};
  bool is_condition = false;
  bool is_zero = false;  ///< a bare 0, which takes any dimension in a comparison
};

bool mentions_time(const Evaluator& evaluator, const Expression& e) {
  if (e.kind == ExpressionKind::name && evaluator.text(e.name) == "t") return true;
  return std::any_of(e.operands.begin(), e.operands.end(),
                     [&](const Expression* o) { return mentions_time(evaluator, *o); });
}

std::optional<Op> comparison_op(Operator op) {
  switch (op) {
    case Operator::less:
    case Operator::greater_equal:
      return Op::less;
    case Operator::less_equal:
    case Operator::greater:
      return Op::less_equal;
    case Operator::equal:
    case Operator::not_equal:
      return Op::equal;
    default:
      return std::nullopt;
  }
}

/// a >= b is not (a < b): exact for numbers; the language has no NaN.
bool is_negated(Operator op) {
  return op == Operator::greater_equal || op == Operator::greater || op == Operator::not_equal;
}

class Compiler {
 public:
  explicit Compiler(const Evaluator& evaluator) : evaluator_(evaluator), report_(evaluator.report()) {}

  std::optional<Part> scalar(const Expression& e);
  /// Component `k` of a vector expression.
  std::optional<Part> component(const Expression& e, int k);
  [[nodiscard]] bool is_vector(const Expression& e) const;
  std::optional<TimeFunction> finish(const Expression& e);

 private:
  void emit(Op op, double number = 0.0) { program_.push_back({op, number}); }
  std::optional<Part> constant(const Expression& e);
  std::optional<Part> binary(const Expression& e);
  std::optional<Part> logical(const Expression& e, Op op);
  std::optional<Part> compare(const Expression& e, const Part& a, const Part& b);
  std::optional<Part> arithmetic(const Expression& e, Operator op, const Part& a, const Part& b);
  std::optional<Part> power(const Expression& e);
  std::optional<Part> call(const Expression& e);
  std::optional<Part> choice(const Expression& e, int k);
  std::optional<Part> apply_unit(std::optional<Part> part, const Expression& e);
  std::optional<Part> condition(const Expression& e);
  std::optional<Part> number(const Expression& e);
  std::optional<Part> fail(const Expression& e, const char* code, std::string message) {
    report_.error(e.span, code, std::move(message));
    return std::nullopt;
  }

  const Evaluator& evaluator_;
  Report& report_;
  std::vector<TimeFunction::Instruction> program_;
};

std::optional<Part> Compiler::constant(const Expression& e) {
  const auto value = evaluator_.evaluate(e);
  if (!value) return std::nullopt;
  if (const auto* q = std::get_if<Quantity>(&value->data)) {
    emit(Op::number, q->value);
    return Part{q->dimension, false, is_bare_zero(*q)};
  }
  if (const auto* flag = std::get_if<bool>(&value->data)) {
    emit(Op::number, *flag ? 1.0 : 0.0);
    return Part{{}, true, false};
  }
  return fail(e, "S021", fmt::format("a number is needed here, found {}", describe(*value)));
}

std::optional<Part> Compiler::number(const Expression& e) {
  const auto part = scalar(e);
  if (part && part->is_condition) return fail(e, "S021", "a number is needed here, found true or false");
  return part;
}

std::optional<Part> Compiler::condition(const Expression& e) {
  const auto part = scalar(e);
  if (part && !part->is_condition) return fail(e, "S021", "a condition is needed here, found a number");
  return part;
}

std::optional<Part> Compiler::scalar(const Expression& e) {
  if (!mentions_time(evaluator_, e)) return constant(e);
  switch (e.kind) {
    case ExpressionKind::name:
      emit(Op::time);
      return Part{dimension::time, false, false};
    case ExpressionKind::group:
      return apply_unit(scalar(*e.operands[0]), e);
    case ExpressionKind::binary:
      return binary(e);
    case ExpressionKind::call:
      return call(e);
    case ExpressionKind::choice:
      return choice(e, -1);
    case ExpressionKind::unary: {
      const bool is_not = e.op == Operator::logical_not;
      const auto part = is_not ? condition(*e.operands[0]) : number(*e.operands[0]);
      if (part) emit(is_not ? Op::logical_not : Op::negate);
      return part;
    }
    default:
      return fail(e, "S021", "not a function of time");
  }
}

std::optional<Part> Compiler::apply_unit(std::optional<Part> part, const Expression& e) {
  if (!part || e.unit == nullptr) return part;
  if (part->dimension != Dimension{} || part->is_condition)
    return fail(e, "S032", "a unit after a value that has one already");
  emit(Op::number, e.unit->factor);
  emit(Op::multiply);
  return Part{e.unit->dimension, false, false};
}

std::optional<Part> Compiler::logical(const Expression& e, Op op) {
  const auto a = condition(*e.operands[0]);
  const auto b = condition(*e.operands[1]);
  if (!a || !b) return std::nullopt;
  emit(op);
  return Part{{}, true, false};
}

std::optional<Part> Compiler::binary(const Expression& e) {
  if (e.op == Operator::logical_and) return logical(e, Op::logical_and);
  if (e.op == Operator::logical_or) return logical(e, Op::logical_or);
  if (e.op == Operator::power) return power(e);
  const auto a = number(*e.operands[0]);
  const auto b = number(*e.operands[1]);
  if (!a || !b) return std::nullopt;
  return comparison_op(e.op) ? compare(e, *a, *b) : arithmetic(e, e.op, *a, *b);
}

std::optional<Part> Compiler::compare(const Expression& e, const Part& a, const Part& b) {
  if (!check_same_dimension(e.op, a.dimension, b.dimension, a.is_zero || b.is_zero, e.span, report_))
    return std::nullopt;
  emit(*comparison_op(e.op));
  if (is_negated(e.op)) emit(Op::logical_not);
  return Part{{}, true, false};
}

std::optional<Part> Compiler::arithmetic(const Expression& e, Operator op, const Part& a, const Part& b) {
  if (op == Operator::add || op == Operator::subtract) {
    if (!check_same_dimension(op, a.dimension, b.dimension, false, e.span, report_)) return std::nullopt;
    emit(op == Operator::add ? Op::add : Op::subtract);
    return Part{a.dimension, false, false};
  }
  const auto dimension = checked_product(a.dimension, b.dimension, op == Operator::multiply ? 1 : -1);
  if (!dimension) return fail(e, "S032", "the dimension grows beyond any physical quantity");
  emit(op == Operator::multiply ? Op::multiply : Op::divide);
  return Part{*dimension, false, false};
}

std::optional<Part> Compiler::power(const Expression& e) {
  const auto base = number(*e.operands[0]);
  if (!base) return std::nullopt;
  if (same_dimension(base->dimension, {})) {
    const auto exponent = number(*e.operands[1]);
    if (!exponent) return std::nullopt;
    if (!same_dimension(exponent->dimension, {})) return fail(e, "S032", "an exponent is a pure number");
    emit(Op::power);
    return Part{};
  }
  const auto exponent = evaluator_.whole(*e.operands[1], "the power of a quantity with a dimension");
  if (!exponent) return std::nullopt;
  const auto dimension =
      std::abs(*exponent) > 60 ? std::nullopt : checked_product({}, base->dimension, static_cast<int>(*exponent));
  if (!dimension) return fail(e, "S032", "the dimension grows beyond any physical quantity");
  emit(Op::number, static_cast<double>(*exponent));
  emit(Op::power);
  return Part{*dimension, false, false};
}

std::optional<Part> Compiler::call(const Expression& e) {
  const Function* function = find_function(evaluator_.text(e.name));
  if (function == nullptr || !function->op)
    return fail(e, "S018", fmt::format("'{}' is no function that takes t", evaluator_.text(e.name)));
  if (!check_count(*function, e.operands.size(), e.span, report_)) return std::nullopt;
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const auto part = number(*e.operands[i]);
    if (!part) return std::nullopt;
    dimensions.push_back(part->dimension);
    // min and max of several fold from the left.
    if (function->rule == DimensionRule::same && i > 0) emit(*function->op);
  }
  const auto dimension = result_dimension(*function, dimensions, e.span, report_);
  if (!dimension) return std::nullopt;
  if (function->rule != DimensionRule::same) emit(*function->op);
  return Part{*dimension, false, false};
}

/// Component `k` of both branches; a scalar for k < 0.
std::optional<Part> Compiler::choice(const Expression& e, int k) {
  const auto test = condition(*e.operands[0]);
  const auto yes = k < 0 ? scalar(*e.operands[1]) : component(*e.operands[1], k);
  const auto no = k < 0 ? scalar(*e.operands[2]) : component(*e.operands[2], k);
  if (!test || !yes || !no) return std::nullopt;
  if (yes->is_condition != no->is_condition || !same_dimension(yes->dimension, no->dimension))
    return fail(e, "S032",
                fmt::format("the two branches differ: {} and {}", describe(yes->dimension), describe(no->dimension)));
  emit(Op::select);
  return yes;
}

bool Compiler::is_vector(const Expression& e) const {
  switch (e.kind) {
    case ExpressionKind::vector:
      return true;
    case ExpressionKind::name: {
      const Binding* binding = evaluator_.scope().find(e.name);
      return binding != nullptr && std::holds_alternative<VectorValue>(binding->value.data);
    }
    case ExpressionKind::group:
    case ExpressionKind::unary:
      return is_vector(*e.operands[0]);
    case ExpressionKind::choice:
      return is_vector(*e.operands[1]);
    case ExpressionKind::binary:
      return is_vector(*e.operands[0]) || is_vector(*e.operands[1]);
    default:
      return false;
  }
}

std::optional<Part> Compiler::component(const Expression& e, int k) {
  if (!mentions_time(evaluator_, e)) {
    const auto value = evaluator_.evaluate(e);
    if (!value) return std::nullopt;
    const auto* v = std::get_if<VectorValue>(&value->data);
    if (v == nullptr || v->size != 2)
      return fail(e, "S021", fmt::format("a vector (x, y) is needed, found {}", describe(*value)));
    emit(Op::number, v->value[static_cast<std::size_t>(k)]);
    return Part{v->dimension, false, false};
  }
  if (e.kind == ExpressionKind::vector && e.operands.size() == 2)
    return apply_unit(number(*e.operands[static_cast<std::size_t>(k)]), e);
  if (e.kind == ExpressionKind::group) return apply_unit(component(*e.operands[0], k), e);
  if (e.kind == ExpressionKind::choice) return choice(e, k);
  if (e.kind == ExpressionKind::unary && e.op == Operator::negate) {
    const auto part = component(*e.operands[0], k);
    if (part) emit(Op::negate);
    return part;
  }
  const bool is_sum = e.op == Operator::add || e.op == Operator::subtract;
  const bool is_product = e.op == Operator::multiply || e.op == Operator::divide;
  if (e.kind != ExpressionKind::binary || !(is_sum || is_product) || !is_vector(e))
    return fail(e, "S021", "a vector (f(t), g(t)) is needed");
  const bool left = is_sum || is_vector(*e.operands[0]);
  const bool right = is_sum || !left;
  if (is_product && ((left && is_vector(*e.operands[1])) || (right && e.op == Operator::divide)))
    return fail(e, "S021", "a vector is multiplied or divided by a number only");
  const auto a = left ? component(*e.operands[0], k) : number(*e.operands[0]);
  const auto b = right ? component(*e.operands[1], k) : number(*e.operands[1]);
  return a && b ? arithmetic(e, e.op, *a, *b) : std::nullopt;
}

std::optional<TimeFunction> Compiler::finish(const Expression& e) {
  if (!TimeFunction::is_well_formed(program_)) {
    report_.error(
        e.span, "S006",
        fmt::format("an expression of t that needs more than {} intermediate values", TimeFunction::max_depth),
        "put parentheses less deep");
    return std::nullopt;
  }
  return TimeFunction(std::move(program_));
}

/// Two zeros, or the one dimension that both components agree on.
std::optional<Dimension> common_dimension(const Part& x, const Part& y, const Expression& e, Report& report) {
  if (same_dimension(x.dimension, y.dimension)) return x.dimension;
  report.error(
      e.span, "S032", fmt::format("components of one vector: {} and {}", describe(x.dimension), describe(y.dimension)),
      x.is_zero || y.is_zero ? "a zero needs its unit too, or one unit stands behind the vector: (0, 1) m" : "");
  return std::nullopt;
}

}  // namespace

std::optional<TimeNumber> compile_time_number(const Evaluator& evaluator, const Expression& expression) {
  Compiler compiler(evaluator);
  const auto part = compiler.scalar(expression);
  if (!part) return std::nullopt;
  if (part->is_condition) {
    evaluator.report().error(expression.span, "S021", "a number is needed here, found true or false");
    return std::nullopt;
  }
  auto function = compiler.finish(expression);
  if (!function) return std::nullopt;
  return TimeNumber{std::move(*function), part->dimension};
}

std::optional<TimePair> compile_time_vector(const Evaluator& evaluator, const Expression& expression) {
  Compiler x(evaluator);
  Compiler y(evaluator);
  const auto first = x.component(expression, 0);
  if (!first) return std::nullopt;
  const auto second = y.component(expression, 1);
  if (!second) return std::nullopt;
  const auto dimension = common_dimension(*first, *second, expression, evaluator.report());
  if (!dimension) return std::nullopt;
  auto f = x.finish(expression);
  auto g = y.finish(expression);
  if (!f || !g) return std::nullopt;
  return TimePair{{std::move(*f), std::move(*g)}, *dimension};
}

}  // namespace perpend::dsl
