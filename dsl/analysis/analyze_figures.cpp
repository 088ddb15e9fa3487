// Figures.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "dsl/analysis/analysis.hpp"
#include "dsl/analysis/claims/claim_forms.hpp"
#include "dsl/analysis/claims/claim_query.hpp"
#include "dsl/analysis/conditions.hpp"
#include "dsl/suggest.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

bool is_cost(std::string_view word) {
  return word == "solves" || word == "factorizations" || word == "iterations" || word == "seconds";
}

/// time, step, a cost, a measure, or sweep.key.
void read_axis(Analysis& a, FigureSpec& figure, const Expression& e) {
  const std::string word = a.evaluator().source(e);
  if (e.kind == ExpressionKind::name && (word == "time" || word == "step" || is_cost(word))) {
    figure.x = word;
    return;
  }
  if (is_drawn_expression(a, e)) {
    figure.x = measure_of_expression(a, "a figure", e).value_or("");
    return;
  }
  if (e.kind != ExpressionKind::member) {
    constexpr std::array<std::string_view, 6> own{"time", "step", "solves", "factorizations", "iterations", "seconds"};
    std::vector<std::string_view> known(own.begin(), own.end());
    const std::vector<std::string_view> measures = a.measures.base_names();
    known.insert(known.end(), measures.begin(), measures.end());
    const bool is_known = e.kind != ExpressionKind::name || a.measures.find(word) != nullptr;
    if (const std::string nearest = nearest_name(word, known); !is_known && !nearest.empty()) {
      a.report.error(e.span, "S017", fmt::format("unknown measure (or time, step, sweep.key) '{}'", word),
                     fmt::format("did you mean '{}'?", nearest));
      return;
    }
    if (resolve(a, a.measures, e, "measure (or time, step, sweep.key)", false)) figure.x = word;
    return;
  }
  const auto index = resolve(a, a.sweeps, *e.operands[0], "sweep", false);
  if (!index) return;
  const SweepSpec& sweep = a.experiment.sweeps[static_cast<std::size_t>(*index)];
  std::vector<std::string_view> keys;
  for (const SweepAxis& axis : sweep.axes) keys.push_back(axis.key);
  figure.x = a.text(e.name);
  figure.sweep = sweep.name;
  if (std::find(keys.begin(), keys.end(), figure.x) == keys.end())
    a.report.error(e.span, "S052", fmt::format("sweep '{}' has no key '{}'", sweep.name, figure.x),
                   suggest(figure.x, keys));
}

/// An end of an axis: a bare 0 fits any.
bool is_end_of(const Quantity& end, Dimension dimension) {
  return same_dimension(end.dimension, dimension) || (end.dimension == Dimension{} && end.value == 0.0);
}

std::optional<std::array<double, 2>> read_range(Analysis& a, const Expression& e, Dimension dimension, bool is_log) {
  const auto value = a.evaluator().evaluate(e);
  if (!value) return std::nullopt;
  const auto fail = [&](const char* code, std::string message) {
    a.report.error(e.span, code, std::move(message), "as in [0, 25] mm");
    return std::nullopt;
  };
  const auto* list = std::get_if<ListValue>(&value->data);
  if (list == nullptr || (*list)->size() != 2)
    return fail("S052", fmt::format("an axis has two ends, found {}", describe(*value)));
  std::array<double, 2> ends{};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto* end = std::get_if<Quantity>(&(**list)[i].data);
    if (end == nullptr) return fail("S052", fmt::format("the end of an axis is a number, found {}", describe(*value)));
    if (!is_end_of(*end, dimension))
      return fail("S031",
                  fmt::format("the axis is {}, and its end is {}", describe(dimension), describe(end->dimension)));
    ends[i] = end->value;
  }
  if (!std::isfinite(ends[0]) || !std::isfinite(ends[1]) || !(ends[0] < ends[1]))
    return fail("S052", "an axis goes from a smaller number to a larger one");
  if (is_log && !(ends[0] > 0.0)) return fail("S052", "a logarithmic axis begins above 0");
  return ends;
}

Dimension dimension_of_measure(const Analysis& a, const std::string& name) {
  for (const MeasureSpec& measure : a.experiment.measures)
    if (measure.name == name) return measure.unit.dimension;
  return {};
}

Dimension dimension_of_y(const Analysis& a, const FigureSpec& figure) {
  const bool is_share = !figure.statistics.empty() && figure.statistics[0].function == "fraction";
  return figure.y.empty() || is_share ? Dimension{} : dimension_of_measure(a, figure.y[0]);
}

