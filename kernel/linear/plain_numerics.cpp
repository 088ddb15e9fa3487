#include "kernel/linear/plain_numerics.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SparseCholesky>
#include <limits>
#include <vector>

namespace perpend {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

bool cholesky_ends(MatrixX a) {
  return Eigen::LLT<Eigen::Ref<MatrixX>>(a).info() == Eigen::Success;
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
  const Eigen::SelfAdjointEigenSolver<MatrixX> solver(a, Eigen::EigenvaluesOnly);
  return solver.info() == Eigen::Success ? solver.eigenvalues().minCoeff() : nan;
}

double plain_spectral_radius(const MatrixX& x) {
  const Eigen::EigenSolver<MatrixX> solver(x, false);
  return solver.info() == Eigen::Success ? solver.eigenvalues().cwiseAbs().maxCoeff() : nan;
}

int plain_rank(const MatrixX& j) {
  return static_cast<int>(Eigen::ColPivHouseholderQR<MatrixX>(j).rank());
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
  return Eigen::PartialPivLU<MatrixX>(a).solve(b);
}

}  // namespace perpend
