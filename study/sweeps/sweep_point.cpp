#include "study/sweeps/sweep_point.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/runs/run_method.hpp"
#include "study/vocabulary.hpp"

namespace perpend {

namespace {

/// Whether a claim asks for single rows of the sweep's runs, which a summary over time does not have.
bool asks_rows(const ClaimExpression& expression, const std::string& sweep) {
  const ClaimQuery& query = expression.query;
  const bool is_of_rows = query.after || query.function == "at" || query.function == "first_time";
  return (expression.op == ClaimExpression::Op::query && query.sweep == sweep && is_of_rows) ||
         std::any_of(expression.operands.begin(), expression.operands.end(),
                     [&](const ClaimExpression& operand) { return asks_rows(operand, sweep); });
}

bool asks_sweep(const ClaimExpression& expression, const std::string& sweep, const std::string& measure) {
  if (expression.query.sweep == sweep && expression.query.measure == measure) return true;
  return std::any_of(expression.operands.begin(), expression.operands.end(),
                     [&](const ClaimExpression& operand) { return asks_sweep(operand, sweep, measure); });
}

/// Values that are asked of the runs at each point of the sweep; their queries name none.
template <class Asks>
bool is_fitted(const Experiment& experiment, const std::string& sweep, const Asks& asks) {
  return std::any_of(experiment.fits.begin(), experiment.fits.end(), [&](const FitSpec& fit) {
    return fit.sweep == sweep &&
           std::any_of(fit.data.begin(), fit.data.end(), [&](const FitDatum& datum) { return asks(datum.value); });
  });
}

}  // namespace

void add_default_measures(Experiment& experiment) {
  if (!experiment.measures.empty() || !std::holds_alternative<World>(experiment.system)) return;
  const auto add = [&](const char* name, const char* signal, Reduction reduction, std::string text, const char* unit) {
    for (const SignalType& type : signal_types())
      if (type.spec.name == signal)
        experiment.measures.push_back({.name = name,
                                       .text = std::move(text),
                                       .signal = &type,
                                       .entity = world_body,
                                       .entity_kind = "",
                                       .reduction = reduction,
                                       .unit = {unit, type.dimension, 1.0}});
  };
  add("drift", "constraint_error", Reduction::max_abs, "max_abs(constraint_error)", "m");
  add("energy", "total_energy", Reduction::none, "total_energy", "J");
}

SweepDetail sweep_detail(const Experiment& experiment, const SweepSpec& sweep) {
  SweepDetail detail;
  for (const MeasureSpec& measure : experiment.measures) {
    detail.units.emplace(measure.name, measure.unit);
    const auto is_drawn = [&](const FigureSpec& figure) {
      return figure.sweep == sweep.name && std::find(figure.y.begin(), figure.y.end(), measure.name) != figure.y.end();
    };
    const auto is_asked = [&](const ClaimSpec& claim) { return asks_sweep(claim.value, sweep.name, measure.name); };
    if (needs(measure, &SignalType::needs_reference) &&
        std::none_of(experiment.figures.begin(), experiment.figures.end(), is_drawn) &&
        std::none_of(experiment.claims.begin(), experiment.claims.end(), is_asked) &&
        !is_fitted(experiment, sweep.name,
                   [&](const ClaimExpression& value) { return asks_sweep(value, "", measure.name); }))
      detail.measures_left_out.push_back(measure.name);
  }
  detail.has_rows =
      std::any_of(experiment.claims.begin(), experiment.claims.end(),
                  [&](const ClaimSpec& claim) { return asks_rows(claim.value, sweep.name); }) ||
      is_fitted(experiment, sweep.name, [](const ClaimExpression& value) { return asks_rows(value, ""); });
  return detail;
}

SweptScene::SweptScene(const dsl::Document& document, const SweepSpec& sweep, const SweepDetail& detail,
                       const GridPoint& point, const std::vector<dsl::Override>& overrides,
                       const std::vector<std::string>& methods)
    : has_rows_(detail.has_rows) {
  dsl::Loaded loaded =
      dsl::elaborate(document, vocabulary(), merge(overrides, point.overrides), methods, dsl::Extent::runs);
  experiment_ = std::move(loaded.experiment);
  if (!experiment_) {
    error_ = first_error(loaded.diagnostics);
    return;
  }
  add_default_measures(*experiment_);
  std::erase_if(experiment_->measures, [&](const MeasureSpec& measure) {
    const auto& left_out = detail.measures_left_out;
    return std::find(left_out.begin(), left_out.end(), measure.name) != left_out.end();
  });
  for (MeasureSpec& measure : experiment_->measures)
    if (const auto unit = detail.units.find(measure.name); unit != detail.units.end()) measure.unit = unit->second;
  linearization_.emplace(*experiment_);
  if (const auto* world = std::get_if<World>(&experiment_->system)) references_.emplace(*world);
  for (MethodSpec& method : experiment_->methods) {
    if (!is_swept(sweep, method.name, methods)) continue;
    method.expect = expected_outcome(sweep, method, point.coordinates);
    methods_.push_back(&method);
  }
}

MethodRun SweptScene::run(const MethodSpec& method, const Limits& limits) {
  const RunOptions options{.detail = has_rows_ ? Detail::series : Detail::summary,
                           .stream = nullptr,
                           .data = {},
                           .label = method.name,
                           .lcps = nullptr,
                           .limit = limits.seconds,
                           .on_progress = limits.on_progress};
  return references_ ? run_method(*experiment_, method, *linearization_, *references_, options)
                     : certify_method(*experiment_, method, *linearization_, options);
}

}  // namespace perpend
