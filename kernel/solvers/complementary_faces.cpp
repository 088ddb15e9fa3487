#include "kernel/solvers/complementary_faces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

// For data scaled to 1: below it a pivot, or a value, is rounding of at most 20 eliminations.
constexpr double zero_of_problem = 1e-11;
// Against the terms of one row, which the size of no other loosens: rounding of a sum of 20.
constexpr double zero_of_rows = 1e-13;

}  // namespace

double ComplementaryFaces::zero() const {
  return zero_ == Zero::of_rows ? zero_of_rows : zero_of_problem;
}

const char* ComplementaryFaces::zero_in_words() const {
  return zero_ == Zero::of_rows ? "1e-13 of the terms of each row" : "1e-11 of the largest entry of b";
}

void ComplementaryFaces::list(const GrowingMatrix& a, const GrowingVector& b, Zero zero) {
  a_ = &a;
  b_ = &b;
  zero_ = zero;
  w_size_.setOnes(static_cast<Eigen::Index>(b.size()));
  z_size_ = w_rate_size_ = z_rate_size_ = w_size_;
  n_ = static_cast<int>(b.size());
  num_solutions_ = 0;
  num_faces_ = num_continua_ = num_open_ = 0;
  work_.resize(max_size, max_size + 2);
  for (std::uint32_t face = 0; face < (std::uint32_t{1} << n_) && !must_stop(); ++face) visit(face);
}

void ComplementaryFaces::visit(std::uint32_t face) {
  ++num_faces_;
  members_.clear();
  for (int i = 0; i < n_; ++i)
    if ((face >> i & 1u) != 0) members_.push_back(i);
  const int k = static_cast<int>(members_.size());
  load();
  if (!eliminate_regular()) {
    load();
    if (!eliminate()) return;
  }
  read_point();
  if (rank_ == k - 1) {
    read_line();
    keep_along_line();
    return;
  }
  if (is_solution()) {
    found_ = point_.cwiseMax(0.0);
    keep();
  } else if (rank_ < k) {
    ++num_open_;
  }
}

/// Sizes of the terms of each row, and how much of each z its rows can take for rounding.
void ComplementaryFaces::measure(const GrowingVector& z, bool with_b, GrowingVector& w_size,
                                 GrowingVector& z_size) const {
  if (with_b)
    w_size = b_->cwiseAbs();
  else
    w_size.setZero(n_);
  for (const int j : members_) w_size += (*a_).col(j).cwiseAbs() * std::abs(z[j]);
  z_size.setZero(n_);
  for (const int j : members_) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < n_; ++i)
      if ((*a_)(i, j) != 0.0) least = std::min(least, w_size[i] / std::abs((*a_)(i, j)));
    z_size[j] = least;
  }
}

/// w of the point, and the sizes that its entries are judged by.
void ComplementaryFaces::measure_point() {
  rates(point_, true, w_);
  if (zero_ == Zero::of_rows) measure(point_, true, w_size_, z_size_);
}

bool ComplementaryFaces::is_solution() {
  if (zero_ == Zero::of_rows && !solves_rows()) return false;
  rates(point_, true, w_);
  if (zero_ == Zero::of_problem) return (point_.array() >= -zero()).all() && (w_.array() >= -zero()).all();
  for (int i = 0; i < n_; ++i)
    if (w_[i] < 0.0 && w_[i] < -zero() * terms_of_row(i)) return false;
  return true;
}

double ComplementaryFaces::terms_of_row(int i) const {
  double sum = std::abs((*b_)[i]);
  for (const int j : members_) sum += std::abs((*a_)(i, j) * point_[j]);
  return sum;
}

/// No z is so far below 0 that a row would feel it. Most faces fail at the first row.
bool ComplementaryFaces::solves_rows() const {
  for (const int j : members_) {
    if (point_[j] >= 0.0) continue;
    for (int i = 0; i < n_; ++i)
      if (-point_[j] * std::abs((*a_)(i, j)) > zero() * terms_of_row(i)) return false;
  }
  return true;
}

void ComplementaryFaces::load() {
  const int k = static_cast<int>(members_.size());
  for (int c = 0; c < k; ++c)
    for (int r = 0; r < k; ++r) work_(r, c) = (*a_)(members_[r], members_[c]);
  for (int r = 0; r < k; ++r) work_(r, k) = -(*b_)[members_[r]];
  for (int r = 0; r < k; ++r) work_(r, k + 1) = std::abs(work_(r, k));
}

/// Gauss-Jordan with partial pivoting, for all faces but few. False: a pivot is so small that only full pivoting tells.
bool ComplementaryFaces::eliminate_regular() {
  const int k = static_cast<int>(members_.size());
  column_of_.resize(k);
  for (int s = 0; s < k; ++s) {
    column_of_[s] = s;
    int row = s;
    for (int r = s + 1; r < k; ++r)
      if (std::abs(work_(r, s)) > std::abs(work_(row, s))) row = r;
    if (!(std::abs(work_(row, s)) > 1e-4)) return false;
    for (int c = s; c <= k && row != s; ++c) std::swap(work_(s, c), work_(row, c));
    const double* from = work_.col(s).data();
    for (int c = s + 1; c <= k; ++c) {
      double* to = work_.col(c).data();
      const double t = to[s] / from[s];
      for (int r = 0; r < s; ++r) to[r] -= t * from[r];
      for (int r = s + 1; r < k; ++r) to[r] -= t * from[r];
    }
  }
  rank_ = k;
  return true;
}

