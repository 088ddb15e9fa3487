// Functions of intervals and prescribed functions of time against fifty digits.
#include <boost/test/unit_test.hpp>

#include <random>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "verification/arithmetic/interval.hpp"
#include "verification/arithmetic/time_enclosure.hpp"

namespace perpend::test::of_interval_functions {

using namespace perpend;
using Wide = boost::multiprecision::cpp_bin_float_50;
using Op = TimeFunction::Op;

namespace {

bool holds(Interval x, const Wide& truth) {
  return x.is_known() && Wide(x.lo) <= truth && truth <= Wide(x.hi);
}

double width(Interval x) {
  return x.hi - x.lo;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(interval_functions)

BOOST_AUTO_TEST_CASE(points_are_held_and_tightly) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> number(-6.0, 6.0);
  constexpr double few = 16 * 0x1p-53;
  for (int trial = 0; trial < 1000; ++trial) {
    const double x = number(random);
    const double y = number(random);
    BOOST_TEST(holds(sine(x), sin(Wide(x))));
    BOOST_TEST(holds(cosine(x), cos(Wide(x))));
    BOOST_TEST(holds(arc_tangent(y, x), atan2(Wide(y), Wide(x))));
    BOOST_TEST(width(arc_tangent(y, x)) < 2 * few);
    BOOST_TEST(holds(exponential(x), exp(Wide(x))));
    BOOST_TEST(width(exponential(x)) < 8 * few * std::exp(x));  // Horner's rule in intervals, 17 terms
    BOOST_TEST(holds(logarithm(std::abs(x)), log(Wide(std::abs(x)))));
    BOOST_TEST(holds(power(std::abs(x), y), pow(Wide(std::abs(x)), Wide(y))));
    BOOST_TEST(holds(power(x, 3.0), Wide(x) * Wide(x) * Wide(x)));
    BOOST_TEST(holds(power(x, -2.0), 1 / (Wide(x) * Wide(x))));
  }
}

BOOST_AUTO_TEST_CASE(every_point_of_an_interval_is_held) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> number(-3.0, 3.0);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  for (int trial = 0; trial < 1000; ++trial) {
    const double x = number(random), y = number(random), r = 0.1 * share(random);
    const double x_in = x + r * share(random), y_in = y + r * share(random);
    const Interval wide_x(x, x + r), wide_y(y, y + r);
    BOOST_TEST(holds(sine(wide_x), sin(Wide(x_in))));
    BOOST_TEST(holds(exponential(wide_x), exp(Wide(x_in))));
    BOOST_TEST(holds(wide_x * wide_y, Wide(x_in) * Wide(y_in)));
    const Interval angle = arc_tangent(wide_y, wide_x);
    if (!angle.is_known()) continue;  // (0, 0) may be meant
    const Wide truth = atan2(Wide(y_in), Wide(x_in));
    const Wide turn = 2 * acos(Wide(-1));
    BOOST_TEST((holds(angle, truth) || holds(angle, truth + turn) || holds(angle, truth - turn)));
  }
}

BOOST_AUTO_TEST_CASE(where_nothing_is_known_nothing_is_said) {
  BOOST_TEST(!arc_tangent(0.0, 0.0).is_known());
  BOOST_TEST(!arc_tangent(Interval(-1.0, 1.0), Interval(-1.0, 1.0)).is_known());
  BOOST_TEST(!logarithm(0.0).is_known());
  BOOST_TEST(!logarithm(-1.0).is_known());
  BOOST_TEST(!exponential(1e4).is_known());
  BOOST_TEST(!power(-1.0, 0.3).is_known());
  BOOST_TEST(!sine(std::nan("")).is_known());
  BOOST_TEST(!sine(1e300).is_known());
}

BOOST_AUTO_TEST_CASE(the_branch_is_the_one_within_half_a_turn_or_none) {
  const Interval ten_turns = nearest_branch(0.25, 63.0);
  BOOST_TEST(holds(ten_turns, Wide(0.25) + 20 * acos(Wide(-1))));
  BOOST_TEST(holds(nearest_branch(-3.0, 3.1), Wide(-3) + 2 * acos(Wide(-1))));
  BOOST_TEST(!nearest_branch(Interval(0.0, 0.1), 3.1415926535897931 + 0.05).is_known());
}

BOOST_AUTO_TEST_CASE(a_prescribed_function_is_held_with_all_its_operations) {
  // (t < 2 ? sin(t)^2 : floor(t)) + max(exp(-t), log(1 + t)) - asin(t / 10) * atan2(t, 3)
  const TimeFunction f({{Op::time, 0.0},    {Op::number, 2.0}, {Op::less, 0.0},     {Op::time, 0.0},
                        {Op::sin, 0.0},     {Op::number, 2.0}, {Op::power, 0.0},    {Op::time, 0.0},
                        {Op::floor, 0.0},   {Op::select, 0.0}, {Op::time, 0.0},     {Op::negate, 0.0},
                        {Op::exp, 0.0},     {Op::number, 1.0}, {Op::time, 0.0},     {Op::add, 0.0},
                        {Op::log, 0.0},     {Op::max, 0.0},    {Op::add, 0.0},      {Op::time, 0.0},
                        {Op::number, 10.0}, {Op::divide, 0.0}, {Op::asin, 0.0},     {Op::time, 0.0},
                        {Op::number, 3.0},  {Op::atan2, 0.0},  {Op::multiply, 0.0}, {Op::subtract, 0.0}});
  for (int i = 1; i < 500; ++i) {
    const double t = 0.0197 * i;
    const Wide w = t;
    const Wide first = t < 2.0 ? Wide(sin(w) * sin(w)) : Wide(floor(w));
    const Wide truth = first + std::max<Wide>(exp(-w), log(1 + w)) - asin(w / 10) * atan2(w, Wide(3));
    BOOST_TEST(holds(enclose(f, t), truth));
    BOOST_TEST(width(enclose(f, t)) < 1e-13);  // values up to 10, t / 10 < 0.985
  }
  BOOST_TEST(!enclose(TimeFunction(), 1.0).is_known());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_interval_functions
