// Not copositive: x >= 0 with x^T A x < 0.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "verification/arithmetic/eigenvalues.hpp"
#include "verification/arithmetic/exact_matrix.hpp"
#include "verification/lcp/lcp_class.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/counterexample.hpp"

namespace perpend {

namespace {

/// a_ii < 0, or s = a_ij + a_ji < 0 and s^2 > 4 a_ii a_jj: x = (-s, 2 a_ii), which the form is least at for x_j given,
/// or the same with i and j exchanged; (1, 1) where both are 0.
Counterexample by_two_rows(const SparseRows& a, const MatrixX& full) {
  const Eigen::Index n = full.rows();
  for (Eigen::Index i = 0; i < n; ++i)
    if (full(i, i) < 0.0) return accept_negative(a, {static_cast<int>(i)}, VectorX::Constant(1, 1.0));
  constexpr double slip = 1.0 + 0x1p-48;  // of the roundings below; what passes is decided exactly
  for (Eigen::Index j = 0; j < n; ++j)
    for (Eigen::Index i = 0; i < j; ++i) {
      const double sum = full(i, j) + full(j, i);
      if (!(sum < 0.0)) continue;
      const double root = 2.0 * std::sqrt(full(i, i)) * std::sqrt(full(j, j));
      if (!(-sum * slip >= root)) continue;
      const Rational s = exact(full(i, j)) + exact(full(j, i)), p = exact(full(i, i)), q = exact(full(j, j));
      std::vector<Rational> x{-s, 2 * p};
      if (p == 0) x = q == 0 ? std::vector<Rational>{1, 1} : std::vector<Rational>{2 * q, -s};
      if (Counterexample found = accept_negative(a, {static_cast<int>(i), static_cast<int>(j)}, x); found.is_found())
        return found;
    }
  return {};
}

/// The nonnegative part of a direction, then the lowest eigenvector of that face, until it is a face of its own.
Counterexample by_faces(const SparseRows& a, const MatrixX& s, VectorX x) {
  std::vector<int> rows;
  for (Eigen::Index round = 0; round < s.rows(); ++round) {
    const double least = 1e-12 * x.cwiseAbs().maxCoeff();
    std::vector<int> face;
    for (Eigen::Index i = 0; i < x.size(); ++i)
      if (x[i] > least) face.push_back(static_cast<int>(i));
    if (face.empty() || face == rows) return {};
    rows = face;
    const VectorX part = x(rows);
    const MatrixX block = s(rows, rows);
    if (part.dot(block * part) < 0.0)
      if (Counterexample found = accept_negative(a, rows, part); found.is_found()) return found;
    const SymmetricEigen eigen = symmetric_eigen(block);
    if (!eigen.is_converged || !(eigen.values[0] < 0.0)) return {};
    VectorX lowest = eigen.vectors.col(0);
    if (lowest.sum() < 0.0) lowest = -lowest;
    x = VectorX::Zero(s.rows());
    x(rows) = lowest;
  }
  return {};
}

Counterexample by_eigenvectors(const SparseRows& a, const MatrixX& s) {
  const SymmetricEigen eigen = symmetric_eigen(s);
  if (!eigen.is_converged) return {};
  constexpr Eigen::Index most_tried = 5;
  for (Eigen::Index k = 0; k < std::min(most_tried, s.rows()) && eigen.values[k] < 0.0; ++k)
    for (const double sign : {1.0, -1.0})
      if (Counterexample found = by_faces(a, s, sign * eigen.vectors.col(k)); found.is_found()) return found;
  return {};
}

/// x^T S x on the simplex from one corner: towards the best corner, or away from the worst one that x has, as far as it
/// falls (Frank and Wolfe). Ends at a corner, which has nothing to go away to.
VectorX descend(const MatrixX& s, Eigen::Index start, int steps) {
  constexpr double least_of_others = 0x1p-48;  // below, what is left of x away from a corner is rounding
  const Eigen::Index n = s.rows();
  VectorX x = VectorX::Constant(n, 0.5 / static_cast<double>(n));
  x[start] += 0.5;
  VectorX gradient = s * x;
  for (int step = 0; step < steps; ++step) {
    const double value = x.dot(gradient);
    if (value < 0.0) return x;
    Eigen::Index best = 0, worst = 0;
    gradient.minCoeff(&best);
    x.maxCoeff(&worst);
    for (Eigen::Index i = 0; i < n; ++i)
      if (x[i] > 0.0 && gradient[i] > gradient[worst]) worst = i;
    const bool is_towards = value - gradient[best] >= gradient[worst] - value;
    const Eigen::Index k = is_towards ? best : worst;
    const double slope = is_towards ? gradient[k] - value : value - gradient[k];  // half of it
    const double others = x.sum() - x[k];
    if (!is_towards && !(others > least_of_others)) return x;
    const double most = is_towards ? 1.0 : x[k] / others;
    const double curvature = s(k, k) - 2.0 * gradient[k] + value;
    if (!(slope < -1e-15 * std::abs(s(k, k)))) return x;
    const double length = curvature > 0.0 ? std::min(most, -slope / curvature) : most;
    const double t = is_towards ? length : -length;
    x *= 1.0 - t;
    x[k] += t;
    if (!is_towards && length == most) x[k] = 0.0;
    gradient = (1.0 - t) * gradient + t * s.col(k);
  }
  return x;
}

Counterexample by_descent(const SparseRows& a, const MatrixX& s, const Effort& effort) {
  const auto n = static_cast<double>(s.rows());
  const int steps = 10 * static_cast<int>(s.rows());
  const double seconds_of_start = 3e-9 * n * steps;
  const auto starts = static_cast<Eigen::Index>(std::min(n, 0.01 * effort.seconds / seconds_of_start + 1.0));
  for (Eigen::Index start = 0; start < starts; ++start) {
    const VectorX x = descend(s, start * s.rows() / starts, steps);
    if (Counterexample found = by_faces(a, s, x); found.is_found()) return found;
  }
  return {};
}

/// Not copositive exactly when some principal block B has y = B^-1 e <= 0: then y^T B y < 0 [Hadeler83].
Counterexample by_all_blocks(const SparseRows& a, int n) {
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  const RationalRows sum = symmetric_part(exact_block(a, all));
  for (unsigned choice = 1; choice < 1U << n; ++choice) {
    std::vector<int> rows;
    for (int i = 0; i < n; ++i)
      if ((choice >> i & 1U) != 0) rows.push_back(i);
    RationalRows block;
    for (const int i : rows) {
      block.emplace_back();
      for (const int j : rows) block.back().push_back(sum[i][j]);
    }
    const auto y = solve_exactly(block, std::vector<Rational>(rows.size(), Rational(-1)));
    if (!y || !std::all_of(y->begin(), y->end(), [](const Rational& entry) { return entry >= 0; })) continue;
    if (Counterexample found = accept_negative(a, rows, *y); found.is_found()) return found;
  }
  return {};
}

}  // namespace

Counterexample find_negative_form(const SparseRows& a, const Effort& effort, int most_exact) {
  constexpr int most_dense_rows = 400;
  if (why_unfit(a) != nullptr || a.num_rows == 0) return {};
  if (a.num_rows > most_dense_rows) {
    for (int i = 0; i < a.num_rows; ++i)
      for (int k = a.first[i]; k < a.first[i + 1]; ++k)
        if (a.column[k] == i && a.value[k] < 0.0) return accept_negative(a, {i}, VectorX::Constant(1, 1.0));
    return {};
  }
  const MatrixX full = dense(a);
  if (Counterexample found = by_two_rows(a, full); found.is_found()) return found;
  const MatrixX s = 0.5 * full + 0.5 * full.transpose();
  if (Counterexample found = by_eigenvectors(a, s); found.is_found()) return found;
  if (Counterexample found = by_descent(a, s, effort); found.is_found()) return found;
  return a.num_rows <= most_exact ? by_all_blocks(a, a.num_rows) : Counterexample{};
}

}  // namespace perpend