/// Gauss-Jordan with full pivoting. False: the equations contradict each other.
bool ComplementaryFaces::eliminate() {
  const int k = static_cast<int>(members_.size());
  column_of_.resize(k);
  for (int c = 0; c < k; ++c) column_of_[c] = c;
  for (rank_ = 0; rank_ < k; ++rank_) {
    int row = rank_, place = rank_;
    double largest = 0.0;
    for (int c = rank_; c < k; ++c)
      for (int r = rank_; r < k; ++r)
        if (const double size = std::abs(work_(r, column_of_[c])); size > largest) {
          largest = size;
          row = r;
          place = c;
        }
    if (largest <= zero_of_problem) break;
    std::swap(column_of_[rank_], column_of_[place]);
    for (int c = 0; c <= k + 1; ++c) std::swap(work_(rank_, c), work_(row, c));
    const int column = column_of_[rank_];
    for (int r = 0; r < k; ++r) {
      if (r == rank_ || work_(r, column) == 0.0) continue;
      const double t = work_(r, column) / work_(rank_, column);
      for (int c = rank_; c < k; ++c) work_(r, column_of_[c]) -= t * work_(rank_, column_of_[c]);
      work_(r, k) -= t * work_(rank_, k);
      work_(r, k + 1) += std::abs(t) * work_(rank_, k + 1);
    }
  }
  for (int r = rank_; r < k; ++r)
    if (std::abs(work_(r, k)) > zero() * (zero_ == Zero::of_rows ? work_(r, k + 1) : 1.0)) return false;
  return true;
}

/// The solution whose free entries are 0.
void ComplementaryFaces::read_point() {
  point_.setZero(n_);
  const int k = static_cast<int>(members_.size());
  for (int r = 0; r < rank_; ++r) point_[members_[column_of_[r]]] = work_(r, k) / work_(r, column_of_[r]);
}

/// The direction of the one free entry.
void ComplementaryFaces::read_line() {
  line_.setZero(n_);
  const int free = column_of_[rank_];
  line_[members_[free]] = 1.0;
  for (int r = 0; r < rank_; ++r) line_[members_[column_of_[r]]] = -work_(r, free) / work_(r, column_of_[r]);
}

/// The part of the line with z, w >= 0: none, a point, a segment or a ray.
void ComplementaryFaces::keep_along_line() {
  measure_point();
  rates(line_, false, w_rate_);
  if (zero_ == Zero::of_rows) measure(line_, false, w_rate_size_, z_rate_size_);
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
  bool is_empty = false;
  const auto clip = [&](double value, double rate, double size, double rate_size) {
    if (std::abs(rate) <= zero() * rate_size)
      is_empty = is_empty || value < -zero() * size;
    else if (rate > 0.0)
      from = std::max(from, -value / rate);
    else
      to = std::min(to, value / -rate);
  };
  for (int i = 0; i < n_; ++i) {
    clip(point_[i], line_[i], z_size_[i], z_rate_size_[i]);
    clip(w_[i], w_rate_[i], w_size_[i], w_rate_size_[i]);
  }
  // z >= 0 bounds every line on one side, so one of the ends is finite.
  const double unit = zero_ == Zero::of_rows ? 0.0 : 1.0;
  const double tolerance = zero() * std::max(unit, std::min(std::abs(from), std::abs(to)));
  if (is_empty || from > to + tolerance) return;
  const auto keep_end = [&](double at) {
    if (!std::isfinite(at)) return;
    found_ = (point_ + at * line_).cwiseMax(0.0);
    keep();
  };
  keep_end(from);
  if (to - from <= tolerance) return;
  ++num_continua_;
  keep_end(to);
}

void ComplementaryFaces::rates(const GrowingVector& z, bool with_b, GrowingVector& w) const {
  if (with_b)
    w = *b_;
  else
    w.setZero(n_);
  for (const int j : members_) w += (*a_).col(j) * z[j];
  for (const int i : members_) w[i] = 0.0;
}

/// Two computations of one point differ by their rounding: 1e-8 is far above it and far below two solutions.
bool ComplementaryFaces::is_listed(const GrowingVector& other) const {
  if (zero_ == Zero::of_problem)
    return (found_ - other).cwiseAbs().maxCoeff() <= 1e-8 * (1.0 + found_.cwiseAbs().maxCoeff());
  for (int i = 0; i < n_; ++i) {
    double size = std::abs((*b_)[i]), most = 0.0;
    for (int j = 0; j < n_; ++j) {
      size += std::abs((*a_)(i, j)) * std::max(found_[j], other[j]);
      most = std::max(most, std::abs((*a_)(i, j) * (found_[j] - other[j])));
    }
    if (most > 1e-8 * size) return false;
  }
  return true;
}

void ComplementaryFaces::keep() {
  for (const GrowingVector& other : solutions())
    if (n_ == 0 || is_listed(other)) return;
  if (num_solutions_ == max_solutions) return;
  if (num_solutions_ == solutions_.size()) solutions_.emplace_back();
  solutions_[num_solutions_++] = found_;
}

}  // namespace perpend
