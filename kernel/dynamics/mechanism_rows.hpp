// The rows of a mechanism: of joints and drives with their laws, then those of their coordinates, limits and dry
// friction.
#pragma once

#include "kernel/dynamics/motions.hpp"

namespace perpend {

/// The layout, which blocks J has, and what is constant in it. Pre: `rows` is empty.
void allocate_rows(const Model& model, ConstraintRows& rows);

/// Every number of the rows, and the coordinates of the joints, for the motions of `evaluation`; defined for Plane and
/// Spatial.
template <class In>
void evaluate_mechanism_rows(const Model& model, const State& state, Evaluation& evaluation);

}  // namespace perpend