/// The second unit of a figure; nothing: all its values have one.
std::optional<Dimension> dimension_of_y2(const Analysis& a, const FigureSpec& figure) {
  const auto unit_of = [&](std::size_t value) {
    const bool is_share = value < figure.statistics.size() && figure.statistics[value].function == "fraction";
    for (const MeasureSpec& measure : a.experiment.measures)
      if (!is_share && measure.name == figure.y[value]) return measure.unit;
    return Unit{};
  };
  for (std::size_t value = 1; value < figure.y.size(); ++value) {
    const Unit first = unit_of(0), unit = unit_of(value);
    if (unit.name != first.name || unit.factor != first.factor) return unit.dimension;
  }
  return std::nullopt;
}

/// Ends of the axis of the second unit.
void read_second_range(Analysis& a, FigureSpec& figure, const Expression& range) {
  const std::optional<Dimension> dimension = dimension_of_y2(a, figure);
  if (dimension) {
    figure.y2_range = read_range(a, range, *dimension, figure.scale == Scale::log);
    return;
  }
  a.report.error(range.span, "S052", "y2_range is of a second unit, and all that the figure draws has one",
                 "write y_range, or y = [first, second] with measures of two units");
}

Dimension dimension_of_x(const Analysis& a, const FigureSpec& figure) {
  if (figure.kind == FigureKind::stability) return {};  // gains times the step
  if (figure.x == "time") return dimension::time;
  for (const SweepSpec& sweep : a.experiment.sweeps)
    for (const SweepAxis& axis : sweep.axes)
      if (sweep.name == figure.sweep && axis.key == figure.x) return axis.unit.dimension;
  return dimension_of_measure(a, figure.x);
}

/// A measure; what one run of a sweep gives, as in mean(h); or what all at one x give, as in median(mean(h), over:
/// laws).
bool read_value(Analysis& a, FigureSpec& figure, const Expression& e) {
  const QueryForm* form = e.kind == ExpressionKind::call ? find_query_form(a.text(e.name)) : nullptr;
  if (form == nullptr) {
    std::optional<std::string> measure;
    if (is_drawn_expression(a, e))
      measure = measure_of_expression(a, "a figure", e);
    else if (const auto index = resolve(a, a.measures, e, "measure", false))
      measure = a.experiment.measures[static_cast<std::size_t>(*index)].name;
    if (!measure) return false;
    figure.y.push_back(*measure);
    figure.statistics.emplace_back();
    return true;
  }
  const auto fail = [&](std::string message, std::string hint) {
    a.report.error(e.span, "S052", std::move(message), std::move(hint));
    return false;
  };
  const bool is_of_run = is_reduction_over_time(form->name);
  if (form->subject != QuerySubject::points && !is_of_run)
    return fail(fmt::format("a figure has no place for '{}'", form->name),
                "it draws measures, reductions such as mean(h), and median(mean(h), over: sweep)");
  auto value = read_figure_query(a, e);
  if (!value) return false;
  ClaimQuery& query = value->expression.query;
  if (query.confidence || query.after || query.until || (is_of_run && !query.sweep.empty()))
    return fail(fmt::format("in a figure {} takes a measure{}", form->name, is_of_run ? "" : " and the keys of points"),
                fmt::format("as in {}", is_of_run ? "mean(h)" : "median(mean(h), over: sweep)"));
  if (is_of_run) query.reduce = std::exchange(query.function, "");
  figure.y.push_back(query.measure);
  figure.statistics.push_back(query);
  return true;
}

void read_values(Analysis& a, FigureSpec& figure, const Expression& e) {
  const Expression* const alone = &e;
  bool is_good = true;
  for (const Expression* item :
       e.kind == ExpressionKind::list ? e.operands : std::span<const Expression* const>(&alone, 1))
    is_good = read_value(a, figure, *item) && is_good;
  const auto is_plain = [](const ClaimQuery& query) { return query.measure.empty(); };
  if (!is_good) figure.y.clear();
  if (!is_good || std::all_of(figure.statistics.begin(), figure.statistics.end(), is_plain)) figure.statistics.clear();
}

