// Whether the world carries a gear or a rack: what a scene that names no carrier takes for granted.
#pragma once

#include <optional>

#include "kernel/model/model.hpp"

namespace perpend {

/// The side of a joint with a carrier whose axis, or line, no joint to the world holds; nothing where both are held. A
/// body that cannot move is held. In space the axis of the hinge, or of the slide, is that of the gear or rack.
[[nodiscard]] std::optional<int> side_not_held_by_world(const Model& model, const Joint& carried);

}  // namespace perpend
