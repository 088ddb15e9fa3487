// Sparse matrices by compressed rows, as solvers fill them in place and as proofs read them.
#pragma once

#include <cstddef>
#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// Compressed rows. Columns increase within a row.
struct SparseRows {
  int num_rows = 0;
  int num_columns = 0;
  std::vector<int> first;  ///< num_rows + 1
  std::vector<int> column;
  std::vector<double> value;
};

/// Room for `entries`, so that rounding that makes a 0 of one and none of another does not ask for more.
void reserve_entries(SparseRows& rows, std::size_t entries);
/// to = from, with as much room.
void copy_rows(const SparseRows& from, SparseRows& to);
/// Rows as a dense matrix, of any kind.
template <class Matrix>
void to_dense(const SparseRows& rows, Matrix& out) {
  out.setZero(rows.num_rows, rows.num_columns);
  for (int i = 0; i < rows.num_rows; ++i)
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k) out(i, rows.column[k]) = rows.value[k];
}

/// to = the transpose of from.
void transpose(const SparseRows& from, SparseRows& to);
/// A_ij.
[[nodiscard]] double entry(const SparseRows& a, int i, int j);
[[nodiscard]] MatrixX dense(const SparseRows& a);
[[nodiscard]] SparseRows transposed(const SparseRows& a);
/// Entries that are exactly 0 are left out.
[[nodiscard]] SparseRows sparse_rows(const Eigen::Ref<const MatrixX>& a);

}  // namespace perpend
