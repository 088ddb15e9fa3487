// Several convex solids that move as one body of space.
#pragma once

#include <vector>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// Whether a solid can be a part: any that is convex and has an end.
[[nodiscard]] bool can_be_solid_part(const Shape& shape);

/// Solids with their `place` and `turn`, in the frame whose origin is `centre`.
[[nodiscard]] Shape make_solid_compound(std::vector<Shape> parts, const Vec3& centre);

}  // namespace perpend