void read_own_field(Analysis& a, FigureSpec& figure, const LanguageField& field, const Expression& e) {
  const std::string_view key = field.spec.name;
  if (key == "x_range" || key == "y_range" || key == "y2_range") return;  // read when the axes are known
  if (key == "x") return read_axis(a, figure, e);
  if (key == "y") return read_values(a, figure, e);
  if (key == "methods") {
    if (auto names = read_names(a, a.methods, e, "method")) figure.methods = std::move(*names);
    return;
  }
  if (const auto index = resolve(a, a.sweeps, e, "sweep", false))
    figure.sweep = a.experiment.sweeps[static_cast<std::size_t>(*index)].name;
}

struct KindName {
  std::string_view word;
  FigureKind kind;
};

constexpr KindName kind_names[] = {{"line", FigureKind::line},
                                   {"heatmap", FigureKind::heatmap},
                                   {"work_precision", FigureKind::work_precision},
                                   {"snapshots", FigureKind::snapshots},
                                   {"order", FigureKind::order},
                                   {"stability", FigureKind::stability},
                                   {"ledger", FigureKind::ledger},
                                   {"distribution", FigureKind::distribution},
                                   {"profile", FigureKind::profile}};

/// Pre: one of the choices of the schema.
FigureKind figure_kind_of(std::string_view word) {
  return std::find_if(std::begin(kind_names), std::end(kind_names), [&](const KindName& n) { return n.word == word; })
      ->kind;
}

bool has_two_gains(const MethodSpec& method) {
  return method.type != nullptr && method.type->spec.name == "baumgarte" &&
         ((method.properties.has("alpha") && method.properties.has("beta")) || method.properties.has("omega0"));
}

/// Statistics over a sweep leave one of its keys for x.
void check_statistics(Analysis& a, const FigureSpec& figure, Span span) {
  const auto fail = [&](std::string message, std::string hint) {
    a.report.error(span, "S052", std::move(message), std::move(hint));
  };
  for (const ClaimQuery& query : figure.statistics) {
    if (query.measure.empty()) continue;
    if ((figure.kind != FigureKind::line && figure.kind != FigureKind::order) || figure.sweep.empty()) {
      const std::string sweep = query.sweep.empty() ? "sweep" : query.sweep;
      return fail(fmt::format("'{}' is one number, which is drawn as a line over a key of a sweep",
                              query.function.empty() ? query.reduce : query.function),
                  fmt::format("write x = {}.key, and no kind or kind = order", sweep));
    }
    if (query.function.empty()) continue;
    const auto sweep = std::find_if(a.experiment.sweeps.begin(), a.experiment.sweeps.end(),
                                    [&](const SweepSpec& s) { return s.name == query.sweep; });
    const auto is_other = [&](const SweepAxis& axis) { return axis.key != figure.x && axis.values.size() > 1; };
    if (figure.sweep != query.sweep)
      return fail(fmt::format("{} is one over sweep '{}', and x is no key of it", query.function, query.sweep),
                  fmt::format("write x = {}.{}", query.sweep, sweep->axes.front().key));
    if (std::none_of(sweep->axes.begin(), sweep->axes.end(), is_other) || sweep->is_zipped)
      return fail(fmt::format("sweep '{}' has one run for each '{}': there is nothing to take the {} of", query.sweep,
                              figure.x, query.function),
                  "sweep a second key, or write the measure alone");
    if (std::any_of(query.point.begin(), query.point.end(), [&](const auto& key) { return key.first == figure.x; }))
      return fail(fmt::format("'{}' is chosen, and stands along x", figure.x), "choose other keys");
  }
}

/// What a kind of figure asks of the others fields.
void check_kind(Analysis& a, const FigureSpec& figure, Span span) {
  const auto fail = [&](std::string message, std::string hint) {
    a.report.error(span, "S052", std::move(message), std::move(hint));
  };
  const bool is_swept = figure.kind == FigureKind::distribution || figure.kind == FigureKind::profile;
  if (is_swept && figure.sweep.empty())
    fail("a distribution or profile is one of the runs of a sweep", "write sweep = name_of_the_sweep");
  if (figure.kind == FigureKind::order && figure.sweep.empty())
    fail("an order is that of an error over a swept key", "write x = sweep.key");
  if (figure.kind == FigureKind::ledger && (!figure.sweep.empty() || (figure.x != "time" && figure.x != "step")))
    fail("a ledger is drawn over time", "write x = time, or x = step");
  const bool is_stacked = figure.kind == FigureKind::ledger || figure.kind == FigureKind::distribution;
  for (const std::string& measure : figure.y)
    if (is_stacked && !same_dimension(dimension_of_measure(a, measure), dimension_of_measure(a, figure.y[0])))
      return fail(fmt::format("'{}' and '{}' have no unit in common, and share an axis", figure.y[0], measure),
                  "draw them in two figures");
  if (figure.kind != FigureKind::stability) return;
  for (const MethodSpec& method : a.experiment.methods)
    if (has_two_gains(method) && (figure.methods.empty() || std::find(figure.methods.begin(), figure.methods.end(),
                                                                      method.name) != figure.methods.end()))
      return;
  fail("a map of stability needs a method with two gains", "as in method m = baumgarte(alpha: 10/s, beta: 10/s)");
}

