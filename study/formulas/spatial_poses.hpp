// Where bodies in space are, as formulas.
#pragma once

#include <array>

#include "kernel/model/model.hpp"
#include "study/formulas/formula.hpp"

namespace perpend::formulas {

using Triple = std::array<Formula, 3>;
using Frame = std::array<Triple, 3>;

struct SpatialPose {
  Triple position;
  Frame rotation;  ///< by row
};

[[nodiscard]] Formula dot(const Triple& a, const Triple& b);
[[nodiscard]] Triple define(const Triple& a, Definitions& definitions);

/// That of the world.
[[nodiscard]] SpatialPose pose_at_rest();
[[nodiscard]] SpatialPose pose_of(const Body& body, Definitions& definitions);

}  // namespace perpend::formulas
