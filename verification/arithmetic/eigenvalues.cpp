#include "verification/arithmetic/eigenvalues.hpp"

#include <Eigen/Eigenvalues>

namespace perpend {

SymmetricEigen symmetric_eigen(const MatrixX& a) {
  const Eigen::SelfAdjointEigenSolver<MatrixX> solver(a);
  return {solver.info() == Eigen::Success, solver.eigenvalues(), solver.eigenvectors()};
}

VectorX symmetric_eigenvalues(const MatrixX& a) {
  const Eigen::SelfAdjointEigenSolver<MatrixX> solver(a, Eigen::EigenvaluesOnly);
  return solver.info() == Eigen::Success ? solver.eigenvalues() : VectorX();
}

GeneralEigen general_eigen(const MatrixX& a) {
  const Eigen::EigenSolver<MatrixX> solver(a);
  if (solver.info() != Eigen::Success) return {};
  return {true, solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXcd general_eigenvalues(const MatrixX& a) {
  const Eigen::EigenSolver<MatrixX> solver(a, false);
  return solver.info() == Eigen::Success ? solver.eigenvalues() : Eigen::VectorXcd();
}

}  // namespace perpend
