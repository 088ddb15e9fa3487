// Applied forces and energies at one state.
#pragma once

#include "kernel/dynamics/evaluation.hpp"

namespace perpend {

/// Force, other_force and energies. Pre: motions and mass stand there.
void evaluate_loads(const Model& model, const State& state, Evaluation& evaluation, const Integration& integration);

}  // namespace perpend
