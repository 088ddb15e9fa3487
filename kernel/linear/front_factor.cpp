#include "kernel/linear/front_factor.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "kernel/linear/front_arithmetic.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// Multiplications between two questions whether to stop: some milliseconds.
constexpr double work_at_once = 2e7;

constexpr int tile = FrontPattern::tile_rows;

using Quad = double __attribute__((vector_size(tile * sizeof(double))));

// Vectors go by reference: those of four numbers have no registers of their own on every processor.
[[gnu::always_inline]] inline void take(Quad& quad, const double* from) {
  std::memcpy(&quad, from, sizeof(quad));
}

[[gnu::always_inline]] inline void give(const Quad& quad, double* to) {
  std::memcpy(to, &quad, sizeof(quad));
}

/// c -= a b^T for a tile of rows and `columns` columns, `depth` products each, one after the other.
template <int columns>
[[gnu::always_inline]] inline void subtract_tile(const double* a, const double* b, std::ptrdiff_t stride, int depth,
                                                 double* c, std::ptrdiff_t c_stride) {
  Quad sum[columns];
  repeat<columns>([&]<int j>() { take(sum[j], c + j * c_stride); });
  for (int k = 0; k < depth; ++k, a += stride, b += stride) {
    Quad left;
    take(left, a);
    repeat<columns>([&]<int j>() { sum[j] -= left * b[j]; });
  }
  repeat<columns>([&]<int j>() { give(sum[j], c + j * c_stride); });
}

/// Lower triangle of c less a a^T, by whole tiles of `size` rows: c holds zeros where a front has no rows, and what
/// nobody reads above the diagonal.
[[gnu::always_inline]] inline void subtract_product(const double* a, std::ptrdiff_t stride, int depth, int size,
                                                    double* c) {
  for (int j = 0; j < size; j += tile)
    for (int i = j; i < size; i += tile)
      subtract_tile<tile>(a + i, a + j, stride, depth, c + static_cast<std::ptrdiff_t>(j) * size + i, size);
}

/// The lower triangle of c, by tiles.
void clear_lower(double* c, int size) {
  for (int j = 0; j < size; ++j) {
    const int first = j - j % tile;
    std::fill_n(c + static_cast<std::ptrdiff_t>(j) * size + first, size - first, 0.0);
  }
}

/// Columns [first, first + columns) of a front, from which the former ones are subtracted, by each other: first their
/// triangle, then the rows below by tiles. The diagonal holds 1 / L_kk then.
template <int columns>
[[gnu::always_inline]] inline bool divide_columns(double* panel, std::ptrdiff_t stride, int rows) {
  bool is_positive = true;
  repeat<columns>([&]<int k>() {
    double* column = panel + k * stride;
    repeat<k>([&]<int j>() {
      const double* former = panel + j * stride;
      for (int i = k; i < columns; ++i) column[i] -= former[i] * former[k];
    });
    const double root = std::sqrt(column[k]);
    is_positive = is_positive && column[k] > 0.0 && std::isfinite(root);
    column[k] = 1.0 / root;
    for (int i = k + 1; i < columns; ++i) column[i] *= column[k];
  });
  for (int i = columns; i < rows; i += tile) {
    Quad part[columns];
    repeat<columns>([&]<int k>() {
      take(part[k], panel + k * stride + i);
      repeat<k>([&]<int j>() { part[k] -= part[j] * panel[j * stride + k]; });
      part[k] *= panel[k * stride + k];
      give(part[k], panel + k * stride + i);
    });
  }
  return is_positive;
}

template <int columns>
[[gnu::always_inline]] inline bool eliminate_columns(double* values, std::ptrdiff_t stride, int first, int rows) {
  double* panel = values + first * (stride + 1);
  for (int i = 0; first > 0 && i < rows; i += tile)
    subtract_tile<columns>(values + first + i, values + first, stride, first, panel + i, stride);
  return divide_columns<columns>(panel, stride, rows);
}

/// Eliminates the columns of a front and subtracts what they leave of the rows below from its update.
[[gnu::always_inline]] inline bool eliminate(const FrontPattern::Front& front, double* values, double* update) {
  const std::ptrdiff_t stride = front.stride();
  int first = 0;
  for (; first + tile <= front.num_columns; first += tile)
    if (!eliminate_columns<tile>(values, stride, first, front.num_rows() - first)) return false;
  bool is_positive = true;
  const int left = front.num_columns - first, rows = front.num_rows() - first;
  if (left == 1) is_positive = eliminate_columns<1>(values, stride, first, rows);
  if (left == 2) is_positive = eliminate_columns<2>(values, stride, first, rows);
  if (left == 3) is_positive = eliminate_columns<3>(values, stride, first, rows);
  subtract_product(values + front.num_columns, stride, front.num_columns, FrontPattern::in_tiles(front.num_below),
                   update);
  return is_positive;
}

