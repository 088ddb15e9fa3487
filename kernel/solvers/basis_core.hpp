// The part of a basis of    w - A z - d z0 = b    that needs a matrix.
#pragma once

#include <vector>

#include "kernel/model/numbers/growing.hpp"
#include "kernel/model/numbers/sparse_rows.hpp"

namespace perpend {

/// The part of a basis that needs a matrix. A basic w is a unit column, so of the n rows only those whose w is not
/// basic are left, R, with as many columns, C: the basic z, and z0 as column n. Kept is
///     inverse = (A d)_RC^-1,
/// as dense as it is, changed with each exchange by one product of vectors: a pivot costs |R|^2 and never n^2.
class BasisCore {
 public:
  /// Takes A, given by rows; `covering` is d. Starts with every w basic.
  void reset(const SparseRows& rows, const GrowingVector& covering);
  /// Every w basic again, with another d.
  void clear(const GrowingVector& covering);
  /// Pre: z0 is not basic.
  void set_covering(const GrowingVector& covering) { covering_ = covering; }

  [[nodiscard]] int num_rows() const { return num_rows_; }
  [[nodiscard]] int size() const { return static_cast<int>(rows_.size()); }
  [[nodiscard]] const std::vector<int>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<int>& columns() const { return columns_; }
  [[nodiscard]] bool has_row(int i) const { return row_place_[i] >= 0; }
  [[nodiscard]] bool has_column(int j) const { return column_place_[j] >= 0; }

  // Results by place in columns() or rows(): the first size() entries of vectors that only grow.

  /// out_C = inverse (A d)_Rj
  void solve_column(int j, GrowingVector& out) const;
  /// out_C = inverse e_i, i in R.
  void solve_unit(int i, GrowingVector& out) const;
  /// out_C = inverse r_R, `right` by row.
  void solve(const GrowingVector& right, GrowingVector& out) const;
  /// out_R = (A d)_iC inverse
  void solve_row(int i, GrowingVector& out) const;
  /// out_R = row of the inverse of column j, j in C.
  void row_of_inverse(int j, GrowingVector& out) const;
  /// out += sum over C of x_c (A d)_c, all rows; x by place.
  void add_columns(const GrowingVector& x, GrowingVector& out) const;
  /// out += amount (A d)_j
  void add_column(int j, double amount, GrowingVector& out) const;
  /// out += sum over C of |x_c| |(A d)_c|, all rows; x by place.
  void add_column_sizes(const GrowingVector& x, GrowingVector& out) const;
  /// The least size_i / |(A d)_ij| of the rows of column j: a change of z_j by as much is not the whole size of any
  /// row.
  [[nodiscard]] double least_share(int j, const GrowingVector& size) const;
  [[nodiscard]] double entry(int i, int j) const;

  /// z_j and row i join; `pivot` is A_ij - A_iC inverse A_Rj.
  void append(int i, int j, const GrowingVector& column, const GrowingVector& row, double pivot);
  void replace_column(int leaving, int j, const GrowingVector& column);
  void replace_row(int leaving, int i, const GrowingVector& row);
  void remove(int i, int j);

  /// The inverse anew from A and d, by Gauss-Jordan with partial pivoting: undoes what roundings of exchanges have
  /// summed up. False: singular to working precision.
  [[nodiscard]] bool refactor();

 private:
  void reserve(int size);

  SparseRows by_row_;
  SparseRows by_column_;  // of the transpose
  GrowingVector covering_;
  int num_rows_ = 0;
  std::vector<int> rows_;
  std::vector<int> columns_;
  std::vector<int> row_place_;     // -1: not in R
  std::vector<int> column_place_;  // -1: not in C
  GrowingMatrix inverse_;          // [place of column][place of row]; the leading part counts
  std::vector<int> pivot_row_;
  std::vector<int> old_rows_;
  std::vector<int> old_columns_;
};

}  // namespace perpend
