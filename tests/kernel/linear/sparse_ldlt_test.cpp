// The sparse factorization against dense arithmetic in extended precision, and its fill on families of mechanisms.
#include <boost/test/unit_test.hpp>
#include <Eigen/LU>

#include "kernel/linear/kkt_solver.hpp"
#include "tests/support/families.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_sparse_ldlt {

namespace {

using ExtendedMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using ExtendedVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

struct Sparse {
  std::vector<PatternEntry> entries;
  std::vector<double> values;
  MatrixX dense;
};

Sparse to_sparse(const MatrixX& dense, Random& random) {
  Sparse sparse{{}, {}, dense};
  for (int i = 0; i < dense.rows(); ++i)
    for (int j = 0; j <= i; ++j) {
      if (dense(i, j) == 0.0) continue;
      // Some places are given twice: they add up.
      const double part = random.below(4) == 0 ? 0.5 * dense(i, j) : dense(i, j);
      sparse.entries.push_back({i, j});
      sparse.values.push_back(part);
      if (part != dense(i, j)) {
        sparse.entries.push_back({i, j});
        sparse.values.push_back(dense(i, j) - part);
      }
    }
  return sparse;
}

/// Positive definite in the first n rows, negative definite in the last m: every order of pivots exists.
MatrixX random_quasi_definite(int n, int m, Random& random) {
  MatrixX a = MatrixX::Zero(n + m, n + m);
  for (int i = 0; i < n + m; ++i)
    for (int j = 0; j < i; ++j)
      if (random.below(5) == 0) a(i, j) = a(j, i) = random.uniform(-1.0, 1.0);
  for (int i = 0; i < n + m; ++i) a(i, i) = (i < n ? 1.0 : -1.0) * (1.0 + a.row(i).cwiseAbs().sum());
  return a;
}

long entries_of(const Model& model) {
  return static_cast<long>(KktSolver(allocate_evaluation(model).rows, DependentRows::stop).num_factor_entries());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sparse_ldlt)

BOOST_AUTO_TEST_CASE(random_quasi_definite_systems_are_solved_to_rounding) {
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const int n = 1 + random.below(30);
    const int m = random.below(15);
    const Sparse a = to_sparse(random_quasi_definite(n, m, random), random);
    SparseLdlt ldlt(n + m, a.entries);
    const std::vector<char> may_vanish(n + m, 0);
    BOOST_REQUIRE(ldlt.factorize(a.values, may_vanish));
    const VectorX b = random.vector(n + m, 1.0);
    VectorX x = b;
    ldlt.solve(x);
    const ExtendedVector exact = a.dense.cast<long double>().partialPivLu().solve(b.cast<long double>());
    // Dominant diagonal: condition below 100 and no growth; n roundings each.
    BOOST_TEST(largest((x.cast<long double>() - exact).cast<double>()) < 100.0 * (n + m) * 0x1p-53);
    BOOST_TEST(ldlt.left_out().empty());
  }
}

BOOST_AUTO_TEST_CASE(a_second_factorization_forgets_the_first) {
  Random random(2);
  const MatrixX dense = random_quasi_definite(20, 8, random);
  const Sparse a = to_sparse(dense, random);
  const std::vector<char> may_vanish(28, 0);
  SparseLdlt used(28, a.entries), fresh(28, a.entries);
  std::vector<double> other = a.values;
  for (double& value : other) value *= 1.5;
  BOOST_REQUIRE(used.factorize(other, may_vanish));
  BOOST_REQUIRE(used.factorize(a.values, may_vanish));
  BOOST_REQUIRE(fresh.factorize(a.values, may_vanish));
  VectorX x = random.vector(28, 1.0);
  VectorX y = x;
  used.solve(x);
  fresh.solve(y);
  BOOST_TEST((x.array() == y.array()).all());
}

