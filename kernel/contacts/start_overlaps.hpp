// Bodies that start in each other.
#pragma once

#include <vector>

#include "kernel/model/scene/scene_checks.hpp"

namespace perpend {

/// Pairs that may touch and overlap at `start` by more than the rounding of their positions, in increasing order.
/// Empty without ContactSettings::enabled.
[[nodiscard]] std::vector<StartOverlap> start_overlaps(const Model& model, const State& start);

/// The jams at `start`, at most ten. To first order and without friction; a limit of a joint counts where it is
/// reached. Looked for among the pairs that overlap most, up to 300 contacts: a jam of some is one of all.
[[nodiscard]] StartJams start_jams(const Model& model, const State& start);

}  // namespace perpend
