// An LCP in units of its own: A' = S A S with powers of two, so that the entries of each row are about 1, and
// b' = S b / size. z = size S z' and w = size S^-1 w' exactly.
#pragma once

#include "kernel/lcp/lcp_matrix.hpp"

namespace perpend {

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
