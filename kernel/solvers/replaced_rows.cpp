#include "kernel/solvers/replaced_rows.hpp"

namespace perpend {

double ReplacedRows::Row::dot(const double* x) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < column.size(); ++k) sum += value[k] * x[column[k]];
  return sum;
}

bool ReplacedRows::start(const SparseRows& k0, PlanarCouplings* factors, std::span<const GrowingVector> right_sides) {
  k0_ = &k0;
  factors_ = factors;
  replaced_.clear();
  is_factored_ = false;
  right_.assign(right_sides.begin(), right_sides.end());
  y_.resize(right_.size());
  if (factors == nullptr && !factor_.factorize(k0, SparseFactor::Kind::general)) return false;
  for (std::size_t s = 0; s < y_.size(); ++s)
    if (!solve_first(right_[s], y_[s])) return false;
  return true;
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

/// Place of row i among the replaced ones, with Y of it; -1: not finite.
int ReplacedRows::place_of(int i) {
  for (std::size_t k = 0; k < replaced_.size(); ++k)
    if (replaced_[k].index == i) return static_cast<int>(k);
  unit_.setZero(k0_->num_rows);
  unit_[i] = 1.0;
  if (!solve_first(unit_, response_)) return -1;
  const int k = num_replaced();
  const Eigen::Index most = std::max<Eigen::Index>(responses_.cols(), 1);
  if (responses_.rows() != k0_->num_rows || most <= k)
    responses_.conservativeResize(k0_->num_rows, most <= k ? 2 * most : most);
  responses_.col(k) = response_;
  if (capacitance_.rows() <= k) capacitance_.conservativeResize(2 * k + 1, 2 * k + 1);
  replaced_.push_back({i, {}});
  for (int l = 0; l < k; ++l) capacitance_(l, k) = replaced_[l].change.dot(responses_.col(k).data());
  return k;
}

/// Whether row i is still that of K0, which `row` is: a contact that opens, or begins to stick, changes one of its two.
bool ReplacedRows::is_first_row(int i, const Row& row) const {
  for (const Replaced& replaced : replaced_)
    if (replaced.index == i) return false;
  const int first = k0_->first[i];
  return std::equal(row.column.begin(), row.column.end(), k0_->column.begin() + first,
                    k0_->column.begin() + k0_->first[i + 1]) &&
         std::equal(row.value.begin(), row.value.end(), k0_->value.begin() + first);
}

void ReplacedRows::fill_row(int k) {
  for (int l = 0; l < num_replaced(); ++l)
    capacitance_(k, l) = (k == l ? 1.0 : 0.0) + replaced_[k].change.dot(responses_.col(l).data());
}

bool ReplacedRows::replace(int i, const Row& row, std::span<const double> right) {
  if (is_first_row(i, row)) return true;
  const int k = place_of(i);
  if (k < 0) return false;
  Row& change = replaced_[k].change;
  change = row;
  for (int at = k0_->first[i]; at < k0_->first[i + 1]; ++at) change.add(k0_->column[at], -k0_->value[at]);
  fill_row(k);
  for (std::size_t s = 0; s < y_.size(); ++s) {
    y_[s] += (right[s] - right_[s][i]) * responses_.col(k);
    right_[s][i] = right[s];
  }
  is_factored_ = false;
  return true;
}

bool ReplacedRows::solve(int s, GrowingVector& x) {
  x = y_[s];
  const int size = num_replaced();
  if (size == 0) return true;
  if (!is_factored_) lu_.compute(capacitance_.topLeftCorner(size, size));
  is_factored_ = true;
  projected_.resize(size);
  for (int k = 0; k < size; ++k) projected_[k] = replaced_[k].change.dot(x.data());
  projected_ = lu_.solve(projected_);
  x.noalias() -= responses_.leftCols(size) * projected_;
  return x.allFinite();
}

}  // namespace perpend
