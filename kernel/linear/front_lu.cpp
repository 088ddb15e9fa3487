#include "kernel/linear/front_lu.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernel/linear/front_arithmetic.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// Multiplications between two questions whether to stop: some milliseconds.
constexpr double work_at_once = 1e7;

/// P D = L U in place, with partial pivoting, of a block whose columns are `stride` apart; 1 / U_kk on the diagonal.
/// `exchanged`: the row that came to each place when it was chosen. False when a pivot vanishes or is not finite.
template <int width>
bool eliminate_block(double* block, std::ptrdiff_t stride, int* exchanged) {
  double a[width][width];
  repeat<width>([&]<int c>() { repeat<width>([&]<int r>() { a[r][c] = block[c * stride + r]; }); });
  for (int k = 0; k < width; ++k) {
    int p = k;
    for (int i = k + 1; i < width; ++i)
      if (std::abs(a[i][k]) > std::abs(a[p][k])) p = i;
    exchanged[k] = p;
    if (p != k) std::swap_ranges(a[p], a[p] + width, a[k]);
    const double pivot = a[k][k];
    const double inverse = a[k][k] = 1.0 / pivot;
    if (!std::isfinite(pivot) || !std::isfinite(inverse)) return false;
    for (int i = k + 1; i < width; ++i) {
      const double factor = a[i][k] *= inverse;
      for (int c = k + 1; c < width; ++c) a[i][c] -= factor * a[k][c];
    }
  }
  repeat<width>([&]<int c>() { repeat<width>([&]<int r>() { block[c * stride + r] = a[r][c]; }); });
  return true;
}

/// B U^-1, of `rows` rows of b.
template <int width>
void divide_by_upper(double* b, const double* block, std::ptrdiff_t stride, int rows) {
  repeat<width>([&]<int c>() {
    double* column = b + c * stride;
    const double* u = block + c * stride;
    for (int i = 0; i < rows; ++i) {
      double sum = column[i];
      repeat<c>([&]<int m>() { sum -= b[m * stride + i] * u[m]; });
      column[i] = sum * u[c];
    }
  });
}

/// (L^-1 P C)^T, of `rows` rows of the transpose of C.
template <int width>
void divide_by_lower(double* b, const double* block, std::ptrdiff_t stride, const int* exchanged, int rows) {
  for (int k = 0; k < width; ++k)
    if (exchanged[k] != k) std::swap_ranges(b + k * stride, b + k * stride + rows, b + exchanged[k] * stride);
  repeat<width>([&]<int c>() {
    double* column = b + c * stride;
    for (int i = 0; i < rows; ++i) {
      double sum = column[i];
      repeat<c>([&]<int m>() { sum -= b[m * stride + i] * block[m * stride + c]; });
      column[i] = sum;
    }
  });
}

/// The lower part of c, whole diagonal blocks or what is below them, less a b^T; `size` rows of both.
template <int width>
void subtract_product(const double* a, const double* b, std::ptrdiff_t stride, int depth, int size, bool with_diagonal,
                      double* c) {
  for (int j = 0; j < size; j += width) {
    const int first = with_diagonal ? j : j + width;
    subtract_columns<width>(a + first, b + j, stride, depth, size - first,
                            c + static_cast<std::ptrdiff_t>(j) * size + first, size);
  }
}

/// What a child left to the columns of the front, from `first` rows below the diagonal of each block on, or to the
/// front's own update.
template <int width>
void add_update(const FrontPattern& pattern, const FrontPattern::Front& child, const double* from,
                const FrontPattern::Front& front, double* values, double* update, bool with_diagonal) {
  const int* place = pattern.in_parent.data() + child.first_below;
  const int num_blocks = child.num_below / width;
  for (int block = 0; block < num_blocks; ++block) {
    for (int c = 0; c < width; ++c, from += child.num_below) {
      const int column = place[block] + c;
      double* to =
          column < front.num_columns
              ? values + front.values + static_cast<std::ptrdiff_t>(column) * front.stride()
              : update + static_cast<std::ptrdiff_t>(column - front.num_columns) * front.num_below - front.num_columns;
      for (int i = with_diagonal ? block : block + 1; i < num_blocks; ++i)
        repeat<width>([&]<int r>() { to[place[i] + r] += from[i * width + r]; });
    }
  }
}

}  // namespace

FrontLu::FrontLu(FrontPattern pattern)
    : pattern_(std::move(pattern)),
      lower_(static_cast<std::size_t>(pattern_.num_values), 0.0),
      upper_(lower_.size(), 0.0),
      lower_updates_(static_cast<std::size_t>(pattern_.most_updates), 0.0),
      upper_updates_(lower_updates_.size(), 0.0),
      exchanged_(static_cast<std::size_t>(pattern_.num_unknowns), 0),
      rows_(static_cast<std::size_t>(pattern_.most_rows), 0.0) {
  waiting_.reserve(pattern_.fronts.size());
}

void FrontLu::clear() {
  std::fill(lower_.begin(), lower_.end(), 0.0);
  std::fill(upper_.begin(), upper_.end(), 0.0);
}

/// Adds what the children left, from the top of the stacks down.
template <int width>
void FrontLu::take_updates(int front, std::size_t& top, const Updates& updates) {
  const FrontPattern::Front& parent = pattern_.fronts[front];
  for (; !waiting_.empty() && pattern_.fronts[waiting_.back()].parent == front; waiting_.pop_back()) {
    const FrontPattern::Front& child = pattern_.fronts[waiting_.back()];
    top -= static_cast<std::size_t>(child.num_below) * child.num_below;
    add_update<width>(pattern_, child, lower_updates_.data() + top, parent, lower_.data(), updates.lower, true);
    add_update<width>(pattern_, child, upper_updates_.data() + top, parent, upper_.data(), updates.upper, false);
  }
}

