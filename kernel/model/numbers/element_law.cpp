#include "kernel/model/numbers/element_law.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace perpend {

namespace {

using Op = TimeFunction::Op;

/// Where a signal stands in a list, which takes it up.
double place_in(std::vector<StateSignal>& signals, const StateSignal& signal) {
  const auto found = std::find(signals.begin(), signals.end(), signal);
  const auto place = static_cast<double>(found - signals.begin());
  if (found == signals.end()) signals.push_back(signal);
  return place;
}

class LawWriter {
 public:
  void write(Op op, double number = 0.0) { program_.push_back({op, number}); }

  void write(const StateSignal& signal) { write(Op::signal, place_of(signal)); }

  void write(const TimeFunction& law) {
    const std::size_t first_table = inputs_.tables.size();
    for (TimeFunction::Instruction one : law.program()) {
      if (one.op == Op::signal) one.number = place_of(law.signals()[static_cast<std::size_t>(one.number)]);
      if (one.op == Op::table || one.op == Op::table_slope || one.op == Op::table_curvature)
        one.number += static_cast<double>(first_table);
      program_.push_back(one);
    }
    if (law.inputs() == nullptr) return;
    inputs_.tables.insert(inputs_.tables.end(), law.inputs()->tables.begin(), law.inputs()->tables.end());
    inputs_.text += (inputs_.text.empty() ? "" : ", ") + law.inputs()->text;
    if (inputs_.place.empty()) inputs_.place = law.inputs()->place;
  }

  [[nodiscard]] std::optional<TimeFunction> take() {
    if (inputs_.signals.size() > TimeFunction::max_signals || !TimeFunction::is_well_formed(program_))
      return std::nullopt;
    return TimeFunction(std::move(program_), std::make_shared<const LawInputs>(std::move(inputs_)));
  }

 private:
  double place_of(const StateSignal& signal) { return place_in(inputs_.signals, signal); }

  std::vector<TimeFunction::Instruction> program_;
  LawInputs inputs_;
};

}  // namespace

std::optional<TimeFunction> force_of(const ElementLaw& element, const StateSignal& x, const StateSignal& rate) {
  LawWriter law;
  if (!element.stiffness.empty()) {
    law.write(element.stiffness);
    law.write(x);
    if (!element.rest.empty()) {
      law.write(element.rest);
      law.write(Op::subtract);
    }
    law.write(Op::multiply);
  }
  if (!element.damping.empty()) {
    law.write(element.damping);
    law.write(rate);
    law.write(Op::multiply);
    if (!element.stiffness.empty()) law.write(Op::add);
  }
  return law.take();
}

std::optional<std::vector<StateSignal>> share_signals(const std::vector<TimeFunction*>& laws) {
  std::vector<StateSignal> signals;
  std::vector<std::vector<TimeFunction::Instruction>> programs;
  for (const TimeFunction* law : laws) {
    programs.push_back(law->program());
    for (TimeFunction::Instruction& one : programs.back())
      if (one.op == Op::signal) one.number = place_in(signals, law->signals()[static_cast<std::size_t>(one.number)]);
  }
  if (signals.size() > TimeFunction::max_signals) return std::nullopt;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    if (laws[i]->inputs() == nullptr) continue;
    LawInputs inputs = *laws[i]->inputs();
    inputs.signals = signals;
    *laws[i] = TimeFunction(std::move(programs[i]), std::make_shared<const LawInputs>(std::move(inputs)));
  }
  return signals;
}

TimeFunction negated(const TimeFunction& law) {
  auto program = law.program();
  program.push_back({Op::negate, 0.0});
  return TimeFunction(std::move(program), law.inputs());
}

}  // namespace perpend
