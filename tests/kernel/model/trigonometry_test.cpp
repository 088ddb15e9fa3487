// sin and cos against MPFR: the bound that the enclosures of verification rest on.
#include <mpfr.h>

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernel/model/numbers/trigonometry.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_trigonometry {

namespace {

/// |approximation - f(x)| with f in 300 bits, which reduces 2^30 without loss; rounded up to double.
double distance(double approximation, double x, int (*f)(mpfr_t, const mpfr_t, mpfr_rnd_t)) {
  mpfr_t exact;
  mpfr_init2(exact, 300);
  mpfr_set_d(exact, x, MPFR_RNDN);
  f(exact, exact, MPFR_RNDN);
  mpfr_sub_d(exact, exact, approximation, MPFR_RNDA);
  const double error = std::abs(mpfr_get_d(exact, MPFR_RNDA));
  mpfr_clear(exact);
  return error;
}

void check_bound(double x) {
  const SinCos<double> result = sin_cos(x);
  BOOST_TEST_INFO("x = " << x);
  BOOST_TEST(distance(result.sin, x, mpfr_sin) <= sin_cos_error_bound);
  BOOST_TEST(distance(result.cos, x, mpfr_cos) <= sin_cos_error_bound);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(trigonometry)

BOOST_AUTO_TEST_CASE(the_bound_holds_at_every_magnitude) {
  Random random(1);
  for (int exponent = -60; exponent < 30; ++exponent)
    for (int i = 0; i < 500; ++i) {
      const double x = std::ldexp(random.uniform(1.0, 2.0), exponent);
      check_bound(random.below(2) == 0 ? x : -x);
    }
}

BOOST_AUTO_TEST_CASE(the_bound_holds_next_to_multiples_of_a_quarter_turn) {
  Random random(2);
  const double quarter = std::acos(-1.0) / 2.0;
  for (int i = 0; i < 5000; ++i) {
    double x = std::floor(random.uniform(-6.8e8, 6.8e8)) * quarter;
    for (int j = 0; j < 3; ++j, x = std::nextafter(x, 2e9)) check_bound(x);
  }
}

BOOST_AUTO_TEST_CASE(the_bound_holds_at_the_ends_of_the_reduced_interval) {
  const double eighth = std::acos(-1.0) / 4.0;
  for (int k = -9; k <= 9; ++k)
    for (double shift : {-1e-15, -1e-9, 0.0, 1e-9, 1e-15}) check_bound(k * eighth + shift);
  for (double x : {sin_cos_max_argument, -sin_cos_max_argument, std::nextafter(sin_cos_max_argument, 0.0)})
    check_bound(x);
}

BOOST_AUTO_TEST_CASE(symmetries_are_exact) {
  Random random(3);
  for (int i = 0; i < 10000; ++i) {
    const double x = random.uniform(-100.0, 100.0);
    BOOST_TEST(sin_cos(-x).sin == -sin_cos(x).sin);
    BOOST_TEST(sin_cos(-x).cos == sin_cos(x).cos);
  }
  BOOST_TEST(sin_cos(0.0).sin == 0.0);
  BOOST_TEST(sin_cos(0.0).cos == 1.0);
}

BOOST_AUTO_TEST_CASE(two_at_once_have_the_bits_of_each_alone) {
  const auto have_same_bits = [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
  };
  Random random(5);
  std::vector<double> angles{0.0, -0.0, std::nan(""), sin_cos_max_argument, -sin_cos_max_argument, 1e300, 1e-310};
  for (int k = -9; k <= 9; ++k)
    for (const double shift : {-1e-15, 0.0, 1e-15}) angles.push_back(k * std::acos(-1.0) / 4.0 + shift);
  for (int i = 0; i < 20000; ++i) angles.push_back(random.uniform(-1.0, 1.0) * std::ldexp(1.0, random.below(31)));
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const DoublePair both{angles[i], angles[(7 * i + 3) % angles.size()]};
    const SinCos<DoublePair> turn = sin_cos(both);
    for (int lane = 0; lane < 2; ++lane) {
      BOOST_TEST_INFO("x = " << both[lane]);
      BOOST_TEST(have_same_bits(turn.sin[lane], sin_cos(both[lane]).sin));
      BOOST_TEST(have_same_bits(turn.cos[lane], sin_cos(both[lane]).cos));
    }
  }
}

BOOST_AUTO_TEST_CASE(small_angles_keep_their_relative_precision) {
  for (double x : {1e-300, 1e-20, 1e-9, 1e-5}) {
    BOOST_TEST(std::abs(sin_cos(x).sin - x) <= x * (x * x / 6.0 + 0x1p-52));
    BOOST_TEST(sin_cos(-x).sin < 0.0);
  }
  const double tiny = std::numeric_limits<double>::denorm_min();
  BOOST_TEST(sin_cos(tiny).sin == tiny);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_reduced_is_nan) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (double x : {std::nan(""), infinity, -infinity, std::nextafter(sin_cos_max_argument, infinity), 1e300, -1e20}) {
    BOOST_TEST(std::isnan(sin_cos(x).sin));
    BOOST_TEST(std::isnan(sin_cos(x).cos));
  }
}

BOOST_AUTO_TEST_CASE(extended_precision_agrees) {
  Random random(4);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.uniform(-50.0, 50.0);
    BOOST_TEST(std::abs(static_cast<double>(sin_cos(static_cast<long double>(x)).sin - sin_cos(x).sin)) <=
               sin_cos_error_bound);
    BOOST_TEST(std::abs(static_cast<double>(sin_cos(static_cast<long double>(x)).cos - sin_cos(x).cos)) <=
               sin_cos_error_bound);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_trigonometry
