#include "verification/checker/mechanism/independence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "verification/checker/mechanism/row_errors.hpp"

namespace perpend::checker {

namespace {

Rational dot(const SparseRow& a, const SparseRow& b) {
  Rational sum;
  for (const Entry& x : a)
    for (const Entry& y : b)
      if (x.column == y.column) sum.add_product(x.value, y.value);
  return sum;
}

/// The block of M^-1 whose first column is given: 3 x 3 where an inertia begins, else 1 x 1.
Matrix inverse_block(const Data& data, int first) {
  const bool is_inertia = std::binary_search(data.inertias.begin(), data.inertias.end(), first);
  const long size = is_inertia ? 3 : 1;
  Matrix block(size, size), one(size, size);
  for (long i = 0; i < size; ++i) {
    one.set(i, i, Rational(1));
    for (const Entry& entry : data.mass_rows[first + i]) block.set(i, entry.column - first, entry.value);
  }
  return solve(block, one).value();
}

/// a - sum of y_k rows_k, squared.
Rational squared_remainder(const Data& data, int row, const std::vector<int>& kept, const Matrix& y, long column) {
  std::map<int, Rational> remainder;
  for (const Entry& entry : data.rows[row]) remainder[entry.column] += entry.value;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const Rational factor = y.at(static_cast<long>(k), column);
    if (factor.is_zero()) continue;
    for (const Entry& entry : data.rows[kept[k]]) remainder[entry.column].subtract_product(factor, entry.value);
  }
  Rational sum;
  for (const auto& [at, value] : remainder) sum.add_product(value, value);
  return sum;
}

std::vector<int> left_out(const Data& data) {
  std::vector<int> rows;
  for (int i = 0; i < data.num_rows; ++i)
    if (data.is_left_out[i] != 0) rows.push_back(i);
  return rows;
}

}  // namespace

const char* why_no_mechanism(const Data& data) {
  if (!has_positive_definite_mass(data)) return "the mass matrix is not positive definite";
  for (const Rational& e : data.compliance)
    if (e.sign() < 0) return "a compliance is negative";
  return nullptr;
}

Matrix dense_rows(const Data& data, const std::vector<int>& rows) {
  Matrix result(static_cast<long>(rows.size()), data.num_columns);
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (const Entry& entry : data.rows[rows[k]]) result.add(static_cast<long>(k), entry.column, entry.value);
  return result;
}

Matrix delassus(const Data& data, const std::vector<int>& rows, bool with_compliance) {
  const long n = static_cast<long>(rows.size());
  Matrix w(n, n);
  std::vector<SparseRow> chosen;
  for (const int row : rows) chosen.push_back(data.rows[row]);
  const std::vector<SparseRow> columns = transposed(chosen, data.num_columns);
  for (int first = 0; first < data.num_columns;) {
    const Matrix inverse = inverse_block(data, first);
    for (long p = 0; p < inverse.rows(); ++p)
      for (long q = 0; q < inverse.rows(); ++q)
        for (const Entry& a : columns[first + p]) {
          const Rational weighted = a.value * inverse.at(p, q);
          if (weighted.is_zero()) continue;
          for (const Entry& b : columns[first + q]) w.add_product(a.column, b.column, weighted, b.value);
        }
    first += static_cast<int>(inverse.rows());
  }
  if (with_compliance)
    for (long k = 0; k < n; ++k) w.add(k, k, data.compliance[rows[k]]);
  return w;
}

std::optional<std::vector<Rational>> squared_distances(const Data& data, const std::vector<int>& kept) {
  const std::vector<int> others = left_out(data);
  const long n = static_cast<long>(kept.size());
  Matrix gram(n, n), right(n, static_cast<long>(others.size()));
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j <= i; ++j) {
      const Rational product = dot(data.rows[kept[i]], data.rows[kept[j]]);
      gram.set(i, j, product);
      gram.set(j, i, product);
    }
    for (long j = 0; j < right.columns(); ++j) right.set(i, j, dot(data.rows[kept[i]], data.rows[others[j]]));
  }
  const auto y = solve_about(gram, right);
  if (!y) return std::nullopt;
  std::vector<Rational> result;
  for (long j = 0; j < right.columns(); ++j) result.push_back(squared_remainder(data, others[j], kept, *y, j));
  return result;
}

std::vector<int> kept_equations(const Data& data) {
  std::vector<int> rows;
  for (int i = 0; i < data.num_rows; ++i)
    if (data.is_left_out[i] == 0 && !data.is_bounded(i)) rows.push_back(i);
  return rows;
}

namespace {

/// Each row left out is within this share of its length of the rows kept.
Finding check_share(Judgement& judgement, const Data& data, const Rational& share, const Rational* largest_push) {
  const auto distances = squared_distances(data, kept_equations(data));
  if (!distances) return {Result::open, "no combination of the rows kept was found"};
  const std::vector<int> others = left_out(data);
  for (std::size_t k = 0; k < others.size(); ++k) {
    const SparseRow& row = data.rows[others[k]];
    // By a combination that was found; another one may be nearer.
    judgement.show((*distances)[k] <= share * share * dot(row, row),
                   fmt::format("row {} is as near to the rows kept as claimed", others[k]));
    if (largest_push == nullptr) continue;
    const Rational& multiplier = data.multiplier[others[k]];
    judgement.show((*distances)[k] * multiplier * multiplier <= *largest_push * *largest_push,
                   fmt::format("the impulse of row {} pushes where the rows kept can", others[k]));
  }
  return judgement.finding(
      fmt::format("{} rows are combinations of the {} kept", others.size(), kept_equations(data).size()));
}

}  // namespace

Finding check_left_out(Judgement& judgement, const Data& data, const Rational* largest_push) {
  judgement.equals("rows left out", Rational(data.num_left_out()), "the number of rows left out");
  judgement.require(data.num_left_out() > 0, "no row was left out");
  Rational miss;
  for (int i = 0; i < data.num_rows; ++i) {
    if (data.is_left_out[i] == 0) continue;
    judgement.require(!data.is_bounded(i), fmt::format("row {} was left out and has bounds", i));
    miss = std::max(miss, joint_row(data, i).value.abs());
  }
  judgement.at_most("row left out missed by at most", miss, "what a row left out is missed by");
  if (const auto share = judgement.number("share of a row left out beyond the rows kept at most")) {
    judgement.require(*share <= power_of_two(-6), "the share of a row left out is above 1/64");
    if (!judgement.is_wrong()) return check_share(judgement, data, *share, largest_push);
  }
  return judgement.finding("");
}

}  // namespace perpend::checker
