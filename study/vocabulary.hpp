// All registries of the program, put together for the scene language, and what its checker asks of them.
#pragma once

#include "kernel/model/scene/scene_checks.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// What the checker of scenes asks of the kernel and of the methods.
[[nodiscard]] const SceneChecks& scene_checks();

/// As the registries are now: rows that are added later are in what a later call gives. Valid to the end of the
/// program.
[[nodiscard]] const Vocabulary& vocabulary();

}  // namespace perpend
