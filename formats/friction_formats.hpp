// The readers behind read_friction, and what they check alike.
#pragma once

#include <string>

#include "formats/friction_file.hpp"
#include "formats/words.hpp"

namespace perpend::formats {

[[nodiscard]] FrictionProblem read_fclib(const std::string& path);
[[nodiscard]] FrictionProblem read_siconos_friction(Words& words);

/// All sizes agree and no coefficient is negative.
void check_friction(const FrictionProblem& problem, const std::string& file);

}  // namespace perpend::formats
