// One smooth phase of a mechanism with limits, dry friction of joints and contacts: a model of its own.
#pragma once

#include <vector>

#include "kernel/model/model.hpp"

namespace perpend {

/// What a limit or a dry friction does in a phase.
enum class PhaseMode {
  free,      ///< a limit that is not reached; a friction without force
  held,      ///< a limit that is reached and pushes
  sticks,    ///< a friction that holds
  forward,   ///< a friction that brakes a positive rate
  backward,  ///< and a negative one
};

struct MotionPhase {
  std::vector<PhaseMode> modes;  ///< of each coordinate row of the whole model
  Model model;  ///< without limits, friction and contacts; what is held or sticks has rows of joints, the last
  std::vector<int> rows;  ///< of it, for each coordinate row that is held or sticks; -1 for the others

  [[nodiscard]] bool has_keepers() const;
};

[[nodiscard]] MotionPhase make_phase(const Model& model, std::vector<PhaseMode> modes);

/// Where a limit is [rad, m]; the largest force of a friction [N m, N].
[[nodiscard]] double bound_of(const Model& model, const CoordinateRow& row);

}  // namespace perpend
