// Rounded eigenvalues and eigenvectors: guesses, of which nothing is claimed. In one place, because Eigen's solvers
// take seconds to compile.
#pragma once

#include <complex>

#include "kernel/model/types.hpp"

namespace perpend {

struct SymmetricEigen {
  bool is_converged = false;
  VectorX values;  ///< increasing
  MatrixX vectors;
};
/// `a` is symmetric; only the part below the diagonal is read.
[[nodiscard]] SymmetricEigen symmetric_eigen(const MatrixX& a);

/// The values alone; empty when the iteration does not converge.
[[nodiscard]] VectorX symmetric_eigenvalues(const MatrixX& a);

struct GeneralEigen {
  bool is_converged = false;  ///< if not, there is nothing
  Eigen::VectorXcd values{};
  Eigen::MatrixXcd vectors{};
};
[[nodiscard]] GeneralEigen general_eigen(const MatrixX& a);
/// The values alone; empty when the iteration does not converge.
[[nodiscard]] Eigen::VectorXcd general_eigenvalues(const MatrixX& a);

}  // namespace perpend
