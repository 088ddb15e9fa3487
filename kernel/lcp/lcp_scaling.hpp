// An LCP in other units, by powers of 2, so that nothing is rounded: for a problem of unknown origin, and for pivots.
#pragma once

#include "kernel/lcp/lcp_matrix.hpp"

namespace perpend {

/// So that z, w and the entries of A come near 1: the residual that solvers stop at then means the same whatever the
/// problem was measured in.  A' = R A C, b' = R b, z = C z', but for what is 2^-1000 of the largest. Rows of contacts,
/// in velocity, are divided by one number; impulses by another; slips are velocities and their rows impulses, so that
/// entries of 1 and mu stay.
struct LcpScaling {
  std::vector<int> row;  ///< exponents: the powers themselves may be out of the range of doubles
  std::vector<int> column;

  [[nodiscard]] SparseRows apply(const SparseRows& a) const;
  [[nodiscard]] VectorX apply(const VectorX& b) const;
  [[nodiscard]] VectorX to_units(const VectorX& z) const;    ///< z'
  [[nodiscard]] VectorX from_units(const VectorX& z) const;  ///< of z'
};

[[nodiscard]] LcpScaling scaling_of(const SparseRows& a, const VectorX& b, const std::vector<LcpContact>& contacts);

/// So that the entries of each row are about 1: A' = S A S, b' = S b / size; z = size S z' and w = size S^-1 w'
/// exactly.
struct ScaledLcp {
  SparseRows a;
  GrowingVector b;
  GrowingVector scale;  ///< S
  double size = 1.0;

  void set(const SparseRows& rows, const GrowingVector& right);
  /// z from the leading entries of z', what is below 0 by rounding as 0.
  void restore(const GrowingVector& scaled, GrowingVector& z) const {
    z = scaled.head(scale.size()).cwiseMax(0.0).cwiseProduct(scale) * size;
  }

 private:
  GrowingVector largest_;  // of each row in one round
};

}  // namespace perpend
