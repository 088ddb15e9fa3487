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
  const bool is_of_rows = query.after || query.until || query.function == "at" || query.function == "first_time";
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
    : document_(document),
      sweep_(sweep),
      detail_(detail),
      overrides_(overrides),
      names_(methods),
      elaboration_(document, vocabulary(), methods) {
  read(point);
}

void SweptScene::read(const GridPoint& point) {
  dsl::Loaded loaded = elaboration_.read(merge(overrides_, point.overrides));
  experiment_ = std::move(loaded.experiment);
  methods_.clear();
  error_ = experiment_ ? "" : first_error(loaded.diagnostics);
  if (!experiment_) return;
  add_default_measures(*experiment_);
  std::erase_if(experiment_->measures, [&](const MeasureSpec& measure) {
    const auto& left_out = detail_.measures_left_out;
    return std::find(left_out.begin(), left_out.end(), measure.name) != left_out.end();
  });
  for (MeasureSpec& measure : experiment_->measures)
    if (const auto unit = detail_.units.find(measure.name); unit != detail_.units.end()) measure.unit = unit->second;
  linearization_.emplace(*experiment_);
  take_methods(point);
}

/// Each point has a reference motion of its own: one that a limit broke off must not serve the next.
void SweptScene::take_methods(const GridPoint& point) {
  references_.reset();
  if (const auto* world = std::get_if<World>(&experiment_->system)) references_.emplace(*world);
  methods_.clear();
  for (MethodSpec& method : experiment_->methods) {
    if (!is_swept(sweep_, method.name, names_)) continue;
    method.expect = expected_outcome(sweep_, method, point.coordinates);
    methods_.push_back(&method);
  }
}

/// False where the scene has to be read as a whole.
bool SweptScene::read_again(const GridPoint& point) {
  if (!effect_) {
    effect_.emplace();
    for (const SweepAxis& axis : sweep_.axes) {
      const dsl::KeyEffect of_one = dsl::effect_of(document_, axis.key);
      for (const auto part : {&dsl::KeyEffect::on_step, &dsl::KeyEffect::on_tolerance, &dsl::KeyEffect::on_methods,
                              &dsl::KeyEffect::on_problem, &dsl::KeyEffect::on_gravity, &dsl::KeyEffect::on_rest})
        (*effect_).*part = (*effect_).*part || of_one.*part;
    }
  }
  if (!experiment_ || effect_->on_rest) return false;
  if (!elaboration_.read_again(merge(overrides_, point.overrides), *effect_, *experiment_)) return false;
  // Rows and masses are the same, and without a change of gravity all of the linearization.
  if (was_stopped_)
    linearization_.emplace(*experiment_);
  else if (effect_->on_gravity)
    linearization_->forget_forces();
  was_stopped_ = false;
  take_methods(point);
  return true;
}

void SweptScene::move_to(const GridPoint& point) {
  if (read_again(point)) return;
  was_stopped_ = false;
  read(point);
}

MethodRun SweptScene::run(const MethodSpec& method, const Settings& settings) {
  const RunOptions options{.detail = detail_.has_rows ? Detail::series : Detail::summary,
                           .stream = nullptr,
                           .data = {},
                           .label = method.name,
                           .lcps = nullptr,
                           .limit = settings.limit,
                           .on_progress = settings.on_progress,
                           .solver = settings.solvers == nullptr ? nullptr : &(*settings.solvers)[method.name]};
  MethodRun run = references_ ? run_method(*experiment_, method, *linearization_, *references_, options)
                              : certify_method(*experiment_, method, *linearization_, options);
  if (run.stopped_by != StopReason::none) was_stopped_ = true;
  return run;
}

}  // namespace perpend
