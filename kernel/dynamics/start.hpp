// Whether a mechanism can start where it is put: errors of position and velocity, and the search for a position nearby
// that satisfies all joints.
#pragma once

#include <optional>

#include "kernel/model/scene_checks.hpp"

namespace perpend {

/// Errors of all rows at one state.
[[nodiscard]] StartErrors start_errors(const Model& model, const State& start);

/// The row that stays most wrong where the search ends; nothing when some position near the start satisfies all
/// holonomic rows of joints, or when the search has not come to an end.
[[nodiscard]] std::optional<Unassembled> find_unassembled(const Model& model, const State& start);

}  // namespace perpend
