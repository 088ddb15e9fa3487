// An answer of an LCP whose rows leave the range of doubles.
#pragma once

#include "verification/lcp/lcp.hpp"

namespace perpend {

/// Fills all of `result` but its verdict and its enclosures, and returns a lower bound of the backward error. `weight`:
/// what a change of z_i by 1 does to w.
[[nodiscard]] double measure_wide(const SparseRows& a, const VectorX& b, const VectorX& z, const VectorX& weight,
                                  LcpCertificate& result);

}  // namespace perpend
