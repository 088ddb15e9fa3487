#include "study/sweeps/margins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>

#include "dsl/key_effect.hpp"
#include "dsl/values/units.hpp"
#include "kernel/model/stop.hpp"
#include "study/execute.hpp"
#include "study/runs/run_plan.hpp"
#include "study/sweeps/sweep_point.hpp"
#include "study/vocabulary.hpp"

namespace perpend {

namespace {

/// What claims ask of: methods that run, sweeps, fits and measures.
struct Asked {
  std::set<std::string> methods, sweeps, fits, measures;

  void add(const ClaimExpression& expression) {
    if (expression.op == ClaimExpression::Op::query) {
      const ClaimQuery& query = expression.query;
      // rho and its like ask of the mechanism and the method's formula, which need no run.
      if (!query.measure.empty() || !query.sweep.empty() || query.condition) methods.insert(query.method);
      if (!query.sweep.empty()) sweeps.insert(query.sweep);
      if (!query.fit.empty()) fits.insert(query.fit);
      measures.insert(query.measure);
      if (query.condition) measures.insert(query.condition->measure);
    }
    for (const ClaimExpression& operand : expression.operands) add(operand);
  }

  /// What the fits that are asked for ask themselves.
  void follow(const std::vector<FitSpec>& specs) {
    for (const FitSpec& fit : specs) {
      if (!fits.contains(fit.name)) continue;
      sweeps.insert(fit.sweep);
      for (const FitDatum& datum : fit.data) add(datum.value);
    }
  }
};

/// Itself, or through what it is computed from.
bool reads_backward_error(const MeasureSpec& measure) {
  return (measure.signal != nullptr && measure.signal->spec.name == "backward_error") ||
         std::any_of(measure.operands.begin(), measure.operands.end(), reads_backward_error);
}

/// Leaves what the claims need. A certificate takes part in a verdict as the bound of a measure, as the measured
/// backward error, and as the outcome that a sweep is refined by.
void reduce_to(const Asked& asked, Experiment& experiment) {
  experiment.figures.clear();
  std::erase_if(experiment.fits, [&](const FitSpec& fit) { return !asked.fits.contains(fit.name); });
  std::erase_if(experiment.sweeps, [&](const SweepSpec& sweep) { return !asked.sweeps.contains(sweep.name); });
  std::erase_if(experiment.measures,
                [&](const MeasureSpec& measure) { return !asked.measures.contains(measure.name); });
  const bool is_refined_by_certificates =
      std::any_of(experiment.sweeps.begin(), experiment.sweeps.end(), [](const SweepSpec& sweep) {
        return sweep.refinement && sweep.refinement->outcome == RefinedOutcome::certificate;
      });
  if (is_refined_by_certificates) return;
  VerifySettings& verify = experiment.verify;
  verify.spd = verify.spectral_radius = verify.complementarity = Frequency::never;
  verify.solutions = Frequency::never;
  const bool stops_by_it =
      experiment.run && experiment.run->stop_when && reads_backward_error(*experiment.run->stop_when);
  if (!stops_by_it && std::none_of(experiment.measures.begin(), experiment.measures.end(), reads_backward_error))
    verify.residual = Frequency::never;
}

class MarginsOfScene {
 public:
  MarginsOfScene(const dsl::Document& document, const Experiment& experiment, const MarginOptions& options)
      : document_(document), experiment_(experiment), options_(options) {
    for (const ClaimSpec& claim : experiment.claims) {
      if (!is_selected(options.claims, claim.id)) continue;
      chosen_.insert(claim.id);
      asked_.add(claim.value);
    }
    asked_.follow(experiment.fits);
  }

  SceneMargins find();

 private:
  [[nodiscard]] std::vector<const Parameter*> chosen_parameters(std::vector<std::string>& notes) const;
  [[nodiscard]] bool is_used(const Parameter& parameter) const;
  [[nodiscard]] std::optional<std::string> scene_error(const Parameter& parameter, double value) const;
  [[nodiscard]] bool takes_whole_numbers(const Parameter& parameter) const;
  [[nodiscard]] std::vector<dsl::Override> with(const Parameter& parameter, double value) const;
  [[nodiscard]] std::vector<ClaimRecord> judge(Experiment experiment,
                                               const std::vector<dsl::Override>& overrides) const;
  [[nodiscard]] std::vector<TriedVerdict> verdicts_at(const Parameter& parameter, double value) const;

