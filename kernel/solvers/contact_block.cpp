#include "kernel/solvers/contact_block.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace perpend {

namespace {

/// As in PivotedCholesky: a pivot with fewer than 13 of 53 bits left counts as zero.
constexpr double rank_tolerance = 0x1p-40;

constexpr int most_impulses = 3;

}  // namespace

std::vector<Support> contact_supports(int size, bool has_slip) {
  const int num_impulses = size - (has_slip ? 1 : 0);
  std::vector<Support> supports;
  for (int count = 0; count <= std::min(most_impulses, num_impulses); ++count)
    for (Support s = 0; s < Support{1} << num_impulses; ++s) {
      if (std::popcount(s) != count) continue;
      supports.push_back(s);
      if (has_slip) supports.push_back(s | Support{1} << num_impulses);
    }
  return supports;
}

/// Gaussian elimination with row exchanges; the solution is left in right_.
bool BlockLcp::eliminate(int n) {
  double largest = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) largest = std::max(largest, std::abs(matrix_[i][j]));
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(matrix_[i][k]) > std::abs(matrix_[pivot][k])) pivot = i;
    if (!(std::abs(matrix_[pivot][k]) > rank_tolerance * largest)) return false;
    std::swap(matrix_[k], matrix_[pivot]);
    std::swap(right_[k], right_[pivot]);
    for (int i = k + 1; i < n; ++i) {
      const double factor = matrix_[i][k] / matrix_[k][k];
      for (int j = k + 1; j < n; ++j) matrix_[i][j] -= factor * matrix_[k][j];
      right_[i] -= factor * right_[k];
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) right_[i] -= matrix_[i][j] * right_[j];
    right_[i] /= matrix_[i][i];
  }
  return true;
}

double BlockLcp::try_support(Support support, int size, const double* a, const double* q, double* z) {
  int n = 0;
  double scale = std::numeric_limits<double>::min();
  for (int i = 0; i < size; ++i) {
    z[i] = 0.0;
    scale = std::max(scale, std::abs(q[i]));
    if ((support >> i & 1U) != 0U) member_[n++] = i;
  }
  for (int i = 0; i < n; ++i) {
    right_[i] = -q[member_[i]];
    for (int j = 0; j < n; ++j) matrix_[i][j] = a[member_[i] * size + member_[j]];
  }
  if (!eliminate(n)) return std::numeric_limits<double>::infinity();
  for (int i = 0; i < n; ++i) z[member_[i]] = right_[i];
  double worst = 0.0;
  for (int i = 0; i < size; ++i) {
    double below = -z[i];
    if ((support >> i & 1U) == 0U) {
      double w = q[i];
      for (int k = 0; k < n; ++k) w += a[i * size + member_[k]] * z[member_[k]];
      below = -w;
    }
    if (!(below <= worst)) worst = below;
  }
  return worst / scale;
}

}  // namespace perpend
