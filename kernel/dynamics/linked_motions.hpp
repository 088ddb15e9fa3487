// How signals of the state change with each other in the motions that joints allow: what a linkage ties together.
#pragma once

#include <vector>

#include "kernel/model/model.hpp"
#include "kernel/model/scene/scene_checks.hpp"
#include "kernel/model/state.hpp"

namespace perpend {

/// At the start and at poses near it that the joints reach, without the rows of the joints `left_out`. No pose where
/// the start does not close or the mechanism is large: the work is dense.
[[nodiscard]] LinkedMotions linked_motions(const Model& model, const State& start,
                                           const std::vector<std::size_t>& left_out,
                                           const std::vector<StateSignal>& signals);

}  // namespace perpend
