// Units for an LCP of unknown origin, so that z, w and the entries of A come near 1: the residual that solvers stop at
// then means the same whatever the problem was measured in.
#pragma once

#include "kernel/lcp.hpp"

namespace perpend {

/// A' = R A C, b' = R b, z = C z'. Powers of 2: nothing is rounded. Rows of contacts, in velocity, are divided by one
/// number; impulses by another; slips are velocities and their rows impulses, so that entries of 1 and mu stay.
struct LcpScaling {
  VectorX row;
  VectorX column;

  [[nodiscard]] SparseRows apply(const SparseRows& a) const;
};

[[nodiscard]] LcpScaling scaling_of(const SparseRows& a, const VectorX& b, const std::vector<LcpContact>& contacts);

}  // namespace perpend
