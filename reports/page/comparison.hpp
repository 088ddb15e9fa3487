// The table that sets methods side by side: what each got wrong and what it cost.
#pragma once

#include "kernel/model/record.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

/// Largest errors by kind, from the measures that the scene has, and the cost of a step. No columns where fewer than
/// two methods made steps.
[[nodiscard]] Json comparison_view(const ExperimentRecord& record);

}  // namespace perpend::reports
