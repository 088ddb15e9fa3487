// Dot products in doubled precision keep their bound, and two side by side, fused or not, are those of
// one each, to the last bit.
#include "verification/arithmetic/doubled_dot.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/support/random.hpp"
#include "verification/arithmetic/rational.hpp"

namespace perpend::test::of_doubled_dot {

namespace {

double draw(Random& random, int exponents) {
  if (random.below(6) == 0) return 0.0;
  return std::ldexp(random.uniform(-1.0, 1.0), random.below(exponents) - exponents / 2);
}

PERPEND_FUSED void add_fused(FusedDotPair& dots, DoublePair a, DoublePair b) {
  dots.add(a, b);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(doubled_dots)

BOOST_AUTO_TEST_CASE(a_dot_is_within_its_bound_and_two_are_as_one) {
  Random random(5);
  for (int round = 0; round < 3000; ++round) {
    const int num_terms = 1 + random.below(14);
    const int exponents = round % 2 == 0 ? 4 : 120;
    DoubledDot dots[2];
    DoubledDotPair pair;
    FusedDotPair fused;
    Rational sums[2] = {0, 0}, sizes[2] = {0, 0};
    const auto add = [&](int lane, double a, double b) {
      dots[lane].add(a, b);
      sums[lane] += exact(a) * exact(b);
      sizes[lane] += abs(exact(a) * exact(b));
    };
    DoublePair last_a{}, last_b{};
    for (int term = 0; term < num_terms; ++term) {
      DoublePair a{draw(random, exponents), draw(random, exponents)};
      DoublePair b{draw(random, exponents), draw(random, exponents)};
      if (term % 3 == 2) a = -last_a, b = last_b;  // cancels
      pair.add(SplitPair(a), SplitPair(b));
      if (has_fused()) add_fused(fused, a, b);
      for (int lane = 0; lane < 2; ++lane) add(lane, a[lane], b[lane]);
      last_a = a;
      last_b = b;
    }
    const double gamma = gamma_bound(num_terms);
    for (int lane = 0; lane < 2; ++lane) {
      const DoubledSum sum = dots[lane].sum();
      BOOST_TEST(sum.value == pair.sum().value[lane]);
      BOOST_TEST(sum.magnitude == pair.sum().magnitude[lane]);
      if (has_fused()) {
        BOOST_TEST(sum.value == fused.sum().value[lane]);
        BOOST_TEST(sum.magnitude == fused.sum().magnitude[lane]);
      }
      BOOST_TEST((abs(exact(sum.value) - sums[lane]) <=
                  exact(unit_roundoff) * abs(sums[lane]) + exact(gamma) * exact(gamma) * sizes[lane]));
      BOOST_TEST((abs(exact(sum.magnitude) - sizes[lane]) <= exact(gamma) * sizes[lane]));
    }
  }
}

BOOST_AUTO_TEST_CASE(what_overflows_or_underflows_is_not_safe) {
  const auto sum_of = [](double a, double b) {
    DoubledDotPair pair;
    pair.add(SplitPair(in_both(a)), SplitPair(in_both(b)));
    return DoubledSum{pair.sum().value[0], pair.sum().magnitude[0]};
  };
  BOOST_TEST(is_safe(sum_of(3.0, 0x1p-400)));
  BOOST_TEST(!is_safe(sum_of(0x1p1000, 0x1p-1000)));  // splits to infinity, although the product is 1
  BOOST_TEST(!is_safe(sum_of(0x1p-600, 0x1p-600)));
  BOOST_TEST(!is_safe(sum_of(std::nan(""), 1.0)));
  BOOST_TEST(!is_safe(sum_of(infinity, 1.0)));
  DoubledDot dot;  // looks at each term
  dot.add(0x1p1000, 0x1p-1000);
  BOOST_TEST(dot.sum().value == 1.0);
  DoubledDot lost;
  lost.add(0x1p-600, 0x1p-600);
  BOOST_TEST(lost.sum().magnitude > 0.0);  // no zero
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_doubled_dot
