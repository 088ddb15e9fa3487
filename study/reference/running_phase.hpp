// A phase on its way: steps of its smooth motion, its forces, and how far it is from its end.
#pragma once

#include <optional>
#include <vector>

#include "stabilizers/reference_step.hpp"
#include "study/reference/evaluated_state.hpp"
#include "study/reference/motion_phase.hpp"

namespace perpend {

/// What ends a phase: where its room becomes negative, or, of a law, touches 0.
struct PhaseGuard {
  enum class Kind {
    limit_gap,     ///< a free limit is reached
    limit_force,   ///< the force of a held limit turns
    stick_force,   ///< a dry friction that sticks needs more than its largest force
    rate,          ///< the rate of a dry friction that slides turns
    contact_gap,   ///< two bodies meet
    normal_force,  ///< a closed contact would pull
    cone,          ///< a contact that sticks needs more friction than it has
    slip,          ///< the slip of a contact turns
    place,         ///< a closed contact leaves the face or corner that it is at
    law,           ///< an operation of a law leaves its branch
  };
  Kind kind = Kind::contact_gap;
  int index = -1;                            ///< of the coordinate row, or of the contact or corner in the phase
  std::optional<std::array<int, 2>> pair{};  ///< of contact_gap: between these two bodies alone
};

class RunningPhase {
 public:
  RunningPhase(const Model& model, const ReferenceAccuracy& accuracy);

  void begin(MotionPhase phase, State& state);
  void move_to(State& state);
  /// By h [s] from `from`, whatever guards say.
  [[nodiscard]] Status step(double h, const State& from, State& next);
  /// Where the step that failed last did so: the state on its way at which accelerations were not finite, or its start.
  [[nodiscard]] const State& stopped_at() const { return stopped_at_; }
  /// The directions from which slips in space are counted, and which contacts slide by now: before a step.
  void follow_slips();

  /// How far the state is from the end of the phase by this guard: negative beyond it.
  [[nodiscard]] double room(const PhaseGuard& guard) const;
  /// What rounding makes of a room that is 0 all along.
  [[nodiscard]] double tolerance(const PhaseGuard& guard) const;
  [[nodiscard]] bool is_violated(const PhaseGuard& guard) const { return room(guard) < -tolerance(guard); }
  [[nodiscard]] bool is_violated() const;
  /// Whether its room ends the phase where it comes to 0 and turns back.
  [[nodiscard]] bool touches(const PhaseGuard& guard) const;
  /// Rooms below this share of what they were touch 0.
  [[nodiscard]] double touching_share(const PhaseGuard& guard) const;
  [[nodiscard]] bool may_touch() const;
  /// How fast the room changes, where the state says so: for limits, gaps of contacts, rates and laws.
  [[nodiscard]] std::optional<double> slope(const PhaseGuard& guard);
  [[nodiscard]] const std::vector<PhaseGuard>& guards() const { return guards_; }
  /// Gaps of single pairs of bodies that may meet within a time h [s]: on the way two of them may have met and parted.
  [[nodiscard]] std::vector<PhaseGuard> guards_of_pairs(double h) const;
  /// How long bodies stay within half of the way on which contacts are known, and turn by less than joints in space
  /// count from one state to the next [s].
  [[nodiscard]] double longest_look() const;

  [[nodiscard]] const MotionPhase& phase() const { return phase_; }
  [[nodiscard]] EvaluatedState& at() { return at_; }
  [[nodiscard]] const EvaluatedState& at() const { return at_; }
  /// Motions of the contacts of the phase.
  [[nodiscard]] const std::vector<TouchingMotion>& motions() const { return motions_; }
  [[nodiscard]] const VectorX& multipliers() const { return multipliers_; }
  /// Forces of all rows of the model [N, N m], and of the contacts that are closed [N]; none before a phase begins.
  [[nodiscard]] VectorX forces_of_rows() const;
  [[nodiscard]] std::vector<ContactImpulse> forces_of_contacts() const;

 private:
  [[nodiscard]] const VectorX& acceleration();

  const Model& model_;
  ReferenceAccuracy accuracy_;
  EvaluatedState at_;
  bool has_begun_ = false;
  State state_;                          // that was evaluated last
  VectorX acceleration_;                 // there; empty: not asked for
  VectorX multipliers_;                  // of the phase there; empty: no guard asks for them
  std::vector<TouchingMotion> motions_;  // of its contacts there
  MotionPhase phase_;
  std::vector<PhaseGuard> guards_;
  State stopped_at_;
};

}  // namespace perpend
