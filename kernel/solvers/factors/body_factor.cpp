#include "kernel/solvers/factors/body_factor.hpp"

#include <algorithm>

#include "kernel/linear/known_sizes.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// Multiplications of one factorization at which it would take some ten seconds.
constexpr double most_work = 3e10;
/// Pivots need only be positive here: a row with a small T takes most of the digits of its bodies, as it should.
constexpr double no_bound[BlockLdlt::largest_size] = {};
/// Bodies eliminated between two questions whether to stop.
constexpr int bodies_at_once = 256;

std::vector<std::vector<int>> neighbours_of_bodies(const LcpBodies& bodies) {
  std::vector<std::vector<int>> neighbours(bodies.num_bodies);
  for (const auto& [a, b] : bodies.body) {
    if (a < 0 || b < 0) continue;
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  for (std::vector<int>& of_body : neighbours) {
    std::sort(of_body.begin(), of_body.end());
    of_body.erase(std::unique(of_body.begin(), of_body.end()), of_body.end());
  }
  return neighbours;
}

int find_panel(const BlockPattern& pattern, int node, int later) {
  const BlockPattern::Node& column = pattern.nodes[node];
  const auto first = pattern.panels.begin() + column.first_panel;
  return std::lower_bound(first, first + column.num_panels, later,
                          [](const auto& panel, int wanted) { return panel.node < wanted; })
      ->values;
}

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
  const std::vector<int> sizes(num_bodies_, width_);
  std::optional<BlockPattern> pattern = block_pattern(sizes, neighbours_of_bodies(*bodies_), most_work);
  if (!pattern) return false;
  factor_ = BlockLdlt(std::move(*pattern));
  const auto& nodes = factor_.pattern().nodes;
  node_.resize(nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) node_[nodes[n].block] = static_cast<int>(n);
  place_.assign(body_.size(), {});
  for (std::size_t i = 0; i < body_.size(); ++i) {
    Place& place = place_[i];
    for (int side = 0; side < 2; ++side) {
      if (body_[i][side] < 0) continue;
      const BlockPattern::Node& node = nodes[node_[body_[i][side]]];
      place.diagonal[side] = node.values;
      place.right[side] = node.right;
    }
    if (body_[i][0] < 0 || body_[i][1] < 0) continue;
    const int a = node_[body_[i][0]], b = node_[body_[i][1]];
    place.later = a < b ? 1 : 0;
    place.panel = find_panel(factor_.pattern(), std::min(a, b), std::max(a, b));
  }
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
    const Place& place = place_[i];
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
