// What happens where one phase of the reference ends and the next one begins, in words.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "study/reference/running_phase.hpp"

namespace perpend {

/// An event that has been passed.
struct PhaseEvent {
  PhaseGuard guard{};                              ///< what ended the phase
  MotionPhase before{};                            ///< that phase
  std::string subject{};                           ///< "joint 'hinge'"
  std::array<int, 2> bodies{-1, -1};               ///< that met, for a gap that closed
  bool is_smooth = false;                          ///< a law that goes on with the same value and slope
  std::vector<int> struck_limits{};                ///< coordinate rows, by an impact
  std::vector<std::array<int, 2>> struck_pairs{};  ///< of bodies
};

/// "joint 'hinge' reaches a limit at t = 0.31 s": the guard first, then what happens to others at the same instant.
[[nodiscard]] std::vector<std::string> words_of(const PhaseEvent& event, const RunningPhase& now);

}  // namespace perpend
