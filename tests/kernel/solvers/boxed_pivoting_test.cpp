// Dense boxed complementarity problems with planted solutions: definite, degenerate, semidefinite, without solution.
#include <boost/test/unit_test.hpp>
#include <Eigen/LU>

#include "tests/kernel/solvers/boxed_problems.hpp"

namespace perpend::test::of_boxed_pivoting {

using namespace boxed;

BOOST_AUTO_TEST_SUITE(boxed_pivoting)

BOOST_AUTO_TEST_CASE(planted_solutions_of_definite_problems_are_found) {
  Random random(11);
  BoxedPivoting pivoting(200);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = trial < 290 ? 1 + random.below(30) : 200;
    const MatrixX a = random_matrix(n, n, random) / std::sqrt(n);
    const MatrixX w = a * a.transpose() + 0.1 * MatrixX::Identity(n, n);
    const Planted planted = plant(w, trial % 2 == 1, random);
    VectorX z;
    BOOST_TEST_INFO_SCOPE("trial " << trial << " of size " << n << ", pivots " << pivoting.num_pivots());
    BOOST_REQUIRE(solve(planted.problem, pivoting, z) == Status::converged);
    // Definite: one solution. Condition below 100 here, n roundings each.
    BOOST_TEST(largest_of(z - planted.z) < 1e4 * (n + 2) * 0x1p-53);
    BOOST_TEST(pivoting.num_pivots() <= 4 * n + 4);
  }
}

BOOST_AUTO_TEST_CASE(consistent_semidefinite_problems_are_solved) {
  Random random(12);
  BoxedPivoting pivoting(60);
  int with_dependent_rows = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const int n = 2 + random.below(trial < 950 ? 12 : 58);
    const int rank = 1 + random.below(n);
    const MatrixX a = random_matrix(n, rank, random) / std::sqrt(rank);
    const Planted planted = plant(a * a.transpose(), trial % 2 == 1, random);
    VectorX z;
    BOOST_TEST_INFO_SCOPE("trial " << trial << " of size " << n << ", rank " << rank);
    const Status status = solve(planted.problem, pivoting, z);
    BOOST_REQUIRE(status == Status::converged);
    // z is not unique, but w is. Random rows of low rank: condition of the free block up to the square of 1e4.
    BOOST_TEST(violation(planted.problem, z) < 1e-7 * (1.0 + largest_of(z)));
    if (rank < n) ++with_dependent_rows;
  }
  BOOST_TEST(with_dependent_rows > 500);
}

BOOST_AUTO_TEST_CASE(a_problem_without_solution_says_so_and_names_the_row) {
  // x is held at 1 by an equation; a limit on the same x asks for at least 2.
  MatrixX w(2, 2);
  w << 1.0, 1.0, 1.0, 1.0;
  BoxedProblem problem = boxed_problem(w);
  problem.lower << -infinity, 0.0;
  problem.upper << infinity, infinity;
  set_right(problem, Vec2(1.0, 2.0));
  BoxedPivoting pivoting(2);
  VectorX z;
  BOOST_TEST(solve(problem, pivoting, z) == Status::singular);
  BOOST_TEST(pivoting.conflicting_row() == 1);
  // Asking for at least 0.5 instead, it has nothing to do.
  set_right(problem, Vec2(1.0, 0.5));
  BOOST_TEST(solve(problem, pivoting, z) == Status::converged);
  BOOST_TEST(z[0] == 1.0);
  BOOST_TEST(z[1] == 0.0);
  // A force that is bounded gives way: it stays at its bound.
  problem.upper[1] = 3.0;
  set_right(problem, Vec2(1.0, 2.0));
  BOOST_TEST(solve(problem, pivoting, z) == Status::converged);
  BOOST_TEST(z[1] == 3.0);
  BOOST_TEST(z[0] == -2.0);
}

BOOST_AUTO_TEST_CASE(two_limits_on_one_coordinate_share_no_load_that_one_can_carry) {
  MatrixX w(2, 2);
  w << 1.0, 1.0, 1.0, 1.0;
  BoxedProblem problem = boxed_problem(w);
  problem.lower.setZero();
  problem.upper.setConstant(infinity);
  BoxedPivoting pivoting(2);
  VectorX z;
  for (const Vec2& right : {Vec2(1.0, 2.0), Vec2(2.0, 1.0), Vec2(1.0, 1.0), Vec2(-1.0, 1.0)}) {
    set_right(problem, right);
    BOOST_TEST(solve(problem, pivoting, z) == Status::converged);
    BOOST_TEST(violation(problem, z) == 0.0);
    BOOST_TEST(z.sum() == right.maxCoeff());
  }
}

BOOST_AUTO_TEST_CASE(infeasible_semidefinite_problems_are_never_called_solved) {
  Random random(13);
  BoxedPivoting pivoting(20);
  int refused = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const int n = 2 + random.below(10);
    const int rank = 1 + random.below(n - 1);
    const MatrixX a = random_matrix(n, rank, random);
    BoxedProblem problem = plant(a * a.transpose(), false, random).problem;
    set_right(problem, random.vector(n, 1.0));  // almost never in the range of W
    VectorX z;
    const Status status = solve(problem, pivoting, z);
    if (status == Status::singular) ++refused;
    BOOST_TEST_INFO_SCOPE("trial " << trial);
    BOOST_TEST((status == Status::converged || status == Status::singular));
    if (status != Status::converged) continue;
    for (const int row : pivoting.dependent_equations()) z[row] = 0.0;
    const VectorX w = problem.matrix * z - problem.right;
    for (int i = 0; i < n; ++i)
      if (pivoting.place(i) != BoxedPivoting::Place::left_out)
        BOOST_TEST(std::abs(z[i] - std::clamp(z[i] - w[i], problem.lower[i], problem.upper[i])) <
                   1e-7 * (1.0 + largest_of(z)));
  }
  BOOST_TEST(refused > 50);
}

