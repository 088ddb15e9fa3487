// Cholesky of principal blocks of a dense positive semidefinite matrix, which finds their rank on the way.
#pragma once

#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// L L^T of W over a list of rows that grows and shrinks at its end. [Higham02] 10.3
class PivotedCholesky {
 public:
  PivotedCholesky() = default;
  /// For up to `capacity` rows; allocates once.
  explicit PivotedCholesky(int capacity);

  /// Takes the largest independent set of `rows`, at each step the one whose pivot is the largest part of scale[row]
  /// (the least index among equals). The others are in dependent_rows(), in increasing order. `scale`: size that the
  /// diagonal had before cancellation; a pivot below rank_tolerance of it counts as zero.
  void factorize(const MatrixX& w, const VectorX& scale, const std::vector<int>& rows);

  /// Appends the largest independent part of `rows`, as `factorize` chooses it; the others are put in `left_out`.
  void extend(const MatrixX& w, const VectorX& scale, const std::vector<int>& rows, std::vector<int>& left_out);

  /// Appends one row, `shift` added to its diagonal. False, and nothing changes, when it depends on those that are in.
  [[nodiscard]] bool append(const MatrixX& w, const VectorX& scale, int row, double shift = 0.0);
  /// Drops the rows appended after the first `size`.
  void shrink(int size) { rows_.resize(size); }

  /// W_FF x = rhs on the rows that are in; rhs and x have one entry a row of W, others are neither read nor written.
  void solve(const VectorX& rhs, VectorX& x);

  [[nodiscard]] const std::vector<int>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<int>& dependent_rows() const { return dependent_rows_; }

  /// As in SparseLdlt: fewer than 13 of 53 bits would be left.
  static constexpr double rank_tolerance = 0x1p-40;

 private:
  void swap_rows(int a, int b);
  void eliminate(const MatrixX& w, int k);
  void reduce(const MatrixX& w, int first);

  MatrixX factor_;  // lower triangle, rows in the order of rows_
  std::vector<int> rows_;
  std::vector<int> dependent_rows_;
  VectorX remaining_;  // pivots to come
  VectorX work_;
};

}  // namespace perpend
