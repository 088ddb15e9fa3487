// The motion of a mechanism with limits, dry friction of joints, contacts and laws with corners and jumps as the
// reference makes it: smooth phases in extended precision, between events whose times are located.
//
// In a phase each limit is free or reached and held, each dry friction slides one way or sticks, each contact is open,
// or closed and slides or sticks, and each law is on one of its branches (law_branches.hpp). A phase ends where one of
// these can not go on (PhaseGuard). What happens then follows from the laws of impact (contact_impact.hpp) where
// something approaches, and from those of forces and accelerations (phase_choice.hpp). Where these leave no motion, or
// more than one, the motion that is known ends.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "study/reference/running_phase.hpp"

namespace perpend {

class PhasedMotion {
 public:
  /// `step`: how far it will be advanced at once [s].
  PhasedMotion(const Model& model, const ReferenceAccuracy& accuracy, double step = 1e-3);

  /// Chooses the first phase. False: the motion is not known from the start on.
  [[nodiscard]] bool start(State& state);

  /// By h [s], through all events on the way. Where `end` says something afterwards, or the status is not converged,
  /// the state is that of the last event.
  [[nodiscard]] Status advance(double h, State& state);

  /// The phase at the last state.
  [[nodiscard]] const RunningPhase& running() const { return running_; }
  /// What ends the motion that is known, in words: "'ball' and 'floor' touch". Empty: nothing yet.
  [[nodiscard]] const std::string& end() const { return end_; }
  /// Those that were passed: "joint 'hinge' reaches a limit at t = 0.31 s".
  [[nodiscard]] const std::vector<std::string>& events() const { return events_; }

 private:
  struct Candidate {
    long choice = 0;  ///< of the laws
    MotionPhase phase;
  };

  void direct_laws(State& state);
  void pass(const PhaseGuard& guard, State& state);
  /// Impacts, then the phase that begins. `reached`: a limit that is reached, or -1; `passed`: a corner that is passed,
  /// or nothing.
  void resolve(int reached, const LawCorner* passed, State& state);
  [[nodiscard]] std::vector<int> limits_at(int reached) const;
  [[nodiscard]] std::vector<Touching> touching();
  /// False: the motion ends.
  bool pass_impacts(const std::vector<int>& limits, const std::vector<Touching>& touching, State& state);
  /// The branches of the laws, and what drives do that jump. False: the motion ends.
  bool settle_laws(const LawCorner* passed, State& state);
  /// Phases that may begin, for each choice of the laws' branches.
  [[nodiscard]] std::vector<Candidate> candidates(const std::vector<int>& limits, std::vector<Touching> touching,
                                                  State& state);
  void take_branches(long choice, State& state);
  void choose_phase(std::vector<Candidate> candidates, const LawCorner* passed, State& state);
  [[nodiscard]] bool leads_back(const MotionPhase& phase, const LawCorner& passed, const State& from);
  [[nodiscard]] bool survives(const MotionPhase& phase, double h, const State& from);

  LawBranches laws_;
  const Model& model_;                                     // theirs
  double pace_ = std::numeric_limits<double>::infinity();  // what the next part may be, after one that was cut [s]
  double step_;
  RunningPhase running_;
  double acceleration_ = 0.0;                                       // size of those up to here
  FunctionBranches::Kind passage_ = FunctionBranches::Kind::bends;  ///< through the corner that was passed last
  std::string end_;
  std::vector<std::string> events_;
  std::vector<int> struck_limits_;                  ///< by the impact at the last event
  std::vector<std::array<int, 2>> struck_pairs_{};  ///< of bodies
};

}  // namespace perpend
