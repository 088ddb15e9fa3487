#include "verification/arithmetic/static_cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

namespace perpend {

StaticCholesky::StaticCholesky(int size, std::span<const std::pair<int, int>> lower)
    : size_(size),
      position_(size),
      original_(size),
      numbers_(size + lower.size(), 0.0),
      pivot_(size, 0.0),
      work_(size, 0.0),
      filled_(size, 0) {
  choose_order(lower);
  std::vector<std::vector<std::pair<int, int>>> row_entries(size);  // [row] -> (column, slot)
  for (std::size_t k = 0; k < lower.size(); ++k) {
    const int a = position_[lower[k].first];
    const int b = position_[lower[k].second];
    row_entries[std::max(a, b)].emplace_back(std::min(a, b), size + static_cast<int>(k));
  }
  analyze(row_entries);
}

void StaticCholesky::choose_order(std::span<const std::pair<int, int>> lower) {
  std::iota(original_.begin(), original_.end(), 0);
  if (!lower.empty()) {
    std::vector<Eigen::Triplet<double>> triplets;
    triplets.reserve(2 * lower.size() + size_);
    for (int i = 0; i < size_; ++i) triplets.emplace_back(i, i, 1.0);
    for (const auto& [i, j] : lower) {
      triplets.emplace_back(i, j, 1.0);
      triplets.emplace_back(j, i, 1.0);
    }
    Eigen::SparseMatrix<double> pattern(size_, size_);
    pattern.setFromTriplets(triplets.begin(), triplets.end());
    Eigen::AMDOrdering<int>::PermutationType order;
    Eigen::AMDOrdering<int>()(pattern, order);
    for (int i = 0; i < size_; ++i) original_[i] = order.indices()[i];
  }
  for (int k = 0; k < size_; ++k) position_[original_[k]] = k;
}

/// Row k of L: every column reached from an entry of row k of the matrix along the elimination tree [Davis06].
void StaticCholesky::analyze(const std::vector<std::vector<std::pair<int, int>>>& row_entries) {
  std::vector<int> parent(size_, -1);
  std::vector<int> mark(size_, -1);
  std::vector<int> column_count(size_, 0);
  input_start_.push_back(0);
  row_start_.push_back(0);
  for (int k = 0; k < size_; ++k) {
    mark[k] = k;
    for (const auto& [column, slot] : row_entries[k]) {
      input_column_.push_back(column);
      input_slot_.push_back(slot);
      for (int j = column; mark[j] != k; j = parent[j]) {
        mark[j] = k;
        row_column_.push_back(j);
        ++column_count[j];
        if (parent[j] < 0) parent[j] = k;
      }
    }
    std::sort(row_column_.begin() + row_start_.back(), row_column_.end());
    input_start_.push_back(static_cast<int>(input_column_.size()));
    row_start_.push_back(static_cast<int>(row_column_.size()));
  }
  column_start_.assign(size_ + 1, 0);
  for (int j = 0; j < size_; ++j) {
    column_start_[j + 1] = column_start_[j] + column_count[j];
    const int row_count = row_start_[j + 1] - row_start_[j];
    longest_row_ = std::max(longest_row_, row_count + 1);
    widest_row_ = std::max(widest_row_, row_count + column_count[j] + 1);
  }
  column_row_.resize(column_start_.back());
  column_value_.resize(column_start_.back());
  std::vector<int> next(column_start_.begin(), column_start_.end() - 1);
  for (int k = 0; k < size_; ++k)
    for (int p = row_start_[k]; p < row_start_[k + 1]; ++p) column_row_[next[row_column_[p]]++] = k;
}

/// Row by row: solve L_11 l = a_1k, then the pivot. Column j holds its rows below k when row k is reached.
bool StaticCholesky::factorize(double diagonal_factor) {
  std::copy(column_start_.begin(), column_start_.end() - 1, filled_.begin());
  for (int k = 0; k < size_; ++k) {
    for (int p = row_start_[k]; p < row_start_[k + 1]; ++p) work_[row_column_[p]] = 0.0;
    for (int p = input_start_[k]; p < input_start_[k + 1]; ++p) work_[input_column_[p]] = numbers_[input_slot_[p]];
    double pivot = numbers_[original_[k]] * diagonal_factor;
    for (int p = row_start_[k]; p < row_start_[k + 1]; ++p) {
      const int j = row_column_[p];
      const double l = work_[j] / pivot_[j];
      const int end = filled_[j]++;
      for (int q = column_start_[j]; q < end; ++q) work_[column_row_[q]] -= column_value_[q] * l;
      column_value_[end] = l;
      pivot -= l * l;
    }
    failed_row_ = k;
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    pivot_[k] = std::sqrt(pivot);
  }
  failed_row_ = -1;
  return true;
}

void StaticCholesky::solve(std::span<double> x) const {
  for (int k = 0; k < size_; ++k) work_[k] = x[original_[k]];
  for (int j = 0; j < size_; ++j) {
    work_[j] /= pivot_[j];
    for (int p = column_start_[j]; p < column_start_[j + 1]; ++p) work_[column_row_[p]] -= column_value_[p] * work_[j];
  }
  for (int j = size_ - 1; j >= 0; --j) {
    for (int p = column_start_[j]; p < column_start_[j + 1]; ++p) work_[j] -= column_value_[p] * work_[column_row_[p]];
    work_[j] /= pivot_[j];
  }
  for (int k = 0; k < size_; ++k) x[original_[k]] = work_[k];
}

/// y = (-L_11^-T l, 1, 0) with l the row of L at the failed pivot.
void StaticCholesky::breakdown_vector(std::span<double> y) const {
  std::fill(work_.begin(), work_.end(), 0.0);
  if (failed_row_ >= 0) work_[failed_row_] = 1.0;
  for (int j = failed_row_ - 1; j >= 0; --j) {
    double sum = 0.0;
    for (int p = column_start_[j]; p < filled_[j]; ++p) sum += column_value_[p] * work_[column_row_[p]];
    work_[j] = -sum / pivot_[j];
  }
  for (int k = 0; k < size_; ++k) y[original_[k]] = work_[k];
}

}  // namespace perpend
