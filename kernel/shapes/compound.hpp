// Several convex shapes that move as one body of the plane.
#pragma once

#include <vector>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// A convex shape with a core, turned by `angle` and moved to `at` in the frame of a compound. Pre: has_core(shape).
[[nodiscard]] Shape place_part(const Shape& shape, const Vec2& at, double angle);

/// Whether a shape can be a part: a rod, disk, box, capsule or convex polygon.
[[nodiscard]] bool can_be_part(const Shape& shape);

/// The parts in the frame whose origin is `centre`.
[[nodiscard]] Shape make_compound(std::vector<Shape> parts, const Vec2& centre);

}  // namespace perpend
