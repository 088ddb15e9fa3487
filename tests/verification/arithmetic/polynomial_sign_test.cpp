// Signs of polynomials on intervals, against polynomials that are made of known roots.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <random>

#include "verification/arithmetic/polynomial_sign.hpp"

namespace perpend::test::of_polynomial_sign {

using namespace perpend;

namespace {

/// factor (x - r1) (x - r2) ...
Polynomial with_roots(const std::vector<Rational>& roots, const Rational& factor) {
  Polynomial f{factor};
  for (const Rational& root : roots) {
    f.insert(f.begin(), Rational(0));
    for (std::size_t i = 0; i + 1 < f.size(); ++i) f[i] -= root * f[i + 1];
  }
  return f;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(polynomial_sign)

BOOST_AUTO_TEST_CASE(the_sign_is_that_of_the_factors_unless_a_root_lies_inside) {
  std::mt19937_64 random(7);
  std::uniform_int_distribution<int> root(-4, 12);
  int num_known = 0, num_unknown = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<Rational> roots(trial % 6);
    for (Rational& r : roots) r = Rational(root(random), 3);  // multiple ones among them, and at the ends
    const int factor = trial % 2 == 0 ? 2 : -5;
    const Rational low(root(random) + 4, 3);
    const Rational high = low + Rational(1 + trial % 5, 3);
    const bool is_open = trial % 3 == 0;
    const bool is_inside =
        std::any_of(roots.begin(), roots.end(), [&](const Rational& r) { return r > low && (is_open || r < high); });
    int sign = factor > 0 ? 1 : -1;
    for (const Rational& r : roots) sign *= r >= high && !is_open ? -1 : 1;
    const std::optional<int> found =
        constant_sign(with_roots(roots, factor), low, is_open ? std::nullopt : std::optional(high));
    BOOST_TEST(found.has_value() == !is_inside);
    if (found) BOOST_TEST(*found == sign);
    ++(found ? num_known : num_unknown);
  }
  BOOST_TEST(num_known > 300);
  BOOST_TEST(num_unknown > 300);
}

BOOST_AUTO_TEST_CASE(without_real_roots_inside_and_of_zero) {
  BOOST_TEST((constant_sign({1, 0, 1}, 0, std::nullopt) == 1));  // x^2 + 1
  BOOST_TEST((constant_sign({}, 0, std::nullopt) == 0));
  BOOST_TEST((constant_sign({-3}, 0, Rational(1)) == -1));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_polynomial_sign
