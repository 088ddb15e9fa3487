// L D L^T of two nodes at once, each in a lane: nodes k and k + 1 of a chain come from its two ends and have nothing in
// common until these meet. Each lane rounds as BlockLdlt does.
#pragma once

#include <vector>

#include "kernel/linear/block_ldlt.hpp"

namespace perpend {

class PairLdlt {
 public:
  PairLdlt() = default;
  explicit PairLdlt(const BlockPattern& pattern);

  /// Whether the nodes k and k + 1 have one size, as many panels of that size, and no block or row that both change.
  [[nodiscard]] static bool are_alike(const BlockPattern& pattern, int k);
  /// Makes room for the factor of both. Pre: `are_alike`.
  void join(const BlockPattern& pattern, int k);
  /// Finds what stays in lanes from two nodes to the next two: see `is_handed`. Pre: all are joined.
  void hand_over(const BlockPattern& pattern);
  /// Whether the nodes k and k + 1 are joined.
  [[nodiscard]] bool starts_at(int k) const { return first_[k] >= 0; }
  /// What BlockLdlt::clear has to clear: blocks that are written to there.
  [[nodiscard]] std::vector<BlockLdlt::Part> cleared_parts(const BlockPattern& pattern) const;

  /// What former nodes have added to the diagonal blocks of the nodes k and k + 1, of which the lower triangle counts.
  template <int size>
  void get_blocks(int k, BlockLdlt& ldlt, DoublePair* blocks) const;
  /// As BlockLdlt::eliminate, which has the blocks that are not eliminated yet. `blocks`: the diagonal blocks of both,
  /// complete; L comes out. `complete(i, is_fresh, values)` adds what their panels i still lack, or sets them to it.
  template <int size, class Complete>
  [[nodiscard]] bool eliminate(int k, DoublePair* blocks, const DoublePair* diagonal, BlockLdlt& ldlt,
                               Complete complete);
  /// What former nodes have taken from the right-hand sides of both.
  template <int size>
  void get_right(int k, const BlockPattern& pattern, const double* right, DoublePair* y) const;
  /// L y = b: `y` holds, of each node, its b less what former nodes have taken; `right` loses what y takes from it.
  template <int size>
  void substitute(int k, const BlockPattern& pattern, DoublePair* y, double* right);
  /// D L^T x = y; `x` and, of nodes that others than two in lanes know, `right` get x.
  template <int size>
  void substitute_back(int k, const BlockPattern& pattern, DoublePair* x, double* right);

 private:
  static constexpr int most_panels = 2;

  /// Whether one panel of each node is all that the nodes k + 2 and k + 3 get.
  [[nodiscard]] bool hands_over(int k) const { return k + 2 < static_cast<int>(first_.size()) && is_handed_[k + 2]; }
  /// y, then x, of the nodes k and k + 1, behind their factor.
  template <int size>
  [[nodiscard]] int unknowns(int k, const BlockPattern::Node& node) const {
    return first_[k] + size * (size + 1) / 2 + node.num_panels * size * size;
  }

