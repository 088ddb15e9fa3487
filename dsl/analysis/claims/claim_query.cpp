#include "dsl/analysis/claims/claim_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "dsl/analysis/claims/claim_forms.hpp"
#include "dsl/analysis/claims/query_arguments.hpp"
#include "dsl/analysis/claims/query_sweep.hpp"
#include "dsl/analysis/conditions.hpp"
#include "dsl/suggest.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

constexpr std::array<std::string_view, 5> reductions_over_time{"max", "min", "final", "rms", "mean"};

/// Pre: the call has the name of a form.
class QueryReader {
 public:
  QueryReader(Analysis& a, const Expression& e, bool is_for_figure = false)
      : a_(a), e_(e), form_(*find_query_form(a.text(e.name))), is_for_figure_(is_for_figure) {
    query_.function = form_.name;
  }
  std::optional<ClaimValue> read();

 private:
  bool read_inner_reduction(std::vector<const Expression*>& positional);
  [[nodiscard]] static bool is_end_of_window(std::string_view name, std::string_view reduction);
  bool read_window(std::string_view name, const Expression& value);
  bool read_condition_of_reduction(std::vector<const Expression*>& positional);
  bool read_positional();
  bool read_fit(const Expression& e);
  bool read_measure(const Expression& e);
  bool read_method(const Expression& e);
  bool read_named(const Expression& argument);
  bool read_reduction(const Expression& value);
  /// Without a hint: shows the form.
  bool fail(Span span, std::string message, std::string hint = {}) {
    return arguments_.fail(span, std::move(message), std::move(hint));
  }
  std::optional<double> read_quantity(std::string_view name, const Expression& value, Dimension dimension) {
    return arguments_.read_quantity(name, value, dimension);
  }
  [[nodiscard]] bool is_about(QuerySubject subject) const { return form_.subject == subject; }
  bool read_parameter(const Expression& value);
  bool read_refined(const Expression& value);
  bool check_complete();

  Analysis& a_;
  const Expression& e_;
  const QueryForm& form_;
  QueryArguments arguments_{a_, form_};
  bool is_for_figure_;  ///< the method may be left out
  ClaimQuery query_;
  QuerySweep sweep_{arguments_, query_};
  int measure_ = -1;
  int method_ = -1;
  Dimension dimension_{};
};

}  // namespace

bool is_reduction_over_time(std::string_view word) {
  return std::find(reductions_over_time.begin(), reductions_over_time.end(), word) != reductions_over_time.end();
}

std::optional<ClaimValue> read_query(Analysis& a, const Expression& e) {
  return QueryReader(a, e).read();
}

std::optional<ClaimValue> read_figure_query(Analysis& a, const Expression& e) {
  return QueryReader(a, e, true).read();
}

