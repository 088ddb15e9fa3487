#include "kernel/solvers/factors/dense_cholesky.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/linear/front_arithmetic.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// Columns of L that the columns behind them take in one go; a multiple of tile_size.
constexpr int panel_width = 32;
constexpr int tile_size = 4;

/// c -= a b^T: four rows of a by four of b.
void subtract_square(const double* __restrict a, const DoublePair* __restrict b, int depth, double* __restrict c,
                     std::ptrdiff_t stride) {
  DoublePair sum[tile_size][2];
  repeat<tile_size>([&]<int j>() { repeat<2>([&]<int i>() { sum[j][i] = pair_at(c + j * stride + 2 * i); }); });
  for (int k = 0; k < depth; ++k, a += tile_size, b += tile_size) {
    const DoublePair left[2] = {pair_at(a), pair_at(a + 2)};
    repeat<tile_size>([&]<int j>() { repeat<2>([&]<int i>() { sum[j][i] -= left[i] * b[j]; }); });
  }
  repeat<tile_size>([&]<int j>() { repeat<2>([&]<int i>() { set_pair(c + j * stride + 2 * i, sum[j][i]); }); });
}

void subtract_one(double a, const double* from, double* to, int size) {
  for (int i = 0; i < size; ++i) to[i] -= a * from[i];
}

}  // namespace

GrowingMatrix& DenseCholesky::matrix(int size) {
  factor_.resize(size, size);
  return factor_;
}

bool DenseCholesky::factorize() {
  const int size = static_cast<int>(factor_.rows());
  for (int first = 0; first < size; first += panel_width) {
    if (must_stop()) return false;
    const int width = std::min(panel_width, size - first);
    if (!eliminate_panel(first, width)) return false;
    if (first + width == size) break;
    copy_panel(first, width);
    update_behind(first, width);
  }
  return true;
}

bool DenseCholesky::eliminate_panel(int first, int width) {
  const int size = static_cast<int>(factor_.rows());
  for (int k = first; k < first + width; k += tile_size) {
    const double* done = factor_.col(first).data() + k;
    if (k + tile_size <= first + width)
      subtract_columns<tile_size>(done, done, size, k - first, size - k, factor_.col(k).data() + k, size);
    else
      for (int j = k; j < first + width; ++j)
        subtract_columns<1>(done + j - k, done + j - k, size, k - first, size - j, factor_.col(j).data() + j, size);
    if (!eliminate_columns(k, std::min(tile_size, first + width - k))) return false;
  }
  return true;
}

/// A few columns that have taken all before them.
bool DenseCholesky::eliminate_columns(int first, int width) {
  const int size = static_cast<int>(factor_.rows());
  for (int k = first; k < first + width; ++k) {
    double* column = factor_.col(k).data();
    if (!(column[k] > 0.0) || !std::isfinite(column[k])) return false;
    const double root = std::sqrt(column[k]);
    for (int i = k; i < size; ++i) column[i] /= root;
    for (int j = k + 1; j < first + width; ++j)
      subtract_one(column[j], column + j, factor_.col(j).data() + j, size - j);
  }
  return true;
}

/// Its rows behind it, as many as fill tiles.
void DenseCholesky::copy_panel(int first, int width) {
  const int size = static_cast<int>(factor_.rows());
  const int num_tiles = (size - first - width) / tile_size;
  rows_.resize(static_cast<std::size_t>(num_tiles) * tile_size * width);
  multiples_.resize(rows_.size());
  for (int k = 0; k < width; ++k) {
    const double* from = factor_.col(first + k).data() + first + width;
    for (int tile = 0; tile < num_tiles; ++tile)
      for (int r = 0; r < tile_size; ++r) {
        const std::size_t at = (static_cast<std::size_t>(tile) * width + k) * tile_size + r;
        rows_[at] = from[tile * tile_size + r];
        multiples_[at] = in_both(rows_[at]);
      }
  }
}

/// The columns behind the panel. Tiles on the diagonal write above it, where nothing counts.
void DenseCholesky::update_behind(int first, int width) {
  const int size = static_cast<int>(factor_.rows());
  const int begin = first + width;
  const int num_tiles = (size - begin) / tile_size;
  const int last_row = begin + num_tiles * tile_size;
  const std::size_t step = static_cast<std::size_t>(width) * tile_size;
  for (int tile = 0; tile < num_tiles; ++tile) {
    const int j = begin + tile * tile_size;
    for (int below = tile; below < num_tiles; ++below)
      subtract_square(rows_.data() + below * step, multiples_.data() + tile * step, width,
                      factor_.col(j).data() + begin + below * tile_size, size);
    const double* panel = factor_.col(first).data();
    subtract_columns<tile_size>(panel + last_row, panel + j, size, width, size - last_row,
                                factor_.col(j).data() + last_row, size);
  }
  for (int j = last_row; j < size; ++j) {
    const double* row = factor_.col(first).data() + j;
    subtract_columns<1>(row, row, size, width, size - j, factor_.col(j).data() + j, size);
  }
}

bool DenseCholesky::solve(const GrowingVector& right, GrowingVector& x) const {
  const int size = static_cast<int>(factor_.rows());
  x = right;
  for (int k = 0; k < size; ++k) {
    const double* column = factor_.col(k).data();
    x[k] /= column[k];
    subtract_one(x[k], column + k + 1, x.data() + k + 1, size - k - 1);
  }
  for (int k = size; k-- > 0;) {
    const double* column = factor_.col(k).data();
    double sum = x[k];
    for (int i = k + 1; i < size; ++i) sum -= column[i] * x[i];
    x[k] = sum / column[k];
  }
  return x.allFinite();
}

}  // namespace perpend
