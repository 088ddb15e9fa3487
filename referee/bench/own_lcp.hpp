// LCPs under our solvers.
#pragma once

#include <string>

#include "referee/bench/own_contender.hpp"

namespace perpend::bench {

/// `folder`: of A.mtx and b.mtx. `solver`: as a scene writes it.
[[nodiscard]] Reply solve_problem(const std::string& folder, const std::string& solver, const std::string& answer);

}  // namespace perpend::bench
