// Which phases may begin at a state without impacts: those whose forces and accelerations keep the laws.
//     a limit that is held pushes; one that is free is not passed
//     a dry friction that sticks is within its bound; one that slides brakes the motion that begins
//     a contact that is closed pushes; one that opens does not close
//     a contact that sticks has its friction in the cone; one that slides has the largest friction, against the slip
// Every combination is tried, so that another answer of the laws would be found.
#pragma once

#include <string>
#include <vector>

#include "study/reference/contact_choices.hpp"

namespace perpend {

struct PhaseQuestion {
  const EvaluatedState& at;
  const State& state;
  std::vector<PhaseMode> modes{};    ///< of the rows that are decided
  std::vector<int> undecided{};      ///< rows without a rate
  std::vector<Touching> touching{};  ///< contacts without a normal rate
  double acceleration = 0.0;         ///< size of those of the motion up to here [m/s^2, rad/s^2]
};

struct PhaseAnswer {
  std::vector<MotionPhase> phases{};  ///< all with the same accelerations
  double acceleration = 0.0;          ///< size of those of the motion up to here, with this state
  std::string objection{};            ///< why there is none, in words: "the laws of ... allow no motion"
};

[[nodiscard]] PhaseAnswer possible_phases(const PhaseQuestion& question);

}  // namespace perpend
