// What a query names must exist, and its arguments must fit the function.
#include "dsl/analysis/query_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dsl/suggest.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

bool asks_stability(std::string_view name) {
  return name == "rho" || name == "rho_floating" || name == "stability_limit";
}

}  // namespace

bool QueryReader::fail(Span span, std::string message, std::string hint) {
  a_.report.error(span, "S054", std::move(message),
                  hint.empty() ? fmt::format("write {}", form_.signature) : std::move(hint));
  return false;
}

bool QueryReader::read_measure(const Expression& e) {
  if (form_.name == "first_time") {
    query_.condition = read_condition(a_, e);
    if (!query_.condition) return false;
    query_.measure = query_.condition->measure;
    dimension_ = dimension::time;
    return true;
  }
  const auto index = resolve(a_, a_.measures, e, "measure", false);
  if (!index) return false;
  measure_ = *index;
  const MeasureSpec& measure = a_.experiment.measures[static_cast<std::size_t>(*index)];
  query_.measure = measure.name;
  dimension_ = form_.name == "order" ? Dimension{} : measure.dimension;
  return true;
}

bool QueryReader::read_method(const Expression& e) {
  const auto index = resolve(a_, a_.methods, e, "method", false);
  if (!index) return false;
  method_ = *index;
  query_.method = a_.experiment.methods[static_cast<std::size_t>(*index)].name;
  return true;
}

bool QueryReader::read_positional() {
  std::vector<const Expression*> positional;
  for (const Expression* operand : e_.operands)
    if (operand->kind != ExpressionKind::argument) positional.push_back(operand);
  const bool is_stability = asks_stability(form_.name);
  const std::size_t wanted = is_stability ? 1 : 2;
  if (positional.size() != wanted)
    return fail(e_.span, fmt::format("{} takes {}, found {} values without a name", form_.name,
                                     is_stability ? "a method" : "a measure and a method", positional.size()));
  if (!is_stability && std::holds_alternative<LinearSystem>(a_.experiment.system))
    return fail(e_.span, "a linear system has no runs to measure", "ask rho or stability_limit");
  const bool has_measure = is_stability || read_measure(*positional[0]);
  return read_method(*positional[wanted - 1]) && has_measure;
}

std::optional<double> QueryReader::read_quantity(std::string_view name, const Expression& value, Dimension dimension) {
  const auto evaluated = a_.evaluator().evaluate(value);
  if (!evaluated) return std::nullopt;
  const auto* q = std::get_if<Quantity>(&evaluated->data);
  if (q == nullptr) {
    fail(value.span, fmt::format("'{}' is a number, found {}", name, describe(*evaluated)));
    return std::nullopt;
  }
  if (!check_dimension(a_.evaluator(), name, dimension, *q, value)) return std::nullopt;
  return q->value;
}

bool QueryReader::read_parameter(const Expression& value) {
  const MethodSpec& method = a_.experiment.methods[static_cast<std::size_t>(method_)];
  query_.parameter = a_.evaluator().source(value);
  if (query_.parameter == "step") {
    dimension_ = dimension::time;
    return true;
  }
  std::vector<std::string_view> known{"step"};
  for (const FieldSpec& spec : method.type->spec.arguments) {
    if (spec.type != FieldType::number || !method.properties.has(spec.name)) continue;
    if (spec.name == query_.parameter) {
      dimension_ = spec.dimension;
      return true;
    }
    known.push_back(spec.name);
  }
  return fail(value.span,
              fmt::format("'{}' is not a numeric option that method '{}' sets", query_.parameter, method.name),
              suggest(query_.parameter, known));
}

/// Whether `step:` of `at` is a time, which selects a point of a sweep over the step, and no number of a step.
bool QueryReader::is_swept_step(const Expression& value) const {
  if (sweep() == nullptr) return false;
  const auto is_step = [](const SweepAxis& axis) { return axis.key == "step"; };
  if (std::none_of(sweep()->axes.begin(), sweep()->axes.end(), is_step)) return false;
  const auto evaluated = a_.evaluator().evaluate(value);
  const auto* q = evaluated ? std::get_if<Quantity>(&evaluated->data) : nullptr;
  return q != nullptr && same_dimension(q->dimension, dimension::time);
}

