// Whether a guess of rows (basis_guess.hpp) is right, over the integers by p-adic lifting [Dixon82]: decided whenever
// the block of those rows is regular, degenerate pairs included.
#pragma once

#include <string>
#include <vector>

#include "kernel/lcp.hpp"
#include "verification/certificate.hpp"

namespace perpend {

struct BasisProof {
  bool is_proved = false;
  VectorX z;               ///< rounded
  bool is_strict = false;  ///< z_i > 0 in the active rows and w_i > 0 elsewhere
};

/// A_aa z_a = -b_a has one point; z_a >= 0 and w_i >= 0 elsewhere there.
[[nodiscard]] BasisProof prove_basis(const SparseRows& a, const VectorX& b, const std::vector<int>& active);

/// y >= 0, A^T y <= 0 and b^T y < 0 (Farkas) for the y that is 0 but for `rows`, whose A^T y is 0 in the columns
/// `active` and whose entries sum to 1. Empty: not so. As p/q.
[[nodiscard]] std::vector<std::string> prove_contradiction(const SparseRows& a, const VectorX& b,
                                                           const std::vector<int>& rows,
                                                           const std::vector<int>& active);

}  // namespace perpend
