// Copositivity of a matrix of any size read off its entries, as those of contacts with friction have it:
//     A = [ G  E ; mu - E^T  0 ],   G a Gram matrix of normals and of opposite directions of friction.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "verification/statements/statements.hpp"

namespace perpend {

/// z^T A z >= 0 for z >= 0, in this order:
/// - Rows whose sums a_ij + a_ji with all rows left are >= 0 add nothing negative and are set aside: E and -E^T cancel
/// to
///   the last bit, mu >= 0.
/// - Two rows that are the negative of each other to the last bit count by z_i - z_j alone: one goes.
/// - What is left, G, must be symmetric to the last bit and is positive definite, or semidefinite in exact integers, or
///   G >= P entry by entry with a positive definite P (only without opposite rows).
struct CopositiveStructure {
  enum class Block { open, empty, definite, semidefinite, above_definite };

  Block block = Block::open;                  ///< open: not shown to be copositive
  std::vector<int> aside;                     ///< rows set aside, increasing
  std::vector<std::pair<int, int>> opposite;  ///< kept row, its negative
  std::vector<int> kept;                      ///< increasing
  VectorX direction;                          ///< above_definite: y with P = G - factor (y y^T - diag(y)^2)
  double factor = 0.0;
  bool is_exact = false;  ///< integers decided

  [[nodiscard]] bool is_copositive() const { return block != Block::open; }
};

/// P of `above_definite`, rounded as it was tested: G - P >= 0 entry by entry is about these doubles.
[[nodiscard]] MatrixX below(const MatrixX& g, double factor, const VectorX& y);

[[nodiscard]] CopositiveStructure find_copositive_structure(const SparseRows& a, const Effort& effort);

/// v >= 0, A v >= 0, v^T A v = 0 imply b^T v >= 0: enough for LCP(A, b) to have a solution when A is copositive
/// [CottlePangStone92].
struct WedgeProof {
  bool is_open = false;
  /// What shows it for a semidefinite G, as fractions: x of the rows kept, s of those set aside; both empty: not
  /// needed.
  std::vector<std::string> x{}, s{};
};

/// With S the rows set aside it is so when for some x and some s >= 0
///     b_S - A_SS^T s >= 0,   b_P + G x - A_SP^T s >= 0,
/// since G v_P = 0. For a definite G that is b_S >= 0 and b_i + b_j >= 0 for opposite rows; otherwise an exact linear
/// program, for few rows.
[[nodiscard]] WedgeProof prove_wedge(const SparseRows& a, const VectorX& b, const CopositiveStructure& structure);

/// What a reader needs in addition to A to see that it is copositive: `direction` and `factor` of `above_definite`.
[[nodiscard]] std::vector<std::pair<std::string, std::vector<std::string>>> witness_of(
    const CopositiveStructure& structure);

}  // namespace perpend
