#include "kernel/solvers/replaced_rows.hpp"

#include <cmath>

namespace perpend {

namespace {

/// Room for as many replaced rows at first.
constexpr int first_room = 64;

}  // namespace

double ReplacedRows::Row::dot(const double* x) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < column.size(); ++k) sum += value[k] * x[column[k]];
  return sum;
}

bool ReplacedRows::start(const SparseRows& k0, PlanarCouplings* factors) {
  k0_ = &k0;
  factors_ = factors;
  num_replaced_ = num_changes_ = 0;
  if (responses_.rows() != k0.num_rows) responses_.resize(k0.num_rows, first_room);
  if (inverse_.size() == 0) inverse_.resize(first_room, first_room);
  return factors != nullptr || factor_.factorize(k0, SparseFactor::Kind::general);
}

/// K0 x = right. Factors that do not answer are left for those of K0 itself.
bool ReplacedRows::solve_first(const GrowingVector& right, GrowingVector& x) {
  if (factors_ != nullptr) {
    if (factors_->solve(*k0_, right, x)) return true;
    factors_ = nullptr;
    if (!factor_.factorize(*k0_, SparseFactor::Kind::general)) return false;
  }
  return factor_.solve(right, x);
}

/// K0^-1 right - Y C^-1 R K0^-1 right.
bool ReplacedRows::solve(const GrowingVector& right, GrowingVector& x) {
  if (!solve_first(right, x)) return false;
  for (int k = 0; k < num_replaced_; ++k) row_[k] = replaced_[k].change.dot(x.data());
  for (int m = 0; m < num_replaced_; ++m) {
    double moved = 0.0;
    for (int k = 0; k < num_replaced_; ++k) moved += inverse_(m, k) * row_[k];
    x -= moved * responses_.col(m);
  }
  return x.allFinite();
}

/// Place of row i among the replaced ones, with Y and C^-1 of it; -1: not finite.
int ReplacedRows::place_of(int i) {
  for (int k = 0; k < num_replaced_; ++k)
    if (replaced_[k].index == i) return k;
  if (factors_ != nullptr) {
    factors_->respond(i, first_);
  } else {
    unit_.setZero(k0_->num_rows);
    unit_[i] = 1.0;
    if (!factor_.solve(unit_, first_)) return -1;
  }
  if (!first_.allFinite()) return -1;
  append(i);
  return num_replaced_ - 1;
}

/// C takes R y as a column and a row of the unit matrix, since row i has not changed yet; y = first_.
void ReplacedRows::append(int i) {
  const int k = num_replaced_++;
  if (responses_.cols() <= k) responses_.conservativeResize(k0_->num_rows, 2 * k);
  responses_.col(k) = first_;
  if (inverse_.rows() <= k) inverse_.conservativeResize(2 * k, 2 * k);
  if (static_cast<int>(replaced_.size()) <= k) replaced_.emplace_back();
  row_.resize(replaced_.size());
  replaced_[k].index = i;
  replaced_[k].change.clear();
  for (int l = 0; l <= k; ++l) inverse_(k, l) = inverse_(l, k) = 0.0;
  inverse_(k, k) = 1.0;
  for (int l = 0; l < k; ++l) {
    const double moved = replaced_[l].change.dot(first_.data());
    for (int m = 0; m < k; ++m) inverse_(m, k) -= moved * inverse_(m, l);
  }
}

const GrowingVector* ReplacedRows::respond(int i) {
  last_ = place_of(i);
  if (last_ < 0) return nullptr;
  response_.resize(k0_->num_rows);
  response_.noalias() = responses_.leftCols(num_replaced_) * inverse_.col(last_).head(num_replaced_);
  return response_.allFinite() ? &response_ : nullptr;
}

/// C changes in one row c:  C^-1 - C^-1 e_k (c C^-1 - e_k) / (c C^-1)_k.
bool ReplacedRows::replace(const Row& row) {
  const int size = num_replaced_, i = replaced_[last_].index;
  Row& change = replaced_[last_].change;
  change = row;
  for (int at = k0_->first[i]; at < k0_->first[i + 1]; ++at) change.add(k0_->column[at], -k0_->value[at]);
  for (int l = 0; l < size; ++l) row_[l] = change.dot(responses_.col(l).data());
  row_[last_] += 1.0;
  column_.assign(inverse_.col(last_).data(), inverse_.col(last_).data() + size);
  double pivot = 0.0;
  for (int l = 0; l < size; ++l) pivot += row_[l] * column_[l];
  if (!(std::abs(pivot) > 0.0) || !std::isfinite(pivot)) return false;
  for (int m = 0; m < size; ++m) {
    double* to = inverse_.col(m).data();
    double share = m == last_ ? -1.0 : 0.0;
    for (int l = 0; l < size; ++l) share += row_[l] * to[l];
    share /= pivot;
    for (int l = 0; l < size; ++l) to[l] -= share * column_[l];
  }
  ++num_changes_;
  return true;
}

}  // namespace perpend
