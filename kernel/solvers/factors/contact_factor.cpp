#include "kernel/solvers/factors/contact_factor.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "kernel/linear/known_sizes.hpp"
#include "kernel/solvers/factors/neighbours.hpp"

namespace perpend {

const double* ContactFactor::row(int unknown) const {
  return bodies_->row.data() + static_cast<std::size_t>(unknown) * 2 * bodies_->width;
}

/// Whether its directions are combinations of its tangents, and of the bodies of its normal.
template <int width>
bool ContactFactor::has_its_directions(const Pyramid& pyramid) const {
  const double* a = row(pyramids_.unknown(pyramid, pyramid.tangent[0]));
  const double* b = row(pyramids_.unknown(pyramid, pyramid.tangent[1]));
  const double size = std::sqrt(dot<2 * width>(a, a));
  for (int k = 0; k < pyramid.num_directions; ++k) {
    const int unknown = pyramids_.unknown(pyramid, k);
    const std::array<double, 2>& at = pyramids_.direction(pyramid, k);
    double left = 0.0;
    for (int j = 0; j < 2 * width; ++j) left = std::max(left, std::abs(row(unknown)[j] - at[0] * a[j] - at[1] * b[j]));
    if (!(left <= rounding_of_direction * size) || bodies_->body[unknown] != bodies_->body[pyramid.normal])
      return false;
  }
  return true;
}

bool ContactFactor::take_contacts(const Lcp& lcp) {
  pyramids_.clear(static_cast<int>(bodies_->body.size()));
  const bool are_pyramids = for_each_normal(lcp.contacts, [&](std::span<const LcpContact> bounds) {
    if (bounds.front().slip < 0) return true;
    bool is_pyramid = false;
    for_width(width_, [&]<int width>() {
      is_pyramid = pyramids_.add(bounds, [&](int i, int j) { return dot<2 * width>(row(i), row(j)); }) &&
                   has_its_directions<width>(pyramids_[pyramids_.size() - 1]);
    });
    return is_pyramid;
  });
  if (!are_pyramids) return false;
  pyramids_.add_the_others();
  return true;
}

bool ContactFactor::find_pattern() {
  const bool is_same = width_ == bodies_->width && num_bodies_ == bodies_->num_bodies && body_ == bodies_->body;
  if (is_same) return has_pattern_;
  width_ = bodies_->width;
  num_bodies_ = bodies_->num_bodies;
  body_ = bodies_->body;
  std::optional<FrontPattern> pattern =
      front_pattern(width_, neighbours_of(bodies_->num_bodies, bodies_->body), most_factor_work);
  has_pattern_ = pattern.has_value();
  if (has_pattern_) factor_ = FrontLu(std::move(*pattern));
  return has_pattern_;
}

ContactFactor::Places ContactFactor::places_of(const Pyramid& pyramid) const {
  const FrontPattern& pattern = factor_.pattern();
  const std::array<int, 2>& bodies = body_[pyramid.normal];
  Places places;
  for (int side = 0; side < 2; ++side) {
    if (bodies[side] < 0) continue;
    places.diagonal[side] = pattern.place(bodies[side], bodies[side]);
    places.right[side] = pattern.first_column[bodies[side]];
  }
  if (bodies[0] < 0 || bodies[1] < 0) return places;
  places.later = places.right[0] < places.right[1] ? 1 : 0;
  places.pair = pattern.place(bodies[places.later], bodies[1 - places.later]);
  return places;
}

bool ContactFactor::set(const Lcp& lcp) {
  bodies_ = lcp.structure == LcpClass::copositive ? lcp.matrix->bodies() : nullptr;
  if (bodies_ == nullptr || !find_pattern() || !take_contacts(lcp)) return false;
  places_.clear();
  for (int c = 0; c < pyramids_.size(); ++c) places_.push_back(places_of(pyramids_[c]));
  return true;
}

/// R^T S R of one contact to the blocks of its bodies.
template <int width>
void ContactFactor::add(const Pyramid& pyramid, const Places& places) {
  const int num_rows = pyramid.is_alone() ? 1 : 3;
  std::array<const double*, 3> r{row(pyramid.normal), nullptr, nullptr};
  for (int i = 1; i < num_rows; ++i) r[i] = row(pyramids_.unknown(pyramid, pyramid.tangent[i - 1]));
  const Pyramids::Block k = pyramids_.stiffness(pyramid);
  double product[3][2 * width] = {};
  for (int i = 0; i < num_rows; ++i)
    for (int j = 0; j < num_rows; ++j) {
      const double amount = k[i][j];
      if (amount != 0.0) repeat<2 * width>([&]<int c>() { product[i][c] += amount * r[j][c]; });
    }
  // Columns of the block are those of b, rows those of a.
  const auto add_block = [&](double* values, int stride, const auto& a, const auto& b) {
    for (int i = 0; i < num_rows; ++i)
      for (int c = 0; c < width; ++c) {
        const double amount = b(i)[c];
        double* column = values + static_cast<std::ptrdiff_t>(c) * stride;
        repeat<width>([&]<int q>() { column[q] += amount * a(i)[q]; });
      }
  };
  const auto rows_of = [&](int side) { return [&r, side](int i) { return r[i] + side * width; }; };
  const auto products_of = [&](int side) { return [&product, side](int i) { return product[i] + side * width; }; };
  for (int side = 0; side < 2; ++side)
    if (const auto [first, stride] = places.diagonal[side]; first >= 0)
      add_block(factor_.lower() + first, stride, rows_of(side), products_of(side));
  if (places.pair.first < 0) return;
  const int later = places.later, earlier = 1 - later;
  add_block(factor_.lower() + places.pair.first, places.pair.stride, rows_of(later), products_of(earlier));
  add_block(factor_.upper() + places.pair.first, places.pair.stride, products_of(later), rows_of(earlier));
}

template <int width>
void ContactFactor::assemble() {
  factor_.clear();
  for (int body = 0; body < num_bodies_; ++body) {
    const double* mass = bodies_->mass.data() + static_cast<std::size_t>(body) * width * width;
    const auto [first, stride] = factor_.pattern().place(body, body);
    for (int c = 0; c < width; ++c)
      std::copy_n(mass + c * width, width, factor_.lower() + first + static_cast<std::ptrdiff_t>(c) * stride);
  }
  for (int c = 0; c < pyramids_.size(); ++c) add<width>(pyramids_[c], places_[c]);
}

bool ContactFactor::factorize(const GrowingVector& inverse) {
  pyramids_.set_inverse(inverse);
  for_width(width_, [&]<int width>() { assemble<width>(); });
  return factor_.factorize();
}

/// R^T p0.
template <int width>
void ContactFactor::gather(const GrowingVector& right) {
  y_.setZero(factor_.pattern().num_unknowns);
  for (int c = 0; c < pyramids_.size(); ++c) {
    const Pyramid& pyramid = pyramids_[c];
    const Pyramids::Three p = pyramids_.free_impulses(pyramid, right);
    const auto add = [&](int unknown, double impulse) {
      const double* g = row(unknown);
      for (int side = 0; side < 2; ++side) {
        if (places_[c].right[side] < 0) continue;
        double* y = y_.data() + places_[c].right[side];
        repeat<width>([&]<int j>() { y[j] += impulse * g[side * width + j]; });
      }
    };
    add(pyramid.normal, p[0]);
    for (int i = 0; i < 2; ++i)
      if (p[1 + i] != 0.0) add(pyramids_.unknown(pyramid, pyramid.tangent[i]), p[1 + i]);
  }
}

template <int width>
void ContactFactor::scatter(const GrowingVector& right, GrowingVector& x) const {
  for (int c = 0; c < pyramids_.size(); ++c) {
    const Pyramid& pyramid = pyramids_[c];
    const auto rate = [&](int unknown) {
      const double* g = row(unknown);
      double sum = 0.0;
      for (int side = 0; side < 2; ++side)
        if (places_[c].right[side] >= 0) sum += dot<width>(g + side * width, y_.data() + places_[c].right[side]);
      return sum;
    };
    Pyramids::Three rates{rate(pyramid.normal), 0.0, 0.0};
    for (int i = 0; i < 2 && !pyramid.is_alone(); ++i)
      rates[1 + i] = rate(pyramids_.unknown(pyramid, pyramid.tangent[i]));
    pyramids_.resolve(pyramid, rates, right, x);
  }
}

bool ContactFactor::solve(const GrowingVector& right, GrowingVector& x) {
  for_width(width_, [&]<int width>() { gather<width>(right); });
  factor_.solve(y_.data());
  x.resize(right.size());
  for_width(width_, [&]<int width>() { scatter<width>(right, x); });
  return x.allFinite();
}

}  // namespace perpend