bool QueryReader::read_measure(const Expression& e) {
  if (form_.name == "first_time" || form_.name == "fraction") {
    query_.condition = read_condition(a_, e, *compared_side(a_, form_.name, e).left);
    if (!query_.condition) return false;
    query_.measure = query_.condition->measure;
    dimension_ = form_.name == "first_time" ? dimension::time : Dimension{};
    return true;
  }
  std::optional<int> index;
  if (reads_as_name(e)) {
    index = resolve(a_, a_.measures, e, "measure", false);
  } else if (const auto added = measure_of_expression(a_, form_.name, e)) {
    index = a_.measures.find(*added)->index;
  }
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

/// `final(e, post) < 3 mm` in `fraction(final(e, post) < 3 mm, over: seeds)`, and `final(e) < 3 mm, post`.
bool QueryReader::read_condition_of_reduction(std::vector<const Expression*>& positional) {
  if (form_.name != "fraction" || positional.empty()) return true;
  const ComparedSide side = compared_side(a_, form_.name, *positional[0]);
  if (side.reduction.empty()) return true;
  query_.reduce = side.reduction;
  if (side.method == nullptr) return true;
  if (positional.size() > 1) return fail(positional[1]->span, "the method is named twice");
  positional.push_back(side.method);
  return true;
}

/// `mean(e, post)` in `median(mean(e, post), over: seeds)`: a measure, a method and `reduce: mean`.
bool QueryReader::read_inner_reduction(std::vector<const Expression*>& positional) {
  const bool is_over_points = is_about(QuerySubject::points) || form_.name == "order";
  if (!is_over_points || positional.empty() || positional.size() > (is_for_figure_ ? 2U : 1U) ||
      positional[0]->kind != ExpressionKind::call)
    return true;
  const Expression& inner = *positional[0];
  const std::string_view word = a_.text(inner.name);
  if (!is_reduction_over_time(word))
    return fail(inner.span, fmt::format("{} cannot reduce by '{}'", form_.name, word),
                suggest(word, reductions_over_time));
  query_.reduce = word;
  positional.erase(positional.begin());
  auto before = positional.begin();
  for (const Expression* operand : inner.operands) {
    if (operand->kind != ExpressionKind::argument) {
      before = positional.insert(before, operand) + 1;
      continue;
    }
    const std::string_view name = a_.text(operand->name);
    if (!is_end_of_window(name, word))
      return fail(operand->span, fmt::format("'{}' cannot stand inside {} of {}", name, word, form_.name),
                  word == "final" ? "final takes a measure and a method"
                                  : fmt::format("{} takes a measure and a method, after: t and until: t; what is said "
                                                "of the sweep stands behind it",
                                                word));
    if (!read_window(name, *operand->operands[0])) return false;
  }
  return true;
}

/// Whether `after: t` or `until: t` belongs to a reduction over time.
bool QueryReader::is_end_of_window(std::string_view name, std::string_view reduction) {
  return (name == "after" || name == "until") && is_reduction_over_time(reduction) && reduction != "final";
}

bool QueryReader::read_window(std::string_view name, const Expression& value) {
  std::optional<double>& end = name == "after" ? query_.after : query_.until;
  if (end) return fail(value.span, fmt::format("'{}' is given twice", name));
  end = read_quantity(name, value, dimension::time);
  return end.has_value();
}

/// `gravity`, or `gravity.scale`.
bool QueryReader::read_fit(const Expression& e) {
  const bool is_of_key = form_.name != "misfit" && form_.name != "goodness";
  if (is_of_key != (e.kind == ExpressionKind::member))
    return fail(e.span, fmt::format("{} takes {}", form_.name, is_of_key ? "a key of a fit" : "a fit"));
  const auto index = resolve(a_, a_.fits, is_of_key ? *e.operands[0] : e, "fit", false);
  if (!index) return false;
  const FitSpec& fit = a_.experiment.fits[static_cast<std::size_t>(*index)];
  query_.fit = fit.name;
  if (!is_of_key) return true;
  query_.axis = a_.text(e.name);
  std::vector<std::string_view> keys;
  for (const SweepSpec& sweep : a_.experiment.sweeps)
    for (const SweepAxis& axis : sweep.axes) {
      if (sweep.name != fit.sweep) continue;
      keys.push_back(axis.key);
      if (axis.key == query_.axis) dimension_ = axis.unit.dimension;
    }
  if (std::find(keys.begin(), keys.end(), query_.axis) != keys.end()) return true;
  return fail(e.span, fmt::format("fit '{}' has no key '{}'", fit.name, query_.axis), suggest(query_.axis, keys));
}

bool QueryReader::read_positional() {
  std::vector<const Expression*> positional;
  for (const Expression* operand : e_.operands)
    if (operand->kind != ExpressionKind::argument) positional.push_back(operand);
  if (is_about(QuerySubject::fit)) {
    if (positional.size() == 1 && e_.operands.size() == 1) return read_fit(*positional[0]);
    return fail(e_.span, fmt::format("{} takes one value, found {}", form_.name, e_.operands.size()));
  }
  if (!read_condition_of_reduction(positional) || !read_inner_reduction(positional)) return false;
  const bool is_stability = is_about(QuerySubject::stability);
  const bool is_of_method = is_stability || is_about(QuerySubject::boundary);
  const std::size_t wanted = is_of_method ? 1 : 2;
  if (is_for_figure_ && positional.size() == 1) return read_measure(*positional[0]);
  if (positional.size() != wanted)
    return fail(e_.span, fmt::format("{} takes {}, found {} values without a name", form_.name,
                                     is_of_method ? "a method" : "a measure and a method", positional.size()));
  if (!is_stability && std::holds_alternative<LinearSystem>(a_.experiment.system))
    return fail(e_.span, "a linear system has no runs to measure", "ask rho or stability_limit");
  const bool has_measure = is_of_method || read_measure(*positional[0]);
  return read_method(*positional[wanted - 1]) && has_measure;
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

bool QueryReader::read_named(const Expression& argument) {
  const std::string_view name = a_.text(argument.name);
  const Expression& value = *argument.operands[0];
  const bool is_stability = is_about(QuerySubject::stability), is_of_points = is_about(QuerySubject::points);
  if (name == "parameter" && form_.name == "stability_limit") return read_parameter(value);
  if (name == "step" && is_stability && form_.name != "stability_limit")
    return (query_.step = read_quantity(name, value, dimension::time)).has_value();
  if (name == "time" && form_.name == "at")
    return (query_.time = read_quantity(name, value, dimension::time)).has_value();
  if (is_end_of_window(name, form_.name)) return read_window(name, value);
  if ((name == "after" || name == "until") && (is_of_points || form_.name == "order"))
    return fail(argument.span, fmt::format("'{}' belongs to the reduction over time", name),
                fmt::format("as in {}(max(measure, method, {}: t), over: ...)", form_.name, name));
  if (name == "step" && form_.name == "at" && !sweep_.is_swept_step(value)) {
    const auto step = a_.evaluator().whole(value, "a step number");
    if (step && *step < 0) return fail(value.span, "steps are counted from 0");
    if (step) query_.step_number = static_cast<double>(*step);
    return step.has_value();
  }
  if (name == "over" && form_.name == "order") return sweep_.is_known() || sweep_.read_over(value);
  if (name == "over" && is_of_points) return sweep_.is_known() || sweep_.read(value);
  if (name == "reduce" && (form_.name == "order" || is_of_points)) return read_reduction(value);
  if (name == "share" && form_.name == "quantile") return arguments_.read_share(name, value, query_.share);
  if (name == "confidence" && is_of_points && form_.name != "average")
    return arguments_.read_share(name, value, query_.confidence.emplace());
  if (name == "sweep" && is_about(QuerySubject::boundary)) return sweep_.is_known() || read_refined(value);
  if (is_stability) return fail(argument.span, fmt::format("unknown argument '{}' of {}", name, form_.name));
  if (name == "sweep" && is_about(QuerySubject::run) && form_.name != "order")
    return sweep_.is_known() || sweep_.read(value);
  return sweep_.read_point(name, value);
}

bool QueryReader::check_complete() {
  if (is_about(QuerySubject::fit)) return true;
  if (form_.name == "at" && query_.step_number.has_value() == query_.time.has_value())
    return fail(e_.span, "at needs a step or a time");
  if (form_.name == "order" && query_.axis.empty()) return fail(e_.span, "order needs over: sweep.key");
  if (is_about(QuerySubject::points) && !sweep_.is_known())
    return fail(e_.span, fmt::format("{} needs over: sweep", form_.name));
  if (is_about(QuerySubject::boundary) && !sweep_.is_known()) return fail(e_.span, "boundary needs sweep: name");
  if (form_.name == "stability_limit" && query_.parameter.empty())
    return fail(e_.span, "stability_limit needs a parameter");
  const bool is_rho = form_.name == "rho" || form_.name == "rho_floating";
  const bool has_step =
      query_.step || a_.experiment.run || a_.experiment.methods[static_cast<std::size_t>(method_)].step;
  if (is_rho && std::holds_alternative<LinearSystem>(a_.experiment.system) && !has_step)
    return fail(e_.span, "rho of a linear system needs its step");
  if (query_.step && !(*query_.step > 0.0)) return fail(e_.span, "the step must be above 0 s");
  if (query_.after && query_.until && !(*query_.after < *query_.until))
    return fail(e_.span, fmt::format("no time is after {} s and until {} s", *query_.after, *query_.until));
  return sweep_.check_point(e_.span);
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

bool QueryReader::read_refined(const Expression& value) {
  const auto of_key = sweep_.read_refined(value);
  dimension_ = of_key.value_or(Dimension{});
  return of_key.has_value();
}

bool QueryReader::read_reduction(const Expression& value) {
  query_.reduce = a_.evaluator().source(value);
  return std::find(reductions_over_time.begin(), reductions_over_time.end(), query_.reduce) !=
             reductions_over_time.end() ||
         fail(value.span, fmt::format("{} cannot reduce by '{}'", form_.name, query_.reduce),
              suggest(query_.reduce, reductions_over_time));
}

}  // namespace perpend::dsl
