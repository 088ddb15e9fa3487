// What the errors of an answer to contacts are measured by.
#pragma once

#include "verification/friction/friction.hpp"

namespace perpend {

/// Rounded: relative error of each at most `rounding` - 1, of `reach` twice that.
struct FrictionSizes {
  bool is_known = true;  ///< false: something overflows or underflows, and these are no bounds
  VectorX row;           ///< of e_i: (|A| |x| + |b|)_i and a share of largest_joined
  VectorX move;          ///< of r'_j - r_j
  VectorX reach;         ///< of u'_i - u_i, and of the other rows: row_i + sum_j |a_ij| move_j
  double rounding = 1.0;
};

[[nodiscard]] FrictionSizes friction_sizes(const FrictionSystem& system, const VectorX& x);

/// For each row, the largest of `size` among the rows of its group that entries of A, or contacts, join to it in any
/// number of steps. `size`: of all rows, or of the first ones, which then are alone.
[[nodiscard]] VectorX largest_joined(const FrictionSystem& system, const VectorX& size);
/// The share of it that is granted to each row: 1000 n u, as a share of lcp_error_limit.
[[nodiscard]] double granted_share(const FrictionSystem& system);

}  // namespace perpend
