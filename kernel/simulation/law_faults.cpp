#include "kernel/simulation/law_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernel/dynamics/advance_position.hpp"
#include "kernel/dynamics/state_signals.hpp"
#include "kernel/model/integration.hpp"
#include "kernel/model/numbers/table_range.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

namespace {

double value_of(const TimeFunction& law, const std::vector<StateSignal>& signals, const Model& model,
                const State& state, const Evaluation& evaluation) {
  std::array<double, TimeFunction::max_signals> values;
  const double* near = state.coordinates.size() == 0 ? nullptr : state.coordinates.data();
  if (model.space == Space::planar)
    signal_values<InPlane<double>>(model, evaluation.motions, near, signals, values.data());
  else
    signal_values<InSpace<double>>(model, evaluation.spatial_motions, near, signals, values.data());
  return law(state.time, values.data());
}

bool has_changing_length(const Joint& joint) {
  return joint.type->spec.name == "distance" && !joint.drive.empty();
}

/// ": 2 N * table("force.csv", t) (push.scene:7); the table 'force.csv' goes from 0 to 3 in SI units".
std::string describe_text(const TimeFunction& law) {
  if (law.inputs() == nullptr) return "";
  std::string text = ": " + law.inputs()->text;
  if (!law.inputs()->place.empty()) text += fmt::format(" ({})", law.inputs()->place);
  for (const auto& table : law.inputs()->tables) text += fmt::format("; {}", describe_range(*table));
  return text;
}

/// `when`: "at step 13 (t = 0.012 s)".
LawFault find_fault(const std::string& when, const Model& model, const State& state, const Evaluation& evaluation) {
  const auto judge = [&](const std::string& name, const TimeFunction& law, const std::vector<StateSignal>& signals,
                         bool is_length) -> LawFault {
    const double value = value_of(law, signals, model, state, evaluation);
    if (!std::isfinite(value))
      return {Status::not_finite, fmt::format("{}: the law of '{}' is not finite{}", when, name, describe_text(law))};
    if (!is_length || value > 0.0) return {};
    return {Status::not_finite,
            fmt::format("{}: the length of '{}' is {:.3g} m, and a distance has no direction at or below 0{}", when,
                        name, value, describe_text(law))};
  };
  for (const Force& force : model.forces)
    for (const TimeFunction* law : laws_of(force))
      if (LawFault fault = judge(force.name, *law, force.signals, false); fault.status != Status::converged)
        return fault;
  for (const Joint& joint : model.joints)
    for (const TimeFunction& law : joint.drive)
      if (LawFault fault = judge(joint.name, law, law.signals(), has_changing_length(joint));
          fault.status != Status::converged)
        return fault;
  return {};
}

}  // namespace

LawFault find_law_fault(long step, const Model& model, const State& state, const Evaluation& evaluation) {
  return find_fault(fmt::format("at step {} (t = {:g} s)", step, state.time), model, state, evaluation);
}

LawFault find_law_fault_within(long step, const Model& model, const State& state, double h) {
  constexpr int parts = 16;
  Evaluation evaluation = allocate_evaluation(model);
  for (int k = 1; k <= parts; ++k) {
    State ahead = state;
    const double part = h * k / parts;
    ahead.time += part;
    advance_position(model, Integration{}.rotation, part, state.v, ahead.q);
    if (!ahead.q.allFinite()) break;
    evaluate_rows(model, ahead, evaluation);
    LawFault fault = find_fault(fmt::format("in step {}, near t = {:g} s", step, ahead.time), model, ahead, evaluation);
    if (fault.status != Status::converged) return fault;
  }
  return {};
}

ChangingLengths::ChangingLengths(const Model& model) {
  for (std::size_t k = 0; k < model.joints.size(); ++k)
    if (has_changing_length(model.joints[k])) joints_.push_back(static_cast<int>(k));
}

bool ChangingLengths::are_positive(const Model& model, const State& state, const Evaluation& evaluation) const {
  return std::none_of(joints_.begin(), joints_.end(), [&](int k) {
    const TimeFunction& length = model.joints[static_cast<std::size_t>(k)].drive[0];
    return value_of(length, length.signals(), model, state, evaluation) <= 0.0;
  });
}

}  // namespace perpend
