#include "verification/checker/matrices/classes.hpp"

#include <algorithm>
#include <numeric>

#include "verification/checker/arithmetic/definite.hpp"

namespace perpend::checker {

namespace {

/// 2^n blocks.
constexpr int most_p_rows = 16;
constexpr int most_copositive_rows = 12;

Matrix without_first(const Matrix& a) {
  std::vector<int> rest(a.rows() - 1);
  std::iota(rest.begin(), rest.end(), 1);
  return block(a, rest, rest);
}

bool has_positive_minors(const Matrix& a) {
  if (a.rows() == 0) return true;
  const Rational pivot = a.at(0, 0);
  if (pivot.sign() <= 0) return false;
  Matrix rest = without_first(a);
  if (!has_positive_minors(rest)) return false;
  for (long i = 1; i < a.rows(); ++i) {
    const Rational factor = -a.at(i, 0) / pivot;
    if (factor.is_zero()) continue;
    for (long j = 1; j < a.rows(); ++j) rest.add_product(i - 1, j - 1, factor, a.at(0, j));
  }
  return has_positive_minors(rest);
}

bool has_negative_block(const Matrix& a) {
  const int n = static_cast<int>(a.rows());
  for (unsigned long choice = 1; choice < 1UL << n; ++choice) {
    std::vector<int> rows;
    for (int i = 0; i < n; ++i)
      if ((choice >> i & 1UL) != 0) rows.push_back(i);
    const auto y = solve(block(a, rows, rows), column(std::vector<Rational>(rows.size(), Rational(1))));
    if (!y) continue;
    const std::vector<Rational> entries = entries_of(*y);
    if (std::all_of(entries.begin(), entries.end(), [](const Rational& entry) { return entry.sign() <= 0; }))
      return true;
  }
  return false;
}

SparseMatrix comparison(const SparseMatrix& a) {
  SparseMatrix result = a;
  for (int i = 0; i < a.num_rows; ++i)
    for (Entry& entry : result.rows[i]) entry.value = entry.column == i ? entry.value.abs() : -entry.value.abs();
  return result;
}

bool has_negative_entry(const SparseMatrix& a) {
  for (const SparseRow& row : a.rows)
    for (const Entry& entry : row)
      if (entry.value.sign() < 0) return true;
  return false;
}

constexpr int most_dominance_rows = 500;

/// With <A> v = e: v >= 0 exactly for an H-matrix.
std::optional<bool> is_h_matrix(const SparseMatrix& a) {
  for (const Rational& d : diagonal(a))
    if (d.sign() <= 0) return false;
  if (a.num_rows == 0) return true;
  if (a.num_rows > most_dominance_rows) return std::nullopt;
  const Matrix whole = dense(comparison(a)), ones = column(std::vector<Rational>(a.num_rows, Rational(1)));
  if (const auto v = solve_about(whole, ones); v && dominance(a, entries_of(*v))) return true;
  if (a.num_rows > most_exact_rows) return std::nullopt;
  const auto v = solve(whole, ones);
  return v && dominance(a, entries_of(*v)).has_value();
}

/// Rows that reach row `start` and are reached from it, by entries that are not 0.
std::vector<char> reached(const std::vector<std::vector<int>>& next, int start) {
  std::vector<char> is_reached(next.size(), 0);
  std::vector<int> queue{start};
  is_reached[start] = 1;
  while (!queue.empty()) {
    const int i = queue.back();
    queue.pop_back();
    for (const int j : next[i])
      if (is_reached[j] == 0) {
        is_reached[j] = 1;
        queue.push_back(j);
      }
  }
  return is_reached;
}

/// Rows in groups that reach each other both ways: every principal minor is a product of principal minors of theirs.
std::vector<std::vector<int>> groups_of(const SparseMatrix& a) {
  std::vector<std::vector<int>> to(a.num_rows), from(a.num_rows), groups;
  for (int i = 0; i < a.num_rows; ++i)
    for (const Entry& entry : a.rows[i])
      if (!entry.value.is_zero()) {
        to[i].push_back(entry.column);
        from[entry.column].push_back(i);
      }
  std::vector<char> is_done(a.num_rows, 0);
  for (int i = 0; i < a.num_rows; ++i) {
    if (is_done[i] != 0) continue;
    const std::vector<char> after = reached(to, i), before = reached(from, i);
    groups.emplace_back();
    for (int j = 0; j < a.num_rows; ++j)
      if (after[j] != 0 && before[j] != 0) {
        groups.back().push_back(j);
        is_done[j] = 1;
      }
  }
  return groups;
}

template <class Decide>
std::optional<bool> once(std::optional<std::optional<bool>>& known, const Decide& decide) {
  if (!known) known = decide();
  return *known;
}

}  // namespace

std::optional<std::vector<Rational>> dominance(const SparseMatrix& a, const std::vector<Rational>& v) {
  std::vector<Rational> t(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i) {
    bool has_diagonal = false;
    for (const Entry& entry : a.rows[i]) {
      const bool is_own = entry.column == i;
      if (is_own && entry.value.sign() <= 0) return std::nullopt;
      has_diagonal = has_diagonal || is_own;
      if (is_own)
        t[i].add_product(entry.value, v[i]);
      else
        t[i].subtract_product(entry.value.abs(), v[entry.column]);
    }
    if (!has_diagonal || v[i].sign() <= 0 || t[i].sign() <= 0) return std::nullopt;
  }
  return t;
}

std::optional<bool> Classes::is_positive_definite() {
  return once(positive_, [&] { return is_positive(twice_symmetric_part(a_)); });
}

std::optional<bool> Classes::is_semidefinite() {
  return once(semidefinite_, [&] { return is_nonnegative(twice_symmetric_part(a_)); });
}

std::optional<bool> Classes::is_h_plus() {
  return once(h_plus_, [&] { return is_h_matrix(a_); });
}

std::optional<bool> Classes::is_p() {
  return once(p_, [&]() -> std::optional<bool> {
    if (is_positive_definite() == true || is_h_plus() == true) return true;
    std::optional<bool> all = true;
    for (const std::vector<int>& group : groups_of(a_)) {
      const SparseMatrix block = principal_block(a_, group);
      std::optional<bool> own;
      if (block.num_rows <= most_p_rows)
        own = has_positive_minors(dense(block));
      else if (is_positive(twice_symmetric_part(block)) == true || is_h_matrix(block) == true)
        own = true;
      if (own == false) return own;
      if (!own) all = std::nullopt;
    }
    return all;
  });
}

std::optional<bool> Classes::is_copositive() {
  return once(copositive_, [&]() -> std::optional<bool> {
    const SparseMatrix twice = twice_symmetric_part(a_);
    if (!has_negative_entry(twice) || is_semidefinite() == true) return true;
    if (a_.num_rows > most_copositive_rows) return std::nullopt;
    return !has_negative_block(dense(twice));
  });
}

std::optional<bool> Classes::belongs_to(const std::string& name) {
  if (name == "symmetric") return is_symmetric(a_);
  if (name == "positive definite") return is_positive_definite();
  if (name == "positive semidefinite") return is_semidefinite();
  if (name == "H+") return is_h_plus();
  if (name == "P") return is_p();
  if (name == "copositive") return is_copositive();
  return std::nullopt;
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  for (std::size_t start = 0; start < list.size();) {
    const std::size_t end = std::min(list.find(", ", start), list.size());
    names.push_back(list.substr(start, end - start));
    start = end + 2;
  }
  return names;
}

}  // namespace perpend::checker
