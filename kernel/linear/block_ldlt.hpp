// L D L^T of a symmetric positive definite matrix of small blocks: the loops are compiled for the sizes 1 to 6, and no
// number has an index of its own. By blocks from the left, so that sums of a block can come in until its turn.
// [Davis06]
#pragma once

#include <utility>
#include <vector>

#include "kernel/linear/block_arithmetic.hpp"
#include "kernel/linear/block_pattern.hpp"

namespace perpend {

class BlockLdlt {
 public:
  static constexpr int largest_size = 6;

  BlockLdlt() = default;
  /// Pre: sizes from 1 to `largest_size`.
  explicit BlockLdlt(BlockPattern pattern);

  [[nodiscard]] const BlockPattern& pattern() const { return pattern_; }

  /// A part of the entries.
  struct Part {
    int first = 0;
    int end = 0;
  };

  /// All blocks become 0: what follows adds to them. With `set_cleared` these parts alone do.
  void clear();
  void set_cleared(std::vector<Part> parts) { cleared_ = std::move(parts); }
  [[nodiscard]] double* values(int place) { return values_.data() + place; }

  /// Eliminates one node, whose diagonal block and panels are complete; nodes in order. `diagonal`: the entries of the
  /// matrix on its diagonal. False when a pivot is below
  /// `pivot_tolerance` of it, or not a number; see block_arithmetic.hpp.
  [[nodiscard]] bool eliminate(int node, const double* diagonal);
  /// L y = b by nodes in order: `right` holds, for each node, its b less what former nodes have taken.
  void substitute(int node, double* right) const;
  /// D L^T x = y by nodes from the last to the first.
  void substitute_back(int node, double* right) const;

  // The same where the size is known.
  template <int size>
  [[nodiscard]] bool eliminate(const BlockPattern::Node& node, const double* diagonal);
  template <int size>
  void substitute(const BlockPattern::Node& node, double* right) const;
  template <int size>
  void substitute_back(const BlockPattern::Node& node, double* right) const;

  /// Whether a pivot since `clear` was below `weak_tolerance`, here or in a PairLdlt.
  [[nodiscard]] bool is_weak() const { return is_weak_; }
  void set_weak() { is_weak_ = true; }

 private:
  BlockPattern pattern_;
  std::vector<double> values_;
  std::vector<Part> cleared_;
  std::vector<double> unscaled_;  // panels of one node before their division by the pivots
  bool is_weak_ = false;
};

template <int size>
inline bool BlockLdlt::eliminate(const BlockPattern::Node& node, const double* diagonal) {
  using namespace block_arithmetic;
  double* a = values_.data() + node.values;
  double* inverse = a + size * size;
  if (!factorize_diagonal<size>(a, inverse, diagonal)) {
    if (!are_kept<size>(inverse, diagonal)) return false;
    is_weak_ = true;
  }
  const BlockPattern::Panel* panels = pattern_.panels.data() + node.first_panel;
  const int* target = pattern_.targets.data() + node.first_target;
  double* unscaled = unscaled_.data();
  for (int i = 0; i < node.num_panels; ++i) {
    const BlockPattern::Panel& panel = panels[i];
    double* values = values_.data() + panel.values;
    if (panel.size == size)
      divide_panel<size>(a, inverse, size, values, unscaled);
    else
      divide_panel<size>(a, inverse, panel.size, values, unscaled);
    const double* other = unscaled_.data();
    for (int j = 0; j <= i; ++j) {
      double* block = values_.data() + *target++;
      const int columns = panels[j].size;
      if (panel.size == size && columns == size)
        i == j ? subtract_square<size, true>(values, other, block) : subtract_square<size, false>(values, other, block);
      else
        subtract_product<size>(values, panel.size, other, columns, block);
      other += columns * size;
    }
    unscaled += panel.size * size;
  }
  return true;
}

template <int size>
inline void BlockLdlt::substitute(const BlockPattern::Node& node, double* right) const {
  const double* a = values_.data() + node.values;
  double y[size];
  repeat<size>([&]<int i>() {
    y[i] = right[node.right + i];
    repeat<i>([&]<int k>() { y[i] -= a[i * size + k] * y[k]; });
  });
  repeat<size>([&]<int i>() { right[node.right + i] = y[i]; });
  const auto subtract = [&](const BlockPattern::Panel& panel, int rows) {
    const double* values = values_.data() + panel.values;
    double* b = right + panel.right;
    for (int i = 0; i < rows; ++i) b[i] -= dot<size>(values + i * size, y);
  };
  for (int p = node.first_panel; p < node.first_panel + node.num_panels; ++p) {
    const BlockPattern::Panel& panel = pattern_.panels[p];
    panel.size == size ? subtract(panel, size) : subtract(panel, panel.size);
  }
}

template <int size>
inline void BlockLdlt::substitute_back(const BlockPattern::Node& node, double* right) const {
  const double* a = values_.data() + node.values;
  const double* inverse = a + size * size;
  double x[size];
  repeat<size>([&]<int k>() { x[k] = right[node.right + k] * inverse[k]; });
  const auto subtract = [&](const BlockPattern::Panel& panel, int rows) {
    const double* values = values_.data() + panel.values;
    const double* b = right + panel.right;
    for (int i = 0; i < rows; ++i) repeat<size>([&]<int k>() { x[k] -= values[i * size + k] * b[i]; });
  };
  for (int p = node.first_panel; p < node.first_panel + node.num_panels; ++p) {
    const BlockPattern::Panel& panel = pattern_.panels[p];
    panel.size == size ? subtract(panel, size) : subtract(panel, panel.size);
  }
  repeat<size>([&]<int from_last>() {
    constexpr int i = size - 1 - from_last;
    repeat<from_last>([&]<int l>() { x[i] -= a[(i + 1 + l) * size + i] * x[i + 1 + l]; });
    right[node.right + i] = x[i];
  });
}

}  // namespace perpend
