// Copositivity read off the entries, for matrices of any size.
#pragma once

#include <utility>

#include "verification/checker/statements/definite.hpp"

namespace perpend::checker {

/// z^T (A + A^T) z >= 0 for z >= 0: rows set aside have no negative entry beside the rows left; of two rows left that
/// are opposite z_i - z_j alone counts; what then is left has a sign.
struct CopositiveParts {
  std::vector<int> aside, kept;
  std::vector<std::pair<int, int>> opposite;  ///< one that is kept, and the other
  Sign sign = Sign::unknown;                  ///< of the rows kept; positive where there are none

  [[nodiscard]] bool is_copositive() const { return sign == Sign::positive || sign == Sign::semidefinite; }
  [[nodiscard]] const char* words() const;
};
[[nodiscard]] CopositiveParts copositive_parts(const SparseMatrix& a);

/// The block kept is definite, so that v >= 0 with v^T A v = 0 is 0 on it but for equal entries of opposite rows, and
/// b^T v >= 0 because b is >= 0 on the rows aside and in the sum of opposite ones. False says nothing.
[[nodiscard]] bool is_wedge_open(const CopositiveParts& parts, const std::vector<Rational>& b);

}  // namespace perpend::checker
