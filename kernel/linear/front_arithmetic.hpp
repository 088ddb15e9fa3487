// Products of dense columns, from which the factors of fronts are made: in vectors of two independent entries, each
// summed in the order of elimination, so that the bits do not depend on how many there are in a vector. And the part of
// a right side that a front works on.
#pragma once

#include <algorithm>
#include <cstddef>

#include "kernel/linear/front_pattern.hpp"
#include "kernel/linear/known_sizes.hpp"
#include "kernel/model/numbers/double_pair.hpp"

namespace perpend {

inline constexpr int tile_rows = FrontPattern::tile_rows;

/// c -= a b^T for `rows` rows of a and `columns` of b, `depth` columns each, one after the other.
template <int rows, int columns>
inline void subtract_tile(const double* __restrict a, const double* __restrict b, std::ptrdiff_t stride, int depth,
                          double* __restrict c, std::ptrdiff_t c_stride) {
  if constexpr (rows % 2 == 0) {
    DoublePair sum[columns][rows / 2];
    repeat<columns>(
        [&]<int j>() { repeat<rows / 2>([&]<int i>() { sum[j][i] = pair_at(c + j * c_stride + 2 * i); }); });
    for (int k = 0; k < depth; ++k, a += stride, b += stride) {
      DoublePair left[rows / 2];
      repeat<rows / 2>([&]<int i>() { left[i] = pair_at(a + 2 * i); });
      repeat<columns>([&]<int j>() {
        const DoublePair right = in_both(b[j]);
        repeat<rows / 2>([&]<int i>() { sum[j][i] -= left[i] * right; });
      });
    }
    repeat<columns>(
        [&]<int j>() { repeat<rows / 2>([&]<int i>() { set_pair(c + j * c_stride + 2 * i, sum[j][i]); }); });
  } else {
    double sum[columns][rows];
    repeat<columns>([&]<int j>() { repeat<rows>([&]<int i>() { sum[j][i] = c[j * c_stride + i]; }); });
    for (int k = 0; k < depth; ++k, a += stride, b += stride)
      repeat<columns>([&]<int j>() { repeat<rows>([&]<int i>() { sum[j][i] -= a[i] * b[j]; }); });
    repeat<columns>([&]<int j>() { repeat<rows>([&]<int i>() { c[j * c_stride + i] = sum[j][i]; }); });
  }
}

/// c -= a b^T for `rows` rows of a and `columns` of b.
template <int columns>
inline void subtract_columns(const double* a, const double* b, std::ptrdiff_t stride, int depth, int rows, double* c,
                             std::ptrdiff_t c_stride) {
  int i = 0;
  for (; i + tile_rows <= rows; i += tile_rows)
    subtract_tile<tile_rows, columns>(a + i, b, stride, depth, c + i, c_stride);
  for (; i < rows; ++i) subtract_tile<1, columns>(a + i, b, stride, depth, c + i, c_stride);
}

/// y = x in the columns of the front, and 0 below them.
inline void take_columns(const FrontPattern::Front& front, const double* x, double* y) {
  std::copy_n(x + front.first_column, front.num_columns, y);
  std::fill_n(y + front.num_columns, front.num_below, 0.0);
}

/// y = x in the columns of the front and in the rows below.
template <int width>
inline void take_rows(const FrontPattern& pattern, const FrontPattern::Front& front, const double* x, double* y) {
  std::copy_n(x + front.first_column, front.num_columns, y);
  const int* row = pattern.below.data() + front.first_below;
  for (int i = front.num_columns; i < front.num_rows(); i += width, ++row)
    repeat<width>([&]<int r>() { y[i + r] = x[*row + r]; });
}

/// x = y in the columns of the front.
inline void give_columns(const FrontPattern::Front& front, const double* y, double* x) {
  std::copy_n(y, front.num_columns, x + front.first_column);
}

/// x += y in the rows below the front.
template <int width>
inline void add_rows_below(const FrontPattern& pattern, const FrontPattern::Front& front, const double* y, double* x) {
  const int* row = pattern.below.data() + front.first_below;
  for (int i = front.num_columns; i < front.num_rows(); i += width, ++row)
    repeat<width>([&]<int r>() { x[*row + r] += y[i + r]; });
}

}  // namespace perpend
