// Disks in a box under our convex contacts.
#pragma once

#include <string>

#include "referee/bench/own_contender.hpp"

namespace perpend::bench {

[[nodiscard]] Reply drop_grains(const std::string& problem, const std::string& answer);

}  // namespace perpend::bench
