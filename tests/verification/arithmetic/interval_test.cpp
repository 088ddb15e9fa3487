#include <boost/test/unit_test.hpp>

#include <cmath>
#include <random>

#include "verification/arithmetic/interval.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/arithmetic/rounding.hpp"

namespace perpend::test::of_interval {

using namespace perpend;

namespace {

struct RandomDoubles {
  std::mt19937_64 generator{7};
  /// Any sign, exponents within +-40: results stay in range and often round.
  double operator()() {
    const double mantissa = std::uniform_real_distribution<double>(1.0, 2.0)(generator);
    const int exponent = std::uniform_int_distribution<int>(-40, 40)(generator);
    return (generator() & 1U ? mantissa : -mantissa) * std::ldexp(1.0, exponent);
  }
};

bool holds(const Interval& enclosure, const Rational& x) {
  return exact(enclosure.lo) <= x && x <= exact(enclosure.hi);
}

/// At most one step of doubles wide: as tight as an enclosure can be.
bool is_tight(const Interval& enclosure) {
  return next_up(enclosure.lo) >= enclosure.hi;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(interval)

BOOST_AUTO_TEST_CASE(stepping_agrees_with_nextafter) {
  RandomDoubles random;
  for (const double x : {0.0, -0.0, 1.0, -1.0, 0x1p-1074, -0x1p-1074, 0x1p-1022, 1.7976931348623157e308}) {
    BOOST_TEST(next_up(x) == std::nextafter(x, infinity));
    BOOST_TEST(next_down(x) == std::nextafter(x, -infinity));
  }
  for (int i = 0; i < 1000; ++i) {
    const double x = random();
    BOOST_TEST(next_up(x) == std::nextafter(x, infinity));
    BOOST_TEST(next_down(x) == std::nextafter(x, -infinity));
  }
  BOOST_TEST(next_up(infinity) == infinity);
  BOOST_TEST(next_down(infinity) == std::numeric_limits<double>::max());
  BOOST_TEST(std::isnan(next_up(std::nan(""))));
}

BOOST_AUTO_TEST_CASE(operations_on_points_are_the_tightest_enclosures) {
  RandomDoubles random;
  for (int i = 0; i < 3000; ++i) {
    const double a = random();
    const double b = random();
    const Interval sum = Interval(a) + Interval(b);
    const Interval difference = Interval(a) - Interval(b);
    const Interval product = Interval(a) * Interval(b);
    const Interval quotient = Interval(a) / Interval(b);
    BOOST_TEST((holds(sum, exact(a) + exact(b)) && is_tight(sum)));
    BOOST_TEST((holds(difference, exact(a) - exact(b)) && is_tight(difference)));
    BOOST_TEST((holds(product, exact(a) * exact(b)) && is_tight(product)));
    BOOST_TEST((holds(quotient, exact(a) / exact(b)) && is_tight(quotient)));
    const Interval root = sqrt(Interval(std::abs(a)));
    BOOST_TEST((exact(root.lo) * exact(root.lo) <= exact(std::abs(a))));
    BOOST_TEST((exact(root.hi) * exact(root.hi) >= exact(std::abs(a))));
    BOOST_TEST(is_tight(root));
  }
}

BOOST_AUTO_TEST_CASE(exact_results_stay_points) {
  BOOST_TEST((Interval(2.5) + Interval(-1.0)).lo == 1.5);
  BOOST_TEST((Interval(2.5) + Interval(-1.0)).hi == 1.5);
  BOOST_TEST((Interval(3.0) * Interval(0.5)).hi == 1.5);
  BOOST_TEST((Interval(3.0) / Interval(2.0)).lo == 1.5);
  BOOST_TEST(sqrt(Interval(2.25)).hi == 1.5);
  BOOST_TEST((Interval(0.0) * Interval(-7.0)).contains(0.0));
}

BOOST_AUTO_TEST_CASE(operations_on_wide_intervals_hold_every_pair) {
  RandomDoubles random;
  for (int i = 0; i < 1000; ++i) {
    double x[4] = {random(), random(), random(), random()};
    const Interval a{std::min(x[0], x[1]), std::max(x[0], x[1])};
    const Interval b{std::min(x[2], x[3]), std::max(x[2], x[3])};
    for (const double p : {a.lo, a.hi, 0.5 * a.lo + 0.5 * a.hi})
      for (const double q : {b.lo, b.hi}) {
        BOOST_TEST(holds(a * b, exact(p) * exact(q)));
        BOOST_TEST(holds(a - b, exact(p) - exact(q)));
        BOOST_TEST(holds(square(a), exact(p) * exact(p)));
        BOOST_TEST((abs(a).lo <= std::abs(p) && std::abs(p) <= abs(a).hi));
        if (b.lo > 0.0 || b.hi < 0.0) BOOST_TEST(holds(a / b, exact(p) / exact(q)));
      }
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_known_about_a_nan_or_a_division_by_zero) {
  const Interval nan;
  BOOST_TEST(!nan.is_known());
  BOOST_TEST(!(nan + Interval(1.0)).is_known());
  BOOST_TEST(!(nan * Interval(0.0)).is_known());
  BOOST_TEST(!max(nan, Interval(1.0)).is_known());
  BOOST_TEST(!(Interval(1.0) / Interval(-1.0, 1.0)).is_known());
  BOOST_TEST(!sqrt(Interval(-1.0, 1.0)).is_known());
  BOOST_TEST(!(Interval(infinity) * Interval(0.0)).is_known());
  BOOST_TEST(!nan.contains(0.0));
}

BOOST_AUTO_TEST_CASE(overflow_and_underflow_are_enclosed) {
  const Interval big = Interval(1e300) * Interval(1e300);
  BOOST_TEST((big.lo < infinity && big.hi == infinity));
  const Interval small = Interval(1e-300) * Interval(1e-300);
  BOOST_TEST((small.lo <= 0.0 && small.hi > 0.0));
  const double least = 0x1p-1074;
  BOOST_TEST(holds(Interval(least) * Interval(0.75), exact(least) * exact(0.75)));
  BOOST_TEST(holds(Interval(least) / Interval(3.0), exact(least) / 3));
}

BOOST_AUTO_TEST_CASE(an_exact_sum_of_products_is_zero_only_when_it_is) {
  ExactSum zero;
  zero.add_product(0.1, 3.0);
  zero.add_product(-0.3, 1.0);
  BOOST_TEST(!zero.is_zero());  // 3 fl(0.1) is not fl(0.3)
  ExactSum cancelled;
  for (const double x : {1e30, 1.0, -1e30, 1e-30, -1.0, -1e-30}) cancelled.add(x);
  BOOST_TEST(cancelled.is_zero());
  ExactSum tiny;
  tiny.add_product(1e-200, 1e-200);
  BOOST_TEST(!tiny.is_zero());
}

BOOST_AUTO_TEST_CASE(rationals_hold_doubles_exactly_and_are_enclosed_tightly) {
  RandomDoubles random;
  for (int i = 0; i < 500; ++i) {
    const double x = random();
    BOOST_TEST(enclose(exact(x)).lo == x);
    BOOST_TEST(enclose(exact(x)).hi == x);
    const Rational third = exact(x) / 3;
    BOOST_TEST((holds(enclose(third), third) && is_tight(enclose(third))));
  }
  BOOST_TEST((exact(0x1p-1074) * exact_power(2, 1074) == 1));
  BOOST_TEST((exact(0.0) == 0));
  BOOST_TEST((exact_power(Rational(1, 3), -2) == 9));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_interval