template <int width>
bool FrontLu::eliminate(const FrontPattern::Front& front) {
  const std::ptrdiff_t stride = front.stride();
  double* lower = lower_.data() + front.values;
  double* upper = upper_.data() + front.values;
  for (int k = 0; k < front.num_columns; k += width) {
    const int left = front.num_rows() - k;
    double* diagonal = lower + k * (stride + 1);
    double* right = upper + k * (stride + 1) + width;
    subtract_columns<width>(lower + k, upper + k, stride, k, left, diagonal, stride);
    subtract_columns<width>(upper + k + width, lower + k, stride, k, left - width, right, stride);
    int* exchanged = exchanged_.data() + front.first_column + k;
    if (!eliminate_block<width>(diagonal, stride, exchanged)) return false;
    divide_by_upper<width>(diagonal + width, diagonal, stride, left - width);
    divide_by_lower<width>(right, diagonal, stride, exchanged, left - width);
  }
  return true;
}

template <int width>
bool FrontLu::factorize_fronts() {
  std::size_t top = 0;
  double work = 0.0;
  waiting_.clear();
  for (std::size_t f = 0; f < pattern_.fronts.size(); ++f) {
    const FrontPattern::Front& front = pattern_.fronts[f];
    const std::size_t size = static_cast<std::size_t>(front.num_below) * front.num_below;
    const Updates updates{lower_updates_.data() + top, upper_updates_.data() + top};
    std::fill_n(updates.lower, size, 0.0);
    std::fill_n(updates.upper, size, 0.0);
    take_updates<width>(static_cast<int>(f), top, updates);
    if (!eliminate<width>(front)) return false;
    const double* lower = lower_.data() + front.values + front.num_columns;
    const double* upper = upper_.data() + front.values + front.num_columns;
    subtract_product<width>(lower, upper, front.stride(), front.num_columns, front.num_below, true, updates.lower);
    subtract_product<width>(upper, lower, front.stride(), front.num_columns, front.num_below, false, updates.upper);
    // Where no update waits yet there may be no room, and nothing to move.
    if (size > 0) {
      std::memmove(lower_updates_.data() + top, updates.lower, size * sizeof(double));
      std::memmove(upper_updates_.data() + top, updates.upper, size * sizeof(double));
      waiting_.push_back(static_cast<int>(f));
    }
    top += size;
    work += static_cast<double>(front.num_columns) * front.num_rows() * front.num_rows();
    if (work < work_at_once) continue;
    if (must_stop()) return false;
    work = 0.0;
  }
  return true;
}

bool FrontLu::factorize() {
  bool is_done = false;
  for_width(pattern_.width, [&]<int width>() { is_done = factorize_fronts<width>(); });
  return is_done;
}

template <int width>
void FrontLu::substitute(const FrontPattern::Front& front, double* x) {
  const std::ptrdiff_t stride = front.stride();
  double* y = rows_.data();
  take_columns(front, x, y);
  for (int k = 0; k < front.num_columns; k += width) {
    const double* l = lower_.data() + front.values + k * stride;
    const int* exchanged = exchanged_.data() + front.first_column + k;
    for (int i = 0; i < width; ++i) std::swap(y[k + i], y[k + exchanged[i]]);
    repeat<width>([&]<int i>() { repeat<i>([&]<int j>() { y[k + i] -= l[j * stride + k + i] * y[k + j]; }); });
    for (int i = k + width; i < front.num_rows(); ++i)
      repeat<width>([&]<int j>() { y[i] -= l[j * stride + i] * y[k + j]; });
  }
  give_columns(front, y, x);
  add_rows_below<width>(pattern_, front, y, x);
}

template <int width>
void FrontLu::substitute_back(const FrontPattern::Front& front, double* x) {
  const std::ptrdiff_t stride = front.stride();
  double* y = rows_.data();
  take_rows<width>(pattern_, front, x, y);
  for (int k = front.num_columns - width; k >= 0; k -= width) {
    const double* u = upper_.data() + front.values + k * stride;
    const double* block = lower_.data() + front.values + k * (stride + 1);
    double left[width];
    repeat<width>([&]<int j>() { left[j] = y[k + j]; });
    for (int i = k + width; i < front.num_rows(); ++i)
      repeat<width>([&]<int j>() { left[j] -= u[j * stride + i] * y[i]; });
    repeat<width>([&]<int from_last>() {
      constexpr int r = width - 1 - from_last;
      repeat<from_last>([&]<int m>() { left[r] -= block[(r + 1 + m) * stride + r] * y[k + r + 1 + m]; });
      y[k + r] = left[r] * block[r * stride + r];
    });
  }
  give_columns(front, y, x);
}

void FrontLu::solve(double* x) {
  for_width(pattern_.width, [&]<int width>() {
    for (const FrontPattern::Front& front : pattern_.fronts) {
      // A right-hand side of one entry passes by most fronts.
      const double* first = x + front.first_column;
      if (std::any_of(first, first + front.num_columns, [](double y) { return y != 0.0; })) substitute<width>(front, x);
    }
    for (auto front = pattern_.fronts.rbegin(); front != pattern_.fronts.rend(); ++front)
      substitute_back<width>(*front, x);
  });
}

}  // namespace perpend
