// The numbers of a square matrix that is mostly full, row by row without their columns.
#pragma once

#include "kernel/model/numbers/growing.hpp"
#include "kernel/model/numbers/sparse_rows.hpp"

namespace perpend {

class FullRows {
 public:
  /// Where every entry is there they are read in place: `rows` must outlive the use.
  void set(const SparseRows& rows);
  [[nodiscard]] const double* row(int i) const { return first_ + static_cast<std::ptrdiff_t>(i) * size_; }
  /// y += factor A_i, the row as a column of the same length.
  void add_row(int i, double factor, GrowingVector& y) const;
  /// out = A x.
  void multiply(const GrowingVector& x, GrowingVector& out) const;

 private:
  int size_ = 0;
  const double* first_ = nullptr;
  GrowingMatrix copy_;  // its columns are the rows, where some entry is missing
};

}  // namespace perpend
