// Copositivity read off the entries, for matrices of any size.
#pragma once

#include <utility>

#include "verification/checker/arithmetic/definite.hpp"
#include "verification/checker/claim.hpp"

namespace perpend::checker {

/// z^T (A + A^T) z >= 0 for z >= 0: rows set aside have no negative entry in the columns of the rows left; of two rows
/// left that are opposite z_i - z_j alone counts; what then is left, G, has a sign, or is not below a definite matrix
/// in any entry.
struct CopositiveParts {
  std::vector<int> aside, kept;
  std::vector<std::pair<int, int>> opposite;  ///< one that is kept, and the other
  Sign sign = Sign::unknown;                  ///< of the rows kept; positive where there are none
  bool is_above = false;                      ///< the sign is that of the matrix below G

  [[nodiscard]] bool is_copositive() const { return sign == Sign::positive || sign == Sign::semidefinite; }
  [[nodiscard]] const char* words() const;
};
/// With the witnesses `direction` y >= 0 and `factor` >= 0, where they are given, G - factor (y y^T - diag(y)^2) is the
/// matrix below.
[[nodiscard]] CopositiveParts copositive_parts(Judgement& judgement, const SparseMatrix& a);

/// v >= 0, A v >= 0, v^T A v = 0 imply b^T v >= 0: with a definite block v is 0 on it but for equal entries of opposite
/// rows, and b is >= 0 on the rows aside and in the sum of opposite ones. With a semidefinite one G v_P = 0, and the
/// witnesses x and s >= 0 have
///     b_S - A_SS^T s >= 0,   b_P + G x - A_SP^T s >= 0,   S the rows aside, P all others:
/// then b^T v >= s^T (A v)_S. False says nothing.
[[nodiscard]] bool is_wedge_open(Judgement& judgement, const CopositiveParts& parts, const SparseMatrix& a,
                                 const std::vector<Rational>& b);

}  // namespace perpend::checker
