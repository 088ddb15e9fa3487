// Boxed problems whose rows share freedoms, as limits and frictions on one mechanism do.
#include <boost/test/unit_test.hpp>
#include <Eigen/LU>

#include "tests/kernel/solvers/boxed_problems.hpp"

namespace perpend::test::of_shared_freedoms {

using namespace boxed;

BOOST_AUTO_TEST_SUITE(shared_freedoms)

// One freedom, several frictions on it: together they carry what is asked, and each stays in its box.
BOOST_AUTO_TEST_CASE(frictions_that_share_one_coordinate_hold_it_together) {
  const Vec3 row(1.0, -2.0, 0.5);
  BoxedProblem problem = boxed_problem(row * row.transpose());
  problem.lower << -0.1, -0.2, -0.3;
  problem.upper << 0.1, 0.2, 0.3;
  BoxedPivoting pivoting(3);
  VectorX z;
  const double most = 0.1 + 0.4 + 0.15;
  for (const double load : {0.0, 0.05, 0.3, -0.6, 0.64, 0.7, -5.0}) {
    set_right(problem, load * row);
    BOOST_TEST(solve(problem, pivoting, z) == Status::converged);
    BOOST_TEST(violation(problem, z) < 1e-15);
    BOOST_TEST(std::abs(row.dot(z) - std::clamp(load, -most, most)) < 1e-15);
  }
}

/// Whether a choice of sides with independent free rows solves it. Where every row has a bound a problem with solutions
/// has one of these: an extreme point of its convex set of solutions.
bool has_solution(const BoxedProblem& problem) {
  const int n = problem.size;
  int choices = 1;
  for (int i = 0; i < n; ++i) choices *= 3;
  for (int choice = 0; choice < choices; ++choice) {
    VectorX z = VectorX::Zero(n);
    std::vector<int> free;
    bool is_choice = true;
    for (int i = 0, rest = choice; i < n; ++i, rest /= 3) {
      if (rest % 3 == 0) free.push_back(i);
      if (rest % 3 == 1) z[i] = problem.lower[i];
      if (rest % 3 == 2) z[i] = problem.upper[i];
      is_choice = is_choice && std::isfinite(z[i]);
    }
    if (!is_choice) continue;
    if (!free.empty()) {
      const VectorX right = (problem.right - problem.matrix * z)(free);
      const Eigen::FullPivLU<MatrixX> lu(problem.matrix(free, free));
      if (lu.rank() < static_cast<int>(free.size())) continue;
      z(free) = lu.solve(right);
    }
    if (violation(problem, z) < 1e-12) return true;  // whole numbers below 100 otherwise
  }
  return false;
}

BOOST_AUTO_TEST_CASE(a_solution_is_found_exactly_where_enumeration_finds_one) {
  Random random(15);
  BoxedPivoting pivoting(5);
  int solvable = 0, unsolvable = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const int n = 1 + random.below(5);
    MatrixX rows(n, 1 + random.below(3));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < rows.cols(); ++j) rows(i, j) = random.below(3) - 1;
    BoxedProblem problem = boxed_problem(rows * rows.transpose());
    VectorX right(n);
    for (int i = 0; i < n; ++i) {
      const int kind = random.below(3);
      problem.lower[i] = kind == 0 ? 0.0 : kind == 1 ? -1.0 : -infinity;
      problem.upper[i] = kind == 0 ? infinity : kind == 1 ? 1.0 : 0.0;
      right[i] = random.below(7) - 3;
    }
    set_right(problem, right);
    VectorX z;
    const Status status = solve(problem, pivoting, z);
    const bool expected = has_solution(problem);
    BOOST_TEST_INFO_SCOPE("trial " << trial << " of size " << n);
    BOOST_TEST((status == (expected ? Status::converged : Status::singular)));
    if (status == Status::converged) BOOST_TEST(violation(problem, z) < 1e-12);
    ++(expected ? solvable : unsolvable);
  }
  BOOST_TEST(solvable > 500);
  BOOST_TEST(unsolvable > 200);
}

// As limits and friction on every hinge of a loop with one freedom: rows that the equations imply, rows that differ by
// what the equations hold, pairs that are opposite. In half of the trials the equations are eliminated, which leaves
// roundings of the diagonal where nothing can move.
BOOST_AUTO_TEST_CASE(limits_and_frictions_that_share_freedoms_are_solved) {
  Random random(16);
  BoxedPivoting pivoting(40);
  for (int trial = 0; trial < 3000; ++trial) {
    const int columns = 3 + random.below(12), equations = 1 + random.below(columns - 1), bounded = 1 + random.below(10);
    const int n = equations + bounded;
    MatrixX rows = random_matrix(n, columns, random);
    const MatrixX shared = random_matrix(1, columns, random);
    for (int i = equations; i < n; ++i) {
      const int kind = random.below(4);
      const MatrixX implied = random_matrix(1, equations, random) * rows.topRows(equations);
      if (kind == 0) rows.row(i) = implied;
      if (kind == 1) rows.row(i) = implied + random.uniform(-1.0, 1.0) * shared;
      if (kind == 2) rows.row(i) = -rows.row(i - 1);
    }
    Planted planted{boxed_problem(rows * rows.transpose()), VectorX::Zero(n)};
    BoxedProblem& problem = planted.problem;
    VectorX slack = VectorX::Zero(n);
    for (int i = 0; i < n; ++i) {
      const int kind = i < equations ? 3 : random.below(3), where = random.below(3);
      problem.lower[i] = kind == 0 ? 0.0 : kind == 1 ? -0.5 : -infinity;
      problem.upper[i] = kind == 2 ? 0.0 : kind == 1 ? 0.5 : infinity;
      planted.z[i] = std::clamp(random.uniform(-0.9, 0.9), problem.lower[i], problem.upper[i]);
      const double size = random.below(2) == 0 ? 0.0 : random.uniform(0.1, 1.0);
      if (where == 1 && std::isfinite(problem.lower[i])) planted.z[i] = problem.lower[i], slack[i] = size;
      if (where == 2 && std::isfinite(problem.upper[i])) planted.z[i] = problem.upper[i], slack[i] = -size;
    }
    set_right(problem, problem.matrix * planted.z - slack);
    BOOST_TEST_INFO_SCOPE("trial " << trial << ", " << equations << " equations, " << bounded << " bounded rows");
    VectorX z;
    BOOST_TEST((solve(problem, pivoting, z) == Status::converged));
    // w to what rank is judged by; the random equations have a condition up to 1e5.
    BOOST_TEST(violation(problem, z) < 1e-7 * (1.0 + largest_of(z)));
    if (trial % 2 == 1) continue;
    const MatrixX& w = problem.matrix;
    const MatrixX held =
        w.topLeftCorner(equations, equations).partialPivLu().solve(w.topRightCorner(equations, bounded));
    const MatrixX reduced = w.bottomRightCorner(bounded, bounded) - w.bottomLeftCorner(bounded, equations) * held;
    BoxedProblem left = boxed_problem((reduced + reduced.transpose()) / 2.0);
    left.diagonal_magnitude = w.diagonal().tail(bounded);
    left.right_scale = w.diagonal().tail(bounded).cwiseSqrt();
    left.lower = problem.lower.tail(bounded);
    left.upper = problem.upper.tail(bounded);
    set_right(left, left.matrix * planted.z.tail(bounded) - slack.tail(bounded));
    BOOST_TEST((solve(left, pivoting, z) == Status::converged));
    BOOST_TEST(violation(left, z) < 1e-7 * (1.0 + largest_of(z)));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_shared_freedoms
