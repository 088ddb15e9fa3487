#include "kernel/solvers/dense_factor.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// Columns that are eliminated together, and those behind them that are updated between two questions: of 4,000 rows
/// some 100 million operations, a tenth of a second.
constexpr int panel_width = 64;
constexpr int update_width = 192;

}  // namespace

bool DenseFactor::factorize(const SparseRows& matrix) {
  to_dense(matrix, factors_);
  pivot_.resize(static_cast<std::size_t>(matrix.num_rows));
  for (int first = 0; first < matrix.num_rows; first += panel_width) {
    const int width = std::min(panel_width, matrix.num_rows - first);
    if (!eliminate_panel(first, width) || !update_behind(first, width)) return false;
  }
  return true;
}

bool DenseFactor::eliminate_panel(int first, int width) {
  const int size = static_cast<int>(factors_.rows());
  for (int k = first; k < first + width; ++k) {
    Eigen::Index largest = 0;
    factors_.col(k).tail(size - k).cwiseAbs().maxCoeff(&largest);
    pivot_[static_cast<std::size_t>(k)] = k + static_cast<int>(largest);
    if (largest != 0) factors_.row(k).swap(factors_.row(k + largest));
    const double pivot = factors_(k, k);
    if (!(std::abs(pivot) > 0.0) || !std::isfinite(pivot)) return false;
    const int below = size - k - 1;
    factors_.col(k).tail(below) /= pivot;
    for (int j = k + 1; j < first + width; ++j)
      factors_.col(j).tail(below) -= factors_(k, j) * factors_.col(k).tail(below);
  }
  return true;
}

/// U to the right of the panel, and what is left below of the columns there.
bool DenseFactor::update_behind(int first, int width) {
  const int size = static_cast<int>(factors_.rows());
  const int below = size - first - width;
  for (int column = first + width; column < size; column += update_width) {
    if (must_stop()) return false;
    const int count = std::min(update_width, size - column);
    auto upper = factors_.block(first, column, width, count);
    factors_.block(first, first, width, width).triangularView<Eigen::UnitLower>().solveInPlace(upper);
    factors_.block(first + width, column, below, count).noalias() -=
        factors_.block(first + width, first, below, width) * upper;
  }
  return true;
}

void DenseFactor::solve(const GrowingVector& right, GrowingVector& x) const {
  x = right;
  for (std::size_t k = 0; k < pivot_.size(); ++k)
    std::swap(x[static_cast<Eigen::Index>(k)], x[static_cast<Eigen::Index>(pivot_[k])]);
  factors_.triangularView<Eigen::UnitLower>().solveInPlace(x);
  factors_.triangularView<Eigen::Upper>().solveInPlace(x);
}

}  // namespace perpend
