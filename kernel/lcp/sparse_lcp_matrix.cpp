#include "kernel/lcp/sparse_lcp_matrix.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// Largest e_i above sqrt(u), else 0.
double unbearable_row_error(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w) {
  constexpr double root_u = 0x1.6a09e667f3bcdp-27;
  const double most = lcp.row_size.maxCoeff();
  const double noise = 500.0 * static_cast<double>(z.size()) * root_u * most;
  const GrowingVector& sizes = lcp.matrix->term_sizes(z);
  double largest = 0.0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double wrong = std::abs(std::min(z[i], w[i]));
    const double of_row = wrong / (lcp.row_size[i] + std::min(sizes[i], most) + noise);
    if (wrong > 0.0 && of_row > root_u) largest = std::max(largest, of_row);
  }
  return largest;
}

}  // namespace

double natural_residual(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w) {
  if (!z.allFinite() || !w.allFinite() || !lcp.magnitude.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  double largest = 0.0;
  for (Eigen::Index i = 0; i < z.size(); ++i)
    largest = std::max(largest, std::abs(std::min(z[i], w[i])) / (1.0 + lcp.magnitude[i]));
  return lcp.row_size.size() == 0 ? largest : std::max(largest, unbearable_row_error(lcp, z, w));
}

void reserve_entries(SparseRows& rows, std::size_t entries) {
  rows.column.reserve(entries);
  rows.value.reserve(entries);
}

void copy_rows(const SparseRows& from, SparseRows& to) {
  reserve_entries(to, from.column.capacity());
  to = from;
}

SparseLcpMatrix::SparseLcpMatrix(SparseRows rows) : rows_(std::move(rows)) {}

SparseLcpMatrix::SparseLcpMatrix(const GrowingMatrix& dense) {
  rows_.num_rows = static_cast<int>(dense.rows());
  rows_.num_columns = static_cast<int>(dense.cols());
  rows_.first.push_back(0);
  for (int i = 0; i < rows_.num_rows; ++i) {
    for (int j = 0; j < rows_.num_columns; ++j) {
      if (dense(i, j) == 0.0) continue;
      rows_.column.push_back(j);
      rows_.value.push_back(dense(i, j));
    }
    rows_.first.push_back(static_cast<int>(rows_.column.size()));
  }
}

void SparseLcpMatrix::multiply(const GrowingVector& z, GrowingVector& out) {
  out.resize(rows_.num_rows);
  for (int i = 0; i < rows_.num_rows; ++i) {
    double sum = 0.0;
    for (int k = rows_.first[i]; k < rows_.first[i + 1]; ++k) sum += rows_.value[k] * z[rows_.column[k]];
    out[i] = sum;
  }
}

const GrowingVector& SparseLcpMatrix::term_sizes(const GrowingVector& z) {
  sizes_.resize(rows_.num_rows);
  for (int i = 0; i < rows_.num_rows; ++i) {
    double sum = 0.0;
    for (int k = rows_.first[i]; k < rows_.first[i + 1]; ++k) sum += std::abs(rows_.value[k] * z[rows_.column[k]]);
    sizes_[i] = sum;
  }
  return sizes_;
}

double SparseLcpMatrix::diagonal(int i) const {
  const auto begin = rows_.column.begin() + rows_.first[i];
  const auto end = rows_.column.begin() + rows_.first[i + 1];
  const auto found = std::lower_bound(begin, end, i);
  return found == end || *found != i ? 0.0 : rows_.value[found - rows_.column.begin()];
}

double SparseLcpMatrix::product(int i) const {
  double sum = 0.0;
  for (int k = rows_.first[i]; k < rows_.first[i + 1]; ++k) sum += rows_.value[k] * z_[rows_.column[k]];
  return sum;
}

}  // namespace perpend
