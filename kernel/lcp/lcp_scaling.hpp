// Units for an LCP of unknown origin, so that z, w and the entries of A come near 1: the residual that solvers stop at
// then means the same whatever the problem was measured in.
#pragma once

#include "kernel/model/lcp.hpp"

namespace perpend {

/// A' = R A C, b' = R b, z = C z', with powers of 2: nothing is rounded but what is 2^-1000 of the largest. Rows of
/// contacts, in velocity, are divided by one number; impulses by another; slips are velocities and their rows impulses,
/// so that entries of 1 and mu stay.
struct LcpScaling {
  std::vector<int> row;  ///< exponents: the powers themselves may be out of the range of doubles
  std::vector<int> column;

  [[nodiscard]] SparseRows apply(const SparseRows& a) const;
  [[nodiscard]] VectorX apply(const VectorX& b) const;
  [[nodiscard]] VectorX to_units(const VectorX& z) const;    ///< z'
  [[nodiscard]] VectorX from_units(const VectorX& z) const;  ///< of z'
};

[[nodiscard]] LcpScaling scaling_of(const SparseRows& a, const VectorX& b, const std::vector<LcpContact>& contacts);

}  // namespace perpend
