#include "verification/dense_enclosure.hpp"

namespace perpend {

namespace {

/// Row of the largest entry of column k at or below row k.
Eigen::Index pivot_row(const MatrixX& a, Eigen::Index k) {
  Eigen::Index best = k;
  for (Eigen::Index i = k + 1; i < a.rows(); ++i)
    if (std::abs(a(i, k)) > std::abs(a(best, k))) best = i;
  return best;
}

/// Upper bound of ||I - R A||_inf. A dot product of n terms is wrong by at most gamma_n of its terms [Higham02].
double inverse_defect(const MatrixX& r, const MatrixX& a) {
  const Eigen::Index n = a.rows();
  const MatrixX defect = MatrixX::Identity(n, n) - r * a;
  const VectorX sums = defect.cwiseAbs().rowwise().sum();
  const VectorX sizes = r.cwiseAbs() * a.cwiseAbs().rowwise().sum();
  double largest = 0.0;
  const double gamma = gamma_bound(static_cast<double>(n) + 2.0);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double bound = (sums[i] + gamma * (sizes[i] + 1.0)) * (1.0 + gamma_bound(static_cast<double>(2 * n) + 8.0));
    if (!(bound <= largest)) largest = bound;  // a NaN stays
  }
  return largest + std::numeric_limits<double>::min();
}

Interval row_times(const MatrixX& a, Eigen::Index i, const std::vector<Interval>& x) {
  Interval sum = 0.0;
  for (Eigen::Index j = 0; j < a.cols(); ++j)
    if (a(i, j) != 0.0) sum = sum + scale(a(i, j), x[j]);
  return sum;
}

}  // namespace

MatrixX approximate_inverse(const MatrixX& a) {
  const Eigen::Index n = a.rows();
  MatrixX left = a;
  MatrixX right = MatrixX::Identity(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index pivot = pivot_row(left, k);
    if (!(std::abs(left(pivot, k)) > 0.0 && std::abs(left(pivot, k)) < infinity)) return {};
    left.row(k).swap(left.row(pivot));
    right.row(k).swap(right.row(pivot));
    const double inverse = 1.0 / left(k, k);
    left.row(k) *= inverse;
    right.row(k) *= inverse;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double factor = left(i, k);
      if (i == k || factor == 0.0) continue;
      left.row(i) -= factor * left.row(k);
      right.row(i) -= factor * right.row(k);
    }
  }
  return right;
}

std::vector<Interval> enclose_solution(const MatrixX& a, const std::vector<Interval>& right) {
  const Eigen::Index n = a.rows();
  if (n == 0) return {};
  const MatrixX r = approximate_inverse(a);
  if (r.size() == 0 || !r.allFinite()) return {};
  const double beta = inverse_defect(r, a);
  if (!(beta < 1.0)) return {};
  VectorX middle(n);
  for (Eigen::Index i = 0; i < n; ++i) middle[i] = 0.5 * (right[i].lo + right[i].hi);
  const VectorX x = r * middle;
  if (!x.allFinite()) return {};
  std::vector<Interval> point(x.data(), x.data() + n);
  std::vector<Interval> left_over(n);
  for (Eigen::Index i = 0; i < n; ++i) left_over[i] = right[i] - row_times(a, i, point);
  std::vector<double> shift(n);
  double largest = 0.0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Interval size = abs(row_times(r, i, left_over));
    if (!size.is_known()) return {};
    shift[i] = size.hi;
    largest = std::max(largest, size.hi);
  }
  const double common = multiply_up(divide_up(beta, add_down(1.0, -beta)), largest);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double radius = add_up(shift[i], common);
    point[i] = {add_down(x[i], -radius), add_up(x[i], radius)};
    if (!point[i].is_known()) return {};
  }
  return point;
}

}  // namespace perpend
