// Dense boxed complementarity problems, with planted solutions and without any.
#pragma once

#include <boost/test/unit_test.hpp>
#include <Eigen/LU>
#include "kernel/solvers/boxed_pivoting.hpp"
#include "tests/support/mechanisms.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::boxed {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

struct Planted {
  BoxedProblem problem;
  VectorX z;
};

inline double largest_of(const VectorX& x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

inline MatrixX random_matrix(int rows, int columns, Random& random) {
  MatrixX a(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) a(i, j) = random.uniform(-1.0, 1.0);
  return a;
}

inline BoxedProblem boxed_problem(const MatrixX& w) {
  BoxedProblem problem;
  problem.allocate(static_cast<int>(w.rows()));
  problem.size = static_cast<int>(w.rows());
  problem.matrix = w;
  problem.diagonal_magnitude = w.diagonal();
  return problem;
}

inline void set_right(BoxedProblem& problem, const VectorX& right) {
  problem.right = right;
  problem.right_magnitude = right.cwiseAbs();
}

/// Equations, limits, upper limits and frictions, each row free or at a bound; degenerate: z at its bound and w = 0.
inline Planted plant(const MatrixX& w, bool degenerate, Random& random) {
  Planted planted{boxed_problem(w), VectorX::Zero(w.rows())};
  VectorX slack = VectorX::Zero(w.rows());
  for (int i = 0; i < w.rows(); ++i) {
    double& lower = planted.problem.lower[i];
    double& upper = planted.problem.upper[i];
    double& z = planted.z[i];
    const int kind = random.below(4);
    lower = kind == 0 || kind == 2 ? -infinity : kind == 1 ? 0.0 : -1.0;
    upper = kind == 0 || kind == 1 ? infinity : kind == 2 ? 0.5 : 1.0;
    const double w_size = degenerate && random.below(2) == 0 ? 0.0 : random.uniform(0.0, 1.0);
    const int where = random.below(3);
    if (where == 1 && lower > -infinity) {
      z = lower;
      slack[i] = w_size;
    } else if (where == 2 && upper < infinity) {
      z = upper;
      slack[i] = -w_size;
    } else {
      z = std::clamp(random.uniform(-0.9, 0.9), lower, upper);
    }
  }
  set_right(planted.problem, w * planted.z - slack);
  return planted;
}

/// Largest violation of the three conditions; w and z each in its own unit, W has diagonal near 1.
inline double violation(const BoxedProblem& problem, const VectorX& z) {
  const VectorX w = problem.matrix * z - problem.right;
  double worst = 0.0;
  for (int i = 0; i < problem.size; ++i) {
    worst = std::max({worst, problem.lower[i] - z[i], z[i] - problem.upper[i]});
    // The natural residual of a box: z minus the projection of z - w.
    worst = std::max(worst, std::abs(z[i] - std::clamp(z[i] - w[i], problem.lower[i], problem.upper[i])));
  }
  return worst;
}

inline Status solve(const BoxedProblem& problem, BoxedPivoting& pivoting, VectorX& z) {
  z.setZero(problem.size);
  pivoting.factorize_equations(problem);
  return pivoting.solve(problem, z);
}

}  // namespace perpend::test::boxed
