#include "kernel/solvers/basis_walk.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// One of 2^64 codes a variable, by the finalizer of splitmix64: sums of codes distinguish bases. [SteeleLeaFlood14]
std::uint64_t code(int variable) {
  std::uint64_t x = 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(variable + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

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
