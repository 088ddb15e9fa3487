// Figures.
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/analysis.hpp"
#include "dsl/suggest.hpp"

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
  if (e.kind != ExpressionKind::member) {
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

void read_own_field(Analysis& a, FigureSpec& figure, const LanguageField& field, const Expression& e) {
  const std::string_view key = field.spec.name;
  if (key == "x") return read_axis(a, figure, e);
  if (key == "y") {
    if (auto names = read_names(a, a.measures, e, "measure")) figure.y = std::move(*names);
    return;
  }
  if (key == "methods") {
    if (auto names = read_names(a, a.methods, e, "method")) figure.methods = std::move(*names);
    return;
  }
  if (const auto index = resolve(a, a.sweeps, e, "sweep", false))
    figure.sweep = a.experiment.sweeps[static_cast<std::size_t>(*index)].name;
}

FigureKind figure_kind_of(const std::string& word) {
  if (word == "heatmap") return FigureKind::heatmap;
  if (word == "work_precision") return FigureKind::work_precision;
  return word == "snapshots" ? FigureKind::snapshots : FigureKind::line;
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
  if (figure.kind != FigureKind::snapshots && figure.y.empty() && !fields.has("y"))
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
  if (fields.is_good()) check_figure(a, figure, fields, s.name_span);
  a.figures.add(*declared, {static_cast<int>(a.experiment.figures.size()), s.name_span});
  a.experiment.figures.push_back(std::move(figure));
}

}  // namespace perpend::dsl
