// Whether holonomic rows hold, as far as doubles can tell.
#pragma once

#include "kernel/dynamics/evaluation.hpp"

namespace perpend {

/// What rounding may leave of row `row` of a joint [m, rad]. phi is a difference of positions, levers and angles:
/// 16 u of |J| times the lengths of both positions and both levers, and of each angle 1 + |angle|. Each is stored
/// within u and goes through some ten operations (sine and cosine, a turn by them, two sums); no q of doubles is sure
/// to leave less. Lengths, not components: what rounding leaves of one row moves the bodies, and so the rows across it.
[[nodiscard]] double rounding_of_row(const Model& model, const Evaluation& at, double time, int joint, int row);

/// Every holonomic row is within `tolerance` [m, rad], or within its rounding where that is more. False where one is
/// not finite. A tolerance of 0 asks for rounding alone.
[[nodiscard]] bool rows_hold(const Model& model, const Evaluation& at, double time, double tolerance);

}  // namespace perpend
