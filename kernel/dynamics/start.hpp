// Whether a mechanism can start where it is put: errors of position and velocity, and the search for a position nearby
// that satisfies all joints.
#pragma once

#include <optional>

#include "kernel/model/scene/scene_checks.hpp"

namespace perpend {

/// Errors of all rows at one state.
[[nodiscard]] StartErrors start_errors(const Model& model, const State& start);

/// The row that stays most wrong where the search ends; nothing when some position near the start satisfies all
/// holonomic rows of joints, or when the search has not come to an end.
[[nodiscard]] std::optional<Unassembled> find_unassembled(const Model& model, const State& start);

/// The positions near the start that satisfy all holonomic rows and keep all limits, by the search above, to rounding
/// where the rows allow; then the velocities nearest to the given ones in the metric of M with J v = -phi_t,
/// non-holonomic rows included, of which those that would pass a limit that is reached are taken away.
/// Bodies that are kept do not move; they keep their velocities, too, unless rows, those of a drive for instance, ask
/// for others. The state is the given one where either fails.
[[nodiscard]] AssembledStart assemble(const Model& model, const State& start, const StartRequest& request);

}  // namespace perpend