template <int width>
[[gnu::always_inline]] inline void substitute(const FrontPattern& pattern, const FrontPattern::Front& front,
                                              const double* values, double* rows, double* x) {
  const std::ptrdiff_t stride = front.stride();
  const double* l = values + front.values;
  double* y = rows;
  take_columns(front, x, y);
  for (int k = 0; k < front.num_columns; k += width, l += width * (stride + 1), y += width) {
    double amount[width];
    repeat<width>([&]<int i>() {
      amount[i] = y[i];
      repeat<i>([&]<int j>() { amount[i] -= l[j * stride + i] * amount[j]; });
      y[i] = amount[i] *= l[i * stride + i];
    });
    const int left = front.num_rows() - k;
    for (int i = width; i < left; i += tile) {  // beyond the last row nobody reads
      Quad part, entries;
      take(part, y + i);
      repeat<width>([&]<int j>() {
        take(entries, l + j * stride + i);
        part -= entries * amount[j];
      });
      give(part, y + i);
    }
  }
  give_columns(front, rows, x);
  add_rows_below<width>(pattern, front, rows, x);
}

/// Each of four sums takes every fourth row.
template <int width>
[[gnu::always_inline]] inline void substitute_back(const FrontPattern& pattern, const FrontPattern::Front& front,
                                                   const double* values, double* y, double* x) {
  const std::ptrdiff_t stride = front.stride();
  take_rows<width>(pattern, front, x, y);
  for (int k = front.num_columns - width; k >= 0; k -= width) {
    const double* l = values + front.values + k * stride;
    Quad part[width] = {};
    int i = k + width;
    for (; i + tile <= front.num_rows(); i += tile) {
      Quad rows, entries;
      take(rows, y + i);
      repeat<width>([&]<int j>() {
        take(entries, l + j * stride + i);
        part[j] += entries * rows;
      });
    }
    double sum[width];
    repeat<width>([&]<int j>() { sum[j] = (part[j][0] + part[j][2]) + (part[j][1] + part[j][3]); });
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

[[gnu::always_inline]] inline void substitute_all(const FrontPattern& pattern, const double* values, double* rows,
                                                  double* x) {
  for_width(pattern.width, [&]<int width>() {
    for (const FrontPattern::Front& front : pattern.fronts) substitute<width>(pattern, front, values, rows, x);
    for (auto front = pattern.fronts.rbegin(); front != pattern.fronts.rend(); ++front)
      substitute_back<width>(pattern, *front, values, rows, x);
  });
}

// The same where the processor has registers for four numbers, which is asked when the program runs. Each number is
// rounded as without.
#if defined(__x86_64__)
[[gnu::target("avx2"), gnu::flatten]] bool eliminate_wide(const FrontPattern::Front& front, double* values,
                                                          double* update) {
  return eliminate(front, values, update);
}

[[gnu::target("avx2"), gnu::flatten]] void substitute_wide(const FrontPattern& pattern, const double* values,
                                                           double* rows, double* x) {
  substitute_all(pattern, values, rows, x);
}

bool has_quads() {
  return __builtin_cpu_supports("avx2");
}
#else
bool eliminate_wide(const FrontPattern::Front& front, double* values, double* update) {
  return eliminate(front, values, update);
}

void substitute_wide(const FrontPattern& pattern, const double* values, double* rows, double* x) {
  substitute_all(pattern, values, rows, x);
}

bool has_quads() {
  return false;
}
#endif

std::size_t size_of_update(const FrontPattern::Front& front) {
  const std::size_t rows = FrontPattern::in_tiles(front.num_below);
  return rows * rows;
}

}  // namespace

FrontFactor::FrontFactor(FrontPattern pattern)
    : pattern_(std::move(pattern)),
      values_(static_cast<std::size_t>(pattern_.num_values) + tile, 0.0),
      stack_of_(pattern_.fronts.size(), 0),
      rows_(static_cast<std::size_t>(pattern_.most_rows) + tile, 0.0) {
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
    const int child_stride = FrontPattern::in_tiles(child.num_below);
    const int update_stride = FrontPattern::in_tiles(front.num_below);
    for (int j = 0; j < child.num_below; ++j, from += child_stride) {
      const int column = place[j / width] + j % width;
      double* to =
          column < front.num_columns
              ? values_.data() + front.values + static_cast<std::ptrdiff_t>(column) * front.stride()
              : update + static_cast<std::ptrdiff_t>(column - front.num_columns) * update_stride - front.num_columns;
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
    stack.top -= size_of_update(child);
    add_update(child, stack.updates.data() + stack.top, pattern_.fronts[front], update);
  }
}

bool FrontFactor::factorize() {
  const bool is_wide = has_quads();
  double work = 0.0;
  waiting_.clear();
  for (Stack& stack : stacks_) stack.top = 0;
  for (std::size_t f = 0; f < pattern_.fronts.size(); ++f) {
    const FrontPattern::Front& front = pattern_.fronts[f];
    const std::size_t size = size_of_update(front);
    double* values = values_.data() + front.values;
    Stack& stack = stacks_[stack_of_[f]];
    double* update = stack.updates.data() + stack.top;
    clear_lower(update, FrontPattern::in_tiles(front.num_below));
    take_updates(static_cast<int>(f), update);
    if (!(is_wide ? eliminate_wide(front, values, update) : eliminate(front, values, update))) return false;
    if (size > 0) waiting_.push_back(static_cast<int>(f));
    stack.top += size;
    work += static_cast<double>(front.num_columns) * front.num_rows() * front.num_rows();
    if (work < work_at_once) continue;
    if (must_stop()) return false;
    work = 0.0;
  }
  return true;
}

void FrontFactor::solve(double* x) {
  if (has_quads())
    substitute_wide(pattern_, values_.data(), rows_.data(), x);
  else
    substitute_all(pattern_, values_.data(), rows_.data(), x);
}

}  // namespace perpend
