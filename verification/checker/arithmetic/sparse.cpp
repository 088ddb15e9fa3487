#include "verification/checker/arithmetic/sparse.hpp"

#include <algorithm>
#include <numeric>

namespace perpend::checker {

Rational dot(const std::vector<Rational>& x, const std::vector<Rational>& y) {
  Rational sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum.add_product(x[i], y[i]);
  return sum;
}

Rational largest_of(const std::vector<Rational>& values) {
  Rational result;
  for (const Rational& x : values) result = std::max(result, x.abs());
  return result;
}

Rational size_of(const SparseRow& row) {
  Rational sum;
  for (const Entry& entry : row) sum += entry.value.abs();
  return sum;
}

std::vector<int> places(const std::vector<int>& rows, int n) {
  std::vector<int> place(n, -1);
  for (std::size_t k = 0; k < rows.size(); ++k) place[rows[k]] = static_cast<int>(k);
  return place;
}

SparseMatrix principal_block(const SparseMatrix& a, const std::vector<int>& rows) {
  const std::vector<int> place = places(rows, a.num_columns);
  const int n = static_cast<int>(rows.size());
  SparseMatrix block{n, n, std::vector<SparseRow>(n)};
  for (int k = 0; k < n; ++k)
    for (const Entry& entry : a.rows[rows[k]])
      if (place[entry.column] >= 0) block.rows[k].push_back({place[entry.column], entry.value});
  return block;
}

Matrix dense_block(const SparseMatrix& a, const std::vector<int>& rows, const std::vector<int>& columns) {
  const std::vector<int> place = places(columns, a.num_columns);
  Matrix result(static_cast<long>(rows.size()), static_cast<long>(columns.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const Entry& entry : a.rows[rows[i]])
      if (place[entry.column] >= 0) result.set(static_cast<long>(i), place[entry.column], entry.value);
  return result;
}

SparseMatrix sparse(const Matrix& a) {
  SparseMatrix result{static_cast<int>(a.rows()), static_cast<int>(a.columns()), std::vector<SparseRow>(a.rows())};
  for (int i = 0; i < result.num_rows; ++i)
    for (int j = 0; j < result.num_columns; ++j)
      if (!a.is_zero_at(i, j)) result.rows[i].push_back({j, a.at(i, j)});
  return result;
}

Matrix dense(const SparseMatrix& a) {
  Matrix result(a.num_rows, a.num_columns);
  for (int i = 0; i < a.num_rows; ++i)
    for (const Entry& entry : a.rows[i]) result.set(i, entry.column, entry.value);
  return result;
}

Groups::Groups(int count) : above_(static_cast<std::size_t>(count)) {
  std::iota(above_.begin(), above_.end(), 0);
}

int Groups::of(int i) {
  while (above_[i] != i) i = above_[i] = above_[above_[i]];
  return i;
}

std::vector<int> joined_rows(const SparseMatrix& a, int block, int num_in_blocks) {
  Groups groups(a.num_rows);
  for (int i = 0; i < num_in_blocks; ++i) groups.join(i, i / block * block);
  for (int i = 0; i < a.num_rows; ++i)
    for (const Entry& entry : a.rows[i])
      if (!entry.value.is_zero()) groups.join(i, entry.column);
  std::vector<int> result(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i) result[i] = groups.of(i);
  return result;
}

void take_largest_joined(const std::vector<int>& joined, const std::vector<Rational>& size, int begin, int end,
                         std::vector<Rational>& largest) {
  std::vector<Rational> most(joined.size());
  for (int i = begin; i < end; ++i) most[joined[i]] = std::max(most[joined[i]], size[i]);
  for (int i = begin; i < end; ++i) largest[i] = most[joined[i]];
}

std::vector<SparseRow> transposed(const std::vector<SparseRow>& rows, int num_columns) {
  std::vector<SparseRow> result(num_columns);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const Entry& entry : rows[i]) result[entry.column].push_back({static_cast<int>(i), entry.value});
  return result;
}

SparseMatrix transposed(const SparseMatrix& a) {
  return {a.num_columns, a.num_rows, transposed(a.rows, a.num_columns)};
}

bool is_symmetric(const SparseMatrix& a) {
  if (!a.is_square()) return false;
  const std::vector<Rational> none(a.num_rows);
  const SparseMatrix difference = with_diagonal(a, 1, none), mirrored = with_diagonal(transposed(a), 1, none);
  for (int i = 0; i < a.num_rows; ++i) {
    if (difference.rows[i].size() != mirrored.rows[i].size()) return false;
    for (std::size_t k = 0; k < mirrored.rows[i].size(); ++k) {
      const Entry &one = difference.rows[i][k], &other = mirrored.rows[i][k];
      if (one.column != other.column || !(one.value == other.value)) return false;
    }
  }
  return true;
}

SparseMatrix with_diagonal(const SparseMatrix& a, int sign, const std::vector<Rational>& d) {
  SparseMatrix result{a.num_rows, a.num_columns, std::vector<SparseRow>(a.num_rows)};
  const auto add = [](SparseRow& row, int column, const Rational& value) {
    if (!row.empty() && row.back().column == column)
      row.back().value += value;
    else if (!value.is_zero())
      row.push_back({column, value});
    if (!row.empty() && row.back().value.is_zero()) row.pop_back();
  };
  for (int i = 0; i < a.num_rows; ++i) {
    bool is_added = false;
    for (const Entry& entry : a.rows[i]) {
      if (!is_added && entry.column >= i) {
        is_added = true;
        add(result.rows[i], i, d[i]);
      }
      add(result.rows[i], entry.column, Rational(sign) * entry.value);
    }
    if (!is_added) add(result.rows[i], i, d[i]);
  }
  return result;
}

SparseMatrix twice_symmetric_part(const SparseMatrix& a) {
  const SparseMatrix other = transposed(a);
  SparseMatrix result{a.num_rows, a.num_columns, std::vector<SparseRow>(a.num_rows)};
  for (int i = 0; i < a.num_rows; ++i) {
    auto left = a.rows[i].begin(), right = other.rows[i].begin();
    while (left != a.rows[i].end() || right != other.rows[i].end()) {
      const bool takes_left =
          right == other.rows[i].end() || (left != a.rows[i].end() && left->column <= right->column);
      const bool takes_right =
          left == a.rows[i].end() || (right != other.rows[i].end() && right->column <= left->column);
      Entry sum{takes_left ? left->column : right->column, Rational(0)};
      if (takes_left) sum.value += (left++)->value;
      if (takes_right) sum.value += (right++)->value;
      result.rows[i].push_back(std::move(sum));
    }
  }
  return result;
}

std::vector<Rational> diagonal(const SparseMatrix& a) {
  std::vector<Rational> d(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i)
    for (const Entry& entry : a.rows[i])
      if (entry.column == i) d[i] = entry.value;
  return d;
}

std::vector<Rational> product(const SparseMatrix& a, const std::vector<Rational>& x) {
  std::vector<Rational> result(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i)
    for (const Entry& entry : a.rows[i]) result[i].add_product(entry.value, x[entry.column]);
  return result;
}

std::vector<Rational> image(const SparseMatrix& a, const std::vector<Rational>& x, const std::vector<Rational>& b) {
  std::vector<Rational> result = product(a, x);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] += b[i];
  return result;
}

Rational form(const std::vector<Rational>& x, const SparseMatrix& a, const std::vector<Rational>& y) {
  return dot(x, product(a, y));
}

}  // namespace perpend::checker
