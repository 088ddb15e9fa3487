#include "verification/checker/statements/copositive.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace perpend::checker {

namespace {

/// Rows one by one whose entries beside the rows left are not negative.
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

}  // namespace

const char* CopositiveParts::words() const {
  if (kept.empty()) return "no sum of an entry and its mirror image is negative";
  return sign == Sign::positive ? "a positive definite block, and rows that add nothing negative"
                                : "a positive semidefinite block, and rows that add nothing negative";
}

CopositiveParts copositive_parts(const SparseMatrix& a) {
  const SparseMatrix twice = twice_symmetric_part(a);
  CopositiveParts parts;
  const std::vector<int> left = rows_left(twice, parts.aside);
  merge_opposite(twice, left, parts);
  parts.sign = parts.kept.empty() ? Sign::positive : sign_of(principal_block(twice, parts.kept));
  return parts;
}

bool is_wedge_open(const CopositiveParts& parts, const std::vector<Rational>& b) {
  if (parts.sign != Sign::positive) return false;
  return std::all_of(parts.aside.begin(), parts.aside.end(), [&](int i) { return b[i].sign() >= 0; }) &&
         std::all_of(parts.opposite.begin(), parts.opposite.end(),
                     [&](const auto& pair) { return (b[pair.first] + b[pair.second]).sign() >= 0; });
}

}  // namespace perpend::checker
