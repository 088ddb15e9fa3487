#include "verification/lcp/lcp_class_exact.hpp"

namespace perpend {

namespace {

/// Rows and columns 1.. of a, less multiples of row 0 when `with_complement`.
RationalRows without_first(const RationalRows& a, bool with_complement) {
  const std::size_t n = a.size();
  RationalRows rest(n - 1, std::vector<Rational>(n - 1));
  for (std::size_t i = 1; i < n; ++i) {
    const Rational factor = with_complement ? Rational(a[i][0] / a[0][0]) : Rational(0);
    for (std::size_t j = 1; j < n; ++j) {
      rest[i - 1][j - 1] = a[i][j];
      if (factor != 0) rest[i - 1][j - 1] -= factor * a[0][j];
    }
  }
  return rest;
}

/// Determinant of `a`; `a` becomes [upper triangle | what was done to the identity] in place.
Rational eliminate_beside_identity(RationalRows& a) {
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i) {
    a[i].resize(2 * n);
    a[i][n + i] = 1;
  }
  Rational determinant = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && a[pivot][k] == 0) ++pivot;
    if (pivot == n) return 0;
    if (pivot != k) {
      std::swap(a[k], a[pivot]);
      determinant = -determinant;
    }
    determinant *= a[k][k];
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || a[i][k] == 0) continue;
      const Rational factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < 2 * n; ++j)
        if (a[k][j] != 0) a[i][j] -= factor * a[k][j];
    }
  }
  return determinant;
}

/// det < 0 and adj = det A^-1 >= 0: z^T A z < 0 for some z > 0.
bool is_negative_inside(RationalRows a) {
  const std::size_t n = a.size();
  if (eliminate_beside_identity(a) >= 0) return false;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (a[i][n + j] != 0 && (a[i][n + j] > 0) == (a[i][i] > 0)) return false;
  return true;
}

RationalRows principal(const RationalRows& a, unsigned choice) {
  RationalRows rows;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((choice >> i & 1U) == 0) continue;
    rows.emplace_back();
    for (std::size_t j = 0; j < a.size(); ++j)
      if ((choice >> j & 1U) != 0) rows.back().push_back(a[i][j]);
  }
  return rows;
}

}  // namespace

RationalRows symmetric_part(const RationalRows& a) {
  RationalRows sum = a;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j) sum[i][j] += a[j][i];
  return sum;
}

Definiteness definiteness(RationalRows a) {
  bool is_regular = true;
  while (!a.empty()) {
    std::size_t pivot = 0;
    while (pivot < a.size() && a[pivot][pivot] == 0) ++pivot;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i][i] < 0) return Definiteness::indefinite;
    if (pivot == a.size()) {  // the diagonal is 0: so must be the rest
      for (const auto& row : a)
        for (const Rational& x : row)
          if (x != 0) return Definiteness::indefinite;
      return Definiteness::semidefinite;
    }
    is_regular = is_regular && pivot == 0;
    std::swap(a[0], a[pivot]);
    for (auto& row : a) std::swap(row[0], row[pivot]);
    a = without_first(a, true);
  }
  return is_regular ? Definiteness::positive : Definiteness::semidefinite;
}

bool is_h_plus(const RationalRows& a) {
  RationalRows comparison = a;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j)
      if (i != j && comparison[i][j] > 0) comparison[i][j] = -comparison[i][j];
  while (!comparison.empty()) {
    if (comparison[0][0] <= 0) return false;
    comparison = without_first(comparison, true);
  }
  return true;
}

bool is_p_matrix(const RationalRows& a) {
  if (a.empty()) return true;
  if (a[0][0] <= 0) return false;
  return is_p_matrix(without_first(a, false)) && is_p_matrix(without_first(a, true));
}

bool is_copositive(const RationalRows& a) {
  for (unsigned choice = 1; choice < 1U << a.size(); ++choice)
    if (is_negative_inside(principal(a, choice))) return false;
  return true;
}

}  // namespace perpend