BOOST_AUTO_TEST_CASE(vanishing_pivots_are_listed_where_they_may_vanish_and_refused_elsewhere) {
  // Rows 2 and 3 are the same constraint on two unit masses: the fourth pivot is zero.
  const std::vector<PatternEntry> entries{{0, 0}, {1, 1}, {2, 0}, {2, 1}, {3, 0}, {3, 1}};
  const std::vector<double> values{1.0, 1.0, 0.6, 0.8, 0.6, 0.8};
  SparseLdlt ldlt(4, entries);
  BOOST_TEST(ldlt.factorize(values, std::vector<char>{0, 0, 1, 1}));
  BOOST_REQUIRE(ldlt.left_out().size() == 1U);
  BOOST_TEST(ldlt.left_out()[0] == 3);
  VectorX x(4);
  x << 0.0, 0.0, 2.0, 2.0;
  ldlt.solve(x);
  BOOST_TEST(x[3] == 0.0);
  BOOST_TEST(std::abs(0.6 * x[0] + 0.8 * x[1] - 2.0) < 1e-15);
  BOOST_TEST(!ldlt.factorize(values, std::vector<char>{0, 0, 1, 0}));
  BOOST_TEST(ldlt.factorize(std::vector<double>{1.0, 1.0, 0.6, 0.8, 0.8, -0.6}, std::vector<char>{0, 0, 1, 1}));
  BOOST_TEST(ldlt.left_out().empty());
  BOOST_TEST(
      !ldlt.factorize(std::vector<double>{1.0, std::nan(""), 0.6, 0.8, 0.6, 0.8}, std::vector<char>{0, 0, 1, 1}));
}

BOOST_AUTO_TEST_CASE(a_pivot_that_is_to_be_left_out_is_as_if_its_row_were_not_there) {
  Random random(3);
  const MatrixX dense = random_quasi_definite(12, 6, random);
  std::vector<int> others;
  for (int i = 0; i < 18; ++i)
    if (i != 15) others.push_back(i);
  const Sparse a = to_sparse(dense, random);
  SparseLdlt whole(18, a.entries);
  std::vector<char> pivots(18, SparseLdlt::kept);
  pivots[15] = SparseLdlt::out;
  BOOST_REQUIRE(whole.factorize(a.values, pivots));
  BOOST_TEST(whole.left_out() == std::vector<int>{15}, boost::test_tools::per_element());
  const VectorX b = random.vector(18, 1.0);
  VectorX x = b;
  whole.solve(x);
  BOOST_TEST(x[15] == 0.0);
  const VectorX exact = dense(others, others).partialPivLu().solve(VectorX(b(others)));
  // Dominant diagonal, as above.
  BOOST_TEST(largest(VectorX(x(others)) - exact) < 100.0 * 18 * 0x1p-53);
}

// Equal increments from N to 2N to 3N: the factor is exactly linear in the size of the mechanism.
BOOST_AUTO_TEST_CASE(trees_and_ladders_of_joints_fill_linearly) {
  const int n = 50;
  for (const auto& [name, build] : mechanism_families()) {
    BOOST_TEST_INFO_SCOPE(name);
    const long once = entries_of(build(n));
    const long twice = entries_of(build(2 * n));
    const long thrice = entries_of(build(3 * n));
    BOOST_TEST(thrice - twice == twice - once);
    // A revolute joint couples 2 rows to 3 coordinates on each side: a few dozen entries for each body.
    BOOST_TEST(twice - once < 100 * n);
  }
}

BOOST_AUTO_TEST_CASE(large_mechanisms_are_solved_to_rounding) {
  for (const auto& [name, build] : mechanism_families()) {
    BOOST_TEST_INFO_SCOPE(name);
    const Model model = build(300);
    Stepper stepper(model);
    const State state = initial_state(model);
    stepper.step(*method("none"), state, 1e-3);
    BOOST_REQUIRE(stepper.status == Status::converged);
    const KeptSolve& kept = stepper.solves.front();
    VectorX residual = kept.problem.motion - kept.mass.diagonal.cwiseProduct(kept.solution.x);
    add_jacobian_transposed(kept.rows, kept.solution.multiplier, residual);
    VectorX rate;
    apply_jacobian(kept.rows, kept.solution.x, rate);
    // Against the largest multiplier: rounding of a sum of a few terms of that size.
    BOOST_TEST(largest(residual) < 1e-13 * (1.0 + largest(kept.solution.multiplier)));
    BOOST_TEST(largest(rate - kept.problem.target) < 1e-13 * (1.0 + largest(kept.solution.x)));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_sparse_ldlt
