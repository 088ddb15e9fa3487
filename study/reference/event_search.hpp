// The first event of a running phase within a step.
#pragma once

#include <optional>
#include <string>

#include "study/reference/running_phase.hpp"

namespace perpend {

struct FoundEvent {
  std::optional<PhaseGuard> guard{};  ///< nothing: the phase holds to the end of the step
  double after = 0.0;                 ///< from the beginning of the step [s]
  std::string end{};                  ///< why the phase cannot be continued, in words; empty: it can
  int halvings = 0;                   ///< of the step, until a part could be made
  double tried = 0.0;                 ///< what could be made of the step, as long as the phase holds [s]
};

/// `whole`: the step that h is, or is a part of [s]. By h [s] from `from`, or to the first violation on the way, with
/// the state there; where only a part of h can be made, to the end of that.
[[nodiscard]] Status find_event(RunningPhase& running, double h, double whole, const State& from, State& next,
                                FoundEvent& found);

}  // namespace perpend
