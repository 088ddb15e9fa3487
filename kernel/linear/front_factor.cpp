#include "kernel/linear/front_factor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernel/linear/front_arithmetic.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// Multiplications between two questions whether to stop: some milliseconds.
constexpr double work_at_once = 2e7;

constexpr int tile_columns = 4;

/// Lower triangle of c (size x size) less a a^T; above it c holds what nobody reads.
void subtract_product(const double* a, std::ptrdiff_t stride, int depth, int size, double* c, std::ptrdiff_t c_stride) {
  int j = 0;
  for (; j + tile_columns <= size; j += tile_columns)
    subtract_columns<tile_columns>(a + j, a + j, stride, depth, size - j, c + j * (c_stride + 1), c_stride);
  for (; j < size; ++j) subtract_columns<1>(a + j, a + j, stride, depth, size - j, c + j * (c_stride + 1), c_stride);
}

/// The lower triangle of c (size x size), and what of tiles on its diagonal stands above it.
void clear_lower(double* c, int size) {
  for (int j = 0; j < size; ++j) {
    const int first = j - j % tile_columns;
    std::fill_n(c + static_cast<std::ptrdiff_t>(j) * size + first, size - first, 0.0);
  }
}

/// Columns [first, first + columns) of a front from the former ones and each other; the diagonal holds 1 / L_kk then.
template <int columns>
bool eliminate_columns(double* values, std::ptrdiff_t rows, int first) {
  double* panel = values + first * (rows + 1);
  const int left = static_cast<int>(rows) - first;
  subtract_columns<columns>(values + first, values + first, rows, first, left, panel, rows);
  bool is_positive = true;
  repeat<columns>([&]<int k>() {
    double* column = panel + k * rows;
    repeat<k>([&]<int j>() {
      const double* former = panel + j * rows;
      const double factor = former[k];
      for (int i = k; i < left; ++i) column[i] -= former[i] * factor;
    });
    const double root = std::sqrt(column[k]);
    is_positive = is_positive && column[k] > 0.0 && std::isfinite(root);
    const double inverse = 1.0 / root;
    for (int i = k + 1; i < left; ++i) column[i] *= inverse;
    column[k] = inverse;
  });
  return is_positive;
}

bool eliminate(const FrontPattern::Front& front, double* values) {
  const std::ptrdiff_t rows = front.num_rows();
  int first = 0;
  for (; first + tile_columns <= front.num_columns; first += tile_columns)
    if (!eliminate_columns<tile_columns>(values, rows, first)) return false;
  bool is_positive = true;
  for_one_of<1, 2, 3>(front.num_columns - first,
                      [&]<int columns>() { is_positive = eliminate_columns<columns>(values, rows, first); });
  return is_positive;
}

}  // namespace

FrontFactor::FrontFactor(FrontPattern pattern)
    : pattern_(std::move(pattern)),
      values_(static_cast<std::size_t>(pattern_.num_values), 0.0),
      stack_of_(pattern_.fronts.size(), 0),
      rows_(static_cast<std::size_t>(pattern_.most_rows), 0.0) {
  for (Stack& stack : stacks_) stack.updates.resize(static_cast<std::size_t>(pattern_.most_updates));
  for (std::size_t f = stack_of_.size(); f-- > 0;)
    if (const int parent = pattern_.fronts[f].parent; parent >= 0) stack_of_[f] = stack_of_[parent] == 0 ? 1 : 0;
  waiting_.reserve(pattern_.fronts.size());
}

void FrontFactor::clear() {
  std::fill(values_.begin(), values_.end(), 0.0);
}

/// The lower triangle of `from`, the update of a child, to the columns of the front or to its own update.
void FrontFactor::add_update(const FrontPattern::Front& child, const double* from, const FrontPattern::Front& front,
                             double* update) {
  const int* place = pattern_.in_parent.data() + child.first_below;
  for_width(pattern_.width, [&]<int width>() {
    for (int j = 0; j < child.num_below; ++j, from += child.num_below) {
      const int column = place[j / width] + j % width;
      double* to =
          column < front.num_columns
              ? values_.data() + front.values + static_cast<std::ptrdiff_t>(column) * front.num_rows()
              : update + static_cast<std::ptrdiff_t>(column - front.num_columns) * front.num_below - front.num_columns;
      const int end_of_block = j - j % width + width;
      for (int i = j; i < end_of_block; ++i) to[column + i - j] += from[i];
      for (int i = end_of_block; i < child.num_below; i += width) {
        double* rows = to + place[i / width];
        repeat<width>([&]<int r>() { rows[r] += from[i + r]; });
      }
    }
  });
}

