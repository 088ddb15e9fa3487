#include "kernel/solvers/basis_core.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// y += a x
void add(double a, const double* x, double* y, int size) {
  for (int i = 0; i < size; ++i) y[i] += a * x[i];
}

/// Zeros in the first `size` entries; grows by doubling.
void clear_entries(GrowingVector& out, int size) {
  if (out.size() < size) out.setZero(2 * size);
  out.head(size).setZero();
}

}  // namespace

void BasisCore::reset(const SparseRows& rows, const GrowingVector& covering) {
  copy_rows(rows, by_row_);
  transpose(by_row_, by_column_);
  num_rows_ = rows.num_rows;
  row_place_.assign(num_rows_, -1);
  column_place_.assign(num_rows_ + 1, -1);
  // Small problems have their room at once, large ones grow by doubling: their supports are much smaller than they.
  reserve(std::min(num_rows_, 64));
  clear(covering);
}

void BasisCore::clear(const GrowingVector& covering) {
  covering_ = covering;
  rows_.clear();
  columns_.clear();
  std::fill(row_place_.begin(), row_place_.end(), -1);
  std::fill(column_place_.begin(), column_place_.end(), -1);
}

void BasisCore::reserve(int size) {
  if (inverse_.rows() >= size) return;
  const int capacity = std::max(2 * size, 16);
  GrowingMatrix larger;
  larger.setZero(capacity, capacity);
  larger.topLeftCorner(inverse_.rows(), inverse_.cols()) = inverse_;
  inverse_.swap(larger);
}

void BasisCore::solve_column(int j, GrowingVector& out) const {
  const int k = size();
  clear_entries(out, k);
  if (j == num_rows_) {
    for (int r = 0; r < k; ++r) add(covering_[rows_[r]], inverse_.col(r).data(), out.data(), k);
    return;
  }
  for (int e = by_column_.first[j]; e < by_column_.first[j + 1]; ++e)
    if (const int r = row_place_[by_column_.column[e]]; r >= 0)
      add(by_column_.value[e], inverse_.col(r).data(), out.data(), k);
}

void BasisCore::solve_unit(int i, GrowingVector& out) const {
  clear_entries(out, size());
  out.head(size()) = inverse_.col(row_place_[i]).head(size());
}

void BasisCore::solve(const GrowingVector& right, GrowingVector& out) const {
  const int k = size();
  clear_entries(out, k);
  for (int r = 0; r < k; ++r)
    if (right[rows_[r]] != 0.0) add(right[rows_[r]], inverse_.col(r).data(), out.data(), k);
}

void BasisCore::row_of_inverse(int j, GrowingVector& out) const {
  if (out.size() < size()) out.resize(num_rows_);
  for (int p = 0; p < size(); ++p) out[p] = inverse_(column_place_[j], p);
}

void BasisCore::solve_row(int i, GrowingVector& out) const {
  const int k = size();
  clear_entries(out, k);
  const int z0 = column_place_[num_rows_];
  for (int r = 0; r < k; ++r) {
    const double* column = inverse_.col(r).data();
    double sum = z0 >= 0 ? covering_[i] * column[z0] : 0.0;
    for (int e = by_row_.first[i]; e < by_row_.first[i + 1]; ++e)
      if (const int c = column_place_[by_row_.column[e]]; c >= 0) sum += by_row_.value[e] * column[c];
    out[r] = sum;
  }
}

void BasisCore::add_column(int j, double amount, GrowingVector& out) const {
  if (j == num_rows_)
    out += amount * covering_;
  else
    for (int e = by_column_.first[j]; e < by_column_.first[j + 1]; ++e)
      out[by_column_.column[e]] += amount * by_column_.value[e];
}

void BasisCore::add_columns(const GrowingVector& x, GrowingVector& out) const {
  for (int c = 0; c < size(); ++c)
    if (x[c] != 0.0) add_column(columns_[c], x[c], out);
}

void BasisCore::add_column_sizes(const GrowingVector& x, GrowingVector& out) const {
  for (int c = 0; c < size(); ++c) {
    const int j = columns_[c];
    if (x[c] == 0.0) continue;
    if (j == num_rows_)
      out += std::abs(x[c]) * covering_.cwiseAbs();
    else
      for (int e = by_column_.first[j]; e < by_column_.first[j + 1]; ++e)
        out[by_column_.column[e]] += std::abs(x[c] * by_column_.value[e]);
  }
}

double BasisCore::least_share(int j, const GrowingVector& size) const {
  double least = std::numeric_limits<double>::infinity();
  const auto take = [&](int i, double value) {
    if (value != 0.0) least = std::min(least, size[i] / std::abs(value));
  };
  if (j == num_rows_)
    for (int i = 0; i < num_rows_; ++i) take(i, covering_[i]);
  else
    for (int e = by_column_.first[j]; e < by_column_.first[j + 1]; ++e) take(by_column_.column[e], by_column_.value[e]);
  return least;
}

