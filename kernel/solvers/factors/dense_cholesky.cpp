#include "kernel/solvers/factors/dense_cholesky.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// Columns of L that a column behind them takes in one go; a multiple of four.
constexpr int panel_width = 32;

/// to -= a0 from0 + a1 from1 + a2 from2 + a3 from3
void subtract_four(const double* a, const double* from, std::ptrdiff_t stride, double* to, int size) {
  const double* from0 = from;
  const double* from1 = from + stride;
  const double* from2 = from + 2 * stride;
  const double* from3 = from + 3 * stride;
  const double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
  for (int i = 0; i < size; ++i) to[i] -= (a0 * from0[i] + a1 * from1[i]) + (a2 * from2[i] + a3 * from3[i]);
}

void subtract_one(double a, const double* from, double* to, int size) {
  for (int i = 0; i < size; ++i) to[i] -= a * from[i];
}

}  // namespace

GrowingMatrix& DenseCholesky::matrix(int size) {
  factor_.resize(size, size);
  return factor_;
}

bool DenseCholesky::factorize() {
  const int size = static_cast<int>(factor_.rows());
  for (int first = 0; first < size; first += panel_width) {
    if (must_stop()) return false;
    const int width = std::min(panel_width, size - first);
    if (!eliminate_panel(first, width)) return false;
    update_behind(first, width);
  }
  return true;
}

bool DenseCholesky::eliminate_panel(int first, int width) {
  const int size = static_cast<int>(factor_.rows());
  for (int k = first; k < first + width; ++k) {
    double* column = factor_.col(k).data();
    if (!(column[k] > 0.0) || !std::isfinite(column[k])) return false;
    const double root = std::sqrt(column[k]);
    for (int i = k; i < size; ++i) column[i] /= root;
    for (int j = k + 1; j < first + width; ++j)
      subtract_one(column[j], column + j, factor_.col(j).data() + j, size - j);
  }
  return true;
}

/// The columns behind the panel, four of its columns at a time.
void DenseCholesky::update_behind(int first, int width) {
  const int size = static_cast<int>(factor_.rows());
  for (int j = first + width; j < size; ++j) {
    double* to = factor_.col(j).data() + j;
    int k = first;
    for (; k + 4 <= first + width; k += 4) {
      const double a[] = {factor_(j, k), factor_(j, k + 1), factor_(j, k + 2), factor_(j, k + 3)};
      subtract_four(a, factor_.col(k).data() + j, size, to, size - j);
    }
    for (; k < first + width; ++k) subtract_one(factor_(j, k), factor_.col(k).data() + j, to, size - j);
  }
}

bool DenseCholesky::solve(const GrowingVector& right, GrowingVector& x) const {
  const int size = static_cast<int>(factor_.rows());
  x = right;
  for (int k = 0; k < size; ++k) {
    const double* column = factor_.col(k).data();
    x[k] /= column[k];
    subtract_one(x[k], column + k + 1, x.data() + k + 1, size - k - 1);
  }
  for (int k = size; k-- > 0;) {
    const double* column = factor_.col(k).data();
    double sum = x[k];
    for (int i = k + 1; i < size; ++i) sum -= column[i] * x[i];
    x[k] = sum / column[k];
  }
  return x.allFinite();
}

}  // namespace perpend
