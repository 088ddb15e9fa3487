// Problems that are made to take many pivots, counted in exact arithmetic, and what the solvers make of them.
#include <boost/test/unit_test.hpp>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "verification/cases/families.hpp"
#include "verification/cases/pivot_counts.hpp"

namespace perpend::test::of_pivots {
namespace {

LcpSolution solve(const char* solver, const MatrixX& a, const VectorX& b, const GrowingVector* start = nullptr,
                  const Properties& options = {}) {
  auto made = find_lcp_solver(solver)->make(options);
  SparseLcpMatrix matrix(a);
  LcpSolution solution;
  std::get<std::unique_ptr<LcpSolver>>(made)->solve({&matrix, b, b.cwiseAbs(), {}, LcpClass::unknown}, start, solution);
  return solution;
}

BOOST_AUTO_TEST_SUITE(pivots)

BOOST_AUTO_TEST_CASE(lemke_s_method_takes_all_of_2_to_the_n_pivots_on_murty_s_and_fathi_s_problems) {
  for (int n = 1; n <= 8; ++n) {
    const MatrixX m = cases::murty_triangle(n);
    BOOST_TEST(count_lemke_pivots(m, -VectorX::Ones(n)) == 1L << n);
    BOOST_TEST(count_lemke_pivots(m, cases::falling_right(n)) == 1L << n);
    BOOST_TEST(count_lemke_pivots(m * m.transpose(), -VectorX::Ones(n)) == 1L << n);
  }
}

BOOST_AUTO_TEST_CASE(the_least_index_method_takes_one_pivot_less_with_the_rows_turned_around) {
  for (int n = 1; n <= 8; ++n) {
    const MatrixX m = cases::murty_triangle(n).transpose();
    BOOST_TEST(count_least_index_pivots(m, -VectorX::Ones(n)) == (1L << n) - 1);
    BOOST_TEST(count_least_index_pivots(m * m.transpose(), -VectorX::Ones(n)) == (1L << n) - 1);
    BOOST_TEST(count_least_index_pivots(cases::murty_triangle(n), -VectorX::Ones(n)) == 1);
  }
}

BOOST_AUTO_TEST_CASE(the_solver_of_the_least_index_takes_the_very_pivots_of_the_theorem) {
  for (int n = 1; n <= 10; ++n) {
    const LcpSolution found = solve("murty", cases::murty_triangle(n).transpose(), -VectorX::Ones(n));
    BOOST_TEST((found.status == Status::converged));
    BOOST_TEST(found.iterations == (1L << n) - 1);
    BOOST_TEST(found.z[n - 1] == 1.0);
  }
}

BOOST_AUTO_TEST_CASE(the_solver_of_lemke_takes_them_too_where_there_are_no_ties_until_its_limit) {
  for (int n = 1; n <= 8; ++n) {
    const LcpSolution found = solve("lemke", cases::murty_triangle(n), cases::falling_right(n));
    BOOST_TEST((found.status == Status::converged), n);
    BOOST_TEST(found.iterations == 1L << n);
  }
  BOOST_TEST((solve("lemke", cases::murty_triangle(10), cases::falling_right(10)).failure == LcpFailure::limit));
}

BOOST_AUTO_TEST_CASE(counters_end_at_solutions_rays_and_zero_pivots) {
  MatrixX a(2, 2);
  VectorX b(2);
  a << 0, 1, -1, 0;
  b << -1, -1;
  BOOST_TEST(count_lemke_pivots(a, b) == -1);
  BOOST_TEST(count_least_index_pivots(a, b) == -1);
  BOOST_TEST(count_lemke_pivots(a, VectorX::Ones(2)) == 0);
}

BOOST_AUTO_TEST_CASE(newton_s_method_goes_round_in_threes_on_the_circulant_p_matrix) {
  MatrixX a(3, 3);
  a << 1, 0, 2, 2, 1, 0, 0, 2, 1;
  const VectorX b = VectorX::Ones(3);
  for (const unsigned active : {1U, 2U, 4U}) BOOST_TEST(newton_period(a, b, active) == 3);
  BOOST_TEST(newton_period(a, b, 0) == 0);
  // In doubles as well, from the point of the active set {1}.
  GrowingVector start = VectorX::Zero(3);
  start[0] = -1.0;
  Properties plain_options;
  plain_options.set("globalized", false);
  const LcpSolution plain = solve("min_map", a, b, &start, plain_options);
  BOOST_TEST((plain.failure == LcpFailure::cycle));
  BOOST_TEST((solve("min_map", a, b, &start).status == Status::converged));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_pivots
