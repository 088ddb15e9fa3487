#include "kernel/solvers/scaled_lcp.hpp"

#include <cmath>

namespace perpend {

namespace {

/// Largest power of two that is at most x; 1 for 0.
double power_of_two(double x) {
  return x > 0.0 ? std::ldexp(1.0, std::ilogb(x)) : 1.0;
}

}  // namespace

void ScaledLcp::set(const SparseRows& rows, const GrowingVector& right) {
  copy_rows(rows, a);
  scale.setOnes(rows.num_rows);
  largest_.resize(rows.num_rows);
  // Each round takes the square root of what is missing. [Ruiz01]
  for (int round = 0; round < 4; ++round) {
    largest_.setZero();
    for (int i = 0; i < a.num_rows; ++i)
      for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
        const double size_of = std::abs(a.value[k]);
        largest_[i] = std::max(largest_[i], size_of);
        largest_[a.column[k]] = std::max(largest_[a.column[k]], size_of);
      }
    for (int i = 0; i < a.num_rows; ++i) largest_[i] = 1.0 / power_of_two(std::sqrt(largest_[i]));
    for (int i = 0; i < a.num_rows; ++i)
      for (int k = a.first[i]; k < a.first[i + 1]; ++k) a.value[k] *= largest_[i] * largest_[a.column[k]];
    scale = scale.cwiseProduct(largest_);
  }
  b = scale.cwiseProduct(right);
  size = power_of_two(b.size() == 0 ? 0.0 : b.cwiseAbs().maxCoeff());
  b /= size;
}

}  // namespace perpend
