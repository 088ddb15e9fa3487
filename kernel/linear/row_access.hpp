// Single rows of J, where a solver needs one after the other.
#pragma once

#include <vector>

#include "kernel/model/constraint_rows.hpp"

namespace perpend {

/// Knows the block of each row of one layout.
class RowAccess {
 public:
  RowAccess() = default;
  explicit RowAccess(const ConstraintRows& layout);

  /// row . x
  [[nodiscard]] double dot(const ConstraintRows& rows, int row, const VectorX& x) const;
  /// sum |row_j x_j|: what the rounding of `dot` is measured against.
  [[nodiscard]] double dot_magnitude(const ConstraintRows& rows, int row, const VectorX& x) const;
  /// out += factor row^T
  void add_transposed(const ConstraintRows& rows, int row, double factor, VectorX& out) const;

 private:
  std::vector<int> block_of_row_;
};

}  // namespace perpend
