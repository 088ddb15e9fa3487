#include "kernel/solvers/factors/body_factor.hpp"

#include "kernel/linear/known_sizes.hpp"
#include "kernel/solvers/factors/neighbours.hpp"

namespace perpend {

bool BodyFactor::is_same_graph(const LcpBodies& bodies) const {
  return width_ == bodies.width && num_bodies_ == bodies.num_bodies && body_ == bodies.body;
}

bool BodyFactor::set(const LcpBodies& bodies) {
  bodies_ = &bodies;
  is_factored_ = false;
  if (is_same_graph(bodies)) return has_pattern_;
  width_ = bodies.width;
  num_bodies_ = bodies.num_bodies;
  body_ = bodies.body;
  has_pattern_ = analyze();
  return has_pattern_;
}

bool BodyFactor::analyze() {
  std::optional<FrontPattern> pattern =
      front_pattern(width_, neighbours_of(bodies_->num_bodies, bodies_->body), most_factor_work);
  if (!pattern) return false;
  factor_ = FrontFactor(std::move(*pattern));
  place_.clear();
  for (const std::array<int, 2>& bodies : body_) place_.push_back(place_of(bodies));
  return true;
}

BodyFactor::RowPlace BodyFactor::place_of(const std::array<int, 2>& bodies) const {
  const FrontPattern& pattern = factor_.pattern();
  RowPlace place;
  for (int side = 0; side < 2; ++side)
    if (bodies[side] >= 0) place.diagonal[side] = pattern.place(bodies[side], bodies[side]);
  if (bodies[0] < 0 || bodies[1] < 0) return place;
  place.later = pattern.first_column[bodies[0]] < pattern.first_column[bodies[1]] ? 1 : 0;
  place.pair = pattern.place(bodies[place.later], bodies[1 - place.later]);
  return place;
}

/// M + G^T T^-1 G, the lower triangle.
template <int width>
void BodyFactor::assemble(const GrowingVector& inverse) {
  factor_.clear();
  double* values = factor_.values();
  for (int body = 0; body < num_bodies_; ++body) {
    const double* mass = bodies_->mass.data() + static_cast<std::size_t>(body) * width * width;
    const auto [first, stride] = factor_.pattern().place(body, body);
    for (int c = 0; c < width; ++c)
      for (int r = c; r < width; ++r) values[first + static_cast<std::ptrdiff_t>(c) * stride + r] = mass[r * width + c];
  }
  const double* row = bodies_->row.data();
  for (std::size_t i = 0; i < place_.size(); ++i, row += 2 * width) {
    const double t = inverse[static_cast<Eigen::Index>(i)];
    if (t == 0.0) continue;
    const RowPlace& place = place_[i];
    for (int side = 0; side < 2; ++side) {
      if (place.diagonal[side].first < 0) continue;
      const double* g = row + side * width;
      double* column = values + place.diagonal[side].first;
      repeat<width>([&]<int c>() {
        const double scaled = t * g[c];
        repeat<width - c>([&]<int r>() { column[c + r] += scaled * g[c + r]; });
        column += place.diagonal[side].stride;
      });
    }
    if (place.pair.first < 0) continue;
    const double* later = row + place.later * width;
    const double* earlier = row + (1 - place.later) * width;
    double* column = values + place.pair.first;
    repeat<width>([&]<int c>() {
      const double scaled = t * earlier[c];
      repeat<width>([&]<int r>() { column[r] += scaled * later[r]; });
      column += place.pair.stride;
    });
  }
}

bool BodyFactor::factorize(const GrowingVector& inverse) {
  if (is_factored_ && inverse_ == inverse) return true;
  is_factored_ = false;
  inverse_ = inverse;
  for_width(width_, [&]<int width>() { assemble<width>(inverse); });
  is_factored_ = factor_.factorize();
  return is_factored_;
}

/// y = G^T T^-1 r
template <int width>
void BodyFactor::gather(const GrowingVector& right) {
  const std::vector<int>& first_column = factor_.pattern().first_column;
  y_.setZero(factor_.pattern().num_unknowns);
  const double* row = bodies_->row.data();
  for (std::size_t i = 0; i < place_.size(); ++i, row += 2 * width) {
    const auto at = static_cast<Eigen::Index>(i);
    const double amount = inverse_[at] * right[at];
    for (int side = 0; side < 2; ++side) {
      if (body_[i][side] < 0) continue;
      double* y = y_.data() + first_column[body_[i][side]];
      const double* g = row + side * width;
      repeat<width>([&]<int r>() { y[r] += amount * g[r]; });
    }
  }
}

/// x = T^-1 (r - G y)
template <int width>
void BodyFactor::scatter(const GrowingVector& right, GrowingVector& x) const {
  const std::vector<int>& first_column = factor_.pattern().first_column;
  const double* row = bodies_->row.data();
  x.resize(right.size());
  for (std::size_t i = 0; i < place_.size(); ++i, row += 2 * width) {
    const auto at = static_cast<Eigen::Index>(i);
    double left = right[at];
    for (int side = 0; side < 2; ++side)
      if (body_[i][side] >= 0) left -= dot<width>(row + side * width, y_.data() + first_column[body_[i][side]]);
    x[at] = inverse_[at] * left;
  }
}

bool BodyFactor::solve(const GrowingVector& right, GrowingVector& x) {
  for_width(width_, [&]<int width>() { gather<width>(right); });
  factor_.solve(y_.data());
  for_width(width_, [&]<int width>() { scatter<width>(right, x); });
  return x.allFinite();
}

}  // namespace perpend
