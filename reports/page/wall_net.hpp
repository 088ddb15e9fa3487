// What is drawn of a half space: a net in its plane as large as the motion over it.
#pragma once

#include <vector>

#include "kernel/model/record.hpp"
#include "reports/page/wireframe.hpp"

namespace perpend::reports {

/// In the body frame, whose z is the normal: over the feet of all moving bodies in the first, the middle and the last
/// frame of each run. Without any: a square metre.
[[nodiscard]] std::vector<Line3> wall_net(const ExperimentRecord& record, std::size_t body);

}  // namespace perpend::reports
