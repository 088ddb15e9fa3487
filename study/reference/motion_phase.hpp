// One smooth phase of a mechanism with limits, dry friction of joints, contacts and laws with branches: a model of its
// own.
#pragma once

#include <vector>

#include "kernel/model/model.hpp"
#include "stabilizers/reference_step.hpp"
#include "study/reference/law_branches.hpp"

namespace perpend {

/// What a limit or a dry friction does in a phase.
enum class PhaseMode {
  free,      ///< a limit that is not reached; a friction without force
  held,      ///< a limit that is reached and pushes
  sticks,    ///< a friction that holds
  forward,   ///< a friction that brakes a positive rate
  backward,  ///< and a negative one
};

/// A contact of a phase.
struct PhaseContact {
  ClosedContact closed;
  int row = -1;           ///< of its normal force, among those of the phase
  bool is_still = false;  ///< slides, but does not move: what others hold, and its friction is the largest
};

struct MotionPhase {
  std::vector<PhaseMode> modes;  ///< of each coordinate row of the whole model
  Model model;  ///< without limits, friction and contacts; what is held or sticks has rows of joints, the last
  std::vector<int> rows;  ///< of its system, for each coordinate row that is held or sticks; -1 for the others

  std::vector<LawCorner> corners{};        ///< of the laws of the model
  std::vector<PhaseContact> contacts{};    ///< those that are closed
  std::vector<BallFriction> frictions{};   ///< of ball joints
  std::vector<std::size_t> friction_of{};  ///< coordinate rows that these are

  [[nodiscard]] bool has_keepers() const;
  /// `num_own_rows`: of the joints of the whole model.
  [[nodiscard]] ReferenceSystem system(int num_own_rows) const;
  [[nodiscard]] std::vector<ClosedContact> closed() const;
  /// Gives it these contacts.
  void close(const std::vector<ClosedContact>& closed);
};

[[nodiscard]] MotionPhase make_phase(const Model& model, std::vector<PhaseMode> modes);

/// Where a limit is [rad, m]; the largest force of a friction [N m, N].
[[nodiscard]] double bound_of(const Model& model, const CoordinateRow& row);

}  // namespace perpend
