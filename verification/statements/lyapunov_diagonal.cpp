#include "verification/statements/lyapunov_diagonal.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>

#include "verification/lcp_enclosures.hpp"
#include "verification/lcp_rows.hpp"

namespace perpend {

namespace {

constexpr int most_steps = 100;

VectorX powers_of_two(const VectorX& logarithm) {
  VectorX d(logarithm.size());
  for (Eigen::Index i = 0; i < d.size(); ++i) d[i] = std::exp2(std::round(logarithm[i]));
  return d;
}

/// 100 eigenvalue problems of full matrices at most.
double seconds_of_search(double n) {
  return 1e-8 * n * n * n * most_steps;
}

}  // namespace

VectorX lyapunov_diagonal(const SparseRows& a, const Effort& effort) {
  if (why_unfit(a) != nullptr || a.num_rows == 0 || seconds_of_search(a.num_rows) > effort.seconds) return {};
  const MatrixX full = dense(a);
  if (!(full.diagonal().minCoeff() > 0.0) || full == full.transpose()) return {};
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
