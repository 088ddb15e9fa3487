// What the checker of scenes asks of the kernel and of the methods.
#pragma once

#include "kernel/scene_checks.hpp"

namespace perpend::cli {

[[nodiscard]] const SceneChecks& scene_checks();

}  // namespace perpend::cli
