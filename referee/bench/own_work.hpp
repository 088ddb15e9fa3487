// What Perpend does as a contestant, through its library: each problem read from a file, worked on, its answer written
// where the meter reads it.
#pragma once

#include <string>

#include "referee/bench/own_contender.hpp"

namespace perpend::bench {

/// A chain under a method, as a scene writes it. `is_planar`: bodies of the plane; hinges alone.
[[nodiscard]] Reply step_chain(const std::string& problem, const std::string& method, bool is_planar,
                               const std::string& answer);

/// Disks in a box under our convex contacts.
[[nodiscard]] Reply drop_grains(const std::string& problem, const std::string& answer);

/// `folder`: of A.mtx and b.mtx. `solver`: as a scene writes it.
[[nodiscard]] Reply solve_problem(const std::string& folder, const std::string& solver, const std::string& answer);

}  // namespace perpend::bench
