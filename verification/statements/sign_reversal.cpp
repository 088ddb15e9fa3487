// Not P. For a set S of rows with A_SS regular let M be the principal pivot transform of A by S: with z, w = A z it
// takes (w_S, z_rest) to (z_S, w_rest), and its diagonal holds det A_TT / det A_SS for T = S with one row more or less.
// Where m_jj <= 0 the unit vector in j gives an x = z whose products x_i (A x)_i are 0 but for x_j (A x)_j = m_jj
// [CottlePangStone92].

#include <algorithm>
#include <cmath>
#include <numeric>

#include "verification/arithmetic/eigenvalues.hpp"
#include "verification/arithmetic/exact_matrix.hpp"
#include "verification/arithmetic/factors.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/counterexample.hpp"
#include "verification/statements/p_structure.hpp"

namespace perpend {

namespace {

/// a_ii <= 0, or a_ii a_jj <= a_ij a_ji: x = (-a_ij, a_ii) has (A x)_i = 0.
Counterexample by_small_minors(const SparseRows& a) {
  VectorX diagonal(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i) {
    diagonal[i] = entry(a, i, i);
    if (diagonal[i] <= 0.0) return accept_reversal(a, {i}, VectorX::Constant(1, 1.0));
  }
  constexpr double slip = 1.0 + 0x1p-50;  // of four roundings; what passes is decided exactly
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      const int j = a.column[k];
      if (j <= i || a.value[k] == 0.0) continue;
      const double other = entry(a, j, i);
      if ((a.value[k] > 0.0) != (other > 0.0) || other == 0.0) continue;
      if (diagonal[i] / std::abs(a.value[k]) > std::abs(other) / diagonal[j] * slip) continue;
      VectorX x(2);
      x << -a.value[k], diagonal[i];
      if (Counterexample found = accept_reversal(a, {i, j}, x); found.is_found()) return found;
    }
  return {};
}

Counterexample by_eigenvectors(const SparseRows& a, const MatrixX& full, const std::vector<int>& all) {
  const GeneralEigen eigen = general_eigen(full);
  if (!eigen.is_converged) return {};
  for (Eigen::Index k = 0; k < full.rows(); ++k) {
    const std::complex<double> value = eigen.values[k];
    if (value.imag() != 0.0 || !(value.real() < 0.0)) continue;
    VectorX x = eigen.vectors.col(k).real();
    // Entries that are rounding have any sign.
    x = (x.array().abs() < 1e-12 * x.cwiseAbs().maxCoeff()).select(0.0, x);
    if (Counterexample found = accept_reversal(a, all, x); found.is_found()) return found;
  }
  return {};
}

/// A set of rows and the transform of A by it.
class Transform {
 public:
  explicit Transform(MatrixX m) : m_(std::move(m)), is_inside_(static_cast<std::size_t>(m_.rows()), 0) {}

  void pivot(Eigen::Index k) {
    const double p = m_(k, k);
    const VectorX column = m_.col(k);
    const Eigen::RowVectorXd row = m_.row(k) / p;
    m_.noalias() -= column * row;
    m_.row(k) = -row;
    m_.col(k) = column / p;
    m_(k, k) = 1.0 / p;
    is_inside_[static_cast<std::size_t>(k)] ^= 1;
  }

  /// The pair whose minor is the smallest share of its diagonal. Pre: the diagonal is positive.
  struct Pair {
    Eigen::Index i = -1, j = -1;
    double share = 1.0;
  };
  [[nodiscard]] Pair smallest_pair(const std::vector<long>& moved, long now, long tenure) const {
    Pair best{.share = infinity};
    for (Eigen::Index j = 0; j < m_.cols(); ++j)
      for (Eigen::Index i = 0; i < m_.rows(); ++i) {
        if (i == j || (moved[static_cast<std::size_t>(i)] > now - tenure)) continue;
        const double share = 1.0 - m_(i, j) * m_(j, i) / (m_(i, i) * m_(j, j));
        if (share < best.share) best = {i, j, share};
      }
    return best;
  }
  [[nodiscard]] Eigen::Index lowest(double least) const {
    for (Eigen::Index i = 0; i < m_.rows(); ++i)
      if (!(m_(i, i) > least)) return i;
    return -1;
  }
  [[nodiscard]] std::vector<int> inside() const {
    std::vector<int> rows;
    for (std::size_t i = 0; i < is_inside_.size(); ++i)
      if (is_inside_[i] != 0) rows.push_back(static_cast<int>(i));
    return rows;
  }
  [[nodiscard]] bool is_finite() const { return m_.allFinite(); }

