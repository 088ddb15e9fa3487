#include "kernel/solvers/factors/pyramids.hpp"

#include <algorithm>
#include <span>

namespace perpend {

void Pyramids::clear(int num_unknowns) {
  pyramids_.clear();
  bounds_.clear();
  direction_.clear();
  unknown_.clear();
  is_taken_.assign(static_cast<std::size_t>(num_unknowns), 0);
}

bool Pyramids::take(std::span<const LcpContact> bounds) {
  bool is_free = true;
  const auto take_one = [&](int unknown) {
    is_free = is_free && unknown >= 0 && is_taken_[unknown] == 0;
    if (is_free) is_taken_[unknown] = 1;
  };
  take_one(bounds.front().normal);
  for (const LcpContact& of : bounds) {
    is_free = is_free && of.num_tangents > 0;
    for (int k = 0; k < of.num_tangents; ++k) take_one(of.first_tangent + k);
    take_one(of.slip);
  }
  return is_free;
}

void Pyramids::add_the_others() {
  for (int i = 0; i < static_cast<int>(is_taken_.size()); ++i)
    if (is_taken_[i] == 0) pyramids_.push_back({.normal = i});
}

/// s; 0 where sigma is left out.
double Pyramids::slip_share(const LcpContact& of) const {
  const double inverse = inverse_[of.slip];
  if (inverse == 0.0) return 0.0;
  return 1.0 / (1.0 / inverse + inverse_.segment(of.first_tangent, of.num_tangents).sum());
}

Pyramids::Block Pyramids::stiffness(const Pyramid& pyramid) const {
  Block k{};
  k[0][0] = inverse_[pyramid.normal];
  const auto add = [&](double amount, double x, double y) {
    k[1][1] += amount * x * x;
    k[1][2] += amount * x * y;
    k[2][2] += amount * y * y;
  };
  for (const FrictionBound& bound : bounds(pyramid)) {
    const double* a = inverse_.data() + bound.of.first_tangent;
    const std::array<double, 2>* d = direction_.data() + bound.first_direction;
    const double s = slip_share(bound.of);
    const double alone = s == 0.0 ? 1.0 : s / inverse_[bound.of.slip];
    for (int i = 0; i < bound.of.num_tangents; ++i) {
      if (a[i] == 0.0) continue;
      const double held = bound.of.friction * k[0][0] * s * a[i];
      k[1][0] += held * d[i][0];
      k[2][0] += held * d[i][1];
      add(alone * a[i], d[i][0], d[i][1]);
      for (int j = 0; s != 0.0 && j < i; ++j) add(s * a[i] * a[j], d[i][0] - d[j][0], d[i][1] - d[j][1]);
    }
  }
  k[2][1] = k[1][2];
  return k;
}

Pyramids::Three Pyramids::free_impulses(const Pyramid& pyramid, const GrowingVector& right) const {
  Three p{inverse_[pyramid.normal] * right[pyramid.normal], 0.0, 0.0};
  for (const FrictionBound& bound : bounds(pyramid)) {
    const auto& [normal, first, count, slip, friction] = bound.of;
    double sum = right[slip] - friction * p[0];
    for (int k = first; k < first + count; ++k) sum += inverse_[k] * right[k];
    const double sigma = slip_share(bound.of) * sum;
    for (int k = 0; k < count; ++k) {
      const double beta = inverse_[first + k] * (right[first + k] - sigma);
      const std::array<double, 2>& d = direction_[static_cast<std::size_t>(bound.first_direction + k)];
      for (int i = 0; i < 2; ++i) p[1 + i] += beta * d[i];
    }
  }
  return p;
}

void Pyramids::resolve(const Pyramid& pyramid, const Three& rates, const GrowingVector& right, GrowingVector& x) const {
  x[pyramid.normal] = inverse_[pyramid.normal] * (right[pyramid.normal] - rates[0]);
  for (const FrictionBound& bound : bounds(pyramid)) {
    const auto& [normal, first, count, slip, friction] = bound.of;
    double sum = right[slip] - friction * x[normal];
    for (int k = 0; k < count; ++k) {
      const std::array<double, 2>& d = direction_[static_cast<std::size_t>(bound.first_direction + k)];
      x[first + k] = right[first + k] - d[0] * rates[1] - d[1] * rates[2];
      sum += inverse_[first + k] * x[first + k];
    }
    x[slip] = slip_share(bound.of) * sum;
    for (int k = first; k < first + count; ++k) x[k] = inverse_[k] * (x[k] - x[slip]);
  }
}

}  // namespace perpend
