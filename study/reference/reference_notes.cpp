#include "study/reference/reference_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/text/text.hpp"

namespace perpend {

namespace {

/// The first of them, and how many there are.
std::string list_of_events(const std::vector<std::string>& events) {
  constexpr std::size_t most = 4;
  std::string text = reports::counted(static_cast<long>(events.size()), "event");
  for (std::size_t i = 0; i < std::min(most, events.size()); ++i) text += (i == 0 ? ": " : "; ") + events[i];
  return events.size() > most ? text + "; ..." : text;
}

/// Whether a value or slope may jump where the arguments do not.
bool has_corners(const TimeFunction& f) {
  using Op = TimeFunction::Op;
  const auto may_jump = [&](const TimeFunction::Instruction& step) {
    switch (step.op) {
      case Op::abs:
      case Op::min:
      case Op::max:
      case Op::floor:
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::select:
        return true;
      case Op::table:
        return f.inputs()->tables[static_cast<std::size_t>(step.number)]->bend.empty();
      default:
        return false;
    }
  };
  return std::any_of(f.program().begin(), f.program().end(), may_jump);
}

/// The first element with such a law; empty: none.
std::string law_with_corners(const Model& model) {
  for (const Force& force : model.forces) {
    const std::vector<const TimeFunction*> laws = laws_of(force);
    if (std::any_of(laws.begin(), laws.end(), [](const TimeFunction* law) { return has_corners(*law); }))
      return force.name;
  }
  for (const Joint& joint : model.joints)
    if (std::any_of(joint.drive.begin(), joint.drive.end(), has_corners)) return joint.name;
  return {};
}

}  // namespace

void add_reference_notes(const Model& model, const ReferenceTrajectory& reference, bool is_replayed, MethodRun& run) {
  if (const std::string name = law_with_corners(model); !name.empty())
    run.notes.push_back(
        fmt::format("the law of '{}' may have corners or jumps, which the reference does not locate: it steps over "
                    "them, and how far that takes it from the motion is not known",
                    name));
  if (!is_replayed) {
    if (reference.status != Status::converged && run.status != RunStatus::interrupted)
      run.notes.push_back("reference_error has no value: " + reference.message);
    if (reference.status == Status::converged && !reference.events.empty())
      run.notes.push_back(fmt::format("the reference locates {}", list_of_events(reference.events)));
    if (reference.status == Status::converged && !reference.event.empty())
      run.notes.push_back(
          fmt::format("reference_error holds to t = {:g} s, step {}: then {}, which the reference does not follow; its "
                      "largest value and its means are those up to there, and later it has none",
                      reference.states.back().time, reference.states.size() - 1, reference.event));
    return;
  }
  if (reference.status == Status::converged)
    run.notes.push_back(
        fmt::format("high precision, not proved: a second run of other order and half the step differs by at most "
                    "{:.2g} (m, rad or entries of quaternions)",
                    reference.difference));
  if (reference.status == Status::converged && !reference.events.empty())
    run.notes.push_back(
        fmt::format("{}; impulses are the forces at the end of a step times the step, those of impacts "
                    "left out",
                    list_of_events(reference.events)));
}

}  // namespace perpend