/// Adds what the children left, from the top of their stack down.
void FrontFactor::take_updates(int front, double* update) {
  Stack& stack = stacks_[stack_of_[front] == 0 ? 1 : 0];
  for (; !waiting_.empty() && pattern_.fronts[waiting_.back()].parent == front; waiting_.pop_back()) {
    const FrontPattern::Front& child = pattern_.fronts[waiting_.back()];
    stack.top -= static_cast<std::size_t>(child.num_below) * child.num_below;
    add_update(child, stack.updates.data() + stack.top, pattern_.fronts[front], update);
  }
}

bool FrontFactor::factorize() {
  double work = 0.0;
  waiting_.clear();
  for (Stack& stack : stacks_) stack.top = 0;
  for (std::size_t f = 0; f < pattern_.fronts.size(); ++f) {
    const FrontPattern::Front& front = pattern_.fronts[f];
    const std::size_t size = static_cast<std::size_t>(front.num_below) * front.num_below;
    double* values = values_.data() + front.values;
    Stack& stack = stacks_[stack_of_[f]];
    double* update = stack.updates.data() + stack.top;
    clear_lower(update, front.num_below);
    take_updates(static_cast<int>(f), update);
    if (!eliminate(front, values)) return false;
    subtract_product(values + front.num_columns, front.num_rows(), front.num_columns, front.num_below, update,
                     front.num_below);
    if (size > 0) waiting_.push_back(static_cast<int>(f));
    stack.top += size;
    work += static_cast<double>(front.num_columns) * front.num_rows() * front.num_rows();
    if (work < work_at_once) continue;
    if (must_stop()) return false;
    work = 0.0;
  }
  return true;
}

template <int width>
void FrontFactor::substitute(const FrontPattern::Front& front, double* x) {
  const std::ptrdiff_t stride = front.num_rows();
  const double* l = values_.data() + front.values;
  double* y = rows_.data();
  take_columns(front, x, y);
  for (int k = 0; k < front.num_columns; k += width, l += width * (stride + 1), y += width) {
    double amount[width];
    repeat<width>([&]<int i>() {
      amount[i] = y[i];
      repeat<i>([&]<int j>() { amount[i] -= l[j * stride + i] * amount[j]; });
      y[i] = amount[i] *= l[i * stride + i];
    });
    const int left = front.num_rows() - k;
    for (int i = width; i < left; ++i) repeat<width>([&]<int j>() { y[i] -= l[j * stride + i] * amount[j]; });
  }
  give_columns(front, rows_.data(), x);
  add_rows_below<width>(pattern_, front, rows_.data(), x);
}

/// Sums over rows in pairs of pairs: each of four sums takes every fourth row.
template <int width>
void FrontFactor::substitute_back(const FrontPattern::Front& front, double* x) {
  const std::ptrdiff_t stride = front.num_rows();
  double* y = rows_.data();
  take_rows<width>(pattern_, front, x, y);
  for (int k = front.num_columns - width; k >= 0; k -= width) {
    const double* l = values_.data() + front.values + k * stride;
    DoublePair even[width] = {}, odd[width] = {};
    int i = k + width;
    for (; i + 4 <= front.num_rows(); i += 4) {
      const DoublePair first = pair_at(y + i), second = pair_at(y + i + 2);
      repeat<width>([&]<int j>() {
        even[j] += pair_at(l + j * stride + i) * first;
        odd[j] += pair_at(l + j * stride + i + 2) * second;
      });
    }
    double sum[width];
    repeat<width>([&]<int j>() { sum[j] = (even[j][0] + odd[j][0]) + (even[j][1] + odd[j][1]); });
    for (; i < front.num_rows(); ++i) repeat<width>([&]<int j>() { sum[j] += l[j * stride + i] * y[i]; });
    repeat<width>([&]<int from_last>() {
      constexpr int j = width - 1 - from_last;
      double left = y[k + j] - sum[j];
      repeat<from_last>([&]<int m>() { left -= l[j * stride + k + j + 1 + m] * y[k + j + 1 + m]; });
      y[k + j] = left * l[j * stride + k + j];
    });
  }
  give_columns(front, y, x);
}

void FrontFactor::solve(double* x) {
  for_width(pattern_.width, [&]<int width>() {
    for (const FrontPattern::Front& front : pattern_.fronts) substitute<width>(front, x);
    for (auto front = pattern_.fronts.rbegin(); front != pattern_.fronts.rend(); ++front)
      substitute_back<width>(*front, x);
  });
}

}  // namespace perpend
