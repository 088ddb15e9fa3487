// Chains under our methods, through the library.
#pragma once

#include <string>

#include "referee/bench/own_contender.hpp"

namespace perpend::bench {

/// `method`: as a scene writes it. `is_planar`: bodies of the plane; hinges alone.
[[nodiscard]] Reply step_chain(const std::string& problem, const std::string& method, bool is_planar,
                               const std::string& answer);

}  // namespace perpend::bench