 private:
  MatrixX m_;
  std::vector<char> is_inside_;
};

/// x of the set and the row j where the transform by it has m_jj <= 0. Right sides a little off 0 leave every product
/// negative, so that doubles may show it; on the edge rationals do.
Counterexample vector_of(const SparseRows& a, const MatrixX& full, std::vector<int> set, int j) {
  constexpr std::size_t most_exact_rows = 24;
  const auto place = std::lower_bound(set.begin(), set.end(), j);
  const bool is_inside = place != set.end() && *place == j;
  const auto at = static_cast<Eigen::Index>(place - set.begin());
  std::vector<int> rows = set;
  if (!is_inside) rows.insert(rows.begin() + at, j);
  const auto size = static_cast<Eigen::Index>(set.size());
  const VectorX right = is_inside ? VectorX(VectorX::Unit(size, at)) : VectorX(-full(set, std::vector<int>{j}));
  const auto whole = [&](const VectorX& part) {
    if (is_inside) return part;
    VectorX x(size + 1);
    x << part.head(at), 1.0, part.tail(size - at);
    return x;
  };
  if (size > 0) {
    const MatrixX block = full(set, set);
    const RoundedLu lu(block);
    const VectorX plain = lu.solve(right);
    for (const int digits : {16, 24, 32, 40}) {
      VectorX moved =
          right -
          (std::ldexp(1.0, -digits) * (block.cwiseAbs() * plain.cwiseAbs()).array() * plain.array().sign()).matrix();
      if (is_inside) moved[at] = 1.0;
      if (Counterexample found = accept_reversal(a, rows, whole(lu.solve(moved))); found.is_found()) return found;
    }
  }
  if (set.size() > most_exact_rows) return {};
  std::vector<Rational> exact_right;
  for (const double entry_of : right) exact_right.push_back(exact(entry_of));
  auto x = solve_exactly(exact_block(a, set), exact_right);
  if (!x) return {};
  if (!is_inside) x->insert(x->begin() + at, Rational(1));
  return accept_reversal(a, rows, *x);
}

/// From each row in turn; always to the pair whose minor is smallest, a row that was moved rests for a while.
Counterexample by_walk(const SparseRows& a, const MatrixX& full, const Effort& effort) {
  const long n = a.num_rows;
  const long moves = 2 * n;
  const double seconds_of_move = 4e-9 * static_cast<double>(n) * static_cast<double>(n);
  const auto starts = static_cast<long>(std::min<double>(n, 0.02 * effort.seconds / (seconds_of_move * moves) + 1.0));
  for (long start = 0; start < starts; ++start) {
    Transform transform(full);
    std::vector<long> moved(static_cast<std::size_t>(n), -n);
    Eigen::Index next = start * n / starts;
    for (long now = 0; now < moves; ++now) {
      const std::vector<int> before = transform.inside();
      transform.pivot(next);
      if (!transform.is_finite()) break;
      moved[static_cast<std::size_t>(next)] = now;
      if (const Eigen::Index low = transform.lowest(0.0); low >= 0) {
        if (Counterexample found = vector_of(a, full, transform.inside(), static_cast<int>(low)); found.is_found())
          return found;
        break;
      }
      const auto pair = transform.smallest_pair(moved, now, 1 + n / 8);
      if (pair.i < 0) break;
      next = pair.i;
    }
  }
  return {};
}

/// By the recursion of [TsatsomerosLi00]: the pivots taken, and the row whose pivot is not positive.
bool find_bad_pivot(const RationalRows& a, const std::vector<int>& names, std::vector<int>& taken, int& row) {
  if (a.empty()) return false;
  if (a[0][0] <= 0) {
    row = names[0];
    return true;
  }
  const std::vector<int> rest_names(names.begin() + 1, names.end());
  RationalRows rest, complement;
  for (std::size_t i = 1; i < a.size(); ++i) {
    rest.emplace_back(a[i].begin() + 1, a[i].end());
    complement.push_back(rest.back());
    const Rational factor = a[i][0] / a[0][0];
    if (factor != 0)
      for (std::size_t j = 1; j < a.size(); ++j) complement.back()[j - 1] -= factor * a[0][j];
  }
  if (find_bad_pivot(rest, rest_names, taken, row)) return true;
  taken.push_back(names[0]);
  if (find_bad_pivot(complement, rest_names, taken, row)) return true;
  taken.pop_back();
  return false;
}

Counterexample by_all_minors(const SparseRows& a, const MatrixX& full, const std::vector<int>& rows) {
  std::vector<int> taken;
  int row = -1;
  if (!find_bad_pivot(exact_block(a, rows), rows, taken, row)) return {};
  return vector_of(a, full, taken, row);
}

}  // namespace

Counterexample find_sign_reversal(const SparseRows& a, const Effort& effort, int most_exact) {
  constexpr int most_dense_rows = 400;
  if (why_unfit(a) != nullptr || a.num_rows == 0) return {};
  if (Counterexample found = by_small_minors(a); found.is_found() || a.num_rows > most_dense_rows) return found;
  const MatrixX full = dense(a);
  std::vector<int> all(static_cast<std::size_t>(a.num_rows));
  std::iota(all.begin(), all.end(), 0);
  if (Counterexample found = by_walk(a, full, effort); found.is_found()) return found;
  if (Counterexample found = by_eigenvectors(a, full, all); found.is_found()) return found;
  return a.num_rows <= most_exact ? by_all_minors(a, full, all) : Counterexample{};
}

Counterexample find_sign_reversal_in_blocks(const SparseRows& a, int largest) {
  const MatrixX full = dense(a);
  for (const std::vector<int>& block : strong_components(a))
    if (static_cast<int>(block.size()) <= largest)
      if (Counterexample found = by_all_minors(a, full, block); found.is_found()) return found;
  return {};
}

}  // namespace perpend
