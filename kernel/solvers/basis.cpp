#include "kernel/solvers/basis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/lcp/lcp_matrix.hpp"
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

/// One of 2^64 codes a variable, by the finalizer of splitmix64: sums of codes distinguish bases. [SteeleLeaFlood14]
std::uint64_t code(int variable) {
  std::uint64_t x = 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(variable + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
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

void BasisWalk::set_problem(const SparseRows& a, const GrowingVector& b) {
  n_ = a.num_rows;
  b_ = b;
  num_pivots_ = 0;
  for (GrowingVector* by_place : {&dz_, &column_, &row_, &correction_})
    if (by_place->size() < n_) by_place->setZero(n_);
  w_.setZero(n_);
  core_.reset(a, w_);
  clear(w_);
}

void BasisWalk::clear(const GrowingVector& covering) {
  core_.clear(covering);
  compute_values();
  since_refactor_ = 0;
  start_watch();
}

/// A_ii - A_iC inverse A_Ci, which is 0 where it is rounding of its terms.
double BasisWalk::principal_pivot(int i) {
  core_.solve_column(i, column_);
  double left = core_.entry(i, i);
  double magnitude = std::abs(left);
  for (int c = 0; c < core_.size(); ++c) {
    const double term = core_.entry(i, core_.columns()[c]) * column_[c];
    left -= term;
    magnitude += std::abs(term);
  }
  return std::abs(left) > (by_rows_ ? row_tolerance : pivot_tolerance) * magnitude ? left : 0.0;
}

void BasisWalk::collect(std::span<const int> support) {
  w_.setZero(n_);
  core_.clear(w_);
  // Twice: an index may be independent only after a later one, as the slip of a contact is.
  for (int round = 0; round < 2; ++round)
    for (const int i : support) {
      if (must_stop()) break;
      const double pivot = core_.has_column(i) ? 0.0 : principal_pivot(i);
      if (pivot == 0.0) continue;
      core_.solve_row(i, row_);
      core_.append(i, i, column_, row_, pivot);
    }
  compute_values();
  since_refactor_ = 1;
  start_watch();
}

void BasisWalk::measure_size() {
  if (!by_rows_) {
    size_ = 1.0;
    for (Eigen::Index i = 0; i < z_.size(); ++i) size_ = std::max(size_, std::abs(z_[i]));
    return;
  }
  w_size_ = b_.cwiseAbs();
  if (by_place_.size() < core_.size()) by_place_.resize(n_ + 1);
  for (int c = 0; c < core_.size(); ++c) by_place_[c] = z_[core_.columns()[c]];
  core_.add_column_sizes(by_place_, w_size_);
  measure_columns(w_size_, z_size_);
}

/// How much of each basic z every row can take as rounding.
void BasisWalk::measure_columns(const GrowingVector& row, GrowingVector& column) const {
  column.setZero(n_ + 1);
  for (const int j : core_.columns()) column[j] = core_.least_share(j, row);
}

/// z_C = - inverse b_R, and w from it.
void BasisWalk::compute_values() {
  z_.setZero(n_ + 1);
  w_ = b_;
  for (int round = 0; round < 3; ++round) {
    core_.solve(w_, column_);
    column_ = -column_;
    core_.add_columns(column_, w_);
    for (int c = 0; c < core_.size(); ++c) z_[core_.columns()[c]] += column_[c];
  }
  for (const int i : core_.rows()) w_[i] = 0.0;
}

bool BasisWalk::refactor() {
  if (!core_.refactor()) return false;
  compute_values();
  since_refactor_ = 0;
  return true;
}

bool BasisWalk::find_direction(int entering) {
  dw_.setZero(n_);
  if (is_w(entering)) {
    core_.solve_unit(entering, dz_);
  } else {
    core_.add_column(entering - n_, 1.0, dw_);
    core_.solve_column(entering - n_, column_);
    if (dz_.size() < column_.size()) dz_.resize(column_.size());
    dz_.head(core_.size()) = -column_.head(core_.size());
  }
  core_.add_columns(dz_, dw_);
  if (is_w(entering)) dw_[entering] -= 1.0;
  if (by_rows_) measure_rates(entering);
  double error = residual_of_direction();
  if (by_rows_ || error > drift_tolerance) {
    core_.solve(dw_, correction_);
    correction_ = -correction_;
    core_.add_columns(correction_, dw_);
    dz_.head(core_.size()) += correction_.head(core_.size());
    if (by_rows_) measure_rates(entering);
    error = residual_of_direction();
  }
  for (const int i : core_.rows()) dw_[i] = 0.0;
  // The entering variable's own rate is 1: a column that moves nothing else by a thousandth of it is 0 below 1e-12.
  if (!by_rows_) zero_rate_ = pivot_tolerance * std::max(largest_rate(), 1e-3);
  return error <= drift_tolerance;
}

/// Residual of the rows that the direction keeps at 0, relative to its largest entry or each relative to its terms.
double BasisWalk::residual_of_direction() const {
  double error = 0.0, largest = 1.0;
  if (by_rows_) {
    for (const int i : core_.rows())
      if (dw_[i] != 0.0) error = std::max(error, std::abs(dw_[i]) / w_rate_size_[i]);
    return error;
  }
  for (int p = 0; p < core_.size(); ++p) {
    error = std::max(error, std::abs(dw_[core_.rows()[p]]));
    largest = std::max(largest, std::abs(dz_[p]));
  }
  return error / largest;
}

/// z_C = -inverse b_R, w_i = b_i + (A d)_iC z_C.
void BasisWalk::row_of_inverse(int variable, GrowingVector& out) {
  out.setZero(n_);
  if (is_w(variable)) {
    core_.solve_row(variable, row_);
    out[variable] = 1.0;
  } else {
    core_.row_of_inverse(variable - n_, row_);
  }
  for (int p = 0; p < core_.size(); ++p) out[core_.rows()[p]] = -row_[p];
}

void BasisWalk::measure_rates(int entering) {
  w_rate_size_.setZero(n_);
  if (is_w(entering))
    w_rate_size_[entering] = 1.0;
  else
    core_.add_column(entering - n_, 1.0, w_rate_size_);
  w_rate_size_ = w_rate_size_.cwiseAbs();
  core_.add_column_sizes(dz_, w_rate_size_);
  measure_columns(w_rate_size_, z_rate_size_);
}

double BasisWalk::largest_rate() const {
  double largest = 0.0;
  for_each_basic([&](int, double, double rate) { largest = std::max(largest, std::abs(rate)); });
  return largest;
}

void BasisWalk::pivot(int entering, int leaving, double step) {
  for (int c = 0; c < core_.size(); ++c) z_[core_.columns()[c]] += step * dz_[c];
  w_ += step * dw_;
  const auto set = [&](int variable, double value) {
    if (is_w(variable))
      w_[variable] = value;
    else
      z_[variable - n_] = value;
  };
  set(entering, step);
  set(leaving, 0.0);
  exchange(entering, leaving);
  basis_ += code(entering) - code(leaving);
  ++num_pivots_;
  ++since_refactor_;
  if (!by_rows_) return;
  compute_values();
  measure_size();
}

void BasisWalk::exchange(int entering, int leaving) {
  if (is_w(leaving)) core_.solve_row(leaving, row_);
  if (is_w(entering) && is_w(leaving))
    core_.replace_row(entering, leaving, row_);
  else if (is_w(entering))
    core_.remove(entering, leaving - n_);
  else if (is_w(leaving))
    core_.append(leaving, entering - n_, column_, row_, dw_[leaving]);
  else
    core_.replace_column(leaving - n_, entering - n_, column_);
}

bool BasisWalk::pivot_principal(int i) {
  if (core_.has_row(i)) {
    core_.solve_unit(i, column_);
    double largest = 0.0, own = 0.0;
    for (int c = 0; c < core_.size(); ++c) {
      largest = std::max(largest, std::abs(column_[c]));
      if (core_.columns()[c] == i) own = column_[c];
    }
    if (!(std::abs(own) > (by_rows_ ? row_tolerance : pivot_tolerance) * largest)) return false;
    core_.remove(i, i);
    basis_ += code(i) - code(i + n_);
  } else {
    const double pivot = principal_pivot(i);
    if (pivot == 0.0) return false;
    core_.solve_row(i, row_);
    core_.append(i, i, column_, row_, pivot);
    basis_ += code(i + n_) - code(i);
  }
  ++num_pivots_;
  ++since_refactor_;
  return true;
}

void BasisWalk::direction(int entering, GrowingVector& out) const {
  out.setZero(n_);
  for (int c = 0; c < core_.size(); ++c)
    if (core_.columns()[c] < n_) out[core_.columns()[c]] = dz_[c];
  if (!is_w(entering) && entering < z0()) out[entering - n_] = 1.0;
}

void BasisWalk::start_watch() {
  basis_ = kept_basis_ = 0;
  next_keep_ = 1;
  since_kept_ = 0;
}

bool BasisWalk::repeats() {
  if (basis_ == kept_basis_) return true;
  if (++since_kept_ < next_keep_) return false;
  kept_basis_ = basis_;
  next_keep_ *= 2;
  since_kept_ = 0;
  return false;
}

}  // namespace perpend
