// Pivots of one matrix with four diagonals at once, without square roots. With w the numbers that elimination leaves,
// d_j = w_jj > 0 and l_jk = fl(w_jk fl(1 / d_k)) = w_jk / d_k (1 + theta_2), each w_ij is a_ij less the sum of fl(w_ik
// l_jk) over k, so that B = W D^-1 W^T, W lower triangular, is A up to gamma of the row's terms and three roundings:
//     |A - B|_ij <= gamma (|W| D^-1 |W|^T)_ij <= gamma sqrt(B_ii B_jj) <= gamma / (1 - gamma) sqrt(a_ii a_jj)
// by Cauchy and Schwarz, and B is positive definite: as much as a Cholesky factorization tells that runs to its end
// [Rump06]. A pivot that overflows or is no number fails.
#include <algorithm>
#include <cstring>
#include <limits>

#include "verification/arithmetic/double_quad.hpp"
#include "verification/solves/block_cholesky.hpp"

namespace perpend {

namespace {

/// Numbers that stand next to each other, one or four.
template <class Lanes>
[[gnu::always_inline]] inline void load(const double* first, Lanes& lanes) {
  std::memcpy(&lanes, first, sizeof lanes);
}

template <class Lanes>
[[gnu::always_inline]] inline void store(double* first, const Lanes& lanes) {
  std::memcpy(first, &lanes, sizeof lanes);
}

[[gnu::always_inline]] inline void fill(double& lanes, double x) {
  lanes = x;
}

[[gnu::always_inline]] inline void fill(DoubleQuad& lanes, double x) {
  lanes = DoubleQuad{x, x, x, x};
}

/// target -= a * b
template <class Lanes>
[[gnu::always_inline]] inline void lower(double* target, const double* a, const Lanes& b) {
  Lanes rest, factor;
  load(target, rest);
  load(a, factor);
  rest -= factor * b;
  store(target, rest);
}

}  // namespace

/// One number of the matrix, or one of each of its diagonals.
template <class Lanes>
struct BlockCholesky::Pivots {
  using Comparison = decltype(Lanes{} < Lanes{});
  static constexpr std::ptrdiff_t width = sizeof(Lanes) / sizeof(double);
  Lanes zero, one, most;
  Comparison are_positive;

