// LCPs of `perpend bench`, made from a seed: w = A z + b, 0 <= z perp w >= 0.
#pragma once

#include <cstdint>

#include "kernel/model/contacts/lcp.hpp"
#include "kernel/model/types.hpp"

namespace perpend::bench {

struct SeededLcp {
  SparseRows a;
  VectorX b;
};

/// A = B B^T / n + 0.05, B and b uniform in [-1, 1]: symmetric, positive definite, dense.
[[nodiscard]] SeededLcp dense_lcp(int size, std::uint64_t seed);

/// Equal disks in a heap of `rows` rows, each touching its neighbours: normals of all contacts, A = N M^-1 N^T, b the
/// approach under gravity and blows of random size. Semidefinite: there are more contacts than a heap needs.
[[nodiscard]] SeededLcp pile_lcp(int rows, std::uint64_t seed);

/// The same heap with friction 0.5, for each contact n, t+, t- and slip [AnitescuPotra97].
[[nodiscard]] SeededLcp friction_lcp(int rows, std::uint64_t seed);

}  // namespace perpend::bench
