// Which entries of z a solution of an LCP has: a guess by Lemke's method in long floats [Lemke65], for problems whose
// redundant rows and pairs that are both zero leave doubles nothing but noise. Proofs start from it.
#pragma once

#include <vector>

#include "kernel/model/contacts/lcp.hpp"

namespace perpend {

enum class GuessKind {
  none,
  solution,       ///< z_i = 0 but for `active`, w_i = 0 there
  contradiction,  ///< y_i = 0 but for `rows`, A^T y = 0 in the columns `active`, of which there is one less
};

struct BasisGuess {
  GuessKind kind = GuessKind::none;
  std::vector<int> active;  ///< increasing
  std::vector<int> rows;    ///< increasing
};

/// Rounding makes a matrix of contacts indefinite by a hair, and the path from one covering vector d then may end at a
/// ray where that from another does not.
inline constexpr int num_coverings = 5;

/// Lemke's path from covering vector `covering`, with ties broken as if b were moved by an infinitesimal. A path that
/// ends at a ray is followed by the simplex method to the least z0 with A z + b + z0 d >= 0, z >= 0: a least z0 above 0
/// is a contradiction.
[[nodiscard]] BasisGuess guess_basis(const SparseRows& a, const VectorX& b, int covering);

/// What it takes about, as measured on piles of bodies.
[[nodiscard]] double seconds_of_basis_guess(int n);

}  // namespace perpend
