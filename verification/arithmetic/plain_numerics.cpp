#include "verification/arithmetic/plain_numerics.hpp"

#include <Eigen/LU>
#include <Eigen/SparseCholesky>

#include <limits>
#include <vector>

#include "verification/arithmetic/eigenvalues.hpp"
#include "verification/arithmetic/factors.hpp"
#include "verification/arithmetic/orthogonal_factors.hpp"

namespace perpend {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// M^-1 a.
MatrixX divide_columns(const MassMatrix& mass, MatrixX a) {
  VectorX column;
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    column = a.col(j);
    divide(mass, column, column);
    a.col(j) = column;
  }
  return a;
}

}  // namespace

bool cholesky_ends(MatrixX a) {
  return factorize_cholesky(a);
}

bool cholesky_ends(const SparseRows& a) {
  using Sparse = Eigen::SparseMatrix<double>;
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] <= i) entries.emplace_back(i, a.column[k], a.value[k]);
  Sparse lower(a.num_rows, a.num_rows);
  lower.setFromTriplets(entries.begin(), entries.end());
  return Eigen::SimplicialLLT<Sparse>(lower).info() == Eigen::Success;
}

double plain_smallest_eigenvalue(const MatrixX& a) {
  const VectorX values = symmetric_eigenvalues(a);
  return values.size() > 0 ? values.minCoeff() : no_number;
}

double plain_spectral_radius(const MatrixX& x) {
  const Eigen::VectorXcd values = general_eigenvalues(x);
  return values.size() > 0 ? values.cwiseAbs().maxCoeff() : no_number;
}

int plain_rank(const MatrixX& j) {
  return rounded_rank(j);
}

bool are_principal_minors_positive(const MatrixX& a) {
  for (unsigned choice = 1; choice < 1U << a.rows(); ++choice) {
    std::vector<int> chosen;
    for (int i = 0; i < a.rows(); ++i)
      if ((choice >> i & 1U) != 0) chosen.push_back(i);
    const MatrixX block = a(chosen, chosen);
    if (!(block.determinant() > 0.0)) return false;
  }
  return true;
}

VectorX plain_solution(const MatrixX& a, const VectorX& b) {
  return RoundedLu(a).solve(b);
}

double rounded_value(const ExactProduct& product, double h) {
  double value = product.factors[0] * product.factors[1] * product.factors[2];
  for (int i = 0; i < product.step_power; ++i) value *= h;
  return value;
}

double floating_spectral_radius(const LinearSystem& system, const LinearUpdate& update, double h) {
  const Eigen::Index n = system.mass.size();
  const MatrixX weighted = divide_columns(system.mass, system.b.transpose());
  const RoundedLdlt delassus(system.b * weighted);
  if (!delassus.is_done()) return no_number;
  const MatrixX projector = weighted * delassus.solve(system.b);
  const MatrixX identity = MatrixX::Identity(n, n);
  MatrixX x(2 * n, 2 * n);
  x << identity - rounded_value(update.qq, h) * projector, h * (identity - rounded_value(update.qv, h) * projector),
      -rounded_value(update.vq, h) / h * projector, identity - rounded_value(update.vv, h) * projector;
  if (!x.allFinite()) return no_number;
  return plain_spectral_radius(x);
}

}  // namespace perpend
