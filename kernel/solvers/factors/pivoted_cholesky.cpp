#include "kernel/solvers/factors/pivoted_cholesky.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

PivotedCholesky::PivotedCholesky(int capacity)
    : factor_(MatrixX::Zero(capacity, capacity)), remaining_(VectorX::Zero(capacity)), work_(VectorX::Zero(capacity)) {
  rows_.reserve(capacity);
  dependent_rows_.reserve(capacity);
}

void PivotedCholesky::swap_rows(int a, int b) {
  if (a == b) return;
  std::swap(rows_[a], rows_[b]);
  std::swap(remaining_[a], remaining_[b]);
  for (int j = 0; j < a; ++j) std::swap(factor_(a, j), factor_(b, j));
}

/// Column k below its pivot, then the pivots to come.
void PivotedCholesky::eliminate(const MatrixX& w, int k) {
  const int size = static_cast<int>(rows_.size());
  const double pivot = std::sqrt(remaining_[k]);
  double* column = factor_.col(k).data();
  for (int i = k + 1; i < size; ++i) column[i] = w(rows_[i], rows_[k]);
  for (int j = 0; j < k; ++j) {
    const double* earlier = factor_.col(j).data();
    const double factor = earlier[k];
    for (int i = k + 1; i < size; ++i) column[i] -= factor * earlier[i];
  }
  column[k] = pivot;
  for (int i = k + 1; i < size; ++i) {
    column[i] /= pivot;
    remaining_[i] -= column[i] * column[i];
  }
}

void PivotedCholesky::factorize(const MatrixX& w, const VectorX& scale, const std::vector<int>& rows) {
  rows_.clear();
  extend(w, scale, rows, dependent_rows_);
}

/// Rows from `first` on by the columns before it.
void PivotedCholesky::reduce(const MatrixX& w, int first) {
  const int size = static_cast<int>(rows_.size());
  for (int i = first; i < size; ++i) {
    remaining_[i] = w(rows_[i], rows_[i]);
    for (int j = 0; j < first; ++j) {
      double entry = w(rows_[i], rows_[j]);
      for (int l = 0; l < j; ++l) entry -= factor_(i, l) * factor_(j, l);
      factor_(i, j) = entry / factor_(j, j);
      remaining_[i] -= factor_(i, j) * factor_(i, j);
    }
  }
}

void PivotedCholesky::extend(const MatrixX& w, const VectorX& scale, const std::vector<int>& rows,
                             std::vector<int>& left_out) {
  left_out.clear();
  const int first = static_cast<int>(rows_.size());
  rows_.insert(rows_.end(), rows.begin(), rows.end());
  const int size = static_cast<int>(rows_.size());
  reduce(w, first);
  for (int k = first; k < size; ++k) {
    int best = k;
    const auto part = [&](int i) { return scale[rows_[i]] > 0.0 ? remaining_[i] / scale[rows_[i]] : 0.0; };
    for (int i = k + 1; i < size; ++i)
      if (part(i) > part(best) || (part(i) == part(best) && rows_[i] < rows_[best])) best = i;
    if (!(remaining_[best] > rank_tolerance * scale[rows_[best]])) {
      left_out.assign(rows_.begin() + k, rows_.end());
      std::sort(left_out.begin(), left_out.end());
      rows_.resize(k);
      return;
    }
    swap_rows(k, best);
    eliminate(w, k);
  }
}

bool PivotedCholesky::append(const MatrixX& w, const VectorX& scale, int row, double shift) {
  const int size = static_cast<int>(rows_.size());
  for (int i = 0; i < size; ++i) work_[i] = w(rows_[i], row);
  double pivot = w(row, row) + shift;
  for (int j = 0; j < size; ++j) {
    const double* column = factor_.col(j).data();
    const double entry = work_[j] / column[j];
    for (int i = j + 1; i < size; ++i) work_[i] -= entry * column[i];
    factor_(size, j) = entry;
    pivot -= entry * entry;
  }
  if (!(pivot > rank_tolerance * scale[row])) return false;
  factor_(size, size) = std::sqrt(pivot);
  rows_.push_back(row);
  return true;
}

void PivotedCholesky::solve(const VectorX& rhs, VectorX& x) {
  const int size = static_cast<int>(rows_.size());
  for (int i = 0; i < size; ++i) work_[i] = rhs[rows_[i]];
  for (int j = 0; j < size; ++j) {
    const double* column = factor_.col(j).data();
    work_[j] /= column[j];
    for (int i = j + 1; i < size; ++i) work_[i] -= column[i] * work_[j];
  }
  for (int j = size - 1; j >= 0; --j) {
    const double* column = factor_.col(j).data();
    double value = work_[j];
    for (int i = j + 1; i < size; ++i) value -= column[i] * work_[i];
    work_[j] = value / column[j];
  }
  for (int i = 0; i < size; ++i) x[rows_[i]] = work_[i];
}

}  // namespace perpend
