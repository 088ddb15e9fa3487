// Why the runs of a scene are made, or where they come from, without making them.
#pragma once

#include <vector>

#include "batch/run_cache.hpp"
#include "cli/commands.hpp"
#include "cli/load_scene.hpp"

namespace perpend::cli {

/// A line for each method, and each method at each point of a sweep's grid; what a refinement adds is known when it
/// runs. `cache`: nullptr: there is none. Throws DatabaseError. Pre: the scene is valid.
void print_reasons(const RunArguments& arguments, const LoadedScene& scene, const std::vector<dsl::Override>& overrides,
                   batch::RunCache* cache);

}  // namespace perpend::cli
