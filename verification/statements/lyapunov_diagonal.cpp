#include "verification/statements/lyapunov_diagonal.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <cmath>

#include "verification/lcp/lcp_enclosures.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/p_structure.hpp"

namespace perpend {

namespace {

constexpr int most_steps = 100;

VectorX powers_of_two(const VectorX& logarithm) {
  VectorX d(logarithm.size());
  for (Eigen::Index i = 0; i < d.size(); ++i) d[i] = std::exp2(std::round(logarithm[i]));
  return d;
}

/// D A + A^T D positive definite. Where D A was rounded its diagonal is lowered by what that may have changed in the
/// row and the column of the sum (Gershgorin).
bool is_shown(const MatrixX& full, const VectorX& d) {
  MatrixX scaled = d.asDiagonal() * full;
  if (!scaled.allFinite() || !(d.minCoeff() > 0.0)) return false;
  const MatrixX size = scaled.cwiseAbs();
  const double rounding = unit_roundoff * (1.0 + gamma_bound(static_cast<double>(d.size()) + 4.0));
  const double least = std::numeric_limits<double>::min();  // products below it may lose all their digits
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    const double slip = multiply_up(rounding, size.row(i).sum() + size.col(i).sum());
    scaled(i, i) = add_down(scaled(i, i), -add_up(slip, least * static_cast<double>(d.size())));
  }
  return is_definite_sum(sparse_rows(scaled));
}

/// Of the rows divided by their diagonal, R A, and the Cayley transform C = (I + R A)^-1 (I - R A), [Rump03]
///     P R A + A^T R P = 2 (I + C)^-T (P - C^T P C) (I + C)^-1.
/// With |C| v = rho v, u^T |C| = rho u^T, u, v > 0, P = diag(u_i / v_i) the matrix N = P^1/2 |C| P^-1/2 has the vector
/// (u_i v_i)^1/2 on both sides, so that its 2-norm is rho: where rho < 1, P - C^T P C is definite. Thus D = P R where
/// any weighted norm of |C| is below 1. Rounded: nothing is claimed of D.
VectorX cayley_diagonal(const MatrixX& full) {
  const Eigen::Index n = full.rows();
  const VectorX scale = full.diagonal().cwiseInverse();
  const MatrixX unit = scale.asDiagonal() * full;
  const MatrixX inverse = Eigen::PartialPivLU<MatrixX>(MatrixX::Identity(n, n) + unit).inverse();
  const MatrixX transform = (2.0 * inverse - MatrixX::Identity(n, n)).cwiseAbs();
  if (!transform.allFinite()) return {};
  constexpr int steps = 60;
  const double link = 1e-8 / static_cast<double>(n);  // so that every row reaches every other one
  VectorX right = VectorX::Ones(n), left = right;
  for (int step = 0; step < steps; ++step) {
    right = (transform * right).array() + link * right.sum();
    left = (transform.transpose() * left).array() + link * left.sum();
    right /= right.maxCoeff();
    left /= left.maxCoeff();
  }
  return left.cwiseQuotient(right).cwiseProduct(scale);
}

/// An inverse and a factorization.
double seconds_of_factors(double n) {
  return 1e-8 * n * n * n;
}
/// 100 eigenvalue problems of full matrices at most.
double seconds_of_search(double n) {
  return 1e-8 * n * n * n * most_steps;
}

}  // namespace

VectorX lyapunov_diagonal(const SparseRows& a, const Effort& effort) {
  if (why_unfit(a) != nullptr || a.num_rows == 0 || seconds_of_factors(a.num_rows) > effort.seconds) return {};
  const MatrixX full = dense(a);
  if (!(full.diagonal().minCoeff() > 0.0) || full == full.transpose()) return {};
  if (const VectorX d = cayley_diagonal(full); d.allFinite() && d.size() > 0 && is_shown(full, d)) return d;
  if (seconds_of_search(a.num_rows) > effort.seconds) return {};
  VectorX logarithm = VectorX::Zero(a.num_rows);
  for (int step = 0; step < most_steps; ++step) {
    const VectorX d = powers_of_two(logarithm);
    const MatrixX scaled = d.asDiagonal() * full;
    if (!scaled.allFinite()) return {};
    const Eigen::SelfAdjointEigenSolver<MatrixX> solver(0.5 * (scaled + scaled.transpose()));
    if (solver.info() != Eigen::Success) return {};
    if (solver.eigenvalues()[0] > 0.0) return lowest_symmetric_eigenvalue(scaled) > 0.0 ? d : VectorX();
    // The derivative of an eigenvalue by d_i is x_i (A x)_i; those below 0 push together.
    VectorX slope = VectorX::Zero(d.size());
    for (Eigen::Index k = 0; k < d.size() && solver.eigenvalues()[k] <= 0.0; ++k) {
      const VectorX x = solver.eigenvectors().col(k);
      slope += (solver.eigenvalues()[k] / solver.eigenvalues()[0]) * d.cwiseProduct(x.cwiseProduct(full * x));
    }
    logarithm += 4.0 / (1.0 + 0.1 * step) * slope / slope.cwiseAbs().maxCoeff();
  }
  return {};
}

}  // namespace perpend
