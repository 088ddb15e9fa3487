#include "kernel/lcp/lcp_scaling.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// The power of 2 next below; 1 of 0 and of what is not finite. Products of four of them can be written.
double power_below(double x) {
  if (!(x > 0.0) || !std::isfinite(x)) return 1.0;
  return std::exp2(std::clamp(std::floor(std::log2(x)), -250.0, 250.0));
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
  return count > 0 ? sum / count : largest;
}

}  // namespace

LcpScaling scaling_of(const SparseRows& a, const VectorX& b, const std::vector<LcpContact>& contacts) {
  std::vector<char> is_slip(b.size(), 0);
  for (const LcpContact& contact : contacts)
    if (contact.slip >= 0) is_slip[contact.slip] = 1;
  double fastest = 0.0;
  for (Eigen::Index i = 0; i < b.size(); ++i)
    if (is_slip[i] == 0) fastest = std::max(fastest, std::abs(b[i]));
  const double speed = power_below(fastest);
  const double impulse = speed / power_below(size_of_matrix(a, is_slip));
  LcpScaling scaling{VectorX::Constant(b.size(), 1.0 / speed), VectorX::Constant(b.size(), impulse)};
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    if (is_slip[i] == 0) continue;
    scaling.row[i] = 1.0 / impulse;
    scaling.column[i] = speed;
  }
  return scaling;
}

SparseRows LcpScaling::apply(const SparseRows& a) const {
  SparseRows out = a;
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) out.value[k] *= row[i] * column[a.column[k]];
  return out;
}

}  // namespace perpend
