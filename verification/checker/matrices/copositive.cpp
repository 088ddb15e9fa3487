#include "verification/checker/matrices/copositive.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace perpend::checker {

namespace {

/// Rows one by one whose entries in the columns of the rows left are not negative.
std::vector<int> rows_left(const SparseMatrix& twice, std::vector<int>& aside) {
  const int n = twice.num_rows;
  std::vector<char> is_left(n, 1);
  std::vector<int> num_negative(n, 0), ready;
  for (int i = 0; i < n; ++i)
    for (const Entry& entry : twice.rows[i]) num_negative[i] += entry.value.sign() < 0 ? 1 : 0;
  for (int i = 0; i < n; ++i)
    if (num_negative[i] == 0) ready.push_back(i);
  for (std::size_t k = 0; k < ready.size(); ++k) {
    is_left[ready[k]] = 0;
    for (const Entry& entry : twice.rows[ready[k]])
      if (entry.value.sign() < 0 && is_left[entry.column] != 0 && --num_negative[entry.column] == 0)
        ready.push_back(entry.column);
  }
  std::vector<int> left;
  for (int i = 0; i < n; ++i) (is_left[i] != 0 ? left : aside).push_back(i);
  return left;
}

/// What a row has in the columns left, in words that compare.
std::string row_text(const SparseRow& row, const std::vector<int>& place, int sign) {
  std::string text;
  for (const Entry& entry : row) {
    if (place[entry.column] < 0 || entry.value.is_zero()) continue;
    const Rational value = Rational(sign) * entry.value;
    char* written = fmpq_get_str(nullptr, 16, value.raw());
    text += std::to_string(entry.column) + ":" + written + " ";
    flint_free(written);
  }
  return text;
}

void merge_opposite(const SparseMatrix& twice, const std::vector<int>& left, CopositiveParts& parts) {
  const std::vector<int> place = places(left, twice.num_rows);
  std::map<std::string, std::vector<int>> waiting;
  for (const int i : left) {
    const std::string mirrored = row_text(twice.rows[i], place, -1);
    const auto found = waiting.find(mirrored);
    if (mirrored.empty() || found == waiting.end() || found->second.empty()) {
      waiting[row_text(twice.rows[i], place, 1)].push_back(i);
      parts.kept.push_back(i);
      continue;
    }
    parts.opposite.emplace_back(found->second.back(), i);
    found->second.pop_back();
  }
}

/// Twice G less the entries that the direction gives; nothing when one of them is negative.
std::optional<SparseMatrix> matrix_below(Judgement& judgement, const SparseMatrix& twice) {
  const std::vector<Rational>& y = judgement.witness("direction", twice.num_rows);
  const Rational factor = judgement.witness("factor", 1).front();
  const auto is_negative = [](const Rational& x) { return x.sign() < 0; };
  if (is_negative(factor) || std::any_of(y.begin(), y.end(), is_negative)) return std::nullopt;
  expect_dense_room(twice.num_rows, twice.num_rows);
  SparseMatrix result{twice.num_rows, twice.num_rows, std::vector<SparseRow>(twice.num_rows)};
  for (int i = 0; i < twice.num_rows; ++i) {
    std::vector<Rational> row(twice.num_rows);
    for (const Entry& entry : twice.rows[i]) row[entry.column] = entry.value;
    for (int j = 0; j < twice.num_rows; ++j) {
      if (j != i) row[j] -= Rational(2) * factor * y[i] * y[j];
      if (!row[j].is_zero()) result.rows[i].push_back({j, row[j]});
    }
  }
  return result;
}

Rational entry_of(const SparseRow& row, int column) {
  for (const Entry& entry : row)
    if (entry.column == column) return entry.value;
  return Rational(0);
}

/// The sums of each row: b + G x - A_S^T s.
std::vector<Rational> opened(const CopositiveParts& parts, const SparseMatrix& a, const std::vector<Rational>& b,
                             const std::vector<Rational>& x, const std::vector<Rational>& s) {
  const SparseMatrix twice = twice_symmetric_part(a);
  std::vector<Rational> sums = b;
  std::vector<int> others = parts.kept;
  for (const auto& [kept, other] : parts.opposite) others.push_back(other);
  for (const int i : others)
    for (std::size_t k = 0; k < x.size(); ++k)
      sums[i].add_product(entry_of(twice.rows[i], parts.kept[k]) / Rational(2), x[k]);
  for (std::size_t k = 0; k < s.size(); ++k)
    for (const Entry& entry : a.rows[parts.aside[k]]) sums[entry.column].subtract_product(entry.value, s[k]);
  return sums;
}

}  // namespace

const char* CopositiveParts::words() const {
  if (kept.empty()) return "no sum of an entry and its mirror image is negative";
  if (is_above) return "a block that is a positive definite matrix and one without negative entries";
  return sign == Sign::positive ? "a positive definite block, and rows that add nothing negative"
                                : "a positive semidefinite block, and rows that add nothing negative";
}

CopositiveParts copositive_parts(Judgement& judgement, const SparseMatrix& a) {
  const SparseMatrix twice = twice_symmetric_part(a);
  CopositiveParts parts;
  const std::vector<int> left = rows_left(twice, parts.aside);
  merge_opposite(twice, left, parts);
  parts.is_above = judgement.has_witness("direction");
  const SparseMatrix block = principal_block(twice, parts.kept);
  if (!parts.is_above) {
    parts.sign = parts.kept.empty() ? Sign::positive : sign_of(block);
  } else if (parts.opposite.empty()) {  // of opposite rows z_i - z_j may be negative
    const auto below = matrix_below(judgement, block);
    if (below && sign_of(*below) == Sign::positive) parts.sign = Sign::positive;
  }
  return parts;
}

bool is_wedge_open(Judgement& judgement, const CopositiveParts& parts, const SparseMatrix& a,
                   const std::vector<Rational>& b) {
  const auto is_negative = [](const Rational& x) { return x.sign() < 0; };
  if (judgement.has_witness("x")) {
    const std::vector<Rational>& x = judgement.witness("x", static_cast<int>(parts.kept.size()));
    const std::vector<Rational>& s = judgement.witness("s", static_cast<int>(parts.aside.size()));
    const std::vector<Rational> sums = opened(parts, a, b, x, s);
    return parts.is_copositive() && !parts.is_above && std::none_of(s.begin(), s.end(), is_negative) &&
           std::none_of(sums.begin(), sums.end(), is_negative);
  }
  return parts.sign == Sign::positive &&
         std::none_of(parts.aside.begin(), parts.aside.end(), [&](int i) { return is_negative(b[i]); }) &&
         std::none_of(parts.opposite.begin(), parts.opposite.end(),
                      [&](const auto& pair) { return is_negative(b[pair.first] + b[pair.second]); });
}

}  // namespace perpend::checker
