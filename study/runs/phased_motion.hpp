// The motion of a mechanism with limits, dry friction of joints and contacts as the reference makes it: smooth phases
// in extended precision, between events whose times are located.
//
// In a phase each limit is free or reached and held, each dry friction slides one way or sticks. A phase ends where
//     a free limit is reached:              plastic impact, the velocities nearest in the metric of M that keep it
//     the force of a held limit turns:      it is free
//     the rate of a friction changes sign:  it sticks where its force would do, else it slides the other way
//     a sticking friction needs more than its largest force:  it slides
//     two bodies touch:                     they part with e times the velocity of approach, where one point touches
//                                           that no friction acts on, and e > 0
// What holds after an event is checked against the laws of its forces: those of limits push, those of friction are
// within their bounds and against the motion that begins. Where none of the choices fits, and for every other event,
// the motion that is known ends.
#pragma once

#include <string>
#include <vector>

#include "kernel/dynamics/evaluation.hpp"
#include "stabilizers/reference_step.hpp"
#include "study/runs/motion_phase.hpp"

namespace perpend {

class PhasedMotion {
 public:
  PhasedMotion(const Model& model, const ReferenceAccuracy& accuracy);

  /// Chooses the first phase. False: the motion is not known from the start on.
  [[nodiscard]] bool start(State& state);

  /// By h [s], through all events on the way. Where `end` says something afterwards, or the status is not converged,
  /// the state is that of the last event.
  [[nodiscard]] Status advance(double h, State& state);

  /// The mechanism without limits, dry friction and contacts, but with rows for what is held or sticks.
  [[nodiscard]] const Model& model() const { return phase_.model; }
  /// What ends the motion that is known, in words: "'ball' and 'floor' touch". Empty: nothing yet.
  [[nodiscard]] const std::string& end() const { return end_; }
  /// Those that were passed: "joint 'hinge' reaches a limit at t = 0.31 s".
  [[nodiscard]] const std::vector<std::string>& events() const { return events_; }

 private:
  /// One end of a phase: a coordinate row, or the contact that is nearest.
  struct Event {
    int row = -1;  ///< -1: contact
    double after = 0.0;
  };

  void evaluate_at(State& state);
  /// How far the state is from the end of the phase by this row, or by a contact (-1): negative beyond it.
  [[nodiscard]] double room(int row);
  [[nodiscard]] double gap() const;
  [[nodiscard]] bool is_violated(int row) { return room(row) < (row < 0 ? -rounding_ : 0.0); }
  /// The time to the first violation within h, where there is one; the state behind it otherwise.
  [[nodiscard]] Status find_event(double h, const State& from, State& next, Event& event, bool& has_event);
  [[nodiscard]] Status locate(int row, double h, const State& from, double& after);
  [[nodiscard]] Status step(double h, const State& from, State& next);
  [[nodiscard]] Status pass(const Event& event, State& state);
  [[nodiscard]] Status reach_limit(int row, State& state);
  [[nodiscard]] Status bounce(State& state);
  /// Frictions slide as their rates say; the undecided rows get the first modes that satisfy their laws.
  void settle(std::vector<PhaseMode> modes, std::vector<int> undecided, State& state);
  [[nodiscard]] bool satisfies_laws(const MotionPhase& phase, const std::vector<int>& undecided,
                                    const State& state) const;
  [[nodiscard]] std::vector<PhaseMode> without_sticking() const;
  void note(int row, const std::string& what, double time);
  [[nodiscard]] std::string joint_of(int row) const;
  [[nodiscard]] std::string bodies_of_contact() const;
  [[nodiscard]] int num_rows() const { return static_cast<int>(model_.coordinate_rows.size()); }

  const Model& model_;
  ReferenceAccuracy accuracy_;
  Evaluation evaluation_;
  VectorX rates_;        // of all rows of the model at the state that was evaluated last
  VectorX multipliers_;  // of the phase there
  double rounding_;      // of a gap [m]
  MotionPhase phase_;
  std::string end_;
  std::vector<std::string> events_;
};

}  // namespace perpend
