// The saddle-point matrix as a whole by sparse L D L^T, in an order that makes any tree of joints cost linear time and
// finds the rows that others imply.
#pragma once

#include <span>
#include <vector>

#include "kernel/linear/sparse_ldlt.hpp"
#include "kernel/model/problem.hpp"

namespace perpend {

class SparseKkt {
 public:
  /// `mass`: its blocks are the layout of M, its values are not read. Rows of blocks without a flag in `is_primary`
  /// (empty: all have one) are left out.
  SparseKkt(const ConstraintRows& layout, std::span<const InertiaBlock> mass, std::span<const char> is_primary);

  /// False when a value is not finite. Rows that others imply are in dependent_rows(), and so are the primary ones
  /// among those with a flag in `left_out`: one flag a row, or empty.
  [[nodiscard]] bool factorize(const Problem& problem, std::span<const char> left_out);
  [[nodiscard]] const std::vector<int>& dependent_rows() const { return dependent_rows_; }

  /// x and the primary multipliers; multipliers that are not primary are 0.
  void substitute(const VectorX& motion, const VectorX& target, Solution& solution);

  [[nodiscard]] const SparseLdlt& factor() const { return ldlt_; }

 private:
  void load_values(const Problem& problem);

  int num_columns_ = 0;
  int num_rows_ = 0;
  std::vector<RowBlock> blocks_;  // primary
  std::vector<int> rows_;         // primary
  std::vector<int> position_;     // unknown -> place in the order; -1 for rows that are not primary
  std::vector<char> pivots_;      // SparseLdlt::Pivot by place
  SparseLdlt ldlt_;
  std::vector<double> values_;
  VectorX permuted_;
  std::vector<int> dependent_rows_;
};

}  // namespace perpend
