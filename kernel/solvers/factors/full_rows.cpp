#include "kernel/solvers/factors/full_rows.hpp"

namespace perpend {

void FullRows::set(const SparseRows& rows) {
  size_ = rows.num_rows;
  first_ = rows.value.data();
  if (rows.value.size() == static_cast<std::size_t>(size_) * size_) return;
  copy_.setZero(size_, size_);
  for (int i = 0; i < size_; ++i)
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k) copy_(rows.column[k], i) = rows.value[k];
  first_ = copy_.data();
}

void FullRows::add_row(int i, double factor, GrowingVector& y) const {
  y += factor * Eigen::Map<const VectorX>(row(i), size_);
}

void FullRows::multiply(const GrowingVector& x, GrowingVector& out) const {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  out.resize(size_);
  out.noalias() = Eigen::Map<const Rows>(first_, size_, size_) * x;
}

}  // namespace perpend
