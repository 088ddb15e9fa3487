// Quantiles, rank correlations and indices of sensitivity, by what they are for every sample and by known answers.
#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "batch/page/statistics.hpp"
#include "kernel/model/numbers/quantile.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_statistics {
namespace {

/// Places in ascending order from 0; equal values share the middle of theirs.
std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<double> result;
  for (const double value : values) {
    const auto below = std::count_if(values.begin(), values.end(), [&](double other) { return other < value; });
    const auto equal = std::count(values.begin(), values.end(), value);
    result.push_back(static_cast<double>(below) + 0.5 * static_cast<double>(equal - 1));
  }
  return result;
}

/// Pearson's correlation of the ranks.
double simple_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> ra = ranks(a), rb = ranks(b);
  const double mean = 0.5 * (static_cast<double>(a.size()) - 1.0);
  double ab = 0.0, aa = 0.0, bb = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (ra[i] - mean) * (rb[i] - mean);
    aa += (ra[i] - mean) * (ra[i] - mean);
    bb += (rb[i] - mean) * (rb[i] - mean);
  }
  return ab / std::sqrt(aa * bb);
}

/// The same of pairs that come one after the other.
double rank_correlation(const std::vector<double>& values, const std::vector<double>& keys) {
  const std::vector<double> own = ranks(values);
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  batch::RankCorrelation result(values.size());
  for (const std::size_t i : order) result.take(own[i], keys[i]);
  return result.value();
}

/// Few different ones, so that there are ties.
std::vector<double> random_values(Random& random, int size, int num_different) {
  std::vector<double> values;
  for (int i = 0; i < size; ++i) values.push_back(std::exp(0.37 * random.below(num_different)));
  return values;
}

bool look_random(const std::vector<double>& values) {
  batch::Turns turns;
  for (const double value : values) turns.take(value);
  return turns.look_random();
}

BOOST_AUTO_TEST_SUITE(statistics)

BOOST_AUTO_TEST_CASE(quantiles_lie_between_the_values_next_to_them) {
  const std::vector<double> values{1.0, 2.0, 4.0, 8.0, 16.0};
  BOOST_TEST(quantile(values, 0.0) == 1.0);
  BOOST_TEST(quantile(values, 0.5) == 4.0);
  BOOST_TEST(quantile(values, 0.625) == 6.0);
  BOOST_TEST(quantile(values, 1.0) == 16.0);
  BOOST_TEST(quantile({3.0}, 0.3) == 3.0);
}

BOOST_AUTO_TEST_CASE(quantiles_of_values_that_come_one_by_one_are_those_of_all) {
  Random random(3);
  const std::vector<double> shares{0.0, 0.02, 0.05, 0.5, 0.77, 0.95, 1.0};
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> values = random_values(random, 1 + random.below(60), 40);
    if (trial % 7 == 0) values.push_back(std::numeric_limits<double>::infinity());
    std::sort(values.begin(), values.end());
    batch::Quantiles quantiles(values.size(), shares);
    for (const double value : values) quantiles.take(value);
    for (std::size_t i = 0; i < shares.size(); ++i) BOOST_REQUIRE(quantiles[i] == quantile(values, shares[i]));
  }
}

BOOST_AUTO_TEST_CASE(correlations_of_pairs_that_come_one_by_one_are_those_of_all) {
  Random random(4);
  for (int trial = 0; trial < 300; ++trial) {
    const int size = 2 + random.below(60), num_different = 1 + random.below(30);
    const std::vector<double> values = random_values(random, size, 20),
                              keys = random_values(random, size, num_different);
    const double expected = simple_correlation(values, keys), found = rank_correlation(values, keys);
    // The sums are exact.
    BOOST_REQUIRE((found == expected || (std::isnan(found) && std::isnan(expected))));
  }
}

