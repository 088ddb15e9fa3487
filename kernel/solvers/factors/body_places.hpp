// Where the bodies of an LCP, and the rows that join them, stand in a matrix of blocks of their velocities.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/linear/block_pattern.hpp"

namespace perpend {

/// Blocks that a row of G adds to.
struct BodyPlace {
  std::array<int, 2> diagonal{-1, -1};  ///< of its bodies, in the values of the factor
  std::array<int, 2> right{-1, -1};     ///< of their unknowns
  int panel = -1;                       ///< of both; -1: one body
  int later = 0;                        ///< side whose body is eliminated later: the rows of the panel
};

/// Multiplications of one factorization at which it would take some ten seconds.
constexpr double most_work_over_bodies = 3e10;

/// Bodies that each touches, increasing.
[[nodiscard]] std::vector<std::vector<int>> neighbours_of_bodies(const LcpBodies& bodies);

/// Blocks of bodies that touch; nothing with so much fill that entries of A are the better way.
[[nodiscard]] std::optional<BlockPattern> pattern_of_bodies(const LcpBodies& bodies);

/// Node of each body.
[[nodiscard]] std::vector<int> nodes_of_bodies(const BlockPattern& pattern);

/// Places of unknowns, from their bodies.
[[nodiscard]] std::vector<BodyPlace> places_of_rows(const BlockPattern& pattern, const std::vector<int>& node,
                                                    const std::vector<std::array<int, 2>>& bodies);

}  // namespace perpend
