#include "kernel/solvers/factors/body_factor.hpp"

#include <algorithm>

#include "kernel/linear/known_sizes.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// Pivots need only be positive here: a row with a small T takes most of the digits of its bodies, as it should.
constexpr double no_bound[BlockLdlt::largest_size] = {};
/// Bodies eliminated between two questions whether to stop.
constexpr int bodies_at_once = 256;

}  // namespace

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
  std::optional<BlockPattern> pattern = pattern_of_bodies(*bodies_);
  if (!pattern) return false;
  factor_ = BlockLdlt(std::move(*pattern));
  node_ = nodes_of_bodies(factor_.pattern());
  place_ = places_of_rows(factor_.pattern(), node_, body_);
  return true;
}

/// M + G^T T^-1 G, the lower triangle of its diagonal blocks.
template <int width>
void BodyFactor::assemble(const GrowingVector& inverse) {
  factor_.clear();
  for (int body = 0; body < num_bodies_; ++body) {
    const double* mass = bodies_->mass.data() + static_cast<std::size_t>(body) * width * width;
    std::copy_n(mass, width * width, factor_.values(factor_.pattern().nodes[node_[body]].values));
  }
  const double* row = bodies_->row.data();
  for (std::size_t i = 0; i < place_.size(); ++i, row += 2 * width) {
    const double t = inverse[static_cast<Eigen::Index>(i)];
    if (t == 0.0) continue;
    const BodyPlace& place = place_[i];
    for (int side = 0; side < 2; ++side) {
      if (place.diagonal[side] < 0) continue;
      const double* g = row + side * width;
      double* block = factor_.values(place.diagonal[side]);
      repeat<width>([&]<int r>() {
        const double scaled = t * g[r];
        repeat<r + 1>([&]<int c>() { block[r * width + c] += scaled * g[c]; });
      });
    }
    if (place.panel < 0) continue;
    const double* later = row + place.later * width;
    const double* earlier = row + (1 - place.later) * width;
    double* block = factor_.values(place.panel);
    repeat<width>([&]<int r>() {
      const double scaled = t * later[r];
      repeat<width>([&]<int c>() { block[r * width + c] += scaled * earlier[c]; });
    });
  }
}

bool BodyFactor::factorize(const GrowingVector& inverse) {
  if (is_factored_ && inverse_ == inverse) return true;
  is_factored_ = false;
  inverse_ = inverse;
  for_width(width_, [&]<int width>() { assemble<width>(inverse); });
  const int size = static_cast<int>(factor_.pattern().nodes.size());
  for (int node = 0; node < size; ++node) {
    if (node % bodies_at_once == 0 && must_stop()) return false;
    if (!factor_.eliminate(node, no_bound)) return false;
  }
  is_factored_ = true;
  return true;
}

/// y = G^T T^-1 r
template <int width>
void BodyFactor::gather(const GrowingVector& right) {
  y_.setZero(factor_.pattern().num_unknowns);
  const double* row = bodies_->row.data();
  for (std::size_t i = 0; i < place_.size(); ++i, row += 2 * width) {
    const auto at = static_cast<Eigen::Index>(i);
    const double amount = inverse_[at] * right[at];
    for (int side = 0; side < 2; ++side) {
      if (place_[i].right[side] < 0) continue;
      double* y = y_.data() + place_[i].right[side];
      const double* g = row + side * width;
      repeat<width>([&]<int r>() { y[r] += amount * g[r]; });
    }
  }
}

/// x = T^-1 (r - G y)
template <int width>
void BodyFactor::scatter(const GrowingVector& right, GrowingVector& x) const {
  const double* row = bodies_->row.data();
  x.resize(right.size());
  for (std::size_t i = 0; i < place_.size(); ++i, row += 2 * width) {
    const auto at = static_cast<Eigen::Index>(i);
    double left = right[at];
    for (int side = 0; side < 2; ++side)
      if (place_[i].right[side] >= 0) left -= dot<width>(row + side * width, y_.data() + place_[i].right[side]);
    x[at] = inverse_[at] * left;
  }
}

bool BodyFactor::solve(const GrowingVector& right, GrowingVector& x) {
  const int size = static_cast<int>(factor_.pattern().nodes.size());
  for_width(width_, [&]<int width>() { gather<width>(right); });
  for (int node = 0; node < size; ++node) factor_.substitute(node, y_.data());
  for (int node = size; node-- > 0;) factor_.substitute_back(node, y_.data());
  for_width(width_, [&]<int width>() { scatter<width>(right, x); });
  return x.allFinite();
}

}  // namespace perpend