BOOST_AUTO_TEST_CASE(draws_look_random_and_what_grows_or_waves_does_not) {
  Random random(5);
  std::vector<double> draws, grows, waves;
  for (int i = 0; i < 1000; ++i) {
    draws.push_back(random.uniform(0.0, 1.0));
    grows.push_back(i + 0.1 * draws.back());
    waves.push_back(std::sin(0.1 * i));
  }
  BOOST_TEST(look_random(draws));
  BOOST_TEST(!look_random(grows));
  BOOST_TEST(!look_random(waves));
  draws.resize(19);
  BOOST_TEST(!look_random(draws));
}

BOOST_AUTO_TEST_CASE(a_growing_function_of_a_value_goes_with_it_wholly) {
  Random random(1);
  std::vector<double> x, grows, falls;
  for (int i = 0; i < 100; ++i) {
    x.push_back(random.uniform(-2.0, 2.0));
    grows.push_back(std::exp(5.0 * x.back()));
    falls.push_back(-x.back() * x.back() * x.back());
  }
  BOOST_TEST(std::abs(rank_correlation(x, grows) - 1.0) <= 1e-14);
  BOOST_TEST(std::abs(rank_correlation(x, falls) + 1.0) <= 1e-14);
  BOOST_TEST(std::isnan(rank_correlation(x, std::vector<double>(100, 7.0))));
}

/// 1 - 6 sum d^2 / (n (n^2 - 1)) without ties.
BOOST_AUTO_TEST_CASE(a_sample_without_ties_has_the_value_of_its_formula) {
  const std::vector<double> iq{106, 100, 86, 101, 99, 103, 97, 113, 112, 110};
  const std::vector<double> hours{7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
  BOOST_TEST(std::abs(rank_correlation(iq, hours) + 29.0 / 165.0) <= 1e-14);
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
  batch::SobolSums sums(3);
  for (const std::vector<double>& row : rows) sums.take(row);
  const auto found = sums.indices();
  for (std::size_t k = 0; k < 3; ++k) {
    // Two standard errors are exceeded by one estimate of twenty, twice as many by none of these.
    BOOST_TEST(std::abs(found[k].first - first[k]) <= 2.0 * found[k].first_error);
    BOOST_TEST(std::abs(found[k].total - total[k]) <= 2.0 * found[k].total_error);
    BOOST_TEST(found[k].first_error < 0.1);
    BOOST_TEST(found[k].total_error < 0.1);
  }
}

/// A function of two arguments, x + x y: 100 samples scatter as much as each says of itself.
BOOST_AUTO_TEST_CASE(errors_of_indices_are_those_of_repeated_samples) {
  constexpr int num_samples = 100, num_rows = 400;
  Random random(4);
  double sum = 0.0, squares = 0.0, said = 0.0;
  for (int i = 0; i < num_samples; ++i) {
    batch::SobolSums sums(2);
    for (int k = 0; k < num_rows; ++k) {
      const auto f = [](double x, double y) { return x + x * y; };
      const double x = random.uniform(0.0, 1.0), y = random.uniform(0.0, 1.0);
      const double other_x = random.uniform(0.0, 1.0), other_y = random.uniform(0.0, 1.0);
      const std::array row{f(x, y), f(other_x, other_y), f(other_x, y), f(x, other_y)};
      sums.take(row);
    }
    const batch::SobolIndices found = sums.indices()[0];
    sum += found.first / num_samples;
    squares += found.first * found.first / num_samples;
    said += 0.5 * found.first_error / num_samples;
  }
  // The standard deviation of 100 values is known to 7 %, twice.
  const double scatter = std::sqrt(squares - sum * sum);
  BOOST_TEST(std::abs(said / scatter - 1.0) <= 0.2, "said " << said << ", scatter " << scatter);
}

BOOST_AUTO_TEST_CASE(indices_of_a_constant_are_not_numbers) {
  batch::SobolSums sums(1);
  for (int i = 0; i < 20; ++i) sums.take(std::array{0.1, 0.1, 0.1});
  BOOST_TEST(std::isnan(sums.indices()[0].first));
  BOOST_TEST(std::isnan(sums.indices()[0].total));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_statistics
