// Elimination with intervals: what holds of every matrix within, on planted solutions.
#include <boost/test/unit_test.hpp>

#include <random>

#include "verification/arithmetic/interval_matrix.hpp"

namespace perpend::test::of_interval_matrix {

using namespace perpend;

namespace {

Interval around(double x, double radius) {
  return {x - radius, x + radius};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(interval_matrix)

BOOST_AUTO_TEST_CASE(the_solution_of_a_matrix_within_lies_within) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (int trial = 0; trial < 50; ++trial) {
    const std::size_t n = 1 + trial % 7;
    IntervalRows a(n, std::vector<Interval>(n)), right(n, std::vector<Interval>(1));
    std::vector<double> x(n);
    for (double& entry : x) entry = uniform(random);
    for (std::size_t i = 0; i < n; ++i) {
      Interval sum = 0.0;
      for (std::size_t j = 0; j < n; ++j) {
        const double entry = uniform(random) + (i == j ? 4.0 : 0.0);
        a[i][j] = around(entry, 1e-9);
        sum += Interval(entry) * Interval(x[j]);
      }
      right[i][0] = sum;
    }
    const IntervalRows found = solve_enclosed(a, right);
    BOOST_REQUIRE(found.size() == n);
    std::vector<Bounded> rows;
    for (std::size_t i = 0; i < n; ++i) {
      for (const Interval entry : a[i]) rows.emplace_back(entry);
      rows.emplace_back(right[i][0]);
    }
    BOOST_REQUIRE(solve_enclosed(rows, n));
    for (std::size_t i = 0; i < n; ++i) {
      const Bounded near = rows[i * (n + 1) + n];
      BOOST_TEST(near.interval().contains(x[i]));
      BOOST_TEST(near.error < 1e-6);
      BOOST_TEST(found[i][0].contains(x[i]));
      BOOST_TEST(found[i][0].hi - found[i][0].lo < 1e-6);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_matrix_that_may_be_singular_has_no_solution_here) {
  BOOST_TEST(solve_enclosed({{1.0, 2.0}, {2.0, 4.0}}, {{1.0}, {2.0}}).empty());
  BOOST_TEST(solve_enclosed({{around(1e-12, 1e-9)}}, {{1.0}}).empty());
  BOOST_TEST(solve_enclosed({{Interval()}}, {{1.0}}).empty());
  std::vector<Bounded> singular{1.0, 2.0, 1.0, 2.0, 4.0, 2.0}, unknown{Bounded(), 1.0};
  BOOST_TEST(!solve_enclosed(singular, 2));
  BOOST_TEST(!solve_enclosed(unknown, 1));
  // The first pivot is 0, the matrix is not.
  BOOST_TEST(solve_enclosed({{0.0, 1.0}, {1.0, 0.0}}, {{3.0}, {5.0}})[0][0].contains(5.0));
}

BOOST_AUTO_TEST_CASE(definiteness_is_that_of_the_symmetric_part) {
  BOOST_TEST(is_positive_definite({{1.0, 5.0}, {-5.0, 1.0}}));
  BOOST_TEST(is_positive_definite({{2.0, 1.0}, {1.0, 2.0}}));
  BOOST_TEST(!is_positive_definite({{1.0, 2.0}, {2.0, 1.0}}));
  BOOST_TEST(!is_positive_definite({{1.0, 1.0}, {1.0, 1.0}}));
  BOOST_TEST(!is_positive_definite({{around(0.0, 1e-300)}}));
  BOOST_TEST(!is_positive_definite({{Interval()}}));
  BOOST_TEST(is_positive_definite(IntervalRows()));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_interval_matrix
