#include "verification/solves/delassus_matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "kernel/model/numbers/double_pair.hpp"
#include "kernel/model/numbers/repeat.hpp"
#include "verification/arithmetic/rounding.hpp"

namespace perpend {

namespace {

/// A body that many joints share couples all of their rows: beyond this many products (a quarter of a GB) W is not
/// formed.
constexpr std::size_t most_products = 20'000'000;

}  // namespace

struct DelassusMatrix::Layout {
  std::vector<int> kept;
  std::vector<Side> sides;
  std::vector<int> value_at;
  std::vector<std::pair<int, int>> overlaps;  ///< sides that share columns, or one with itself
  std::vector<int> sizes;                     ///< of the blocks of W
  std::vector<std::pair<int, int>> coupled;   ///< different blocks
  bool too_large = false;
};

DelassusMatrix::Layout DelassusMatrix::make_layout(const ConstraintRows& layout, std::span<const int> left_out) {
  Layout made;
  std::vector<char> is_kept(layout.num_rows, 1);
  for (const int row : left_out) is_kept[row] = 0;
  std::size_t weighted = 0;
  for (const RowBlock& block : layout.blocks) {
    const int first = static_cast<int>(made.kept.size());
    for (int r = 0; r < block.num_rows; ++r)
      if (is_kept[block.first_row + r] != 0) made.kept.push_back(block.first_row + r);
    const int num_rows = static_cast<int>(made.kept.size()) - first;
    if (num_rows == 0) continue;
    for (int side = 0; side < num_sides; ++side) {
      if (block.num_columns[side] == 0) continue;
      made.sides.push_back({.block = static_cast<int>(made.sizes.size()),
                            .first_row = first,
                            .num_rows = num_rows,
                            .first_place = static_cast<int>(made.value_at.size()),
                            .width = block.num_columns[side],
                            .first_column = block.first_column[side],
                            .weighted = weighted});
      weighted += static_cast<std::size_t>(made.sides.back().stride()) * block.num_columns[side];
      for (int r = 0; r < made.sides.back().stride(); ++r) {
        const int row = made.kept[first + std::min(r, num_rows - 1)] - block.first_row;
        made.value_at.push_back(block.first_value[side] + row * block.num_columns[side]);
      }
    }
    made.sizes.push_back(num_rows);
  }
  std::vector<std::vector<int>> sides_at(layout.num_columns);
  for (int s = 0; s < static_cast<int>(made.sides.size()); ++s)
    for (int c = 0; c < made.sides[s].width; ++c) sides_at[made.sides[s].first_column + c].push_back(s);
  std::size_t products = 0;
  for (const std::vector<int>& sides : sides_at) {
    std::size_t rows = 0;
    for (const int s : sides) rows += made.sides[s].num_rows;
    products += rows * rows;
  }
  made.too_large = products > most_products;
  if (made.too_large) return made;
  std::set<std::pair<int, int>> coupled;
  for (int c = 0; c < layout.num_columns; ++c)
    for (const int one : sides_at[c])
      for (const int other : sides_at[c]) {
        const bool begins_here = c == std::max(made.sides[one].first_column, made.sides[other].first_column);
        if (other > one || !begins_here) continue;
        made.overlaps.emplace_back(one, other);
        const int a = made.sides[one].block;
        const int b = made.sides[other].block;
        if (a != b) coupled.emplace(std::max(a, b), std::min(a, b));
      }
  made.coupled.assign(coupled.begin(), coupled.end());
  return made;
}

DelassusMatrix::DelassusMatrix(const ConstraintRows& layout, std::span<const int> left_out)
    : DelassusMatrix(layout, make_layout(layout, left_out)) {}

DelassusMatrix::DelassusMatrix(const ConstraintRows& layout, Layout&& made)
    : pattern_(layout),
      root_(layout.num_columns),
      kept_(std::move(made.kept)),
      sides_(std::move(made.sides)),
      value_at_(std::move(made.value_at)),
      too_large_(made.too_large),
      cholesky_(made.sizes, made.coupled) {
  std::vector<int> terms(made.sizes.size(), 0);
  std::size_t weighted = 0;
  for (const Side& side : sides_) {
    terms[side.block] += side.width;
    weighted = side.weighted + static_cast<std::size_t>(side.stride()) * side.width;
  }
  weighted_.assign(weighted, 0.0);
  for (const int count : terms) most_terms_ = std::max(most_terms_, count);
  const auto is_point = [](const Side& side) { return side.num_rows == 2 && side.width == 3; };
  if (std::all_of(sides_.begin(), sides_.end(), is_point))
    for (const Side& side : sides_)
      points_.push_back(
          {value_at_[side.first_place], value_at_[side.first_place + 1], side.first_column, side.weighted});
  for (const auto& [one, other] : made.overlaps) make_product(sides_[one], sides_[other]);
  are_of_points_ = std::all_of(products_.begin(), products_.end(), is_of_points);
  for (int k = 0; k < cholesky_.size(); ++k) diagonal_.push_back(cholesky_.diagonal(k));
  std::vector<int> width = made.sizes;
  for (const auto& [a, b] : made.coupled) {
    width[a] += made.sizes[b];
    width[b] += made.sizes[a];
  }
  for (const int w : width) widest_row_ = std::max(widest_row_, w);
}

bool DelassusMatrix::is_of_points(const Product& product) {
  return product.num_terms == 3 && product.num_rows == 2 && product.num_columns == 2;
}

void DelassusMatrix::make_product(const Side& one, const Side& other) {
  const BlockPlace place = cholesky_.place(one.block, other.block);
  const Side& rows = place.is_transposed ? other : one;
  const Side& columns = place.is_transposed ? one : other;
  const int first = std::max(one.first_column, other.first_column);
  const int end = std::min(one.first_column + one.width, other.first_column + other.width);
  products_.push_back(
      {.rows = rows.weighted + static_cast<std::size_t>(first - rows.first_column) * rows.stride(),
       .columns = columns.weighted + static_cast<std::size_t>(first - columns.first_column) * columns.stride(),
       .row_stride = rows.stride(),
       .column_stride = columns.stride(),
       .num_rows = rows.num_rows,
       .num_columns = columns.num_rows,
       .num_terms = end - first,
       .is_diagonal = one.block == other.block,
       .target = place.first,
       .target_stride = place.stride});
}

void DelassusMatrix::clear_row(double* first, const Side& side) {
  for (int c = 0; c < side.width; ++c) first[c * side.stride()] = 0.0;
}

/// The same numbers as by `divide_rows`. Pre: M is diagonal, all sides are points.
void DelassusMatrix::divide_points(const double* values) {
  for (const SideOfPoint& point : points_) {
    const double* one = values + point.first_row;
    const double* other = values + point.second_row;
    const double* inverse = root_.inverse_diagonal().data() + point.first_column;
    double* out = weighted_.data() + point.weighted;
    repeat<3>([&]<int c>() { set_pair(out + 2 * c, DoublePair{one[c], other[c]} * in_both(inverse[c])); });
  }
}

/// False when rows touch a part of an inertia.
bool DelassusMatrix::divide_rows(const ConstraintRows& rows, std::span<const char> active) {
  const bool all_active = std::find(active.begin(), active.end(), char{0}) == active.end();
  if (all_active && root_.is_diagonal() && !points_.empty()) {
    divide_points(rows.values.data());
    return true;
  }
  for (const Side& side : sides_) {
    double* out = weighted_.data() + side.weighted;
    const int stride = side.stride();
    const double* values = rows.values.data();
    const int* value_at = value_at_.data() + side.first_place;
    const auto entry = [&](int c, int pair) {
      return DoublePair{values[value_at[2 * pair] + c], values[value_at[2 * pair + 1] + c]};
    };
    const auto keep = [&](int c, int pair, DoublePair quotient) { set_pair(out + c * stride + 2 * pair, quotient); };
    if (root_.is_diagonal()) {
      const double* inverse = root_.inverse_diagonal().data() + side.first_column;
      for (int pair = 0; pair < stride / 2; ++pair)
        for (int c = 0; c < side.width; ++c) keep(c, pair, entry(c, pair) * in_both(inverse[c]));
    } else if (!root_.divide(side.first_column, side.width, stride / 2, entry, keep)) {
      return false;
    }
    for (int r = 0; !all_active && r < side.num_rows; ++r)
      if (active[kept_[side.first_row + r]] == 0) clear_row(out + r, side);
    if (stride > side.num_rows) clear_row(out + side.num_rows, side);
  }
  return true;
}

/// Two rows at a time; a block on the diagonal from its diagonal on.
template <int num_terms>
void DelassusMatrix::add_product(const Product& product, int first_term, double* target) const {
  const double* rows = weighted_.data() + product.rows + first_term * product.row_stride;
  const double* column = weighted_.data() + product.columns + first_term * product.column_stride;
  const int stride = product.row_stride;
  for (int j = 0; j < product.num_columns; ++j, ++column, target += product.target_stride) {
    std::array<DoublePair, num_terms> factors;
    repeat<num_terms>([&]<int c>() { factors[c] = in_both(column[c * product.column_stride]); });
    for (int i = product.is_diagonal ? j / 2 * 2 : 0; i < product.num_rows; i += 2) {
      DoublePair sum = pair_at(target + i);
      repeat<num_terms>([&]<int c>() { sum += pair_at(rows + c * stride + i) * factors[c]; });
      set_pair(target + i, sum);
    }
  }
}

[[gnu::always_inline]] inline void DelassusMatrix::add_product_of_points(const Product& product, double* target) const {
  const double* rows = weighted_.data() + product.rows;
  const double* column = weighted_.data() + product.columns;
  DoublePair first = pair_at(target);
  DoublePair second = pair_at(target + product.target_stride);
  repeat<3>([&]<int c>() {
    const DoublePair row = pair_at(rows + 2 * c);
    first += row * in_both(column[2 * c]);
    second += row * in_both(column[2 * c + 1]);
  });
  set_pair(target, first);
  set_pair(target + product.target_stride, second);
}

/// A body in space has 6 columns, one in the plane and a particle 3, a row of coordinates 1.
void DelassusMatrix::add_products() {
  double* numbers = cholesky_.numbers().data();
  if (are_of_points_) {
    for (const Product& product : products_) add_product_of_points(product, numbers + product.target);
    return;
  }
  for (const Product& product : products_) {
    double* target = numbers + product.target;
    if (is_of_points(product)) {
      add_product_of_points(product, target);
      continue;
    }
    int term = 0;
    for (; term + 6 <= product.num_terms; term += 6) add_product<6>(product, term, target);
    for (; term + 3 <= product.num_terms; term += 3) add_product<3>(product, term, target);
    for (; term < product.num_terms; ++term) add_product<1>(product, term, target);
  }
}

/// W_ij = sum_c K_ic K_jc (+ E_ii). With e the relative error of K, and gamma for a product, the additions, E and one
/// for underflow: sum_c |K_ic| |K_jc| <= sqrt(W_ii W_jj) by Cauchy and Schwarz.
double DelassusMatrix::forming_error() const {
  const double e = root_.substitution_error();
  return (2.0 * e + e * e + gamma_bound(most_terms_ + 3) * (1.0 + e) * (1.0 + e)) * (1.0 + 0x1p-40);
}

const char* DelassusMatrix::form(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
                                 std::span<const char> active) {
  const char* reason = weigh(mass, rows, compliance, active);
  return reason != nullptr ? reason : multiply(compliance, active);
}

const char* DelassusMatrix::weigh(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
                                  std::span<const char> active) {
  if (too_large_) return "one body carries too many constraint rows to form the Delassus matrix";
  if (pattern_.has_repeats()) return "a joint connects a body with itself";
  if (!pattern_.fits(rows) || compliance.size() != rows.num_rows)
    return "the sizes of masses, rows and compliance do not match";
  if (const char* reason = root_.factorize(mass)) return reason;
  return divide_rows(rows, active) ? nullptr : "a constraint row touches a part of an inertia";
}

const char* DelassusMatrix::multiply(const VectorX& compliance, std::span<const char> active) {
  std::fill(cholesky_.numbers().begin(), cholesky_.numbers().end(), 0.0);
  add_products();
  for (int k = 0; k < cholesky_.size(); ++k) {
    double& sum = cholesky_.numbers()[diagonal_[k]];
    if (active[kept_[k]] == 0) {
      sum = 1.0;
      continue;
    }
    if (!(compliance[kept_[k]] >= 0.0)) return "a compliance is negative or not a number";
    sum += compliance[kept_[k]];
    if (sum != 0.0 && !is_in_scale(sum)) return "a constraint row is not finite or out of scale";
  }
  return nullptr;
}

double DelassusMatrix::scale_of(int row) const {
  return 1.0 / std::sqrt(cholesky_.numbers()[cholesky_.diagonal(row)]);
}

void DelassusMatrix::find_scales(std::span<double> out) const {
  for (const Side& side : sides_)
    for (int r = 0; r < side.stride(); ++r) {
      const double scale = scale_of(side.first_row + std::min(r, side.num_rows - 1));
      for (int c = 0; c < side.width; ++c) out[side.weighted + static_cast<std::size_t>(c) * side.stride() + r] = scale;
    }
}

void DelassusMatrix::find_row_weights(std::span<const char> active, std::span<double> out) const {
  for (const Side& side : sides_)
    for (int r = 0; r < side.num_rows; ++r) {
      if (active[kept_[side.first_row + r]] == 0) continue;
      const double scale = scale_of(side.first_row + r);
      for (int c = 0; c < side.width; ++c)
        out[value_at_[side.first_place + r] + c] = scale * root_.inverse_diagonal()[side.first_column + c];
    }
}

void DelassusMatrix::multiply_weighted(const VectorX& x, std::span<double> out) const {
  VectorX weighted(x.size());
  std::fill(out.begin(), out.end(), 0.0);
  const auto entry = [&](int c, int) { return x[c]; };
  const auto keep = [&](int c, int, double quotient) { weighted[c] = quotient; };
  if (!root_.divide(0, static_cast<int>(x.size()), 1, entry, keep)) return;
  for (const Side& side : sides_)
    for (int c = 0; c < side.width; ++c) {
      const double* column = weighted_.data() + side.weighted + static_cast<std::size_t>(c) * side.stride();
      for (int r = 0; r < side.num_rows; ++r) out[side.first_row + r] += column[r] * weighted[side.first_column + c];
    }
}

}  // namespace perpend
