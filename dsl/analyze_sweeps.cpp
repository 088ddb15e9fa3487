// Sweeps: values of params, of the step or of the duration; several keys make a grid.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/analysis.hpp"
#include "dsl/suggest.hpp"
#include "dsl/units.hpp"

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
  a.report.error(s.keyword_span, "S055", fmt::format("'{}' cannot be swept: it is no numeric param", key),
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

}  // namespace

void analyze_sweep(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, sweep_block, true, false, false)) return;
  const auto declared = declare(a, a.sweeps, s, "sweep");
  SweepSpec sweep;
  FieldSet fields(a.evaluator(), "sweep");
  BlockReader reader;
  reader.property = [&](const Statement& p) {
    if (!fields.claim(a.text(p.keyword), p.keyword_span, *p.value)) return;
    if (a.text(p.keyword) == "methods") {
      if (auto names = read_names(a, a.methods, *p.value, "method")) sweep.methods = std::move(*names);
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
  a.sweeps.add(declared->key, {static_cast<int>(a.experiment.sweeps.size()), s.name_span});
  a.experiment.sweeps.push_back(std::move(sweep));
}

}  // namespace perpend::dsl
