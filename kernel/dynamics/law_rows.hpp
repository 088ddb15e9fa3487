// Rows that follow laws of the state. The row functions of drives and constraints know the bodies of their own joint
// alone; what a law adds is subtracted here. With the signals s of f, r those of them that are rates, and s'' without
// the accelerations:
//     position   phi = c - f(t, s)        J = J_c - sum_i f_i J_i            phi_t = -f_t
//                Jdot v = (that of c) - f''
//     velocity   g = c' - f(t, s)         N = J_c - sum_r f_r J_r            phi_t = -f + sum_r f_r r
//                Ndot v = (that of c') - f'
// The second is the linearization of g in the velocities at those of the state, exact where f is linear in its rates.
#pragma once

#include <vector>

#include "kernel/dynamics/spaces.hpp"

namespace perpend {

/// Subtracts the laws of the joint's functions from its rows. Pre: number_unknowns has run, and bodies_of(joint) holds
/// every body that moves with a signal. `near`: State::coordinates, or null for zero turns.
template <class In>
void subtract_laws(const Model& model, const std::vector<typename In::Motion>& motions, typename In::Scalar time,
                   const typename In::Scalar* near, const Joint& joint, typename In::Rows& rows);

}  // namespace perpend
