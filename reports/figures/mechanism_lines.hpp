// A mechanism at one frame as lines on paper.
#pragma once

#include <array>
#include <vector>

#include "kernel/model/record.hpp"

namespace perpend::reports {

using PaperLine = std::vector<std::array<double, 2>>;

struct MechanismLines {
  std::vector<PaperLine> fixed;
  std::vector<PaperLine> moving;
};

/// x and y in the plane; in space the view of projected(). A body without an outline is a dot, a line of no length.
[[nodiscard]] MechanismLines mechanism_lines(const ExperimentRecord& record, const Frames& frames, std::size_t frame);

}  // namespace perpend::reports