double BasisCore::entry(int i, int j) const {
  if (j == num_rows_) return covering_[i];
  const auto begin = by_row_.column.begin() + by_row_.first[i];
  const auto end = by_row_.column.begin() + by_row_.first[i + 1];
  const auto found = std::lower_bound(begin, end, j);
  return found == end || *found != j ? 0.0 : by_row_.value[found - by_row_.column.begin()];
}

void BasisCore::append(int i, int j, const GrowingVector& column, const GrowingVector& row, double pivot) {
  const int k = size();
  reserve(k + 1);
  for (int r = 0; r < k; ++r) {
    const double t = row[r] / pivot;
    if (t != 0.0) add(t, column.data(), inverse_.col(r).data(), k);
    inverse_(k, r) = -t;
  }
  for (int c = 0; c < k; ++c) inverse_(c, k) = -column[c] / pivot;
  inverse_(k, k) = 1.0 / pivot;
  row_place_[i] = column_place_[j] = k;
  rows_.push_back(i);
  columns_.push_back(j);
}

void BasisCore::replace_column(int leaving, int j, const GrowingVector& column) {
  const int k = size();
  const int p = column_place_[leaving];
  for (int r = 0; r < k; ++r) {
    double* to = inverse_.col(r).data();
    const double t = to[p] / column[p];
    if (t != 0.0) add(-t, column.data(), to, k);
    to[p] = t;
  }
  columns_[p] = j;
  column_place_[leaving] = -1;
  column_place_[j] = p;
}

void BasisCore::replace_row(int leaving, int i, const GrowingVector& row) {
  const int k = size();
  const int q = row_place_[leaving];
  double* from = inverse_.col(q).data();
  for (int c = 0; c < k; ++c) from[c] /= row[q];
  for (int r = 0; r < k; ++r)
    if (r != q && row[r] != 0.0) add(-row[r], from, inverse_.col(r).data(), k);
  rows_[q] = i;
  row_place_[leaving] = -1;
  row_place_[i] = q;
}

void BasisCore::remove(int i, int j) {
  const int last = size() - 1;
  const int q = row_place_[i];
  const int p = column_place_[j];
  const double* from = inverse_.col(q).data();
  for (int r = 0; r <= last; ++r) {
    if (r == q) continue;
    const double t = inverse_(p, r) / from[p];
    if (t != 0.0) add(-t, from, inverse_.col(r).data(), last + 1);
  }
  if (q != last) inverse_.col(q).head(last + 1) = inverse_.col(last).head(last + 1);
  if (p != last)
    for (int r = 0; r < last; ++r) inverse_(p, r) = inverse_(last, r);
  row_place_[rows_[last]] = q;
  column_place_[columns_[last]] = p;
  rows_[q] = rows_[last];
  columns_[p] = columns_[last];
  row_place_[i] = column_place_[j] = -1;
  rows_.pop_back();
  columns_.pop_back();
}

bool BasisCore::refactor() {
  const int k = size();
  reserve(k);
  for (int c = 0; c < k; ++c) {
    double* to = inverse_.col(c).data();
    std::fill_n(to, k, 0.0);
    if (columns_[c] == num_rows_) {
      for (int r = 0; r < k; ++r) to[r] = covering_[rows_[r]];
      continue;
    }
    for (int e = by_column_.first[columns_[c]]; e < by_column_.first[columns_[c] + 1]; ++e)
      if (const int r = row_place_[by_column_.column[e]]; r >= 0) to[r] = by_column_.value[e];
  }
  // After each exchange of column s with row p, entry (p, s) stands for the inverse at (column s, row p).
  pivot_row_.assign(k, -1);
  old_rows_.assign(k, 0);  // 1: used as a pivot row
  for (int s = 0; s < k; ++s) {
    if (must_stop()) return false;  // one turn takes k^2 operations, all of them minutes where k is thousands
    double* pivots = inverse_.col(s).data();
    int p = -1;
    double largest = 0.0;
    for (int r = 0; r < k; ++r)
      if (old_rows_[r] == 0 && std::abs(pivots[r]) > largest) {
        largest = std::abs(pivots[r]);
        p = r;
      }
    // The data are scaled to 1: what is left of a column that depends on the others is rounding.
    if (!(largest > 1e-13)) return false;
    old_rows_[p] = 1;
    pivot_row_[s] = p;
    const double pivot = pivots[p];
    for (int c = 0; c < k; ++c) {
      if (c == s) continue;
      double* to = inverse_.col(c).data();
      if (to[p] == 0.0) continue;
      const double t = to[p] / pivot;
      add(-t, pivots, to, k);
      to[p] = t;
    }
    for (int r = 0; r < k; ++r) pivots[r] /= -pivot;
    pivots[p] = 1.0 / pivot;
  }
  // Places take the order that the exchanges made.
  old_rows_ = rows_;
  old_columns_ = columns_;
  for (int s = 0; s < k; ++s) {
    rows_[s] = old_rows_[pivot_row_[s]];
    columns_[pivot_row_[s]] = old_columns_[s];
  }
  for (int s = 0; s < k; ++s) row_place_[rows_[s]] = column_place_[columns_[s]] = s;
  return true;
}

}  // namespace perpend