  const dsl::Document& document_;
  const Experiment& experiment_;
  const MarginOptions& options_;
  std::set<std::string> chosen_;
  Asked asked_;
};

std::vector<const Parameter*> MarginsOfScene::chosen_parameters(std::vector<std::string>& notes) const {
  std::vector<const Parameter*> parameters;
  for (const Parameter& parameter : experiment_.parameters) {
    const bool is_named = !options_.parameters.empty() && is_selected(options_.parameters, parameter.name);
    if (options_.parameters.empty() ? parameter.given : !is_named) continue;
    if (!is_used(parameter))
      notes.push_back(fmt::format("{} = {}: nothing of the scene depends on it", parameter.name, parameter.text));
    else if (std::isnan(parameter.value))
      notes.push_back(fmt::format("{} is not a number and stays {}", parameter.name, parameter.text));
    else
      parameters.push_back(&parameter);
  }
  return parameters;
}

bool MarginsOfScene::is_used(const Parameter& parameter) const {
  const dsl::KeyEffect effect = dsl::effect_of(document_, parameter.name);
  return effect.on_step || effect.on_tolerance || effect.on_methods || effect.on_problem || effect.on_gravity ||
         effect.on_judgment || effect.on_rest;
}

/// The values of the command line that are not of this parameter, and its own.
std::vector<dsl::Override> MarginsOfScene::with(const Parameter& parameter, double value) const {
  std::vector<dsl::Override> overrides = options_.overrides;
  std::erase_if(overrides, [&](const dsl::Override& one) { return one.name == parameter.name; });
  overrides.push_back({parameter.name, dsl::format_quantity(value, parameter.unit)});
  return overrides;
}

std::optional<std::string> MarginsOfScene::scene_error(const Parameter& parameter, double value) const {
  const dsl::Loaded loaded = dsl::elaborate(document_, vocabulary(), with(parameter, value));
  if (loaded.experiment) return std::nullopt;
  return first_error(loaded.diagnostics);
}

/// A count, such as the number of links, has no scene a percent away and one at the next number.
bool MarginsOfScene::takes_whole_numbers(const Parameter& parameter) const {
  const double value = parameter.value;
  const bool is_whole = parameter.unit.factor == 1.0 && value == std::floor(value) && std::abs(value) < 1e9;
  return is_whole && scene_error(parameter, value == 0.0 ? 0.01 : 1.01 * value) && !scene_error(parameter, value + 1.0);
}

std::vector<ClaimRecord> MarginsOfScene::judge(Experiment experiment,
                                               const std::vector<dsl::Override>& overrides) const {
  std::erase_if(experiment.claims, [&](const ClaimSpec& claim) { return !chosen_.contains(claim.id); });
  add_default_measures(experiment);
  reduce_to(asked_, experiment);
  // No method has an empty name: where claims ask of no run, none is made.
  const std::vector<std::string> methods = asked_.methods.empty()
                                               ? std::vector<std::string>{""}
                                               : std::vector<std::string>(asked_.methods.begin(), asked_.methods.end());
  return execute(document_, experiment,
                 {.methods = methods,
                  .overrides = overrides,
                  .stream = nullptr,
                  .data = DataAmount::first,
                  .lcps = nullptr,
                  .earlier = nullptr,
                  .limit = options_.limit,
                  .progress = {},
                  .threads = options_.threads})
      .claims;
}

std::vector<TriedVerdict> MarginsOfScene::verdicts_at(const Parameter& parameter, double value) const {
  if (must_stop()) return {};
  const std::vector<dsl::Override> overrides = with(parameter, value);
  if (options_.on_value) options_.on_value(fmt::format("{} = {}", parameter.name, overrides.back().value_text));
  dsl::Loaded loaded = dsl::elaborate(document_, vocabulary(), overrides);
  if (!loaded.experiment)
    return std::vector<TriedVerdict>(chosen_.size(), {ClaimVerdict::not_run, first_error(loaded.diagnostics)});
  std::vector<TriedVerdict> verdicts;
  for (const ClaimRecord& claim : judge(std::move(*loaded.experiment), overrides))
    verdicts.push_back({claim.status, ""});
  if (must_stop()) return {};
  return verdicts;
}

SceneMargins MarginsOfScene::find() {
  SceneMargins result{.file = "",
                      .id = experiment_.id,
                      .title = experiment_.title,
                      .source = experiment_.source,
                      .parameters = {},
                      .notes = {}};
  const std::vector<const Parameter*> parameters = chosen_parameters(result.notes);
  if (parameters.empty()) result.notes.push_back("its source gives every number");
  if (chosen_.empty()) result.notes.push_back("it has no claims");
  if (parameters.empty() || chosen_.empty()) return result;
  const std::vector<ClaimRecord> claims = judge(experiment_, options_.overrides);
  result.parameters.resize(parameters.size());
  run_side_by_side(parameters.size(), options_.threads, [&](std::size_t i) {
    ParameterMargins& margins = result.parameters[i];
    margins.parameter = *parameters[i];
    margins.is_whole = takes_whole_numbers(margins.parameter);
    for (const ClaimRecord& claim : claims) margins.claims.push_back({.claim = claim, .below = {}, .above = {}});
    margins.num_values = search_margins(
        margins.parameter, margins.is_whole, options_.range,
        [&](double value) { return verdicts_at(margins.parameter, value); }, margins.claims);
  });
  return result;
}

}  // namespace

SceneMargins find_margins(const dsl::Document& document, const Experiment& experiment, const MarginOptions& options) {
  return MarginsOfScene(document, experiment, options).find();
}

}  // namespace perpend
