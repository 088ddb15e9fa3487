// Quantiles, rank correlations and indices of sensitivity, by what they are for every sample and by known answers.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "batch/page/statistics.hpp"
#include "kernel/model/numbers/quantile.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_statistics {
namespace {

using batch::rank_correlation;
using batch::ranks;

BOOST_AUTO_TEST_SUITE(statistics)

BOOST_AUTO_TEST_CASE(quantiles_lie_between_the_values_next_to_them) {
  const std::vector<double> values{1.0, 2.0, 4.0, 8.0, 16.0};
  BOOST_TEST(quantile(values, 0.0) == 1.0);
  BOOST_TEST(quantile(values, 0.5) == 4.0);
  BOOST_TEST(quantile(values, 0.625) == 6.0);
  BOOST_TEST(quantile(values, 1.0) == 16.0);
  BOOST_TEST(quantile({3.0}, 0.3) == 3.0);
}

BOOST_AUTO_TEST_CASE(equal_values_share_their_ranks) {
  const std::vector<double> expected{1.0, 3.5, 0.0, 3.5, 2.0};
  BOOST_TEST((ranks({5.0, 9.0, -1.0, 9.0, 6.0}) == expected));
}

BOOST_AUTO_TEST_CASE(a_growing_function_of_a_value_goes_with_it_wholly) {
  Random random(1);
  std::vector<double> x, grows, falls;
  for (int i = 0; i < 100; ++i) {
    x.push_back(random.uniform(-2.0, 2.0));
    grows.push_back(std::exp(5.0 * x.back()));
    falls.push_back(-x.back() * x.back() * x.back());
  }
  BOOST_TEST(std::abs(rank_correlation(ranks(x), ranks(grows)) - 1.0) <= 1e-14);
  BOOST_TEST(std::abs(rank_correlation(ranks(x), ranks(falls)) + 1.0) <= 1e-14);
  BOOST_TEST(std::isnan(rank_correlation(ranks(x), ranks(std::vector<double>(100, 7.0)))));
}

/// 1 - 6 sum d^2 / (n (n^2 - 1)) without ties.
BOOST_AUTO_TEST_CASE(a_sample_without_ties_has_the_value_of_its_formula) {
  const std::vector<double> iq{106, 100, 86, 101, 99, 103, 97, 113, 112, 110};
  const std::vector<double> hours{7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
  BOOST_TEST(std::abs(rank_correlation(ranks(iq), ranks(hours)) + 29.0 / 165.0) <= 1e-14);
}

/// Ishigami and Homma's function of three angles, whose indices are known in closed form.
BOOST_AUTO_TEST_CASE(indices_of_a_known_function_are_found) {
  constexpr double a = 7.0, b = 0.1, pi = 3.141592653589793;
  const auto f = [&](const std::vector<double>& x) {
    return std::sin(x[0]) + a * std::pow(std::sin(x[1]), 2) + b * std::pow(x[2], 4) * std::sin(x[0]);
  };
  const double v1 = 0.5 * std::pow(1.0 + b * std::pow(pi, 4) / 5.0, 2), v2 = a * a / 8.0;
  const double v13 = b * b * std::pow(pi, 8) * (1.0 / 18.0 - 1.0 / 50.0);
  const double v = v1 + v2 + v13;
  const double first[] = {v1 / v, v2 / v, 0.0}, total[] = {(v1 + v13) / v, v2 / v, v13 / v};
  Random random(9);
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 5000; ++i) {
    std::vector<double> x, y;
    for (int k = 0; k < 3; ++k) {
      x.push_back(random.uniform(-pi, pi));
      y.push_back(random.uniform(-pi, pi));
    }
    auto& row = rows.emplace_back(std::vector<double>{f(x), f(y)});
    for (std::size_t k = 0; k < 3; ++k) {
      std::vector<double> mixed = x;
      mixed[k] = y[k];
      row.push_back(f(mixed));
    }
  }
  const auto found = batch::sobol_indices(rows);
  for (std::size_t k = 0; k < 3; ++k) {
    // Two standard errors are exceeded by one estimate of twenty, twice as many by none of these.
    BOOST_TEST(std::abs(found[k].first - first[k]) <= 2.0 * found[k].first_error);
    BOOST_TEST(std::abs(found[k].total - total[k]) <= 2.0 * found[k].total_error);
    BOOST_TEST(found[k].first_error < 0.1);
    BOOST_TEST(found[k].total_error < 0.1);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_statistics