bool QueryReader::read_named(const Expression& argument) {
  const std::string_view name = a_.text(argument.name);
  const Expression& value = *argument.operands[0];
  const bool is_stability = asks_stability(form_.name);
  if (name == "parameter" && form_.name == "stability_limit") return read_parameter(value);
  if (name == "step" && is_stability && form_.name != "stability_limit")
    return (query_.step = read_quantity(name, value, dimension::time)).has_value();
  if (name == "time" && form_.name == "at")
    return (query_.time = read_quantity(name, value, dimension::time)).has_value();
  constexpr std::array<std::string_view, 4> over_time{"max", "min", "rms", "mean"};
  if (name == "after" && std::find(over_time.begin(), over_time.end(), form_.name) != over_time.end())
    return (query_.after = read_quantity(name, value, dimension::time)).has_value();
  if (name == "step" && form_.name == "at" && !is_swept_step(value)) {
    const auto step = a_.evaluator().whole(value, "a step number");
    if (step && *step < 0) return fail(value.span, "steps are counted from 0");
    if (step) query_.step_number = static_cast<double>(*step);
    return step.has_value();
  }
  if (name == "over" && form_.name == "order") return sweep_ >= 0 || read_over(value);
  if (name == "reduce" && form_.name == "order") {
    constexpr std::array<std::string_view, 5> known{"max", "min", "final", "rms", "mean"};
    query_.reduce = a_.evaluator().source(value);
    return std::find(known.begin(), known.end(), query_.reduce) != known.end() ||
           fail(value.span, fmt::format("order cannot reduce by '{}'", query_.reduce), suggest(query_.reduce, known));
  }
  if (is_stability) return fail(argument.span, fmt::format("unknown argument '{}' of {}", name, form_.name));
  if (name == "sweep" && form_.name != "order") return sweep_ >= 0 || read_sweep(value);
  return read_point(name, value);
}

bool QueryReader::check_complete() {
  if (form_.name == "at" && query_.step_number.has_value() == query_.time.has_value())
    return fail(e_.span, "at needs a step or a time");
  if (form_.name == "order" && query_.axis.empty()) return fail(e_.span, "order needs over: sweep.key");
  if (form_.name == "stability_limit" && query_.parameter.empty())
    return fail(e_.span, "stability_limit needs a parameter");
  const bool is_rho = form_.name == "rho" || form_.name == "rho_floating";
  const bool has_step =
      query_.step || a_.experiment.run || a_.experiment.methods[static_cast<std::size_t>(method_)].step;
  if (is_rho && std::holds_alternative<LinearSystem>(a_.experiment.system) && !has_step)
    return fail(e_.span, "rho of a linear system needs its step");
  if (query_.step && !(*query_.step > 0.0)) return fail(e_.span, "the step must be above 0 s");
  return check_point();
}

std::optional<ClaimValue> QueryReader::read() {
  if (!read_positional()) return std::nullopt;
  // sweep: and over: first, as keys of points are looked up in them.
  std::vector<const Expression*> named;
  for (const Expression* operand : e_.operands)
    if (operand->kind == ExpressionKind::argument) named.push_back(operand);
  std::stable_partition(named.begin(), named.end(),
                        [&](const Expression* n) { return a_.text(n->name) == "sweep" || a_.text(n->name) == "over"; });
  for (std::size_t i = 0; i < named.size(); ++i) {
    const bool is_repeated = std::any_of(named.begin(), named.begin() + static_cast<std::ptrdiff_t>(i),
                                         [&](const Expression* n) { return n->name == named[i]->name; });
    if (is_repeated) {
      fail(named[i]->span, fmt::format("'{}' is given twice", a_.text(named[i]->name)));
      return std::nullopt;
    }
    if (!read_named(*named[i])) return std::nullopt;
  }
  if (!check_complete()) return std::nullopt;
  ClaimValue value;
  value.expression.op = ClaimExpression::Op::query;
  value.expression.query = std::move(query_);
  value.dimension = dimension_;
  value.first_measure = measure_;
  return value;
}

}  // namespace perpend::dsl
