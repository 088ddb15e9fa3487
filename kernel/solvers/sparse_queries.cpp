#include "kernel/solvers/sparse_queries.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

void append_row(const SparseRows& a, int i, SparseRows& out, std::vector<int>& at) {
  const auto put = [&](int column, double value) {
    if (column == i) at.push_back(static_cast<int>(out.value.size()));
    out.column.push_back(column);
    out.value.push_back(value);
  };
  int k = a.first[i];
  for (; k < a.first[i + 1] && a.column[k] < i; ++k) put(a.column[k], a.value[k]);
  if (k == a.first[i + 1] || a.column[k] != i) put(i, 0.0);
  for (; k < a.first[i + 1]; ++k) put(a.column[k], a.value[k]);
  out.first.push_back(static_cast<int>(out.column.size()));
}

}  // namespace

void add_diagonal_entries(const SparseRows& a, SparseRows& out, std::vector<int>& at) {
  out.num_rows = a.num_rows;
  out.num_columns = a.num_columns;
  out.first.assign(1, 0);
  out.column.clear();
  out.value.clear();
  at.clear();
  for (int i = 0; i < a.num_rows; ++i) append_row(a, i, out, at);
}

double largest_entry(const SparseRows& a) {
  double largest = 0.0;
  for (const double value : a.value) largest = std::max(largest, std::abs(value));
  return largest;
}

bool is_nearly_symmetric(const SparseRows& a) {
  const double rounding = 64 * 0x1p-53 * largest_entry(a);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      const int j = a.column[k];
      const auto begin = a.column.begin() + a.first[j], end = a.column.begin() + a.first[j + 1];
      const auto found = std::lower_bound(begin, end, i);
      const double mirror = found == end || *found != i ? 0.0 : a.value[found - a.column.begin()];
      if (!(std::abs(mirror - a.value[k]) <= rounding)) return false;
    }
  return true;
}

}  // namespace perpend
