// How near a contact has to be to count in a step.
#pragma once

#include "kernel/dynamics/evaluation.hpp"

namespace perpend {

/// Sets active_gap and contact_margin from the velocities of the state and from those that the applied forces alone
/// would give after a step h [s]. Pre: motions, mass and forces of `evaluation` are those of `state`.
void set_contact_reach(const Model& model, const State& state, double h, Evaluation& evaluation);

}  // namespace perpend
