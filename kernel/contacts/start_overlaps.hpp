// Bodies that start in each other.
#pragma once

#include <vector>

#include "kernel/scene_checks.hpp"

namespace perpend {

/// Pairs that may touch and overlap at `start` by more than the rounding of their positions, in increasing order.
/// Empty without ContactSettings::enabled.
[[nodiscard]] std::vector<StartOverlap> start_overlaps(const Model& model, const State& start);

}  // namespace perpend