void check_figure(Analysis& a, const FigureSpec& figure, const FieldSet& fields, Span span) {
  const auto found = std::find_if(a.experiment.sweeps.begin(), a.experiment.sweeps.end(),
                                  [&](const SweepSpec& s) { return s.name == figure.sweep; });
  const std::size_t axes = found == a.experiment.sweeps.end() ? 0 : found->axes.size();
  if (figure.kind == FigureKind::heatmap && axes != 1 && axes != 2)
    a.report.error(
        span, "S052",
        fmt::format("a heat map needs a sweep with two keys, or with one against the methods; found {}", axes),
        "write sweep = name_of_the_sweep");
  const bool needs_numbers = figure.kind == FigureKind::line || figure.kind == FigureKind::order;
  for (std::size_t i = 0; needs_numbers && i < axes; ++i)
    if (found->axes[i].key == figure.x && found->axes[i].is_of_words)
      a.report.error(span, "S052", fmt::format("'{}' has words, and a line needs numbers along x", figure.x),
                     "write kind = heatmap, or another key for x");
  check_kind(a, figure, span);
  check_statistics(a, figure, span);
  const bool needs_y = figure.kind != FigureKind::snapshots && figure.kind != FigureKind::stability;
  if (needs_y && figure.y.empty() && !fields.has("y"))
    a.report.error(span, "S013", "the figure needs 'y'", "write y = name_of_a_measure");
  if (figure.kind != FigureKind::work_precision && is_cost(figure.x))
    a.report.error(span, "S052", fmt::format("x = {} is the cost of a run, which only work_precision draws", figure.x),
                   "write kind = work_precision");
  if (figure.kind == FigureKind::work_precision && figure.x != "time" && !is_cost(figure.x) && figure.sweep.empty())
    a.report.error(span, "S052", fmt::format("work_precision has a cost along x, not '{}'", figure.x),
                   "write x = solves, factorizations, iterations or seconds");
  if (figure.kind == FigureKind::snapshots && figure.times.empty())
    a.report.error(span, "S052", "snapshots need their times", "write times = [0, 0.5] s");
}

}  // namespace

void analyze_figure(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, figure_block, true, false, false)) return;
  const auto declared = declare(a, a.figures, s, "figure");
  FigureSpec figure;
  const FieldSet fields =
      read_block(a, s, figure_block, fmt::format("figure {}", a.text(s.name)), {},
                 [&](const LanguageField& field, const Statement& p) { read_own_field(a, figure, field, *p.value); });
  if (!declared) return;
  const Properties& p = fields.properties();
  figure.name = *declared;
  figure.title = p.get_or<std::string>("title", "");
  figure.scale = p.get_or<std::string>("scale", "linear") == "log" ? Scale::log : Scale::linear;
  figure.kind = figure_kind_of(p.get_or<std::string>("kind", "line"));
  figure.reduce = p.get_or<std::string>("reduce", "max");
  figure.times = p.get_or("times", std::vector<double>());
  if (const Expression* range = fields.written("x_range"))
    figure.x_range = read_range(a, *range, dimension_of_x(a, figure), figure.kind == FigureKind::order);
  const bool knows_y = !fields.has("y") || !figure.y.empty();  // else its dimension is not known either
  if (const Expression* range = knows_y ? fields.written("y_range") : nullptr)
    figure.y_range = read_range(a, *range, dimension_of_y(a, figure),
                                figure.scale == Scale::log || figure.kind == FigureKind::order);
  if (const Expression* range = knows_y ? fields.written("y2_range") : nullptr) read_second_range(a, figure, *range);
  if (fields.is_good()) check_figure(a, figure, fields, s.name_span);
  a.figures.add(*declared, {static_cast<int>(a.experiment.figures.size()), s.name_span});
  a.experiment.figures.push_back(std::move(figure));
}

}  // namespace perpend::dsl
