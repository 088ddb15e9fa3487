// How near a matrix of lower rank is: entries that come from sines and cosines are rounded, and a rank lost before that
// is full after it.
#pragma once

#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// The other rows replaced by combinations of the kept ones: a matrix of rank at most the number of those.
struct LowerRank {
  std::vector<int> kept;  ///< in the order of pivots
  MatrixX combinations;   ///< of each other row, in increasing order, factors of the kept ones
  double distance = 0.0;  ///< upper bound of the Frobenius norm of what is replaced
};

/// Rows by pivoting of the largest remainder. Pre: 0 <= rank < rows of J.
[[nodiscard]] LowerRank nearby_of_rank(const MatrixX& j, int rank);

}  // namespace perpend
