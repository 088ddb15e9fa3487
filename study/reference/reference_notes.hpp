// What a report says in words of the reference: what it located, how far it holds, and what it does not follow.
#pragma once

#include "kernel/model/scene/method_run.hpp"
#include "study/reference/reference_trajectory.hpp"

namespace perpend {

/// `is_replayed`: the run is that of the reference itself; else one that was compared with it.
void add_reference_notes(const ReferenceTrajectory& reference, bool is_replayed, MethodRun& run);

}  // namespace perpend
