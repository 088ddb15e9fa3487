// What a reader takes from a page in ten seconds.
#pragma once

#include "kernel/model/record.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

/// Which method has the smallest error of each kind and by how much, claims by whose words they are, those that did not
/// reproduce, what was proved, and what the source does not give.
[[nodiscard]] Json summary_view(const ExperimentRecord& record);

}  // namespace perpend::reports
