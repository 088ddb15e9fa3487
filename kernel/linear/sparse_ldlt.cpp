#include "kernel/linear/sparse_ldlt.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// Columns of each row of L: the row's own entries and everything that they reach in the elimination tree.
std::vector<std::vector<int>> factor_rows(int size, const std::vector<std::vector<int>>& matrix_rows) {
  std::vector<int> parent(size, -1);
  std::vector<int> mark(size, -1);
  std::vector<std::vector<int>> rows(size);
  for (int k = 0; k < size; ++k) {
    mark[k] = k;
    for (int column : matrix_rows[k]) {
      for (int i = column; mark[i] != k; i = parent[i]) {
        if (parent[i] == -1) parent[i] = k;
        rows[k].push_back(i);
        mark[i] = k;
      }
    }
    std::sort(rows[k].begin(), rows[k].end());
  }
  return rows;
}

}  // namespace

SparseLdlt::SparseLdlt(int size, const std::vector<PatternEntry>& entries) : size_(size) {
  std::vector<std::vector<std::pair<int, int>>> input(size);
  std::vector<std::vector<int>> below(size);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    input[entries[i].row].emplace_back(entries[i].column, static_cast<int>(i));
    if (entries[i].column < entries[i].row) below[entries[i].row].push_back(entries[i].column);
  }
  input_start_.push_back(0);
  for (const auto& row : input) {
    for (const auto& [column, index] : row) {
      input_column_.push_back(column);
      input_index_.push_back(index);
    }
    input_start_.push_back(static_cast<int>(input_column_.size()));
  }
  analyze_rows(factor_rows(size, below));
  pivot_.assign(size, 0.0);
  inverse_pivot_.assign(size, 0.0);
  work_.assign(size, 0.0);
}

void SparseLdlt::analyze_rows(const std::vector<std::vector<int>>& columns_of_row) {
  std::vector<int> count(size_, 0);
  for (const auto& columns : columns_of_row)
    for (int column : columns) ++count[column];
  column_start_.assign(1, 0);
  for (int column = 0; column < size_; ++column) column_start_.push_back(column_start_.back() + count[column]);
  factor_row_.resize(column_start_.back());
  factor_value_.assign(column_start_.back(), 0.0);
  std::vector<int> next(column_start_.begin(), column_start_.end() - 1);
  row_start_.push_back(0);
  for (int k = 0; k < size_; ++k) {
    for (int column : columns_of_row[k]) {
      row_column_.push_back(column);
      row_slot_.push_back(next[column]);
      factor_row_[next[column]++] = k;
    }
    row_start_.push_back(static_cast<int>(row_column_.size()));
  }
}

double SparseLdlt::work() const {
  double sum = 0.0;
  for (int column = 0; column < size_; ++column) {
    const double entries = column_start_[column + 1] - column_start_[column];
    sum += 0.5 * entries * (entries + 1.0) + 4.0 * entries;
  }
  return sum;
}

bool SparseLdlt::factorize(std::span<const double> values, std::span<const char> pivots) {
  left_out_.clear();
  for (int k = 0; k < size_; ++k) {
    for (int p = row_start_[k]; p < row_start_[k + 1]; ++p) work_[row_column_[p]] = 0.0;
    pivot_[k] = 0.0;
    for (int p = input_start_[k]; p < input_start_[k + 1]; ++p) {
      const double value = values[input_index_[p]];
      if (input_column_[p] == k)
        pivot_[k] += value;
      else
        work_[input_column_[p]] += value;
    }
    if (!eliminate_row(k, pivots)) return false;
  }
  return true;
}

/// Row k of L by forward substitution through the columns it touches, then its pivot.
bool SparseLdlt::eliminate_row(int k, std::span<const char> pivots) {
  double magnitude = std::abs(pivot_[k]);
  for (int p = row_start_[k]; p < row_start_[k + 1]; ++p) {
    const int column = row_column_[p];
    const double y = work_[column];
    const int slot = row_slot_[p];
    for (int s = column_start_[column]; s < slot; ++s) work_[factor_row_[s]] -= factor_value_[s] * y;
    const double entry = y * inverse_pivot_[column];
    factor_value_[slot] = entry;
    const double change = entry * y;
    pivot_[k] -= change;
    magnitude += std::abs(change);
  }
  if (!std::isfinite(pivot_[k])) return false;
  if (pivots[k] != out && std::abs(pivot_[k]) > rank_tolerance * magnitude) {
    inverse_pivot_[k] = 1.0 / pivot_[k];
    return true;
  }
  if (pivots[k] == kept) return false;
  inverse_pivot_[k] = 0.0;
  left_out_.push_back(k);
  return true;
}

void SparseLdlt::solve(VectorX& x) const {
  for (int column = 0; column < size_; ++column) {
    const double value = inverse_pivot_[column] == 0.0 ? 0.0 : x[column];
    for (int s = column_start_[column]; s < column_start_[column + 1]; ++s)
      x[factor_row_[s]] -= factor_value_[s] * value;
  }
  for (int column = size_ - 1; column >= 0; --column) {
    double value = x[column] * inverse_pivot_[column];
    for (int s = column_start_[column]; s < column_start_[column + 1]; ++s)
      value -= factor_value_[s] * x[factor_row_[s]];
    x[column] = inverse_pivot_[column] == 0.0 ? 0.0 : value;
  }
}

}  // namespace perpend
