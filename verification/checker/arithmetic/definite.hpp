// The signs of a symmetric matrix.
#pragma once

#include "verification/checker/arithmetic/sparse.hpp"

namespace perpend::checker {

enum class Sign {
  positive,      ///< x^T A x > 0 for x != 0
  semidefinite,  ///< >= 0, and 0 for some x != 0
  indefinite,    ///< < 0 for some x
  unknown
};

/// By the pivots of L D L^T within the envelope of a reordered A: in balls of 128, 512 and 2048 bits, then over the
/// rationals for up to `most_exact_rows` rows. Pre: symmetric.
[[nodiscard]] Sign sign_of(const SparseMatrix& a);

/// x^T A x >= 0; nothing when it is not known.
[[nodiscard]] std::optional<bool> is_nonnegative(const SparseMatrix& a);
[[nodiscard]] std::optional<bool> is_positive(const SparseMatrix& a);

}  // namespace perpend::checker
