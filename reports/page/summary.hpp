// What a reader takes from a page in ten seconds.
#pragma once

#include "kernel/model/scene/record.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

/// Which method has the smallest error of each kind and by how much, claims by whose words they are, those that did not
/// reproduce, what was proved, and what the source does not give.
[[nodiscard]] Json summary_view(const ExperimentRecord& record);

/// The motion in a few pictures, for the summary, for print and where scripts do not run.
/// The reference, else the method with the smallest error, else the first run that reached its end, at five times from
/// the start to the end, as one SVG element {`picture`, `method`}; both empty where nothing moves.
[[nodiscard]] Json key_frames_view(const ExperimentRecord& record);

}  // namespace perpend::reports
