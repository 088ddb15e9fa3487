#include "kernel/solvers/factors/pyramids.hpp"

#include <algorithm>
#include <span>

namespace perpend {

void Pyramids::clear(int num_unknowns) {
  pyramids_.clear();
  direction_.clear();
  is_taken_.assign(static_cast<std::size_t>(num_unknowns), 0);
}

bool Pyramids::take(const LcpContact& of) {
  if (of.normal < 0 || of.num_tangents < 1 || of.slip < 0) return false;
  const auto tangents = std::span(is_taken_).subspan(of.first_tangent, of.num_tangents);
  const bool is_free = is_taken_[of.normal] == 0 && is_taken_[of.slip] == 0 &&
                       std::find(tangents.begin(), tangents.end(), char{1}) == tangents.end();
  is_taken_[of.normal] = is_taken_[of.slip] = 1;
  std::fill(tangents.begin(), tangents.end(), char{1});
  return is_free;
}

void Pyramids::add_the_others() {
  for (int i = 0; i < static_cast<int>(is_taken_.size()); ++i)
    if (is_taken_[i] == 0) pyramids_.push_back({.of = {.normal = i}});
}

/// s; 0 where sigma is left out.
double Pyramids::slip_share(const Pyramid& pyramid) const {
  const double inverse = inverse_[pyramid.of.slip];
  if (inverse == 0.0) return 0.0;
  return 1.0 / (1.0 / inverse + inverse_.segment(pyramid.of.first_tangent, pyramid.of.num_tangents).sum());
}

Pyramids::Block Pyramids::stiffness(const Pyramid& pyramid) const {
  const auto& [normal, first, count, slip, friction] = pyramid.of;
  Block k{};
  k[0][0] = inverse_[normal];
  if (pyramid.is_alone()) return k;
  const double* a = inverse_.data() + first;
  const std::array<double, 2>* d = direction_.data() + pyramid.first_direction;
  const double s = slip_share(pyramid);
  const double alone = s == 0.0 ? 1.0 : s / inverse_[slip];
  const auto add = [&](double amount, double x, double y) {
    k[1][1] += amount * x * x;
    k[1][2] += amount * x * y;
    k[2][2] += amount * y * y;
  };
  for (int i = 0; i < count; ++i) {
    if (a[i] == 0.0) continue;
    const double held = friction * k[0][0] * s * a[i];
    k[1][0] += held * d[i][0];
    k[2][0] += held * d[i][1];
    add(alone * a[i], d[i][0], d[i][1]);
    for (int j = 0; s != 0.0 && j < i; ++j) add(s * a[i] * a[j], d[i][0] - d[j][0], d[i][1] - d[j][1]);
  }
  k[2][1] = k[1][2];
  return k;
}

Pyramids::Three Pyramids::free_impulses(const Pyramid& pyramid, const GrowingVector& right) const {
  const auto& [normal, first, count, slip, friction] = pyramid.of;
  Three p{inverse_[normal] * right[normal], 0.0, 0.0};
  if (pyramid.is_alone()) return p;
  double sum = right[slip] - friction * p[0];
  for (int k = first; k < first + count; ++k) sum += inverse_[k] * right[k];
  const double sigma = slip_share(pyramid) * sum;
  for (int k = 0; k < count; ++k) {
    const double beta = inverse_[first + k] * (right[first + k] - sigma);
    const std::array<double, 2>& d = direction(pyramid, k);
    for (int i = 0; i < 2; ++i) p[1 + i] += beta * d[i];
  }
  return p;
}

void Pyramids::resolve(const Pyramid& pyramid, const Three& rates, const GrowingVector& right, GrowingVector& x) const {
  const auto& [normal, first, count, slip, friction] = pyramid.of;
  x[normal] = inverse_[normal] * (right[normal] - rates[0]);
  if (pyramid.is_alone()) return;
  double sum = right[slip] - friction * x[normal];
  for (int k = 0; k < count; ++k) {
    const std::array<double, 2>& d = direction(pyramid, k);
    x[first + k] = right[first + k] - d[0] * rates[1] - d[1] * rates[2];
    sum += inverse_[first + k] * x[first + k];
  }
  x[slip] = slip_share(pyramid) * sum;
  for (int k = first; k < first + count; ++k) x[k] = inverse_[k] * (x[k] - x[slip]);
}

}  // namespace perpend
