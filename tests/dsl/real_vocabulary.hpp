// The registries that the program ships, as the language sees them.
#pragma once

#include <string>
#include <vector>

#include "dsl/load.hpp"

namespace perpend::dsl {

[[nodiscard]] const Vocabulary& real_vocabulary();

/// Parses and checks a text against the shipped registries.
[[nodiscard]] Loaded load_real(const std::string& text);

}  // namespace perpend::dsl
