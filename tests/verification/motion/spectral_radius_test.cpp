#include <boost/test/unit_test.hpp>

#include <cmath>
#include <random>

#include "tests/verification/motion/updates.hpp"
#include "verification/arithmetic/fraction.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/motion/spectral_radius.hpp"
#include "verification/motion/stability_limit.hpp"

namespace perpend::test::of_spectral_radius {

using namespace perpend;
using namespace perpend::test;

namespace {

constexpr double golden_ratio = 1.6180339887498949;

StabilityReport certify_ab(double a, double b) {
  return certify_update(dimensionless_update(a, b), 1.0, 4, 2);
}

LimitReport limit_over_step(const LinearUpdate& update) {
  return stability_limit([&](double) { return std::optional(update); }, [](double h) { return h; }, 1, 1);
}

bool is_sharp(const Interval& rho) {
  return rho.hi - rho.lo <= 8 * unit_roundoff * rho.hi;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spectral_radius)

BOOST_AUTO_TEST_CASE(implicit_is_nilpotent_on_the_constrained_part_for_any_step) {
  for (const double h : {1e-9, 0.1, 0.83, 1.0, 1e9}) {
    const StabilityReport report = certify_update(implicit_update(), h, 4, 2);
    BOOST_TEST((report.stable == Verdict::proved));
    BOOST_TEST(report.nilpotent);
    BOOST_TEST(report.constrained_class == "nilpotent");
    BOOST_TEST(report.free_class == "defective");
    BOOST_TEST(report.rho.lo == 1.0);
    BOOST_TEST(report.rho.hi == 1.0);
  }
  BOOST_TEST(certify_update(implicit_update(), 1.0, 0, 2).rho.hi == 0.0);
}

BOOST_AUTO_TEST_CASE(gains_of_a_half_and_one_over_the_step_give_the_implicit_block) {
  const double h = 0x1p-7;
  const StabilityReport report = certify_update(baumgarte_update(0.5 / h, 1.0 / h), h, 4, 2);
  BOOST_TEST(report.nilpotent);
  BOOST_TEST(report.trace == 0.0);
  BOOST_TEST(report.determinant == 0.0);
}

BOOST_AUTO_TEST_CASE(classes_of_the_block_over_its_two_coefficients) {
  BOOST_TEST(certify_ab(1, 1).constrained_class == "nilpotent");
  BOOST_TEST(certify_ab(0, 4).constrained_class == "defective");
  BOOST_TEST(certify_ab(0, 0).constrained_class == "defective");
  BOOST_TEST(certify_ab(2, 0).constrained_class == "power bounded");
  BOOST_TEST(certify_ab(0, 2).constrained_class == "power bounded");
  BOOST_TEST(certify_ab(1, 2).constrained_class == "power bounded");
  BOOST_TEST(certify_ab(1, 2).rho.hi == 1.0);
  BOOST_TEST(certify_ab(1, 0.5).constrained_class == "contracting");
  for (const auto& [a, b] : {std::pair{1.0, 2.01}, {2.0, 0.01}, {0.5, -0.01}}) {
    const StabilityReport report = certify_ab(a, b);
    BOOST_TEST((report.stable == Verdict::refuted));
    BOOST_TEST(report.constrained_class == "unstable");
    BOOST_TEST(report.rho.hi > 1.0);
  }
}

BOOST_AUTO_TEST_CASE(the_region_of_stability_is_a_triangle) {
  for (int i = -4; i <= 40; ++i)
    for (int j = -4; j <= 72; ++j) {
      const double a = i / 16.0;
      const double b = j / 16.0;
      const bool is_inside = 0.0 <= a && a <= 2.0 && 0.0 <= b && b <= 4.0 - 2.0 * a;
      BOOST_TEST((certify_ab(a, b).stable == (is_inside ? Verdict::proved : Verdict::refuted)), a << " " << b);
    }
}

BOOST_AUTO_TEST_CASE(published_radii_for_gains_of_ten) {
  const LinearUpdate update = baumgarte_update(10.0, 10.0);
  const Interval at_misprint = certify_update(update, 0.83, 4, 2).rho;
  BOOST_TEST(is_sharp(at_misprint));
  BOOST_TEST(std::abs(at_misprint.lo - 83.7) < 0.05);  // as many digits as stated
  const Interval golden = certify_update(update, 0.1, 4, 2).rho;
  BOOST_TEST(is_sharp(golden));
  BOOST_TEST(std::abs(golden.lo - golden_ratio) < 1e-14);  // as many digits as a double holds
  const Interval just_above = certify_update(update, 0.0829, 4, 2).rho;
  BOOST_TEST(std::abs(just_above.lo - 1.00196) < 5e-6);
  BOOST_TEST((certify_update(update, 0.0828, 4, 2).stable == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(the_radius_is_enclosed_whether_the_eigenvalues_are_real_or_a_pair) {
  for (int i = 1; i < 20; ++i) {
    const double a = 0.1 * i;
    const double b = 0.07 * i;
    const StabilityReport report = certify_update(dimensionless_update(a, b), 1.0, 0, 1);
    const auto decimal_a = exact_decimal(a).convert_to<long double>();
    const long double t = 2.0L - decimal_a - exact_decimal(b).convert_to<long double>();
    const long double d = 1.0L - decimal_a;
    const long double disc = t * t - 4 * d;
    const long double rho = disc < 0 ? std::sqrt(d) : (std::abs(t) + std::sqrt(disc)) / 2;
    // A small discriminant magnifies the rounding of the long double oracle by its inverse root: 1e-17.
    BOOST_TEST((report.rho.lo <= rho + 1e-17L && rho - 1e-17L <= report.rho.hi));
    BOOST_TEST(is_sharp(report.rho));
  }
}

BOOST_AUTO_TEST_CASE(compliant_rows_are_proved_for_every_eigenvalue_or_not_at_all) {
  LinearUpdate update = implicit_update();
  update.compliant = true;
  const StabilityReport good = certify_update(update, 0.01, 0, 2);
  BOOST_TEST((good.stable == Verdict::proved));
  BOOST_TEST(good.constrained_class == "contracting");
  BOOST_TEST((good.rho.lo >= 0.0 && good.rho.hi <= 1.0));
  LinearUpdate bad = dimensionless_update(0.5, 4.0);
  bad.compliant = true;
  const StabilityReport open = certify_update(bad, 1.0, 0, 2);
  BOOST_TEST((open.stable == Verdict::undecided));
  BOOST_TEST(open.rho.hi >= 1.0);
  // Stable at p = 0 and p = 1, unstable between: d = 1 + p/10 - p^2/5 exceeds 1 for p < 1/2.
  LinearUpdate hump{{{0.5, 1, 1}, 0}, {{0.4, 1, 1}, 0}, {{1.0, 1, 1}, 0}, {{0.4, 1, 1}, 0}, false};
  BOOST_TEST((certify_update(hump, 1.0, 0, 1).stable == Verdict::proved));
  hump.compliant = true;
  BOOST_TEST((certify_update(hump, 1.0, 0, 1).stable == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(bad_input_is_undecided) {
  BOOST_TEST((certify_update(implicit_update(), 0.0, 1, 1).stable == Verdict::undecided));
  BOOST_TEST((certify_update(implicit_update(), std::nan(""), 1, 1).stable == Verdict::undecided));
  BOOST_TEST((certify_update(baumgarte_update(std::nan(""), 1.0), 0.1, 1, 1).stable == Verdict::undecided));
  BOOST_TEST(!certify_update(implicit_update(), -1.0, 1, 1).rho.is_known());
  BOOST_TEST((certify_update(implicit_update(), -1.0, 1, 1).certificate().verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(a_number_of_a_scene_is_the_decimal_that_was_written) {
  BOOST_TEST((exact_decimal(0.001) == Rational(1, 1000)));
  BOOST_TEST((exact_decimal(2000.0) == 2000));
  BOOST_TEST((exact_decimal(-12.5) == Rational(-25, 2)));
  BOOST_TEST((exact_decimal(1e-30) == Rational(1, boost::multiprecision::pow(boost::multiprecision::cpp_int(10), 30))));
  BOOST_TEST((exact_decimal(0.0) == 0));
  BOOST_TEST((exact_decimal(0x1p-20) == exact(0x1p-20)));  // 14 digits: the decimal is the double
}

BOOST_AUTO_TEST_CASE(fractions_are_the_same_numbers_as_rationals) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 500; ++trial) {
    const auto draw = [&] {
      const double x = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 90) - 100);
      const double few = static_cast<double>(random() % 1000) / 1000.0;
      return (random() % 2 == 0 ? 1.0 : -1.0) * (random() % 2 == 0 ? x : few);
    };
    const double a = draw(), b = draw();
    const Fraction x = Fraction::of_decimal(a), y = Fraction::of_decimal(b);
    const Rational p = exact_decimal(a), q = exact_decimal(b);
    const auto agree = [](const Fraction& one, const Rational& other) {
      const Interval found = one.enclose(), known = enclose(other);
      return found.lo == known.lo && found.hi == known.hi && one.round() == other.convert_to<double>();
    };
    BOOST_TEST(agree(x, p));
    BOOST_TEST(agree(x * y - x, Rational(p * q - p)));
    if (b != 0.0) BOOST_TEST(agree(x / y + y.power(-2), Rational(p / q + 1 / (q * q))));
    BOOST_TEST((x < y) == (p < q));
    BOOST_TEST((abs(-x) == abs(x)));
  }
}

/// What fits into words there, and what is beyond by a hair.
BOOST_AUTO_TEST_CASE(fractions_are_the_same_numbers_where_their_words_overflow) {
  constexpr long largest = std::numeric_limits<long>::max();
  constexpr long numbers[] = {
      0,        1,           -3,      1L << 31, (1L << 61) - 1, -(1L << 61), (1L << 62) - 1, -(1L << 62) + 1,
      1L << 62, -(1L << 62), largest, -largest, -largest - 1};
  std::vector<std::pair<Fraction, Rational>> values;
  for (const long above : numbers)
    for (const long below : numbers)
      if (below != 0) values.emplace_back(Fraction(above) / Fraction(below), Rational(above) / Rational(below));
  const auto agree = [](const Fraction& one, const Rational& other) {
    const Interval found = one.enclose(), known = enclose(other);
    return found.lo == known.lo && found.hi == known.hi;
  };
  for (const auto& [x, p] : values)
    for (const auto& [y, q] : values) {
      bool all = agree(x + y, Rational(p + q)) && agree(x - y, Rational(p - q)) && agree(x * y, Rational(p * q)) &&
                 (x < y) == (p < q) && (x == y) == (p == q) && agree(-x, Rational(-p)) && x - y + y == x;
      if (q != 0) all = all && agree(x / y, Rational(p / q)) && x / y * y == x;
      BOOST_TEST(all, p << " and " << q);
    }
}

/// Below the normal doubles, where few digits are left, and above the largest one.
BOOST_AUTO_TEST_CASE(fractions_are_enclosed_where_doubles_end) {
  constexpr double numbers[] = {1e-300, 1.25e-23, 3.3e-16, 0.1, 7.7, 1e9, 1.7976931348623157e308};
  const auto agree = [](const Fraction& one, const Rational& other) {
    const Interval found = one.enclose(), known = enclose(other);
    return found.lo == known.lo && found.hi == known.hi;
  };
  for (const double a : numbers)
    for (const double b : numbers)
      for (const double c : numbers) {
        const Fraction x = Fraction::of_decimal(a) * Fraction::of_decimal(b) / Fraction::of_decimal(c);
        const Rational p = exact_decimal(a) * exact_decimal(b) / exact_decimal(c);
        const Interval around = x.enclose();
        BOOST_TEST((agree(x, p) && agree(-x, Rational(-p))), a << ", " << b << ", " << c);
        BOOST_TEST((x.round() == around.lo || x.round() == around.hi));
        if (around.hi == infinity) continue;
        const bool is_lower_nearer = p - exact(around.lo) <= exact(around.hi) - p;
        BOOST_TEST(x.round() == (is_lower_nearer ? around.lo : around.hi));
      }
  for (const int power : {1022, 1074, 1075, 1076}) {
    const Fraction x = Fraction(2).power(-power), y = 3 * x;
    BOOST_TEST(x.round() == std::ldexp(1.0, -power));
    BOOST_TEST(y.round() == std::ldexp(3.0, -power));
  }
  const Fraction least_beyond = Fraction(2).power(1024);
  BOOST_TEST((least_beyond.enclose().lo == 0x1.fffffffffffffp1023 && least_beyond.enclose().hi == infinity));
}

BOOST_AUTO_TEST_CASE(fractions_are_rounded_to_even_half_way) {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 1000; ++trial) {
    const long number = static_cast<long>(random() >> (1 + trial % 12)) & ~1L;
    for (const long near : {number - 1, number, number + 1}) {
      BOOST_TEST(Fraction(near).round() == static_cast<double>(near));
      BOOST_TEST((Fraction(-near) / 2).round() == 0.5 * static_cast<double>(-near));
    }
  }
}

BOOST_AUTO_TEST_CASE(two_thousand_at_a_millisecond_is_exactly_at_the_limit) {
  const StabilityReport report = certify_update(velocity_baumgarte_update(2000.0), 0.001, 1, 1);
  BOOST_TEST((report.stable == Verdict::proved));
  BOOST_TEST((report.rho.lo == 1.0 && report.rho.hi == 1.0));
  BOOST_TEST(!report.strictly_stable);
  BOOST_TEST((certify_update(velocity_baumgarte_update(2000.0000000001), 0.001, 1, 1).stable == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(the_limit_for_gains_of_ten_is_the_corrected_misprint) {
  const LimitReport limit = limit_over_step(baumgarte_update(10.0, 10.0));
  BOOST_TEST((limit.verdict == Verdict::proved));
  BOOST_TEST(next_up(next_up(next_up(limit.lo))) >= limit.hi);
  const long double truth = (std::sqrt(2.0L) - 1.0L) / 5.0L;
  BOOST_TEST((limit.lo <= truth && truth <= limit.hi));
  BOOST_TEST((limit.scope == LimitScope::only));
}

BOOST_AUTO_TEST_CASE(the_velocity_gain_is_stable_to_exactly_two_over_the_step) {
  const LimitReport over_step = limit_over_step(velocity_baumgarte_update(50.0));
  BOOST_TEST((over_step.lo <= 0.04 && over_step.hi > 0.04 - 1e-16));  // 0.04 is not a double
  const LimitReport over_gain =
      stability_limit([](double alpha) { return std::optional(velocity_baumgarte_update(alpha)); },
                      [](double) { return 0x1p-10; }, 1, 1);
  BOOST_TEST((over_gain.verdict == Verdict::proved));
  BOOST_TEST(over_gain.lo == 2048.0);
  BOOST_TEST(over_gain.hi <= next_up(next_up(2048.0)));
  BOOST_TEST((over_gain.scope == LimitScope::only));
}

/// Stable and unstable by turns: the limit found is one of several, and says what is shown of the others.
BOOST_AUTO_TEST_CASE(a_limit_with_others_below_it_is_not_called_the_first) {
  // Eigenvalues 1 - x/8 and 1 - b. b is neither a number nor the gain x, so that nothing is known but at the values
  // tried: it makes the update unstable around 3, and no power of two lies there.
  const auto update = [](double x) {
    const double b = (x > 2.5 && x < 3.5) ? 3.0 : 1.0;
    return std::optional(LinearUpdate{{{x, 0.125, 1}, 0}, {{0, 1, 1}, 0}, {{0, 1, 1}, 0}, {{b, 1, 1}, 0}, false});
  };
  const LimitReport limit = stability_limit(
      update, [](double) { return 0.5; }, 1, 1);
  BOOST_TEST((limit.verdict == Verdict::proved));
  BOOST_TEST((certify_update(*update(3.0), 0.5, 1, 1).stable == Verdict::refuted));
  BOOST_TEST(limit.lo > 3.5);
  BOOST_TEST((limit.scope == LimitScope::some));
}

BOOST_AUTO_TEST_CASE(a_limit_with_others_above_it_is_the_first_and_not_called_the_only_one) {
  // Eigenvalues 1 - 2 h and 1 - 3 h^2: 1 + d + t = (2 - 2 h)(2 - 3 h^2) has two positive roots.
  const LinearUpdate update{{{2, 1, 1}, 1}, {{0, 1, 1}, 0}, {{0, 1, 1}, 0}, {{3, 1, 1}, 2}, false};
  const LimitReport limit = limit_over_step(update);
  BOOST_TEST((limit.verdict == Verdict::proved));
  BOOST_TEST(std::abs(limit.lo - std::sqrt(2.0 / 3.0)) < 1e-15);
  BOOST_TEST((limit.scope == LimitScope::first));
}

BOOST_AUTO_TEST_CASE(methods_without_a_limit_are_proved_so_by_structure) {
  const LimitReport implicit = limit_over_step(implicit_update());
  BOOST_TEST((implicit.verdict == Verdict::proved));
  BOOST_TEST(implicit.lo == infinity);
  BOOST_TEST(implicit.hi == infinity);
  const LimitReport explosive = limit_over_step(baumgarte_update(-1.0, 0.0));
  BOOST_TEST((explosive.verdict == Verdict::proved));
  BOOST_TEST(explosive.hi == 0.0);
}

BOOST_AUTO_TEST_CASE(stable_at_every_value_tried_is_no_proof) {
  const LimitReport limit =
      stability_limit([](double) { return std::optional(implicit_update()); }, [](double) { return 0.01; }, 1, 1);
  BOOST_TEST((limit.verdict == Verdict::undecided));
  const LimitReport illegal =
      stability_limit([](double) { return std::optional<LinearUpdate>(); }, [](double h) { return h; }, 1, 1);
  BOOST_TEST((illegal.verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spectral_radius
