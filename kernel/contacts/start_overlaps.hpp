// Bodies that start in each other.
#pragma once

#include <vector>

#include "kernel/model/scene_checks.hpp"

namespace perpend {

/// Pairs that may touch and overlap at `start` by more than the rounding of their positions, in increasing order.
/// Empty without ContactSettings::enabled.
[[nodiscard]] std::vector<StartOverlap> start_overlaps(const Model& model, const State& start);

/// Overlaps that no motion which the joints allow opens together: a body between two walls that are too close, bodies
/// welded into each other. Nothing that a method does can separate them.
struct StartJam {
  std::vector<StartOverlap> overlaps;
};

/// The jams at `start`, at most ten, no overlap in two of them. To first order, without friction and limits of joints;
/// not looked for among more than 300 contacts that overlap.
[[nodiscard]] std::vector<StartJam> start_jams(const Model& model, const State& start);

}  // namespace perpend
