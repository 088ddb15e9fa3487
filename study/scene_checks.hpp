// What the checker of scenes asks of the kernel and of the methods.
#pragma once

#include "kernel/model/scene_checks.hpp"

namespace perpend {

[[nodiscard]] const SceneChecks& scene_checks();

}  // namespace perpend
