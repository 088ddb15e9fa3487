#include "verification/solves/block_cholesky.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>

#include "kernel/model/numbers/double_pair.hpp"
#include "kernel/model/numbers/repeat.hpp"
#include "verification/arithmetic/double_quad.hpp"

namespace perpend {

BlockCholesky::BlockCholesky(std::span<const int> sizes, std::span<const std::pair<int, int>> coupled)
    : sizes_(sizes.begin(), sizes.end()), first_row_(sizes.size() + 1, 0) {
  std::partial_sum(sizes_.begin(), sizes_.end(), first_row_.begin() + 1);
  choose_order(coupled);
  make_panels(coupled);
  make_updates();
  measure_rows();
  numbers_.assign(numbers_.size(), 0.0);
  factor_.resize(numbers_.size());
  lanes_.resize(has_fused() ? num_together * numbers_.size() : 0);
  work_.resize(size());
}

void BlockCholesky::choose_order(std::span<const std::pair<int, int>> coupled) {
  const int num_blocks = static_cast<int>(sizes_.size());
  order_.resize(num_blocks);
  std::iota(order_.begin(), order_.end(), 0);
  if (!coupled.empty()) {
    std::vector<Eigen::Triplet<double>> triplets;
    triplets.reserve(2 * coupled.size() + num_blocks);
    for (int i = 0; i < num_blocks; ++i) triplets.emplace_back(i, i, 1.0);
    for (const auto& [i, j] : coupled) {
      triplets.emplace_back(i, j, 1.0);
      triplets.emplace_back(j, i, 1.0);
    }
    Eigen::SparseMatrix<double> pattern(num_blocks, num_blocks);
    pattern.setFromTriplets(triplets.begin(), triplets.end());
    Eigen::AMDOrdering<int>::PermutationType order;
    Eigen::AMDOrdering<int>()(pattern, order);
    for (int i = 0; i < num_blocks; ++i) order_[i] = order.indices()[i];
  }
  rank_.resize(num_blocks);
  first_position_.resize(num_blocks);
  position_.resize(first_row_.back());
  int position = 0;
  for (int k = 0; k < num_blocks; ++k) {
    const int block = order_[k];
    rank_[block] = k;
    first_position_[block] = position;
    for (int r = 0; r < sizes_[block]; ++r) position_[first_row_[block] + r] = position++;
  }
}

/// What is left below a block when it is eliminated: what was there, and what is left of those whose first remaining
/// neighbour it is [Davis06].
void BlockCholesky::make_panels(std::span<const std::pair<int, int>> coupled) {
  const int num_blocks = static_cast<int>(sizes_.size());
  std::vector<std::vector<int>> below(num_blocks);
  for (const auto& [a, b] : coupled) below[std::min(rank_[a], rank_[b])].push_back(std::max(rank_[a], rank_[b]));
  for (std::vector<int>& ranks : below) std::sort(ranks.begin(), ranks.end());
  for (int k = 0; k < num_blocks; ++k) {
    if (below[k].empty()) continue;
    std::vector<int>& parent = below[below[k].front()];
    std::vector<int> both;
    std::set_union(parent.begin(), parent.end(), below[k].begin() + 1, below[k].end(), std::back_inserter(both));
    parent = std::move(both);
  }
  std::size_t numbers = 0;
  panel_of_.resize(position_.size());
  diagonal_.resize(position_.size());
  for (int k = 0; k < num_blocks;) {
    Panel panel{.first_column = first_position_[order_[k]]};
    int last = k;
    while (below[last].size() > 0 && below[last].front() == last + 1 &&
           below[last].size() == below[last + 1].size() + 1)
      ++last;
    for (; k <= last; ++k) panel.num_columns += sizes_[order_[k]];
    panel.first_below = static_cast<int>(below_.size());
    for (const int rank : below[last])
      for (int r = 0; r < sizes_[order_[rank]]; ++r) below_.push_back(first_position_[order_[rank]] + r);
    panel.num_rows = panel.num_columns + static_cast<int>(below_.size()) - panel.first_below;
    panel.stride = panel.num_rows + panel.num_rows % 2;  // pairs of rows do not reach the next panel
    panel.first = numbers;
    for (int c = 0; c < panel.num_columns; ++c) {
      panel_of_[panel.first_column + c] = static_cast<int>(panels_.size());
      diagonal_[panel.first_column + c] = numbers + static_cast<std::size_t>(c) * (panel.stride + 1);
    }
    numbers += static_cast<std::size_t>(panel.stride) * panel.num_columns;
    panels_.push_back(panel);
  }
  numbers_.resize(numbers + 1);
}

/// The rows below a panel in runs that stand one after the other in each panel that has them.
void BlockCholesky::make_updates() {
  for (Panel& panel : panels_) {
    panel.first_update = static_cast<int>(updates_.size());
    const int end = panel.num_rows - panel.num_columns;
    const int* below = below_.data() + panel.first_below;
    std::vector<int> starts;
    for (int p = 0; p < end; ++p)
      if (p == 0 || below[p] != below[p - 1] + 1 || panel_of_[below[p]] != panel_of_[below[p - 1]]) starts.push_back(p);
    starts.push_back(end);
    for (std::size_t q = 0; q + 1 < starts.size(); ++q) {
      const Panel& target = panels_[panel_of_[below[starts[q]]]];
      for (std::size_t p = q; p + 1 < starts.size(); ++p) {
        const int column = below[starts[q]] - target.first_column;
        updates_.push_back({.rows = panel.num_columns + starts[p],
                            .num_rows = starts[p + 1] - starts[p],
                            .columns = panel.num_columns + starts[q],
                            .num_columns = starts[q + 1] - starts[q],
                            .target = target.first + static_cast<std::size_t>(column) * target.stride +
                                      row_in(target, below[starts[p]]),
                            .target_stride = target.stride});
      }
    }
    panel.num_updates = static_cast<int>(updates_.size()) - panel.first_update;
    panel.is_of_points =
        panel.num_columns == 2 && (panel.num_rows == 2 || (panel.num_rows == 4 && panel.num_updates == 1));
  }
}

void BlockCholesky::measure_rows() {
  std::vector<int> before(size(), 0);
  for (const Panel& panel : panels_) {
    for (int c = 0; c < panel.num_columns; ++c) {
      const int row = before[panel.first_column + c] + c + 1;
      longest_row_ = std::max(longest_row_, row);
      widest_row_ = std::max(widest_row_, row + panel.num_rows - c - 1);
    }
    for (int r = 0; r < panel.num_rows - panel.num_columns; ++r)
      before[below_[panel.first_below + r]] += panel.num_columns;
  }
}

int BlockCholesky::row_in(const Panel& panel, int position) const {
  if (position < panel.first_column + panel.num_columns) return position - panel.first_column;
  const auto first = below_.begin() + panel.first_below;
  const auto end = first + (panel.num_rows - panel.num_columns);
  return panel.num_columns + static_cast<int>(std::lower_bound(first, end, position) - first);
}

BlockPlace BlockCholesky::place(int a, int b) const {
  const bool is_transposed = rank_[a] < rank_[b];
  const int column = first_position_[is_transposed ? a : b];
  const Panel& panel = panels_[panel_of_[column]];
  const int row = row_in(panel, first_position_[is_transposed ? b : a]);
  return {.first = panel.first + static_cast<std::size_t>(column - panel.first_column) * panel.stride + row,
          .stride = panel.stride,
          .is_transposed = is_transposed};
}

bool BlockCholesky::factorize(double diagonal_factor) {
  std::copy(numbers_.begin(), numbers_.end(), factor_.begin());
  for (const std::size_t at : diagonal_) factor_[at] *= diagonal_factor;
  failed_ = -1;
  for (const Panel& panel : panels_) {
    if (panel.is_of_points) {
      if (!factorize_points(panel)) return false;
      continue;
    }
    if (!factorize_panel(panel)) return false;
    for (int u = 0; u < panel.num_updates; ++u) subtract(panel, updates_[panel.first_update + u]);
  }
  return true;
}

/// Column by column, two rows at a time; what that does above the diagonal is not read.
bool BlockCholesky::factorize_panel(const Panel& panel) {
  double* column = factor_.data() + panel.first;
  for (int k = 0; k < panel.num_columns; ++k, column += panel.stride) {
    const double pivot = column[k];
    if (!(pivot > 0.0) || !std::isfinite(pivot)) {
      failed_ = panel.first_column + k;
      return false;
    }
    const double root = std::sqrt(pivot);
    for (int i = k / 2 * 2; i < panel.num_rows; i += 2) set_pair(column + i, pair_at(column + i) / in_both(root));
    column[k] = root;
    double* next = column;
    for (int j = k + 1; j < panel.num_columns; ++j) {
      next += panel.stride;
      const DoublePair factor = in_both(column[j]);
      for (int i = j / 2 * 2; i < panel.num_rows; i += 2)
        set_pair(next + i, pair_at(next + i) - pair_at(column + i) * factor);
    }
  }
  return true;
}

/// The same numbers as by `factorize_panel` and `subtract`, with all of them in registers.
bool BlockCholesky::factorize_points(const Panel& panel) {
  double* const one = factor_.data() + panel.first;
  double* const two = one + panel.stride;
  const bool has_below = panel.num_rows == 4;
  const double first = one[0];
  const double root = std::sqrt(first), factor = one[1] / root;
  const double second = two[1] - factor * factor, second_root = std::sqrt(second);
  const bool is_first = first > 0.0 && std::isfinite(first);
  if (!is_first || !(second > 0.0) || !std::isfinite(second)) {
    // As far as the other way comes: `breakdown_vector` reads it.
    (void)factorize_panel(panel);
    return false;
  }
  one[0] = root;
  one[1] = factor;
  two[1] = second_root;
  if (!has_below) return true;
  const DoublePair below = pair_at(one + 2) / in_both(root);
  const DoublePair next = (pair_at(two + 2) - below * in_both(factor)) / in_both(second_root);
  set_pair(one + 2, below);
  set_pair(two + 2, next);
  const Update& update = updates_[panel.first_update];
  double* const target = factor_.data() + update.target;
  set_pair(target, pair_at(target) - below * in_both(below[0]) - next * in_both(next[0]));
  double& last = target[update.target_stride + 1];
  last = last - below[1] * below[1] - next[1] * next[1];
  return true;
}

void BlockCholesky::subtract(const Panel& panel, const Update& update) {
  constexpr int most = 6;  // columns at once: a joint has no more rows
  for (int first = 0; first < panel.num_columns; first += most) {
    const double* columns = factor_.data() + panel.first + static_cast<std::size_t>(first) * panel.stride;
    switch (std::min(most, panel.num_columns - first)) {
      case 1:
        return subtract_columns<1>(columns, panel.stride, update);
      case 2:
        return subtract_columns<2>(columns, panel.stride, update);
      case 3:
        return subtract_columns<3>(columns, panel.stride, update);
      case 4:
        return subtract_columns<4>(columns, panel.stride, update);
      case 5:
        return subtract_columns<5>(columns, panel.stride, update);
      default:
        subtract_columns<most>(columns, panel.stride, update);
    }
  }
}

template <int count>
void BlockCholesky::subtract_columns(const double* columns, int stride, const Update& update) {
  const bool is_triangular = update.rows == update.columns;
  double* target = factor_.data() + update.target;
  for (int q = 0; q < update.num_columns; ++q, target += update.target_stride) {
    std::array<DoublePair, count> factors;
    repeat<count>([&]<int k>() { factors[k] = in_both(columns[k * stride + update.columns + q]); });
    int p = is_triangular ? q : 0;
    for (; p + 1 < update.num_rows; p += 2) {
      const double* row = columns + update.rows + p;
      DoublePair rest = pair_at(target + p);
      repeat<count>([&]<int k>() { rest -= pair_at(row + k * stride) * factors[k]; });
      set_pair(target + p, rest);
    }
    if (p == update.num_rows) continue;
    const double* row = columns + update.rows + p;
    repeat<count>([&]<int k>() { target[p] -= row[k * stride] * factors[k][0]; });
  }
}

/// L^T x = b of the first columns of a panel, with the rows below known.
void BlockCholesky::substitute_back(const Panel& panel, int num_columns) const {
  for (int c = num_columns - 1; c >= 0; --c) {
    const double* column = factor_.data() + panel.first + static_cast<std::size_t>(c) * panel.stride;
    double sum = work_[panel.first_column + c];
    for (int r = c + 1; r < num_columns; ++r) sum -= column[r] * work_[panel.first_column + r];
    for (int r = num_columns; r < panel.num_rows; ++r) {
      const double x =
          work_[r < panel.num_columns ? panel.first_column + r : below_[panel.first_below + r - panel.num_columns]];
      if (x != 0.0) sum -= column[r] * x;
    }
    work_[panel.first_column + c] = sum / column[c];
  }
}

void BlockCholesky::solve(std::span<double> x) const {
  for (int i = 0; i < size(); ++i) work_[position_[i]] = x[i];
  for (const Panel& panel : panels_)
    for (int c = 0; c < panel.num_columns; ++c) {
      const double* column = factor_.data() + panel.first + static_cast<std::size_t>(c) * panel.stride;
      const double value = work_[panel.first_column + c] /= column[c];
      for (int r = c + 1; r < panel.num_columns; ++r) work_[panel.first_column + r] -= column[r] * value;
      for (int r = panel.num_columns; r < panel.num_rows; ++r)
        work_[below_[panel.first_below + r - panel.num_columns]] -= column[r] * value;
    }
  for (auto panel = panels_.rbegin(); panel != panels_.rend(); ++panel) substitute_back(*panel, panel->num_columns);
  for (int i = 0; i < size(); ++i) x[i] = work_[position_[i]];
}

/// y = (-L_11^-T l, 1, 0) with l the row of L at the failed pivot.
void BlockCholesky::breakdown_vector(std::span<double> y) const {
  std::fill(work_.begin(), work_.end(), 0.0);
  if (failed_ >= 0) {
    work_[failed_] = 1.0;
    int panel = panel_of_[failed_];
    substitute_back(panels_[panel], failed_ - panels_[panel].first_column);
    while (--panel >= 0) substitute_back(panels_[panel], panels_[panel].num_columns);
  }
  for (int i = 0; i < size(); ++i) y[i] = work_[position_[i]];
}

}  // namespace perpend
