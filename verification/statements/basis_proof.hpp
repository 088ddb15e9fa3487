// Whether a guess of rows (basis_guess.hpp) is right, over the integers by p-adic lifting [Dixon82]: decided whenever
// the block of those rows is regular, degenerate pairs included.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/certificate.hpp"

namespace perpend {

struct BasisProof {
  bool is_proved = false;
  VectorX z;                        ///< rounded
  bool is_strict = false;           ///< z_i > 0 in the active rows and w_i > 0 elsewhere
  std::vector<std::string> text{};  ///< z, p/q where doubles do not carry it
};

/// The point with A_ea z_a = -b_e for as many `equations` e as active rows a, and 0 elsewhere; all signs right there.
[[nodiscard]] BasisProof prove_basis(const SparseRows& a, const VectorX& b, const std::vector<int>& active,
                                     const std::vector<int>& equations);
[[nodiscard]] inline BasisProof prove_basis(const SparseRows& a, const VectorX& b, const std::vector<int>& active) {
  return prove_basis(a, b, active, active);
}

/// As many rows as columns `active`, independent in them; the first of `candidates` that are. Empty: there are fewer.
/// By elimination modulo a prime, which may miss some.
[[nodiscard]] std::vector<int> independent_rows(const SparseRows& a, const std::vector<int>& active,
                                                const std::vector<int>& candidates);

/// y >= 0, A^T y <= 0 and b^T y < 0 (Farkas) for the y that is 0 but for `rows`, whose A^T y is 0 in the columns
/// `active` and whose entries sum to 1. Empty: not so. As p/q.
[[nodiscard]] std::vector<std::string> prove_contradiction(const SparseRows& a, const VectorX& b,
                                                           const std::vector<int>& rows,
                                                           const std::vector<int>& active);

}  // namespace perpend
