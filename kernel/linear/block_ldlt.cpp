#include "kernel/linear/block_ldlt.hpp"

#include <algorithm>
#include <utility>

#include "kernel/linear/known_sizes.hpp"

namespace perpend {

namespace {

/// The lower triangle of `a` becomes L below its diagonal; the inverse pivots go to `inverse`.
template <int size>
bool factorize_diagonal(double* __restrict a, double* __restrict inverse, const double* __restrict diagonal) {
  bool is_kept = true;
  repeat<size>([&]<int j>() {
    const double pivot = a[j * size + j];
    is_kept = is_kept && pivot > BlockLdlt::pivot_tolerance * diagonal[j];
    inverse[j] = 1.0 / pivot;
    double column[size];
    repeat<size - 1 - j>([&]<int k>() {
      constexpr int i = j + 1 + k;
      column[i] = a[i * size + j];
      const double entry = column[i] * inverse[j];
      repeat<k + 1>([&]<int l>() { a[i * size + j + 1 + l] -= entry * column[j + 1 + l]; });
      a[i * size + j] = entry;
    });
  });
  return is_kept;
}

/// Rows of a panel: `unscaled` = panel L^-T, panel = unscaled D^-1.
template <int size>
void divide_panel(const double* __restrict l, const double* __restrict inverse, int rows, double* __restrict panel,
                  double* __restrict unscaled) {
  for (int i = 0; i < rows; ++i, panel += size, unscaled += size) {
    double out[size];
    repeat<size>([&]<int j>() {
      out[j] = panel[j];
      repeat<j>([&]<int k>() { out[j] -= l[j * size + k] * out[k]; });
    });
    repeat<size>([&]<int j>() {
      unscaled[j] = out[j];
      panel[j] = out[j] * inverse[j];
    });
  }
}

/// target (rows x columns) -= a b^T.
template <int size>
void subtract_product(const double* __restrict a, int rows, const double* __restrict b, int columns,
                      double* __restrict target) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) target[i * columns + j] -= dot<size>(a + i * size, b + j * size);
}

/// The same with both sizes known: of the lower triangle alone where `a` and `b` are one panel.
template <int size, bool is_lower>
void subtract_square(const double* __restrict a, const double* __restrict b, double* __restrict target) {
  repeat<size>([&]<int i>() {
    repeat<(is_lower ? i + 1 : size)>([&]<int j>() { target[i * size + j] -= dot<size>(a + i * size, b + j * size); });
  });
}

}  // namespace

BlockLdlt::BlockLdlt(BlockPattern pattern)
    : pattern_(std::move(pattern)),
      values_(pattern_.num_values, 0.0),
      unscaled_(static_cast<std::size_t>(pattern_.most_panel_rows) * largest_size, 0.0) {}

void BlockLdlt::clear() {
  std::fill(values_.begin(), values_.end(), 0.0);
}

template <int size>
bool BlockLdlt::eliminate_node(const BlockPattern::Node& node, const double* diagonal) {
  double* a = values_.data() + node.values;
  double* inverse = a + size * size;
  if (!factorize_diagonal<size>(a, inverse, diagonal)) return false;
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

bool BlockLdlt::eliminate(int node, const double* diagonal) {
  const BlockPattern::Node& column = pattern_.nodes[node];
  return for_size(column.size, [&]<int size>() { return eliminate_node<size>(column, diagonal); });
}

template <int size>
void BlockLdlt::substitute_node(const BlockPattern::Node& node, double* right) const {
  const double* a = values_.data() + node.values;
  double y[size];
  repeat<size>([&]<int i>() {
    y[i] = right[node.right + i];
    repeat<i>([&]<int k>() { y[i] -= a[i * size + k] * y[k]; });
  });
  repeat<size>([&]<int i>() { right[node.right + i] = y[i]; });
  for (int p = node.first_panel; p < node.first_panel + node.num_panels; ++p) {
    const BlockPattern::Panel& panel = pattern_.panels[p];
    const double* values = values_.data() + panel.values;
    double* b = right + panel.right;
    for (int i = 0; i < panel.size; ++i) b[i] -= dot<size>(values + i * size, y);
  }
}

void BlockLdlt::substitute(int node, double* right) const {
  const BlockPattern::Node& column = pattern_.nodes[node];
  for_size(column.size, [&]<int size>() { substitute_node<size>(column, right); });
}

template <int size>
void BlockLdlt::substitute_node_back(const BlockPattern::Node& node, double* right) const {
  const double* a = values_.data() + node.values;
  const double* inverse = a + size * size;
  double x[size];
  repeat<size>([&]<int k>() { x[k] = right[node.right + k] * inverse[k]; });
  for (int p = node.first_panel; p < node.first_panel + node.num_panels; ++p) {
    const BlockPattern::Panel& panel = pattern_.panels[p];
    const double* values = values_.data() + panel.values;
    const double* b = right + panel.right;
    for (int i = 0; i < panel.size; ++i) repeat<size>([&]<int k>() { x[k] -= values[i * size + k] * b[i]; });
  }
  repeat<size>([&]<int from_last>() {
    constexpr int i = size - 1 - from_last;
    repeat<from_last>([&]<int l>() { x[i] -= a[(i + 1 + l) * size + i] * x[i + 1 + l]; });
    right[node.right + i] = x[i];
  });
}

void BlockLdlt::substitute_back(int node, double* right) const {
  const BlockPattern::Node& column = pattern_.nodes[node];
  for_size(column.size, [&]<int size>() { substitute_node_back<size>(column, right); });
}

}  // namespace perpend
