#include "verification/checker/statements/sparse.hpp"

#include "verification/checker/read_json.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

std::vector<int> whole_numbers(const json& from, const char* name) {
  std::vector<int> result;
  for (const json& value : list(from, name)) result.push_back(whole_number(value, name));
  return result;
}

bool are_compressed_rows(const std::vector<int>& first, const SparseMatrix& a, std::size_t num_entries) {
  if (first.size() != static_cast<std::size_t>(a.num_rows) + 1 || first.front() != 0) return false;
  for (int i = 0; i < a.num_rows; ++i)
    if (first[i] > first[i + 1]) return false;
  return static_cast<std::size_t>(first.back()) == num_entries;
}

}  // namespace

long SparseMatrix::num_entries() const {
  long count = 0;
  for (const SparseRow& row : rows) count += static_cast<long>(row.size());
  return count;
}

SparseMatrix read_matrix(const json& data, const char* name) {
  const json& from = object(data, name);
  SparseMatrix a;
  a.num_rows = whole_number(from, "num_rows");
  a.num_columns = whole_number(from, "num_columns");
  const std::vector<int> first = whole_numbers(from, "first"), columns = whole_numbers(from, "column");
  const std::vector<Rational> values = numbers(from, "value");
  if (values.size() != columns.size() || !are_compressed_rows(first, a, values.size()))
    throw DataError(std::string(name) + " is not compressed rows");
  a.rows.resize(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = first[i]; k < first[i + 1]; ++k) {
      if (columns[k] >= a.num_columns || (k > first[i] && columns[k] <= columns[k - 1]))
        throw DataError(std::string(name) + " has columns that do not increase, or that it has not");
      a.rows[i].push_back({columns[k], values[k]});
    }
  return a;
}

SparseMatrix read_square(const json& data, const char* name) {
  SparseMatrix a = read_matrix(data, name);
  if (!a.is_square()) throw DataError(std::string(name) + " is not square");
  return a;
}

std::vector<Rational> read_vector(const json& data, const char* name, int size) {
  std::vector<Rational> x = numbers(data, name);
  if (static_cast<int>(x.size()) != size) throw DataError(std::string(name) + " has another size");
  return x;
}

std::vector<int> joined_rows(const SparseMatrix& a, int block, int num_in_blocks) {
  std::vector<int> above(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i) above[i] = i < num_in_blocks ? i / block * block : i;
  const auto top = [&](int i) {
    while (above[i] != i) i = above[i] = above[above[i]];
    return i;
  };
  for (int i = 0; i < a.num_rows; ++i)
    for (const Entry& entry : a.rows[i])
      if (!entry.value.is_zero()) above[top(i)] = top(entry.column);
  std::vector<int> result(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i) result[i] = top(i);
  return result;
}

void take_largest_joined(const std::vector<int>& joined, const std::vector<Rational>& size, int begin, int end,
                         std::vector<Rational>& largest) {
  std::vector<Rational> most(joined.size());
  for (int i = begin; i < end; ++i) most[joined[i]] = std::max(most[joined[i]], size[i]);
  for (int i = begin; i < end; ++i) largest[i] = most[joined[i]];
}

SparseMatrix transposed(const SparseMatrix& a) {
  SparseMatrix result{a.num_columns, a.num_rows, std::vector<SparseRow>(a.num_columns)};
  for (int i = 0; i < a.num_rows; ++i)
    for (const Entry& entry : a.rows[i]) result.rows[entry.column].push_back({i, entry.value});
  return result;
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

Rational form(const std::vector<Rational>& x, const SparseMatrix& a, const std::vector<Rational>& y) {
  const std::vector<Rational> image = product(a, y);
  Rational sum;
  for (int i = 0; i < a.num_rows; ++i) sum.add_product(x[i], image[i]);
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

Matrix column(const std::vector<Rational>& x) {
  Matrix result(static_cast<long>(x.size()), 1);
  for (std::size_t i = 0; i < x.size(); ++i) result.set(static_cast<long>(i), 0, x[i]);
  return result;
}

}  // namespace perpend::checker
