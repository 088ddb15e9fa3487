// Sweeps: values of params, of the step or of the duration; several keys make a grid.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/analysis/analysis.hpp"
#include "dsl/suggest.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

constexpr double most_points = 10000;  // of a grid: each is a run of every method

/// log_range(a, b, n) or lin_range(a, b, n): n values, both ends among them.
std::optional<std::vector<Quantity>> read_spaced(Analysis& a, const Expression& e) {
  const bool is_log = a.text(e.name) == "log_range";
  const auto fail = [&](std::string message) -> std::optional<std::vector<Quantity>> {
    a.report.error(e.span, "S055", std::move(message), fmt::format("write {}(first, last, count)", a.text(e.name)));
    return std::nullopt;
  };
  if (e.operands.size() != 3) return fail(fmt::format("{} takes three values", a.text(e.name)));
  const auto first = a.evaluator().evaluate(*e.operands[0]);
  const auto last = a.evaluator().evaluate(*e.operands[1]);
  const auto count = a.evaluator().whole(*e.operands[2], "the count of values");
  if (!first || !last || !count) return std::nullopt;
  const auto* low = std::get_if<Quantity>(&first->data);
  const auto* high = std::get_if<Quantity>(&last->data);
  if (low == nullptr || high == nullptr || !same_dimension(low->dimension, high->dimension))
    return fail("the two ends are numbers of one dimension");
  if (*count < 2 || static_cast<double>(*count) > most_points)
    return fail(fmt::format("{} values; 2 to {} are allowed", *count, most_points));
  if (is_log && !(low->value > 0.0 && high->value > 0.0)) return fail("the ends of log_range are above zero");
  std::vector<Quantity> values;
  for (long i = 0; i < *count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(*count - 1);
    const double value = is_log ? low->value * std::pow(high->value / low->value, share)
                                : low->value + (high->value - low->value) * share;
    values.push_back({i + 1 == *count ? high->value : value, low->dimension, low->unit});
  }
  return values;
}

std::optional<std::vector<Quantity>> read_values(Analysis& a, const Expression& e) {
  if (e.kind == ExpressionKind::call && (a.text(e.name) == "log_range" || a.text(e.name) == "lin_range"))
    return read_spaced(a, e);
  const auto value = a.evaluator().evaluate(e);
  if (!value) return std::nullopt;
  std::vector<Quantity> values;
  if (const auto* range = std::get_if<RangeValue>(&value->data)) {
    if (static_cast<double>(range->last - range->first) < most_points)
      for (long i = range->first; i <= range->last; ++i) values.push_back({static_cast<double>(i), {}, nullptr});
  } else if (const auto* list = std::get_if<ListValue>(&value->data)) {
    for (const Value& element : **list)
      if (const auto* q = std::get_if<Quantity>(&element.data)) values.push_back(*q);
    if (values.size() != (*list)->size()) values.clear();
  }
  if (!values.empty()) return values;
  a.report.error(e.span, "S055", fmt::format("a sweep takes a list of numbers, found {}", describe(*value)),
                 "as in [4, 2, 1] ms, log_range(1/s, 100/s, 20), 1..6");
  return std::nullopt;
}

/// What the key is measured in: that of the param, or a time.
std::optional<Dimension> key_dimension(Analysis& a, const Statement& s) {
  const std::string_view key = a.text(s.keyword);
  std::vector<std::string_view> known;
  for (const Parameter& p : a.experiment.parameters) {
    if (std::isnan(p.value)) continue;  // a string or a list
    if (p.name == key) return p.unit.dimension;
    known.push_back(p.name);
  }
  if (key == "step" || key == "duration") return dimension::time;
  known.push_back("step");
  known.push_back("duration");
  a.report.error(s.keyword_span, "S055", fmt::format("'{}' cannot be swept: it is not a numeric param", key),
                 suggest(key, known));
  return std::nullopt;
}

std::optional<SweepAxis> read_axis(Analysis& a, const Statement& s) {
  const auto dimension = key_dimension(a, s);
  const auto values = read_values(a, *s.value);
  if (!dimension || !values) return std::nullopt;
  SweepAxis axis;
  axis.key = a.text(s.keyword);
  for (const Quantity& q : *values) {
    if (!check_dimension(a.evaluator(), axis.key, *dimension, q, *s.value)) return std::nullopt;
    if (!std::isfinite(q.value)) {
      a.report.error(s.value->span, "S023", fmt::format("the values of '{}' must be finite", axis.key));
      return std::nullopt;
    }
    axis.unit = q.unit != nullptr && same_dimension(q.unit->dimension, q.dimension) ? *q.unit : si_unit(*dimension);
    axis.values.push_back(q.value);
    axis.texts.push_back(format_quantity(q.value, axis.unit));
  }
  return axis;
}

bool fail(Analysis& a, const Expression& e, std::string message, std::string hint) {
  a.report.error(e.span, "S055", std::move(message), std::move(hint));
  return false;
}