// Equations, then bounded rows of their own, then bounded rows that are combinations of the equations.
BOOST_AUTO_TEST_CASE(a_bounded_row_that_follows_from_equations_stands_where_its_slack_asks) {
  Random random(14);
  BoxedPivoting pivoting(40);
  for (int trial = 0; trial < 300; ++trial) {
    const int equations = 1 + random.below(8), bounded = random.below(6), dependent = 1 + random.below(6);
    const int n = equations + bounded + dependent;
    MatrixX a(n, equations + bounded);
    a.topRows(equations + bounded) = random_matrix(equations + bounded, equations + bounded, random);
    a.topRows(equations + bounded).diagonal().array() += 3.0;
    a.bottomRows(dependent) = random_matrix(dependent, equations, random) * a.topRows(equations);
    Planted planted{boxed_problem(a * a.transpose()), VectorX::Zero(n)};
    VectorX slack = VectorX::Zero(n);
    planted.problem.lower.setConstant(-1.0);
    planted.problem.upper.setConstant(1.0);
    planted.problem.lower.head(equations).setConstant(-infinity);
    planted.problem.upper.head(equations).setConstant(infinity);
    planted.z.head(equations) = random.vector(equations, 1.0);
    for (int i = equations; i < n; ++i) {
      const int where = random.below(3);
      slack[i] = (where - 1) * random.uniform(0.1, 1.0);
      planted.z[i] = where == 1 ? (i < equations + bounded ? random.uniform(-0.9, 0.9) : 0.0) : 1.0 - where;
    }
    set_right(planted.problem, planted.problem.matrix * planted.z - slack);
    VectorX z;
    BOOST_TEST_INFO_SCOPE("trial " << trial << " of size " << n);
    BOOST_REQUIRE(solve(planted.problem, pivoting, z) == Status::converged);
    // Condition of the independent block below 1e4.
    BOOST_TEST(largest_of(z - planted.z) < 1e5 * (n + 2) * 0x1p-53);
    for (int i = equations + bounded; i < n; ++i) BOOST_TEST(z[i] == planted.z[i]);
  }
}

// A row without any freedom left: its diagonal is what rounding leaves of 1, whatever its sign.
BOOST_AUTO_TEST_CASE(a_row_that_nothing_can_move_is_at_the_bound_of_its_slack_or_nearest_zero) {
  BoxedPivoting pivoting(1);
  VectorX z;
  for (const double rest : {0.0, 0x1p-54, -0x1p-54}) {
    BoxedProblem problem = boxed_problem(MatrixX::Constant(1, 1, rest));
    problem.diagonal_magnitude[0] = 1.0;
    const auto solved = [&](double right, double lower, double upper) {
      problem.right[0] = right;
      problem.right_magnitude[0] = 1.0;
      problem.lower[0] = lower;
      problem.upper[0] = upper;
      BOOST_TEST(solve(problem, pivoting, z) == Status::converged);
      return z[0];
    };
    BOOST_TEST(solved(0.1, -3.0, 2.0) == 2.0);
    BOOST_TEST(solved(-0.1, -3.0, 2.0) == -3.0);
    BOOST_TEST(solved(-0.1, 0.0, infinity) == 0.0);
    for (const double noise : {0.0, 0x1p-50, -0x1p-50}) {
      BOOST_TEST(solved(noise, -3.0, 2.0) == 0.0);
      BOOST_TEST(solved(noise, 0.0, infinity) == 0.0);
      BOOST_TEST(solved(noise, 0.25, 2.0) == 0.25);
      BOOST_TEST(solved(noise, -3.0, -0.5) == -0.5);
    }
    problem.right[0] = 0.1;
    problem.lower[0] = 0.0;
    problem.upper[0] = infinity;
    BOOST_TEST(solve(problem, pivoting, z) == Status::singular);
    BOOST_TEST(pivoting.conflicting_row() == 0);
  }
}

BOOST_AUTO_TEST_CASE(fixed_rows_stay_and_dependent_equations_are_left_out) {
  MatrixX w(3, 3);
  w << 2.0, 1.0, 2.0, 1.0, 3.0, 1.0, 2.0, 1.0, 2.0;
  BoxedProblem problem = boxed_problem(w);
  problem.lower << -infinity, 0.25, -infinity;
  problem.upper << infinity, 0.25, infinity;
  set_right(problem, Vec3(1.0, 7.0, 1.0));
  BoxedPivoting pivoting(3);
  VectorX z;
  BOOST_TEST(solve(problem, pivoting, z) == Status::converged);
  BOOST_TEST(pivoting.dependent_equations() == std::vector<int>{2});
  BOOST_TEST(z[1] == 0.25);
  BOOST_TEST(std::abs(z[0] - 0.375) < 4 * 0x1p-53);
  BOOST_TEST(z[2] == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_boxed_pivoting
