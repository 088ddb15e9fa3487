#include "verification/lcp_rows.hpp"

#include <algorithm>

namespace perpend {

namespace {

bool is_well_formed(const SparseRows& a) {
  if (a.num_rows < 0 || a.num_columns < 0 || a.column.size() != a.value.size()) return false;
  if (a.first.size() != static_cast<std::size_t>(a.num_rows) + 1 || a.first.front() != 0) return false;
  if (a.first.back() != static_cast<int>(a.column.size())) return false;
  for (int i = 0; i < a.num_rows; ++i) {
    if (a.first[i] > a.first[i + 1]) return false;
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] < 0 || a.column[k] >= a.num_columns || (k > a.first[i] && a.column[k] <= a.column[k - 1]))
        return false;
  }
  return true;
}

}  // namespace

const char* why_not_a_matrix(const SparseRows& a) {
  if (!is_well_formed(a)) return "the matrix is not compressed rows";
  for (const double x : a.value)
    if (!std::isfinite(x)) return "the matrix is not finite";
  return nullptr;
}

const char* why_unfit(const SparseRows& a) {
  if (a.num_rows != a.num_columns) return "the matrix is not square";
  return why_not_a_matrix(a);
}

const char* why_unfit(const SparseRows& a, const VectorX& b, const VectorX* z) {
  if (const char* reason = why_unfit(a)) return reason;
  if (b.size() != a.num_rows || (z != nullptr && z->size() != a.num_rows)) return "the sizes do not match";
  if (!b.allFinite()) return "the right-hand side is not finite";
  if (z != nullptr && !z->allFinite()) return "the answer is not finite";
  return nullptr;
}

MatrixX dense(const SparseRows& a) {
  MatrixX out = MatrixX::Zero(a.num_rows, a.num_columns);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) out(i, a.column[k]) = a.value[k];
  return out;
}

RationalRows exact_rows(const MatrixX& a) {
  RationalRows rows(a.rows(), std::vector<Rational>(a.cols()));
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      if (a(i, j) != 0.0) rows[i][j] = exact(a(i, j));
  return rows;
}

std::vector<Rational> exact_vector(const VectorX& x) {
  std::vector<Rational> out(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) out[i] = exact(x[i]);
  return out;
}

Interval enclose_row(const SparseRows& a, const VectorX& b, const VectorX& x, int i) {
  Interval sum = b[i];
  for (int k = a.first[i]; k < a.first[i + 1]; ++k) sum = sum + scale(a.value[k], x[a.column[k]]);
  return sum;
}

double row_size(const SparseRows& a, const VectorX& b, const VectorX& x, int i) {
  double sum = std::abs(b[i]);
  for (int k = a.first[i]; k < a.first[i + 1]; ++k) sum += std::abs(a.value[k] * x[a.column[k]]);
  return sum;
}

}  // namespace perpend