/// `key >= value`.
bool read_sweep_condition(Analysis& a, const SweepSpec& sweep, const Expression& e, SweepExpectation& expectation) {
  const auto comparison = comparison_of(e.op);
  const Expression& key = *e.operands[0];
  if (!comparison)
    return fail(a, e, "a condition compares a key of the sweep", "write key >= value, with > >= < or <=");
  const auto axis = std::find_if(sweep.axes.begin(), sweep.axes.end(), [&](const SweepAxis& x) {
    return key.kind == ExpressionKind::name && x.key == a.text(key.name);
  });
  std::vector<std::string_view> keys;
  for (const SweepAxis& x : sweep.axes) keys.push_back(x.key);
  if (axis == sweep.axes.end())
    return fail(a, key, fmt::format("sweep '{}' has no key '{}'", sweep.name, a.evaluator().source(key)),
                suggest(a.evaluator().source(key), keys));
  const auto value = a.evaluator().evaluate(*e.operands[1]);
  const auto* q = value ? std::get_if<Quantity>(&value->data) : nullptr;
  if (q == nullptr)
    return value && fail(a, *e.operands[1], fmt::format("'{}' is compared with a number", axis->key), "");
  if (!check_dimension(a.evaluator(), axis->key, axis->unit.dimension, *q, *e.operands[1])) return false;
  expectation.conditions.push_back({static_cast<std::size_t>(axis - sweep.axes.begin()), *comparison, q->value});
  return true;
}

/// Whether some run of the sweep is meant.
bool fits_a_run(const SweepSpec& sweep, const SweepExpectation& expectation) {
  for (const SweepCondition& condition : expectation.conditions) {
    const std::vector<double>& values = sweep.axes[condition.axis].values;
    if (std::none_of(values.begin(), values.end(), [&](double x) { return holds(condition, x); })) return false;
  }
  const auto runs = [&](const std::string& method) {
    return sweep.methods.empty() ||
           std::find(sweep.methods.begin(), sweep.methods.end(), method) != sweep.methods.end();
  };
  return std::all_of(expectation.methods.begin(), expectation.methods.end(), runs);
}

/// `diverges` or `diverges(a, b, key >= value)`.
bool read_expectation(Analysis& a, const Expression& e, SweepSpec& sweep) {
  const bool has_word = e.kind == ExpressionKind::name || e.kind == ExpressionKind::call;
  const auto outcome = has_word ? outcome_of(a.text(e.name)) : std::nullopt;
  if (!outcome)
    return fail(a, e, fmt::format("'{}' is not an outcome of a run", a.evaluator().source(e)),
                "completes, unstable, diverges or unsolvable, as in diverges(method, key >= value)");
  SweepExpectation expectation{*outcome, {}, {}};
  for (const Expression* argument : e.operands) {
    if (argument->kind == ExpressionKind::binary) {
      if (!read_sweep_condition(a, sweep, *argument, expectation)) return false;
      continue;
    }
    const auto names = read_names(a, a.methods, *argument, "method");
    if (!names) return false;
    expectation.methods.insert(expectation.methods.end(), names->begin(), names->end());
  }
  if (!fits_a_run(sweep, expectation))
    return fail(a, e, fmt::format("no run of sweep '{}' is meant by this", sweep.name),
                "each method must run in the sweep, and each condition hold at some point");
  sweep.expectations.push_back(std::move(expectation));
  return true;
}

/// Once methods and keys are known.
void read_expectations(Analysis& a, const Expression& e, SweepSpec& sweep) {
  if (e.kind != ExpressionKind::list) return static_cast<void>(read_expectation(a, e, sweep));
  for (const Expression* item : e.operands) static_cast<void>(read_expectation(a, *item, sweep));
}

}  // namespace

void analyze_sweep(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, sweep_block, true, false, false)) return;
  const auto declared = declare(a, a.sweeps, s, "sweep");
  SweepSpec sweep;
  const Expression* expect = nullptr;
  FieldSet fields(a.evaluator(), "sweep");
  BlockReader reader;
  reader.property = [&](const Statement& p) {
    if (!fields.claim(a.text(p.keyword), p.keyword_span, *p.value)) return;
    if (a.text(p.keyword) == "methods") {
      if (auto names = read_names(a, a.methods, *p.value, "method")) sweep.methods = std::move(*names);
      return;
    }
    if (a.text(p.keyword) == "expect") {
      expect = p.value;
      return;
    }
    auto axis = read_axis(a, p);
    axis ? sweep.axes.push_back(std::move(*axis)) : fields.fail();
  };
  reader.declaration = [&](const Statement& d) { report_misplaced(a, d, "a sweep"); };
  a.walker.run(s.body, reader);
  double points = 1.0;
  for (const SweepAxis& axis : sweep.axes) points *= static_cast<double>(axis.values.size());
  if (sweep.axes.empty() && fields.is_good())
    return a.report.error(s.keyword_span, "S055", "a sweep without values", "write for instance step = [4, 2, 1] ms");
  if (points > most_points)
    return a.report.error(s.keyword_span, "S055",
                          fmt::format("a grid of {:.0f} points; {:.0f} are allowed", points, most_points));
  if (!declared) return;
  sweep.name = declared->full;
  if (expect != nullptr && fields.is_good()) read_expectations(a, *expect, sweep);
  a.sweeps.add(declared->key, {static_cast<int>(a.experiment.sweeps.size()), s.name_span});
  a.experiment.sweeps.push_back(std::move(sweep));
}

}  // namespace perpend::dsl
