#include "kernel/model/numbers/sparse_rows.hpp"

#include <algorithm>

namespace perpend {

void reserve_entries(SparseRows& rows, std::size_t entries) {
  rows.column.reserve(entries);
  rows.value.reserve(entries);
}

void copy_rows(const SparseRows& from, SparseRows& to) {
  reserve_entries(to, from.column.capacity());
  to = from;
}

void transpose(const SparseRows& from, SparseRows& to) {
  to.num_rows = from.num_columns;
  to.num_columns = from.num_rows;
  to.first.assign(to.num_rows + 1, 0);
  for (const int j : from.column) ++to.first[j + 1];
  for (int j = 0; j < to.num_rows; ++j) to.first[j + 1] += to.first[j];
  reserve_entries(to, from.column.capacity());
  to.column.resize(from.column.size());
  to.value.resize(from.column.size());
  for (int i = 0; i < from.num_rows; ++i)
    for (int k = from.first[i]; k < from.first[i + 1]; ++k) {
      const int place = to.first[from.column[k]]++;
      to.column[place] = i;
      to.value[place] = from.value[k];
    }
  for (int j = to.num_rows; j > 0; --j) to.first[j] = to.first[j - 1];
  to.first[0] = 0;
}

SparseRows transposed(const SparseRows& a) {
  SparseRows out;
  transpose(a, out);
  return out;
}

SparseRows sparse_rows(const Eigen::Ref<const MatrixX>& a) {
  SparseRows rows{.num_rows = static_cast<int>(a.rows()),
                  .num_columns = static_cast<int>(a.cols()),
                  .first = {0},
                  .column = {},
                  .value = {}};
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      if (a(i, j) == 0.0) continue;
      rows.column.push_back(static_cast<int>(j));
      rows.value.push_back(a(i, j));
    }
    rows.first.push_back(static_cast<int>(rows.column.size()));
  }
  return rows;
}

double entry(const SparseRows& a, int i, int j) {
  const auto first = a.column.begin() + a.first[i], last = a.column.begin() + a.first[i + 1];
  const auto found = std::lower_bound(first, last, j);
  return found != last && *found == j ? a.value[found - a.column.begin()] : 0.0;
}

MatrixX dense(const SparseRows& a) {
  MatrixX out;
  to_dense(a, out);
  return out;
}

}  // namespace perpend
