// L D L^T of two nodes at once, each in a lane: nodes k and k + 1 of a chain come from its two ends and have nothing in
// common until these meet. Each lane rounds as BlockLdlt does.
#pragma once

#include <vector>

#include "kernel/linear/block_ldlt.hpp"

namespace perpend {

class PairLdlt {
 public:
  PairLdlt() = default;
  explicit PairLdlt(const BlockPattern& pattern) : first_(pattern.nodes.size(), -1) {}

  /// Whether the nodes k and k + 1 have one size, as many panels of that size, and no block or row that both change.
  [[nodiscard]] static bool are_alike(const BlockPattern& pattern, int k);
  /// Makes room for the factor of both. Pre: `are_alike`.
  void join(const BlockPattern& pattern, int k);
  /// Whether the nodes k and k + 1 are joined.
  [[nodiscard]] bool starts_at(int k) const { return first_[k] >= 0; }

  /// As BlockLdlt::eliminate, which has the blocks that are not eliminated yet. `blocks`: the diagonal blocks of both,
  /// complete; L comes out. `complete(i, values)` adds what their panels i still lack.
  template <int size, class Complete>
  [[nodiscard]] bool eliminate(int k, DoublePair* blocks, const DoublePair* diagonal, BlockLdlt& ldlt,
                               Complete complete);
  /// L y = b: `y` holds, of each node, its b less what former nodes have taken; `right` gets y.
  template <int size>
  void substitute(int k, const BlockPattern& pattern, DoublePair* y, double* right) const;
  /// D L^T x = y; `x` and `right` get x.
  template <int size>
  void substitute_back(int k, const BlockPattern& pattern, DoublePair* x, double* right) const;

 private:
  static constexpr int most_panels = 2;

  std::vector<int> first_;          // entry of each pair, by its first node; -1: none
  std::vector<DoublePair> factor_;  // of each pair: the rows of L below its diagonal, inverse pivots, panels
};

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
    const Gathered<DoublePair, size * size> former([&](int lane) { return ldlt.values(panels[lane][i].values); });
    DoublePair values[size * size];
    repeat<size * size>([&]<int n>() { values[n] = former[n]; });
    complete(i, values);
    divide_panel<size>(blocks, inverse, size, values, unscaled[i]);
    repeat<size * size>([&]<int n>() { kept[n] = values[n]; });
    for (int j = 0; j <= i; ++j) {
      double* first = ldlt.values(*targets[0]++);
      double* second = ldlt.values(*targets[1]++);
      i == j ? subtract_square<size, true>(values, unscaled[j], first, second)
             : subtract_square<size, false>(values, unscaled[j], first, second);
    }
  }
  return true;
}

template <int size>
inline void PairLdlt::substitute(int k, const BlockPattern& pattern, DoublePair* y, double* right) const {
  const BlockPattern::Node* nodes = pattern.nodes.data() + k;
  const DoublePair* kept = factor_.data() + first_[k];
  repeat<size>([&]<int i>() { repeat<i>([&]<int m>() { y[i] -= kept[i * (i - 1) / 2 + m] * y[m]; }); });
  scatter<size>(y, [&](int lane) { return right + nodes[lane].right; });
  kept += size * (size + 1) / 2;
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
inline void PairLdlt::substitute_back(int k, const BlockPattern& pattern, DoublePair* x, double* right) const {
  const BlockPattern::Node* nodes = pattern.nodes.data() + k;
  const DoublePair* l = factor_.data() + first_[k];
  const DoublePair* inverse = l + size * (size - 1) / 2;
  const auto at = [&](int lane) { return right + nodes[lane].right; };
  repeat<size>([&]<int i>() { x[i] = in_lanes<DoublePair>(at, i) * inverse[i]; });
  const DoublePair* panel = inverse + size;
  for (int p = 0; p < nodes[0].num_panels; ++p, panel += size * size) {
    const auto b = [&](int lane) { return right + pattern.panels[nodes[lane].first_panel + p].right; };
    repeat<size>([&]<int i>() {
      const DoublePair later = in_lanes<DoublePair>(b, i);
      repeat<size>([&]<int m>() { x[m] -= panel[i * size + m] * later; });
    });
  }
  repeat<size>([&]<int from_last>() {
    constexpr int i = size - 1 - from_last;
    repeat<from_last>([&]<int m>() { x[i] -= l[(i + 1 + m) * (i + m) / 2 + i] * x[i + 1 + m]; });
  });
  scatter<size>(x, at);
}

}  // namespace perpend
