// Divergence: a joint that is open much wider than all that it holds together is large.
#pragma once

#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/model.hpp"

namespace perpend {

/// A run ends when the error of a joint passes this many sizes of its linkage. One size is not enough: a correction of
/// a start error below the size of the linkage can overshoot by a few sizes and come back (ClinePai03 VI.C throws a
/// chain by 1.1 of its lengths), and the measures show that as the error it is. Ten times the size is only reached by
/// growth from step to step, and rows linearized there say nothing of the mechanism.
inline constexpr double divergence_factor = 10.0;

/// The row that is furthest beyond its limit.
struct Divergence {
  int row = -1;  ///< -1: none is
  double error = 0.0;
  double limit = 0.0;
};

/// For each row the error that counts as divergence: divergence_factor times the size of the linkage of its joint [m],
/// for an angle or a pure number divergence_factor times 1 rad, whose arc is as long as its radius. Infinite for rows
/// that are not holonomic.
[[nodiscard]] VectorX divergence_limits(const Model& model);

/// Post: allocates nothing.
[[nodiscard]] Divergence find_divergence(const ConstraintRows& rows, const VectorX& limits);

}  // namespace perpend