  [[gnu::always_inline]] Pivots() {
    fill(zero, 0.0);
    fill(one, 1.0);
    fill(most, std::numeric_limits<double>::max());
    are_positive = zero < one;
  }
  /// Takes its inverse.
  [[gnu::always_inline]] void take(const Lanes& pivot, Lanes& inverse) {
    are_positive &= (pivot > zero) & (pivot <= most);
    inverse = one / pivot;
  }
};

/// As `eliminate` does, with the numbers in registers. Pre: of points.
template <class Lanes>
[[gnu::always_inline]] inline void BlockCholesky::eliminate_points(const Panel& panel, double* numbers,
                                                                   Pivots<Lanes>& pivots) const {
  constexpr std::ptrdiff_t width = Pivots<Lanes>::width;
  const double* const first = numbers + width * static_cast<std::ptrdiff_t>(panel.first);
  const double* const second = first + width * panel.stride;
  Lanes one, below, two, inverse, next_inverse;
  load(first, one);
  load(first + width, below);
  load(second + width, two);
  pivots.take(one, inverse);
  const Lanes factor = below * inverse;
  pivots.take(two - below * factor, next_inverse);
  if (panel.num_rows == 2) return;
  Lanes a, b, c, d;
  load(first + 2 * width, a);
  load(first + 3 * width, b);
  load(second + 2 * width, c);
  load(second + 3 * width, d);
  c -= a * factor;
  d -= b * factor;
  const Lanes of_a = a * inverse, of_b = b * inverse, of_c = c * next_inverse, of_d = d * next_inverse;
  const Update& update = updates_[panel.first_update];
  double* const target = numbers + width * static_cast<std::ptrdiff_t>(update.target);
  double* const last = target + width * (update.target_stride + 1);
  Lanes x, y, z;
  load(target, x);
  load(target + width, y);
  load(last, z);
  store(target, x - a * of_a - c * of_c);
  store(target + width, y - b * of_a - d * of_c);
  store(last, z - b * of_b - d * of_d);
}

/// Column by column of all rows below, some at a time, then what later panels lose.
template <class Lanes>
[[gnu::always_inline]] inline void BlockCholesky::eliminate(const Panel& panel, double* numbers,
                                                            Pivots<Lanes>& pivots) const {
  constexpr std::ptrdiff_t width = Pivots<Lanes>::width;
  constexpr int most_together = 6;
  const std::ptrdiff_t stride = width * panel.stride;
  Lanes inverse[most_together];
  for (int first = 0; first < panel.num_columns; first += most_together) {
    double* const columns = numbers + width * static_cast<std::ptrdiff_t>(panel.first) + first * stride;
    const int count = std::min(most_together, panel.num_columns - first);
    for (int k = 0; k < count; ++k) {
      const double* const column = columns + k * stride;
      Lanes pivot, factor;
      load(column + width * (first + k), pivot);
      pivots.take(pivot, inverse[k]);
      for (int j = first + k + 1; j < panel.num_columns; ++j) {
        double* const next = columns + (j - first) * stride;
        load(column + width * j, factor);
        factor *= inverse[k];
        for (int i = j; i < panel.num_rows; ++i) lower(next + width * i, column + width * i, factor);
      }
    }
    for (int u = 0; u < panel.num_updates; ++u) {
      const Update& update = updates_[panel.first_update + u];
      double* target = numbers + width * static_cast<std::ptrdiff_t>(update.target);
      for (int q = 0; q < update.num_columns; ++q, target += width * update.target_stride)
        for (int k = 0; k < count; ++k) {
          const double* const column = columns + k * stride;
          Lanes factor;
          load(column + width * (update.columns + q), factor);
          factor *= inverse[k];
          for (int p = update.rows == update.columns ? q : 0; p < update.num_rows; ++p)
            lower(target + width * p, column + width * (update.rows + p), factor);
        }
    }
  }
}

template <class Lanes>
[[gnu::always_inline]] inline void BlockCholesky::judge_pivots(const Lanes& factors, double* numbers,
                                                               Pivots<Lanes>& pivots) const {
  constexpr std::ptrdiff_t width = Pivots<Lanes>::width;
  Lanes lanes;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    fill(lanes, numbers_[i]);
    store(numbers + width * static_cast<std::ptrdiff_t>(i), lanes);
  }
  for (const std::size_t at : diagonal_) {
    fill(lanes, numbers_[at]);
    store(numbers + width * static_cast<std::ptrdiff_t>(at), Lanes(lanes * factors));
  }
  for (const Panel& panel : panels_)
    panel.is_of_points ? eliminate_points(panel, numbers, pivots) : eliminate(panel, numbers, pivots);
}

PERPEND_FUSED void BlockCholesky::judge_together(const Diagonals& factors, std::array<bool, num_together>& out) {
  Pivots<DoubleQuad> pivots;
  judge_pivots(quad_at(factors.data()), lanes_.data(), pivots);
  for (int i = 0; i < num_together; ++i) out[i] = pivots.are_positive[i] != 0;
}

std::array<bool, BlockCholesky::num_together> BlockCholesky::have_positive_pivots(const Diagonals& factors) {
  std::array<bool, num_together> result{};
  if (has_fused()) {
    judge_together(factors, result);
    return result;
  }
  for (int i = 0; i < num_together; ++i) {
    Pivots<double> pivots;
    judge_pivots(factors[i], factor_.data(), pivots);
    result[i] = pivots.are_positive;
  }
  return result;
}

}  // namespace perpend