  std::vector<int> first_;          // entry of each pair, by its first node; -1: none
  std::vector<DoublePair> factor_;  // of each pair: the rows of L below its diagonal, inverse pivots, panels, unknowns
  std::vector<char> is_handed_;     // by first node: its blocks and rows stay in lanes from the two before it
  std::vector<char> has_fresh_panels_;  // by first node: no former node adds to them
  std::vector<DoublePair> handed_;      // diagonal blocks for the next two
};

template <int size>
inline void PairLdlt::get_blocks(int k, BlockLdlt& ldlt, DoublePair* blocks) const {
  if (is_handed_[k]) {
    repeat<size>([&]<int i>() { repeat<i + 1>([&]<int j>() { blocks[i * size + j] = handed_[i * size + j]; }); });
    return;
  }
  const BlockPattern::Node* nodes = ldlt.pattern().nodes.data() + k;
  const Gathered<DoublePair, size * size> former([&](int lane) { return ldlt.values(nodes[lane].values); });
  repeat<size>([&]<int i>() { repeat<i + 1>([&]<int j>() { blocks[i * size + j] = former[i * size + j]; }); });
}

template <int size, class Complete>
inline bool PairLdlt::eliminate(int k, DoublePair* blocks, const DoublePair* diagonal, BlockLdlt& ldlt,
                                Complete complete) {
  using namespace block_arithmetic;
  const BlockPattern& pattern = ldlt.pattern();
  const BlockPattern::Node* nodes = pattern.nodes.data() + k;
  DoublePair inverse[size];
  if (!factorize_diagonal<size>(blocks, inverse, diagonal)) {
    if (!are_kept<size>(inverse, diagonal)) return false;
    ldlt.set_weak();
  }
  DoublePair* __restrict kept = factor_.data() + first_[k];
  repeat<size>([&]<int i>() { repeat<i>([&]<int j>() { *kept++ = blocks[i * size + j]; }); });
  repeat<size>([&]<int i>() { *kept++ = inverse[i]; });
  const BlockPattern::Panel* panels[] = {pattern.panels.data() + nodes[0].first_panel,
                                         pattern.panels.data() + nodes[1].first_panel};
  const int* targets[] = {pattern.targets.data() + nodes[0].first_target,
                          pattern.targets.data() + nodes[1].first_target};
  DoublePair unscaled[most_panels][size * size];
  for (int i = 0; i < nodes[0].num_panels; ++i, kept += size * size) {
    if (!has_fresh_panels_[k]) {
      const Gathered<DoublePair, size * size> former([&](int lane) { return ldlt.values(panels[lane][i].values); });
      repeat<size * size>([&]<int n>() { kept[n] = former[n]; });
    }
    complete(i, has_fresh_panels_[k] != 0, kept);
    divide_panel<size>(blocks, inverse, size, kept, unscaled[i]);
    if (hands_over(k)) {
      set_to_negative_square<size>(kept, unscaled[i], handed_.data());
      break;
    }
    for (int j = 0; j <= i; ++j) {
      double* first = ldlt.values(*targets[0]++);
      double* second = ldlt.values(*targets[1]++);
      i == j ? subtract_square<size, true>(kept, unscaled[j], first, second)
             : subtract_square<size, false>(kept, unscaled[j], first, second);
    }
  }
  return true;
}

template <int size>
inline void PairLdlt::get_right(int k, const BlockPattern& pattern, const double* right, DoublePair* y) const {
  if (is_handed_[k]) {
    const DoublePair* from = factor_.data() + unknowns<size>(k, pattern.nodes[k]);
    repeat<size>([&]<int i>() { y[i] = from[i]; });
    return;
  }
  const auto at = [&](int lane) { return right + pattern.nodes[k + lane].right; };
  repeat<size>([&]<int i>() { y[i] = in_lanes<DoublePair>(at, i); });
}

template <int size>
inline void PairLdlt::substitute(int k, const BlockPattern& pattern, DoublePair* y, double* right) {
  const BlockPattern::Node* nodes = pattern.nodes.data() + k;
  const DoublePair* kept = factor_.data() + first_[k];
  repeat<size>([&]<int i>() { repeat<i>([&]<int m>() { y[i] -= kept[i * (i - 1) / 2 + m] * y[m]; }); });
  DoublePair* own = factor_.data() + unknowns<size>(k, nodes[0]);
  repeat<size>([&]<int i>() { own[i] = y[i]; });
  kept += size * (size + 1) / 2;
  if (hands_over(k)) {
    DoublePair* next = factor_.data() + unknowns<size>(k + 2, nodes[2]);
    const DoublePair zero{};
    repeat<size>([&]<int i>() { next[i] = zero - dot<size, DoublePair>(kept + i * size, y); });
    return;
  }
  for (int p = 0; p < nodes[0].num_panels; ++p, kept += size * size) {
    double* first = right + pattern.panels[nodes[0].first_panel + p].right;
    double* second = right + pattern.panels[nodes[1].first_panel + p].right;
    repeat<size>([&]<int i>() {
      const DoublePair product = dot<size, DoublePair>(kept + i * size, y);
      first[i] -= product[0];
      second[i] -= product[1];
    });
  }
}

template <int size>
inline void PairLdlt::substitute_back(int k, const BlockPattern& pattern, DoublePair* x, double* right) {
  const BlockPattern::Node* nodes = pattern.nodes.data() + k;
  const DoublePair* l = factor_.data() + first_[k];
  const DoublePair* inverse = l + size * (size - 1) / 2;
  DoublePair* own = factor_.data() + unknowns<size>(k, nodes[0]);
  repeat<size>([&]<int i>() { x[i] = own[i] * inverse[i]; });
  const DoublePair* panel = inverse + size;
  const auto subtract = [&](auto later) {
    repeat<size>([&]<int i>() {
      const DoublePair value = later(i);
      repeat<size>([&]<int m>() { x[m] -= panel[i * size + m] * value; });
    });
  };
  if (hands_over(k)) {
    const DoublePair* next = factor_.data() + unknowns<size>(k + 2, nodes[2]);
    subtract([&](int i) { return next[i]; });
  } else {
    for (int p = 0; p < nodes[0].num_panels; ++p, panel += size * size) {
      const auto b = [&](int lane) { return right + pattern.panels[nodes[lane].first_panel + p].right; };
      subtract([&](int i) { return in_lanes<DoublePair>(b, i); });
    }
  }
  repeat<size>([&]<int from_last>() {
    constexpr int i = size - 1 - from_last;
    repeat<from_last>([&]<int m>() { x[i] -= l[(i + 1 + m) * (i + m) / 2 + i] * x[i + 1 + m]; });
  });
  repeat<size>([&]<int i>() { own[i] = x[i]; });
  if (!is_handed_[k]) scatter<size>(x, [&](int lane) { return right + nodes[lane].right; });
}

}  // namespace perpend
