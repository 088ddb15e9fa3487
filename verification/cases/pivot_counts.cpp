#include "verification/cases/pivot_counts.hpp"

#include <vector>

#include "verification/arithmetic/rational.hpp"

namespace perpend {

namespace {

/// B^-1 [I | -A | -d | b] of the basis at hand: column i is w_i, n + i is z_i, 2 n is z0, the last the values.
struct Tableau {
  std::vector<std::vector<Rational>> rows;
  std::vector<std::size_t> basis;  ///< variable of each row

  Tableau(const MatrixX& a, const VectorX& b) {
    const auto n = static_cast<std::size_t>(a.rows());
    rows.assign(n, std::vector<Rational>(2 * n + 2, 0));
    for (std::size_t i = 0; i < n; ++i) {
      rows[i][i] = 1;
      for (std::size_t j = 0; j < n; ++j)
        rows[i][n + j] = -exact(a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
      rows[i][2 * n] = -1;
      rows[i][2 * n + 1] = exact(b[static_cast<Eigen::Index>(i)]);
      basis.push_back(i);
    }
  }
  [[nodiscard]] std::size_t n() const { return rows.size(); }
  [[nodiscard]] const Rational& value(std::size_t row) const { return rows[row].back(); }

  void pivot(std::size_t row, std::size_t entering) {
    const Rational divisor = rows[row][entering];
    for (Rational& x : rows[row]) x /= divisor;
    for (std::size_t i = 0; i < n(); ++i) {
      if (i == row || rows[i][entering] == 0) continue;
      const Rational factor = rows[i][entering];
      for (std::size_t k = 0; k < rows[i].size(); ++k)
        if (rows[row][k] != 0) rows[i][k] -= factor * rows[row][k];
    }
    basis[row] = entering;
  }
};

/// Whether row i with its value divided by `by_i` comes before row j in the lexicographic order of (value, B^-1).
bool is_before(const Tableau& t, std::size_t i, const Rational& by_i, std::size_t j, const Rational& by_j) {
  const Rational difference = t.value(i) / by_i - t.value(j) / by_j;
  if (difference != 0) return difference < 0;
  for (std::size_t k = 0; k < t.n(); ++k) {
    const Rational next = t.rows[i][k] / by_i - t.rows[j][k] / by_j;
    if (next != 0) return next < 0;
  }
  return false;
}

/// The row of z0's first pivot: the lexicographically least of value and B^-1, when its value is below 0.
long first_row(const Tableau& t) {
  std::size_t least = 0;
  for (std::size_t i = 1; i < t.n(); ++i)
    if (is_before(t, i, 1, least, 1)) least = i;
  return t.value(least) < 0 ? static_cast<long>(least) : -1;
}

/// z0 leaves as soon as it may.
long leaving_row(const Tableau& t, std::size_t entering) {
  long leaving = -1;
  const std::size_t z0 = 2 * t.n();
  for (std::size_t i = 0; i < t.n(); ++i) {
    const Rational& rate = t.rows[i][entering];
    if (rate <= 0) continue;
    const auto best = static_cast<std::size_t>(leaving);
    if (leaving < 0) {
      leaving = static_cast<long>(i);
      continue;
    }
    const Rational difference = t.value(i) / rate - t.value(best) / t.rows[best][entering];
    const bool is_tie = difference == 0;
    if (is_tie && t.basis[best] == z0) continue;
    if ((is_tie && t.basis[i] == z0) || is_before(t, i, rate, best, t.rows[best][entering]))
      leaving = static_cast<long>(i);
  }
  return leaving;
}

}  // namespace

long count_lemke_pivots(const MatrixX& a, const VectorX& b, long limit) {
  Tableau t(a, b);
  const std::size_t n = t.n(), z0 = 2 * n;
  long row = first_row(t);
  if (row < 0) return 0;
  std::size_t entering = z0;
  for (long count = 1; count <= limit; ++count) {
    const std::size_t left = t.basis[static_cast<std::size_t>(row)];
    t.pivot(static_cast<std::size_t>(row), entering);
    if (left == z0) return count;
    entering = left < n ? left + n : left - n;
    row = leaving_row(t, entering);
    if (row < 0) return -1;
  }
  return -1;
}

long count_least_index_pivots(const MatrixX& a, const VectorX& b, long limit) {
  Tableau t(a, b);
  for (long count = 0; count <= limit; ++count) {
    std::size_t wrong = 0;
    while (wrong < t.n() && t.value(wrong) >= 0) ++wrong;
    if (wrong == t.n()) return count;
    const std::size_t other = t.basis[wrong] < t.n() ? t.basis[wrong] + t.n() : t.basis[wrong] - t.n();
    if (t.rows[wrong][other] == 0) return -1;
    t.pivot(wrong, other);
  }
  return -1;
}

long newton_period(const MatrixX& a, const VectorX& b, unsigned active) {
  std::vector<unsigned> seen;
  while (true) {
    Tableau t(a, b);
    for (std::size_t i = 0; i < t.n(); ++i)
      if ((active >> i & 1U) != 0) t.pivot(i, t.n() + i);
    // z of the active rows and w of the others; the next active rows are those with w < z.
    unsigned next = 0;
    for (std::size_t i = 0; i < t.n(); ++i)
      if ((active >> i & 1U) != 0 ? t.value(i) > 0 : t.value(i) < 0) next |= 1U << i;
    if (next == active) return 0;
    seen.push_back(active);
    for (std::size_t k = 0; k < seen.size(); ++k)
      if (seen[k] == next) return static_cast<long>(seen.size() - k);
    active = next;
  }
}

}  // namespace perpend
