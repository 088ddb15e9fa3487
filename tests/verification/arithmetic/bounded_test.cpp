// A bounded number holds the exact result of each operation, and is not much wider than an interval.
#include "verification/arithmetic/bounded.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/support/random.hpp"
#include "verification/arithmetic/rational.hpp"

namespace perpend::test::of_bounded {

namespace {

bool holds(Bounded a, const Rational& exact_value) {
  const Rational distance = exact(a.value) - exact_value;
  return abs(distance) <= exact(a.error);
}

double draw(Random& random) {
  const double size = std::ldexp(1.0, random.below(60) - 30);
  return random.below(8) == 0 ? 0.0 : random.uniform(-size, size);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bounded_numbers)

BOOST_AUTO_TEST_CASE(sums_and_products_of_doubles_are_within_their_errors) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const double a = draw(random), b = draw(random), c = draw(random), d = draw(random);
    const Rational x = exact(a), y = exact(b), z = exact(c), w = exact(d);
    BOOST_TEST(holds(Bounded(a) + Bounded(b), x + y));
    BOOST_TEST(holds(Bounded(a) * Bounded(b), x * y));
    // Errors of operands go on.
    const Bounded sum = Bounded(a) * Bounded(b) - Bounded(c);
    BOOST_TEST(holds(sum * sum + scale(d, sum), (x * y - z) * (x * y - z) + w * (x * y - z)));
    BOOST_TEST(holds(square(sum) - sum * Bounded(d), (x * y - z) * (x * y - z) - w * (x * y - z)));
  }
}

/// All quotients of what the operands may be lie between those of their ends.
bool holds_quotients(Bounded a, Bounded b) {
  const Bounded quotient = a / b;
  if (!(quotient.error < infinity)) return true;
  for (const int s : {-1, 1})
    for (const int t : {-1, 1})
      if (!holds(quotient, (exact(a.value) + s * exact(a.error)) / (exact(b.value) + t * exact(b.error)))) return false;
  return true;
}

BOOST_AUTO_TEST_CASE(quotients_are_within_their_errors) {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    const double a = draw(random), b = draw(random) + 0x1p-40;
    const double e = std::ldexp(random.uniform(0.0, 1.0), -random.below(60)) * std::abs(a);
    const double f = std::ldexp(random.uniform(0.0, 1.0), -1 - random.below(60)) * std::abs(b);
    BOOST_TEST(holds_quotients({a, e}, {b, f}));
    BOOST_TEST(holds_quotients(Bounded(a), Bounded(b)));
  }
}

BOOST_AUTO_TEST_CASE(roots_are_within_their_errors) {
  Random random(3);
  for (int round = 0; round < 2000; ++round) {
    const double a = std::ldexp(random.uniform(0.5, 1.0), random.below(60) - 30);
    const double e = round % 4 == 0 ? 0.0 : std::ldexp(a, -random.below(60)) * random.uniform(0.0, 1.0);
    const Bounded root = sqrt(Bounded(a, e));
    if (!(root.error < infinity)) continue;
    const Rational low = std::max<Rational>(exact(root.value) - exact(root.error), 0);
    const Rational high = exact(root.value) + exact(root.error);
    BOOST_TEST((low * low <= exact(a) - exact(e) && exact(a) + exact(e) <= high * high));
  }
}

// Errors that are lost in a product next to a small divisor would be large in the quotient.
BOOST_AUTO_TEST_CASE(quotients_of_the_smallest_numbers_are_within_their_errors) {
  for (const double a : {0x1.3p-1000, 0x1.7p-700, 0x1.1p-450, 1.3, 0x1.5p400})
    for (const double b : {0x1.9p-1000, 0x1.5p-901, 0x1.3p-664, 0x1.7p-390, 1.7, 0x1.3p600})
      for (const double share : {0.0, 0x1p-60, 0x1p-53, 0x1p-10}) {
        BOOST_TEST_INFO_SCOPE(a << " / " << b << ", errors of " << share);
        BOOST_TEST(holds_quotients({a, share * a}, {b, share * b}));
        BOOST_TEST(holds_quotients({a, 0.0}, {b, 0x1.9p-1060}));
      }
}

BOOST_AUTO_TEST_CASE(what_underflows_stays_within_its_error) {
  for (const double a : {0x1p-600, 0x1p-537, 0x1.8p-1074, 0x1p-1022})
    for (const double b : {0x1p-500, 0x1.fp-540, 0x1p-1074, 1.1}) {
      BOOST_TEST(holds(Bounded(a) * Bounded(b), exact(a) * exact(b)));
      BOOST_TEST(holds(Bounded(a) + Bounded(b), exact(a) + exact(b)));
    }
}

BOOST_AUTO_TEST_CASE(an_exact_number_stays_one_where_no_rounding_is) {
  BOOST_TEST((Bounded(0.0) * Bounded(3.0)).is_exact_zero());
  BOOST_TEST((Bounded(0.0) + Bounded(0.0)).is_exact_zero());
}

BOOST_AUTO_TEST_CASE(nothing_is_known_of_what_overflows_or_is_not_a_number) {
  for (const Bounded a :
       {Bounded(1e300) * Bounded(1e300), Bounded(infinity) - Bounded(infinity),
        Bounded(std::numeric_limits<double>::quiet_NaN()) * Bounded(0.0), Bounded(1.0) / Bounded(0.0)})
    BOOST_TEST(!(largest_modulus(a) < infinity));
}

BOOST_AUTO_TEST_CASE(moduli_enclose_the_exact_one) {
  const Bounded a(-3.0, 0.5), around_zero(0.25, 0.5);
  BOOST_TEST(least_modulus(a) == 2.5);
  BOOST_TEST(largest_modulus(a) == 3.5);
  BOOST_TEST(least_modulus(around_zero) == 0.0);
  BOOST_TEST(largest_modulus(around_zero) == 0.75);
}

BOOST_AUTO_TEST_CASE(other_functions_are_those_of_intervals) {
  const Bounded x(0.75, 0x1p-40), y(-2.0, 0x1p-40);
  const auto contains = [](Bounded outer, Interval inner) {
    return outer.interval().lo <= inner.lo && inner.hi <= outer.interval().hi;
  };
  BOOST_TEST(contains(x / y, x.interval() / y.interval()));
  BOOST_TEST(contains(sqrt(x), sqrt(x.interval())));
  BOOST_TEST(contains(cosine(x), cosine(x.interval())));
  BOOST_TEST(contains(arc_tangent(y, x), arc_tangent(y.interval(), x.interval())));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_bounded
