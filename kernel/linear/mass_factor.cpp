#include "kernel/linear/mass_factor.hpp"

#include <cmath>

#include "kernel/model/numbers/repeat.hpp"

namespace perpend {

MassFactor::MassFactor(const MassMatrix& layout)
    : diagonal_(layout.size(), 0.0),
      inverse_(layout.size(), 0.0),
      lower_(layout.blocks.size()),
      known_(layout.blocks.size()) {
  for (const InertiaBlock& block : layout.blocks) first_.push_back(block.first);
}

/// Columns from done_ to `end`, which no block touches.
bool MassFactor::factorize_plain(const MassMatrix& mass, int end) {
  bool is_positive = true;
  const double* entries = mass.diagonal.data();
  double* known = diagonal_.data();
  for (int j = done_; j < end; ++j) {
    if (entries[j] == known[j]) continue;
    has_changed_ = true;
    is_positive = is_positive && entries[j] > 0.0 && std::isfinite(entries[j]);
    known[j] = entries[j];
    inverse_[j] = 1.0 / entries[j];
  }
  done_ = end;
  return is_positive;
}

bool MassFactor::factorize_block(const MassMatrix& mass, const InertiaBlock& block, std::size_t k) {
  const double* diagonal = mass.diagonal.data() + block.first;
  InertiaBlock& known = known_[k];
  double* last = diagonal_.data() + block.first;
  if (diagonal[0] == last[0] && diagonal[1] == last[1] && diagonal[2] == last[2] && block.xy == known.xy &&
      block.xz == known.xz && block.yz == known.yz)
    return true;
  has_changed_ = true;
  known = block;
  for (int j = 0; j < 3; ++j) last[j] = diagonal[j];
  double* inverse = inverse_.data() + block.first;
  std::array<double, 3>& lower = lower_[k];
  const double d1 = diagonal[0];
  inverse[0] = 1.0 / d1;
  lower[0] = block.xy * inverse[0];
  lower[1] = block.xz * inverse[0];
  const double d2 = diagonal[1] - lower[0] * block.xy;
  inverse[1] = 1.0 / d2;
  const double rest = block.yz - lower[1] * block.xy;
  lower[2] = rest * inverse[1];
  const double d3 = diagonal[2] - lower[1] * block.xz - lower[2] * rest;
  inverse[2] = 1.0 / d3;
  // What is not finite above is not finite, or not positive, here.
  return d1 > 0.0 && d2 > 0.0 && d3 > 0.0 && std::isfinite(d1 + d2 + d3);
}

[[gnu::flatten]] bool MassFactor::factorize(const MassMatrix& mass) {
  done_ = 0;
  has_changed_ = false;
  bool is_positive = true;
  for (std::size_t k = 0; k < mass.blocks.size(); ++k) {
    const InertiaBlock& block = mass.blocks[k];
    if (!factorize_plain(mass, block.first)) is_positive = false;
    if (!factorize_block(mass, block, k)) is_positive = false;
    done_ = block.first + 3;
  }
  if (!factorize_plain(mass, static_cast<int>(mass.size()))) is_positive = false;
  // What was refused must not be taken for known the next time.
  if (!is_positive) diagonal_.assign(diagonal_.size(), 0.0);
  return is_positive;
}

void MassFactor::divide_by_lower(const VectorX& motion, VectorX& out) const {
  const int size = static_cast<int>(inverse_.size());
  out.resize(size);
  const double* __restrict x = motion.data();
  const double* __restrict inverse = inverse_.data();
  double* __restrict y = out.data();
  int j = 0;
  for (std::size_t k = 0; k <= first_.size(); ++k) {
    const int end = k < first_.size() ? first_[k] : size;
    // The positions of a body in space, most often.
    for (; j + 3 <= end; j += 3) repeat<3>([&]<int i>() { y[j + i] = x[j + i] * inverse[j + i]; });
    for (; j < end; ++j) y[j] = x[j] * inverse[j];
    if (k == first_.size()) return;
    const auto& [l21, l31, l32] = lower_[k];
    const double second = x[j + 1] - l21 * x[j];
    y[j] = x[j] * inverse[j];
    y[j + 1] = second * inverse[j + 1];
    y[j + 2] = (x[j + 2] - l31 * x[j] - l32 * second) * inverse[j + 2];
    j += 3;
  }
}

void MassFactor::divide_by_upper(VectorX& out) const {
  double* x = out.data();
  for (std::size_t k = 0; k < first_.size(); ++k) {
    const int j = first_[k];
    const auto& [l21, l31, l32] = lower_[k];
    x[j + 1] -= l32 * x[j + 2];
    x[j] -= l21 * x[j + 1] + l31 * x[j + 2];
  }
}

}  // namespace perpend
