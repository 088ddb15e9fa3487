// What L D L^T by blocks does to one block, of one node or of two in lanes: row-major, the size known to the compiler.
#pragma once

#include "kernel/linear/lanes.hpp"

namespace perpend {

namespace block_arithmetic {

/// Below this share of the matrix' entry a pivot has fewer than 17 of 53 bits left: one step of refinement may not
/// bring back the rest, and a solution has to be looked at.
constexpr double weak_tolerance = 0x1p-36;
/// Below this one the factorization is not to be trusted. No rank is decided here; SparseLdlt does at 2^-40.
constexpr double pivot_tolerance = 0x1p-40;

/// The lower triangle of `a` becomes L below its diagonal; the inverse pivots go to `inverse`. True where no pivot is
/// weak.
template <int size, class Number>
inline bool factorize_diagonal(Number* __restrict a, Number* __restrict inverse, const Number* __restrict diagonal) {
  const Number one = in_all_lanes<Number>(1.0);
  const Number weak = in_all_lanes<Number>(weak_tolerance);
  Mask<Number> is_strong = one == one;
  repeat<size>([&]<int j>() {
    const Number pivot = a[j * size + j];
    is_strong &= pivot > weak * diagonal[j];
    inverse[j] = one / pivot;
    Number column[size];
    repeat<size - 1 - j>([&]<int k>() {
      constexpr int i = j + 1 + k;
      column[i] = a[i * size + j];
      const Number entry = column[i] * inverse[j];
      repeat<k + 1>([&]<int l>() { a[i * size + j + 1 + l] -= entry * column[j + 1 + l]; });
      a[i * size + j] = entry;
    });
  });
  return holds(is_strong);
}

/// Pre: factorize_diagonal.
template <int size, class Number>
inline bool are_kept(const Number* inverse, const Number* diagonal) {
  const Number zero{};
  const Number one = in_all_lanes<Number>(1.0);
  const Number least = in_all_lanes<Number>(pivot_tolerance);
  Mask<Number> are_kept = one == one;
  repeat<size>([&]<int j>() {
    are_kept &= inverse[j] > zero;
    are_kept &= one > least * (diagonal[j] * inverse[j]);
  });
  return holds(are_kept);
}

/// Rows of a panel: `unscaled` = panel L^-T, panel = unscaled D^-1.
template <int size, class Number>
inline void divide_panel(const Number* __restrict l, const Number* __restrict inverse, int rows,
                         Number* __restrict panel, Number* __restrict unscaled) {
  for (int i = 0; i < rows; ++i, panel += size, unscaled += size) {
    Number out[size];
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
inline void subtract_product(const double* __restrict a, int rows, const double* __restrict b, int columns,
                             double* __restrict target) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) target[i * columns + j] -= dot<size>(a + i * size, b + j * size);
}

/// The same with both sizes known: of the lower triangle alone where `a` and `b` are one panel.
template <int size, bool is_lower>
inline void subtract_square(const double* __restrict a, const double* __restrict b, double* __restrict target) {
  repeat<size>([&]<int i>() {
    repeat<(is_lower ? i + 1 : size)>([&]<int j>() { target[i * size + j] -= dot<size>(a + i * size, b + j * size); });
  });
}

template <int size, bool is_lower>
inline void subtract_square(const DoublePair* __restrict a, const DoublePair* __restrict b, double* __restrict first,
                            double* __restrict second) {
  repeat<size>([&]<int i>() {
    repeat<(is_lower ? i + 1 : size)>([&]<int j>() {
      const DoublePair product = dot<size>(a + i * size, b + j * size);
      first[i * size + j] -= product[0];
      second[i * size + j] -= product[1];
    });
  });
}

/// The lower triangle of target = -a b^T, of two nodes.
template <int size>
inline void set_to_negative_square(const DoublePair* __restrict a, const DoublePair* __restrict b,
                                   DoublePair* __restrict target) {
  const DoublePair zero{};
  repeat<size>([&]<int i>() {
    repeat<i + 1>([&]<int j>() { target[i * size + j] = zero - dot<size>(a + i * size, b + j * size); });
  });
}

}  // namespace block_arithmetic

}  // namespace perpend
