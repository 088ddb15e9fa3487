// In which order the saddle-point system is factorized: children before parents along a tree of joints, so that the
// cost of a tree is linear. [Baraff96]
#pragma once

#include <span>
#include <vector>

#include "kernel/model/constraint_rows.hpp"

namespace perpend {

/// Order of the scalar unknowns: u < num_columns is a coordinate, num_columns + i is constraint row i.
///
/// A breadth-first forest from the ground gives each body the joint that leads toward the ground; bodies go in
/// post-order, each followed by that joint. A joint that closes a loop goes after the last body of its loop. Every
/// leading block is then nonsingular when J has full row rank: a partial mechanism hangs on what is not yet eliminated
/// by single tree joints, and a floating part can move rigidly, so these joints stay independent of the loops inside
/// it. Free combinations of the velocities of two bodies hinder rigid motion, and a body may have no part in some of
/// them: they go last, after all bodies.
///
/// With `is_primary` (one a block) the other blocks are left out as if they were not there.
[[nodiscard]] std::vector<int> elimination_order(const ConstraintRows& layout, std::span<const char> is_primary = {});

}  // namespace perpend
