#include "kernel/simulation/law_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernel/dynamics/advance_position.hpp"
#include "kernel/dynamics/state_signals.hpp"
#include "kernel/model/integration.hpp"
#include "kernel/model/numbers/dual.hpp"
#include "kernel/model/numbers/table_range.hpp"
#include "kernel/model/numbers/trigonometry.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

namespace {

using Values = std::array<double, TimeFunction::max_signals>;

Values values_of(const std::vector<StateSignal>& signals, const Model& model, const State& state,
                 const Evaluation& evaluation) {
  Values values;
  const double* near = state.coordinates.size() == 0 ? nullptr : state.coordinates.data();
  if (model.space == Space::planar)
    signal_values<InPlane<double>>(model, evaluation.motions, near, signals, values.data());
  else
    signal_values<InSpace<double>>(model, evaluation.spatial_motions, near, signals, values.data());
  return values;
}

double value_of(const TimeFunction& law, const std::vector<StateSignal>& signals, const Model& model,
                const State& state, const Evaluation& evaluation) {
  return law(state.time, values_of(signals, model, state, evaluation).data());
}

bool has_changing_length(const Joint& joint) {
  return joint.type->spec.name == "distance" && !joint.drive.empty();
}

bool is_turn_known(const BodyMotion<double>& motion) {
  return std::abs(motion.angle) <= sin_cos_max_argument;
}

/// `when`: "at step 13 (t = 0.012 s)".
LawFault find_fault(const std::string& when, const Model& model, const State& state, const Evaluation& evaluation) {
  const auto judge = [&](const std::string& name, const TimeFunction& law, const std::vector<StateSignal>& signals,
                         bool is_length) -> LawFault {
    const double value = value_of(law, signals, model, state, evaluation);
    if (!std::isfinite(value))
      return {Status::not_finite, fmt::format("{}: the law of '{}' is not finite ({}){}", when, name,
                                              std::isnan(value) ? "nan"
                                              : value > 0.0     ? "inf"
                                                                : "-inf",
                                              describe_law(law))};
    if (!is_length || value > 0.0) return {};
    return {Status::not_finite,
            fmt::format("{}: the length of '{}' is {:.3g} m, and a distance has no direction at or below 0{}", when,
                        name, value, describe_law(law))};
  };
  const auto& motions = evaluation.motions;
  if (const auto turned = std::find_if_not(motions.begin(), motions.end(), is_turn_known); turned != motions.end())
    return {Status::not_finite,
            fmt::format("{}: '{}' has turned by {:.3g} rad, and sines are known up to {:.3g} rad", when,
                        model.bodies[turned - motions.begin()].name, turned->angle, sin_cos_max_argument)};
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

bool is_rate_of(const StateSignal& signal) {
  return signal.kind == StateSignal::Kind::distance_rate || signal.kind == StateSignal::Kind::coordinate_rate;
}

/// Whether a signal is what the spring or damper acts on: the distance of its points, the coordinate of its joint, or
/// the rate of these.
bool is_own(const Force& force, const StateSignal& signal) {
  if (force.joint < 0) return signal.is_of_element;
  const bool is_coordinate = is_rate_of(signal) || signal.kind == StateSignal::Kind::coordinate;
  return is_coordinate && signal.joint == force.joint && signal.coordinate == force.coordinate;
}

std::string feeding_words(const std::string& name, bool is_damper, double number, bool is_angle) {
  const char* const unit = is_damper ? (is_angle ? "N m s" : "N s/m") : (is_angle ? "N m" : "N/m");
  return is_damper ? fmt::format(
                         "the damper of '{}' feeds energy at the start: its damping is {:.3g} {} there; if "
                         "that is not meant, a sign is wrong",
                         name, number, unit)
                   : fmt::format(
                         "the spring of '{}' pushes on the farther it is stretched at the start: its stiffness "
                         "is {:.3g} {} there; if that is not meant, a sign is wrong",
                         name, number, unit);
}

/// The force along what the element acts on, by its slopes.
void add_feeding(const Model& model, const Force& force, const State& start, const Values& values,
                 std::vector<std::string>& words) {
  const bool is_pull = force.joint < 0;
  const TimeFunction& law = is_pull ? force.pull : force.push;
  const bool is_angle = !is_pull && model.joints[static_cast<std::size_t>(force.joint)]
                                            .type->coordinate_spec[static_cast<std::size_t>(force.coordinate)]
                                            .dimension == dimension::angle;
  for (std::size_t i = 0; i < force.signals.size(); ++i) {
    if (!is_own(force, force.signals[i])) continue;
    std::array<Dual<double>, TimeFunction::max_signals> moved;
    for (std::size_t k = 0; k < force.signals.size(); ++k) moved[k] = {values[k], k == i ? 1.0 : 0.0};
    const double slope = law(Dual<double>(start.time), moved.data()).rate * (is_pull ? 1.0 : -1.0);
    if (!(slope < 0.0)) continue;
    const bool is_damper = is_rate_of(force.signals[i]);
    words.push_back(feeding_words(force.name, is_damper, slope, is_angle));
  }
}

}  // namespace

std::string describe_law(const TimeFunction& law) {
  if (law.inputs() == nullptr) return "";
  std::string text = ": " + law.inputs()->text;
  if (!law.inputs()->place.empty()) text += fmt::format(" ({})", law.inputs()->place);
  for (const auto& table : law.inputs()->tables) text += fmt::format("; {}", describe_range(*table));
  return text;
}

std::vector<std::string> feeding_laws(const Model& model, const State& start) {
  std::vector<std::string> words;
  Evaluation evaluation = allocate_evaluation(model);
  evaluate_rows(model, start, evaluation);
  for (const Force& force : model.forces) {
    const bool is_motor = force.joint >= 0 && force.element_of < 0;
    if (laws_of(force).empty() || is_motor) continue;
    const Values values = values_of(force.signals, model, start, evaluation);
    const auto at_start = [&](const TimeFunction& law) { return law(start.time, values.data()); };
    if (!force.pull.empty() || !force.push.empty()) add_feeding(model, force, start, values, words);
    const bool is_angular_damper = force.type->spec.name == "angular_damper";
    if (is_angular_damper && at_start(force.torque) < 0.0)
      words.push_back(feeding_words(force.name, true, at_start(force.torque), true));
    for (const bool is_damper : {false, true})
      for (const Bushing::Law& entry : is_damper ? force.bushing.damping_laws : force.bushing.stiffness_laws)
        if (entry.row == entry.column && at_start(entry.value) < 0.0)
          words.push_back(feeding_words(force.name, is_damper, at_start(entry.value),
                                        entry.row >= (model.space == Space::planar ? 2 : 3)));
  }
  return words;
}

bool are_turns_known(const Evaluation& evaluation) {
  return std::all_of(evaluation.motions.begin(), evaluation.motions.end(), is_turn_known);
}

LawFault find_law_fault(long step, const Model& model, const State& state, const Evaluation& evaluation) {
  return find_fault(fmt::format("at step {} (t = {:g} s)", step, state.time), model, state, evaluation);
}

LawFault find_law_fault_on_way(long step, const Model& model, const State& state) {
  if (!is_finite(state)) return {};
  Evaluation evaluation = allocate_evaluation(model);
  evaluate_rows(model, state, evaluation);
  return find_fault(fmt::format("in step {}, at t = {:.9g} s", step, state.time), model, state, evaluation);
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
