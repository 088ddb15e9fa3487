#include "kernel/lcp/lcp_scaling.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// Exponent of the power of 2 next below; 0 of 0 and of what is not finite.
int exponent_of(double x) {
  return x > 0.0 && std::isfinite(x) ? std::ilogb(x) : 0;
}

VectorX times_powers(const VectorX& x, const std::vector<int>& exponent, int sign) {
  VectorX out(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) out[i] = std::ldexp(x[i], sign * exponent[static_cast<std::size_t>(i)]);
  return out;
}

/// Mean of the diagonal where it is not 0, else the largest entry.
double size_of_matrix(const SparseRows& a, const std::vector<char>& is_slip) {
  double sum = 0.0, largest = 0.0;
  int count = 0;
  for (int i = 0; i < a.num_rows; ++i) {
    if (is_slip[i] != 0) continue;
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      if (is_slip[a.column[k]] != 0) continue;
      largest = std::max(largest, std::abs(a.value[k]));
      if (a.column[k] != i || a.value[k] == 0.0) continue;
      sum += std::abs(a.value[k]);
      ++count;
    }
  }
  return count > 0 && std::isfinite(sum) ? sum / count : largest;
}

/// Largest power of two that is at most x; 1 for 0.
double power_of_two(double x) {
  return x > 0.0 ? std::ldexp(1.0, std::ilogb(x)) : 1.0;
}

}  // namespace

LcpScaling scaling_of(const SparseRows& a, const VectorX& b, const std::vector<LcpContact>& contacts) {
  std::vector<char> is_slip(b.size(), 0);
  for (const LcpContact& contact : contacts)
    if (contact.slip >= 0) is_slip[contact.slip] = 1;
  double fastest = 0.0;
  for (Eigen::Index i = 0; i < b.size(); ++i)
    if (is_slip[i] == 0) fastest = std::max(fastest, std::abs(b[i]));
  const int speed = exponent_of(fastest);
  const int impulse = speed - exponent_of(size_of_matrix(a, is_slip));
  LcpScaling scaling{std::vector<int>(is_slip.size(), -speed), std::vector<int>(is_slip.size(), impulse)};
  for (std::size_t i = 0; i < is_slip.size(); ++i) {
    if (is_slip[i] == 0) continue;
    scaling.row[i] = -impulse;
    scaling.column[i] = speed;
  }
  return scaling;
}

VectorX LcpScaling::apply(const VectorX& b) const {
  return times_powers(b, row, 1);
}

VectorX LcpScaling::to_units(const VectorX& z) const {
  return times_powers(z, column, -1);
}

VectorX LcpScaling::from_units(const VectorX& z) const {
  return times_powers(z, column, 1);
}

SparseRows LcpScaling::apply(const SparseRows& a) const {
  SparseRows out = a;
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      out.value[k] = std::ldexp(out.value[k], row[i] + column[a.column[k]]);
  return out;
}

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
