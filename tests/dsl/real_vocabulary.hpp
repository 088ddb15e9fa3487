// The registries that the program ships, as the language sees them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dsl/load.hpp"

namespace perpend::dsl {

[[nodiscard]] const Vocabulary& real_vocabulary();

/// Parses and checks a text against the shipped registries.
[[nodiscard]] Loaded load_real(const std::string& text);

/// A scene with these statements in its world and behind its run.
[[nodiscard]] std::string real_scene(const std::string& in_world, const std::string& in_experiment = "",
                                     const char* space = "planar");

/// The first one with this code; null: there is none.
[[nodiscard]] const Diagnostic* diagnostic_of(const std::vector<Diagnostic>& diagnostics, std::string_view code);

}  // namespace perpend::dsl
