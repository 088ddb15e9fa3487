// L D L^T of a symmetric positive definite matrix of small blocks: the loops are compiled for the sizes 1 to 6, and no
// number has an index of its own. By blocks from the left, so that sums of a block can come in until its turn.
// [Davis06]
#pragma once

#include "kernel/linear/block_pattern.hpp"

namespace perpend {

class BlockLdlt {
 public:
  static constexpr int largest_size = 6;

  BlockLdlt() = default;
  /// Pre: sizes from 1 to `largest_size`.
  explicit BlockLdlt(BlockPattern pattern);

  [[nodiscard]] const BlockPattern& pattern() const { return pattern_; }

  /// All blocks become 0: what follows adds to them.
  void clear();
  [[nodiscard]] double* values(int place) { return values_.data() + place; }

  /// Eliminates one node, whose diagonal block and panels are complete; nodes in order. `diagonal`: the entries of the
  /// matrix on its diagonal. False when a pivot is below `pivot_tolerance` of it, or not a number.
  [[nodiscard]] bool eliminate(int node, const double* diagonal);

  /// L y = b by nodes in order: `right` holds, for each node, its b less what former nodes have taken.
  void substitute(int node, double* right) const;
  /// D L^T x = y by nodes from the last to the first.
  void substitute_back(int node, double* right) const;

  /// Below this share of the matrix' entry a pivot has 17 of 53 bits left, and the factorization is not to be trusted:
  /// a step of refinement may not bring back the rest. No rank is decided here; SparseLdlt does at 2^-40.
  static constexpr double pivot_tolerance = 0x1p-36;

 private:
  template <int size>
  [[nodiscard]] bool eliminate_node(const BlockPattern::Node& node, const double* diagonal);
  template <int size>
  void substitute_node(const BlockPattern::Node& node, double* right) const;
  template <int size>
  void substitute_node_back(const BlockPattern::Node& node, double* right) const;

  BlockPattern pattern_;
  std::vector<double> values_;
  std::vector<double> unscaled_;  // panels of one node before their division by the pivots
};

}  // namespace perpend
