// The motion in a few pictures, for the summary, for print and where scripts do not run.
#pragma once

#include <string>

#include "kernel/model/record.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

/// The reference, else the method with the smallest error, else the first run that reached its end, at five times from
/// the start to the end, as one SVG element {`picture`, `method`}; both empty where nothing moves.
[[nodiscard]] Json key_frames_view(const ExperimentRecord& record);

}  // namespace perpend::reports
