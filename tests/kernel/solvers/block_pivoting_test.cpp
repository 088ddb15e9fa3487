// Block principal pivoting: known and planted answers, full and sparse, piles with redundant supports, the limit.
#include <boost/test/unit_test.hpp>
#include <Eigen/Cholesky>

#include "kernel/solvers/factors/dense_cholesky.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "tests/support/contact_piles.hpp"

namespace perpend::test::of_block_pivoting {

namespace {

LcpSolution solve(const Lcp& lcp, const GrowingVector* start = nullptr, const Properties& options = {}) {
  LcpSolution solution;
  std::get<std::unique_ptr<LcpSolver>>(block_pivoting_solver.make(options))->solve(lcp, start, solution);
  return solution;
}

MatrixX gram(int n, Random& random) {
  MatrixX factor(n, n);
  for (int j = 0; j < n; ++j) factor.col(j) = random.vector(n, 1.0);
  return factor * factor.transpose() / n + MatrixX::Identity(n, n);
}

/// b that a planted z, w solve: a third each z > 0, w > 0 and both 0.
VectorX planted_right(const MatrixX& a, VectorX& z, Random& random) {
  z.setZero(a.rows());
  VectorX w = VectorX::Zero(a.rows());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    const int kind = random.below(3);
    if (kind == 0) z[i] = random.uniform(0.1, 1.0);
    if (kind == 1) w[i] = random.uniform(0.1, 1.0);
  }
  return w - a * z;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(block_pivoting)

BOOST_AUTO_TEST_CASE(full_definite_problems_have_their_planted_answer_after_a_few_factorizations) {
  for (const int n : {1, 7, 150})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      BOOST_TEST_INFO_SCOPE("n " << n << " seed " << seed);
      Random random(seed);
      const MatrixX a = gram(n, random);
      VectorX z;
      const VectorX b = planted_right(a, z, random);
      const LcpSolution solution = solve(own(a, b, LcpClass::symmetric).lcp);
      BOOST_TEST((solution.status == Status::converged));
      BOOST_TEST((solution.z - z).lpNorm<Eigen::Infinity>() < 1e-11);  // condition below 10
      BOOST_TEST(solution.iterations <= 15);
    }
}

BOOST_AUTO_TEST_CASE(a_few_missing_entries_leave_a_full_matrix_to_the_same_method) {
  Random random(6);
  MatrixX a = gram(120, random);
  for (int i = 1; i < 120; ++i) a(i, i - 1) = a(i - 1, i) = 0.0;
  a.diagonal().array() += 1.0;
  VectorX z;
  const VectorX b = planted_right(a, z, random);
  const LcpSolution solution = solve(own(a, b, LcpClass::symmetric).lcp);
  BOOST_TEST((solution.status == Status::converged));
  BOOST_TEST((solution.z - z).lpNorm<Eigen::Infinity>() < 1e-11);  // condition below 10
  BOOST_TEST(solution.iterations <= 5);
}

BOOST_AUTO_TEST_CASE(a_full_matrix_of_large_condition_has_an_answer_whose_last_solution_is_refined) {
  Random random(8);
  const int n = 150;
  MatrixX a = gram(n, random) - MatrixX::Identity(n, n);
  a.diagonal().array() += 1e-6;
  VectorX z;
  const VectorX b = planted_right(a, z, random);
  const LcpSolution solution = solve(own(a, b, LcpClass::symmetric).lcp);
  BOOST_TEST((solution.status == Status::converged));
  // Condition 5e6 at most, and a share of 1e-12 of the diagonal in the factor: unrefined 1e-6.
  BOOST_TEST((solution.z - z).lpNorm<Eigen::Infinity>() < 1e-8);
}

BOOST_AUTO_TEST_CASE(a_p_matrix_that_is_not_symmetric_is_solved_where_all_at_once_goes_round_in_a_circle) {
  const MatrixX a{{1.0, 2.0, 0.0}, {0.0, 1.0, 2.0}, {2.0, 0.0, 1.0}};
  const LcpSolution solution = solve(own(a, VectorX::Constant(3, -1.0)).lcp);
  BOOST_TEST((solution.status == Status::converged));
  BOOST_TEST((solution.z - VectorX::Constant(3, 1.0 / 3.0)).lpNorm<Eigen::Infinity>() < 1e-12);
}

BOOST_AUTO_TEST_CASE(piles_without_friction_whose_supports_are_redundant_are_solved_and_move_as_by_other_solvers) {
  for (const double hit : {0.0, 1.0}) {
    const OwnedLcp pile = pile_lcp({.rows = 12, .hit = hit, .seed = 3});
    const LcpSolution solution = solve(pile.lcp);
    BOOST_TEST((solution.status == Status::converged));
    LcpSolution other;
    std::get<std::unique_ptr<LcpSolver>>(interior_point_solver.make({}))->solve(pile.lcp, nullptr, other);
    // w is the same for all solutions; both are within 1e-10 of one, times the condition of a pile of twelve rows.
    BOOST_TEST((solution.w - other.w).lpNorm<Eigen::Infinity>() < 1e-7);
  }
}

BOOST_AUTO_TEST_CASE(from_the_answer_one_factorization_is_enough) {
  const OwnedLcp pile = pile_lcp({.rows = 8, .hit = 1.0, .seed = 4});
  const LcpSolution first = solve(pile.lcp);
  BOOST_TEST_REQUIRE((first.status == Status::converged));
  const GrowingVector start = first.z;
  const LcpSolution again = solve(pile.lcp, &start);
  BOOST_TEST((again.status == Status::converged));
  BOOST_TEST(again.iterations <= 2);
}

BOOST_AUTO_TEST_CASE(no_solution_and_a_limit_are_not_called_solved) {
  BOOST_TEST((solve(own(MatrixX::Zero(1, 1), VectorX::Constant(1, -1.0)).lcp).status != Status::converged));
  Properties one;
  one.set("iterations", 1.0);
  const OwnedLcp pile = pile_lcp({.rows = 8, .hit = 1.0, .seed = 5});
  const LcpSolution solution = solve(pile.lcp, nullptr, one);
  BOOST_TEST((solution.status == Status::iteration_limit));
  BOOST_TEST((solution.failure == LcpFailure::limit));
}

BOOST_AUTO_TEST_CASE(the_factor_of_a_full_matrix_is_its_root_at_every_size_of_a_panel) {
  Random random(9);
  for (const int n : {1, 3, 32, 33, 35, 70, 101}) {
    const MatrixX a = gram(n, random);
    DenseCholesky cholesky;
    cholesky.matrix(n) = a;
    BOOST_TEST_REQUIRE(cholesky.factorize());
    const VectorX right = random.vector(n, 1.0);
    GrowingVector x;
    BOOST_TEST_REQUIRE(cholesky.solve(right, x));
    BOOST_TEST((x - a.llt().solve(right)).lpNorm<Eigen::Infinity>() < 1e-13 * n);
  }
  DenseCholesky cholesky;
  cholesky.matrix(2) = MatrixX{{1.0, 2.0}, {2.0, 1.0}};
  BOOST_TEST(!cholesky.factorize());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_block_pivoting
