// Derivatives of functions of time against differences, identities and known answers.
#include "kernel/drives/time_derivative.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "tests/support/random.hpp"

namespace perpend::test::of_time_derivative {

namespace {

using Op = TimeFunction::Op;
using Program = std::vector<TimeFunction::Instruction>;
using Real = long double;

Program number(double value) {
  return {{Op::number, value}};
}
const Program t{{Op::time, 0.0}};

template <class... Operands>
Program operation(Op op, const Operands&... operands) {
  Program program;
  (program.insert(program.end(), operands.begin(), operands.end()), ...);
  program.push_back({op, 0.0});
  return program;
}

Program one_plus_square(const Program& a) {
  return operation(Op::add, number(1.0), operation(Op::multiply, a, a));
}

/// Any expression with values of moderate size: arguments are brought into the domain of each function.
Program random_expression(Random& random, int depth) {
  if (depth == 0) return random.below(3) == 0 ? number(random.uniform(-2.0, 2.0)) : t;
  const Program a = random_expression(random, depth - 1);
  const Program b = random_expression(random, random.below(depth));
  const Program bounded = operation(Op::sin, a);
  switch (random.below(20)) {
    case 0:
      return operation(Op::add, a, b);
    case 1:
      return operation(Op::subtract, a, b);
    case 2:
      return operation(Op::multiply, bounded, b);
    case 3:
      return operation(Op::divide, b, one_plus_square(bounded));
    case 4:
      return operation(Op::power, one_plus_square(bounded), number(random.uniform(-2.0, 2.0)));
    case 5:
      return operation(Op::power, one_plus_square(bounded), operation(Op::cos, b));
    case 6:
      return operation(Op::power, bounded, number(1.0 + random.below(4)));
    case 7:
      return operation(Op::negate, a);
    case 8:
      return operation(Op::sqrt, one_plus_square(bounded));
    case 9:
      return operation(Op::abs, a);
    case 10:
      return operation(Op::min, a, b);
    case 11:
      return operation(Op::max, a, b);
    case 12:
      return operation(Op::add, operation(Op::floor, a), b);
    case 13:
      return operation(Op::cos, a);
    case 14:
      return operation(Op::tan, operation(Op::multiply, number(0.5), bounded));
    case 15:
      return operation(Op::asin, operation(Op::multiply, number(0.5), bounded));
    case 16:
      return operation(Op::acos, operation(Op::multiply, number(0.5), bounded));
    case 17:
      return operation(Op::atan2, operation(Op::add, number(2.0), bounded), b);
    case 18:
      return operation(Op::exp, bounded);
    default:
      return operation(Op::select, operation(Op::less, a, b), operation(Op::log, one_plus_square(bounded)), b);
  }
}

/// Central difference and a bound of its error: four times what halving the step changes, and rounding.
struct Difference {
  Real value;
  Real error;
};

Difference difference(const TimeFunction& f, Real time) {
  const auto central = [&](Real h) { return (f(time + h) - f(time - h)) / (2.0L * h); };
  const Real h = 1e-5L;
  const Real fine = central(h / 2.0L);
  // Operations up to 2^8 on values up to 2^10; two of them over the step h.
  const Real rounding = 0x1p18L * std::numeric_limits<Real>::epsilon() / h;
  return {fine, 4.0L * std::abs(central(h) - fine) + rounding};
}

TimeFunction rate_of(const Program& program) {
  const auto rate = derivative(TimeFunction(program));
  BOOST_REQUIRE(rate.has_value());
  BOOST_TEST(TimeFunction::is_well_formed(rate->program()));
  return *rate;
}

bool is_smooth_at(const TimeFunction& f, Real time, const Difference& estimate) {
  // At a kink or jump the two one-sided differences differ by more than curvature explains.
  const Real h = 1e-5L;
  const Real ahead = (f(time + h) - f(time)) / h;
  const Real behind = (f(time) - f(time - h)) / h;
  return std::isfinite(estimate.value) && std::abs(ahead - behind) < 1e-2L * (1.0L + std::abs(estimate.value));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(time_derivative)

BOOST_AUTO_TEST_CASE(first_and_second_derivatives_are_limits_of_differences) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed);
    const TimeFunction f(random_expression(random, 4));
    if (!TimeFunction::is_well_formed(f.program())) continue;
    const auto first = derivative(f);
    const auto second = first ? derivative(*first) : std::nullopt;
    if (!second) continue;
    for (int k = 0; k < 5; ++k) {
      const Real time = random.uniform(-2.0, 2.0);
      const Difference rate = difference(f, time);
      const Difference acceleration = difference(*first, time);
      if (!is_smooth_at(f, time, rate) || !is_smooth_at(*first, time, acceleration)) continue;
      BOOST_TEST_INFO("seed " << seed << " time " << time);
      BOOST_TEST(std::abs((*first)(time)-rate.value) <= rate.error);
      BOOST_TEST_INFO("seed " << seed << " time " << time);
      BOOST_TEST(std::abs((*second)(time)-acceleration.value) <= acceleration.error);
      ++compared;
    }
  }
  BOOST_TEST(compared > 1000);
}

BOOST_AUTO_TEST_CASE(known_derivatives) {
  const auto value = [](const Program& program, double time) { return rate_of(program)(time); };
  BOOST_TEST(value(number(3.0), 0.5) == 0.0);
  BOOST_TEST(value(t, 0.5) == 1.0);
  BOOST_TEST(value(operation(Op::multiply, number(3.0), t), 0.5) == 3.0);
  BOOST_TEST(value(operation(Op::power, t, number(2.0)), 0.5) == 1.0);
  BOOST_TEST(value(operation(Op::power, t, number(3.0)), -2.0) == 12.0);  // a negative base
  BOOST_TEST(value(operation(Op::sin, t), 0.0) == 1.0);
  BOOST_TEST(value(operation(Op::cos, t), 0.0) == 0.0);
  BOOST_TEST(value(operation(Op::exp, t), 0.0) == 1.0);
  BOOST_TEST(value(operation(Op::abs, t), -2.0) == -1.0);
  BOOST_TEST(value(operation(Op::floor, t), 0.5) == 0.0);
  BOOST_TEST(value(operation(Op::min, t, number(1.0)), 0.5) == 1.0);
  BOOST_TEST(value(operation(Op::min, t, number(1.0)), 1.5) == 0.0);
  BOOST_TEST(value(operation(Op::max, t, number(1.0)), 1.5) == 1.0);
  BOOST_TEST(value(operation(Op::select, operation(Op::less, t, number(1.0)), t, number(7.0)), 0.5) == 1.0);
  BOOST_TEST(value(operation(Op::select, operation(Op::less, t, number(1.0)), t, number(7.0)), 1.5) == 0.0);
  BOOST_TEST(value(operation(Op::less, t, number(1.0)), 0.5) == 0.0);
  BOOST_TEST(value(operation(Op::atan2, t, number(1.0)), 1.0) == 0.5);
  BOOST_TEST(std::isinf(value(operation(Op::sqrt, t), 0.0)));
}

BOOST_AUTO_TEST_CASE(simple_functions_have_short_derivatives) {
  const auto size = [](const Program& program) { return rate_of(program).program().size(); };
  const Program turn = operation(Op::multiply, number(2.0), t);
  BOOST_TEST(size(turn) == 1U);                            // 2
  BOOST_TEST(size(operation(Op::add, turn, turn)) == 1U);  // 4: exact, so folded
  BOOST_TEST(size(operation(Op::power, t, number(2.0))) == 3U);
  BOOST_TEST(size(operation(Op::multiply, number(3.0), operation(Op::sin, turn))) <= 8U);  // 3 * (cos(2 t) * 2)
  BOOST_TEST(rate_of(operation(Op::divide, t, number(3.0))).is_constant());
}

BOOST_AUTO_TEST_CASE(constants_keep_the_precision_of_long_double) {
  // 1/3 and 0.1 have no short binary fractions: folding 0.1 * (1/3) in double would leave an error of 2^-57.
  const Program third = operation(Op::divide, number(1.0), number(3.0));
  const TimeFunction rate = rate_of(operation(Op::multiply, operation(Op::multiply, number(0.1), third), t));
  const Real exact = static_cast<Real>(0.1) / 3.0L;
  BOOST_TEST(std::abs(rate(0.0L) - exact) <= 4.0L * std::numeric_limits<Real>::epsilon() * exact);
}

BOOST_AUTO_TEST_CASE(what_needs_too_much_space_has_no_derivative) {
  BOOST_TEST(!derivative(TimeFunction()).has_value());
  // A product of all powers: every term of the sum repeats the others.
  Program product = operation(Op::sin, t);
  for (int i = 0; i < 400; ++i)
    product = operation(Op::multiply, product, operation(Op::sin, product.size() > 200 ? t : product));
  const auto first = derivative(TimeFunction(product));
  if (first) BOOST_TEST(first->program().size() <= max_derivative_size);
  BOOST_TEST((!first || !derivative(*first)));
  // The deepest program that exists: a right-leaning sum.
  Program deep = t;
  for (int i = 1; i < TimeFunction::max_depth; ++i) deep = operation(Op::multiply, t, deep);
  BOOST_REQUIRE(TimeFunction::is_well_formed(deep));
  const auto rate = derivative(TimeFunction(deep));
  if (rate) BOOST_TEST((*rate)(1.0) == TimeFunction::max_depth);
}

BOOST_AUTO_TEST_CASE(a_long_sum_of_any_length_comes_back_or_is_refused) {
  Program sum = t;
  for (int i = 0; i < 9000; ++i) {
    sum.push_back({Op::time, 0.0});
    sum.push_back({Op::add, 0.0});
  }
  BOOST_TEST(rate_of(sum)(0.0) == 9001.0);
  for (int i = 0; i < 200000; ++i) {
    sum.push_back({Op::time, 0.0});
    sum.push_back({Op::add, 0.0});
  }
  BOOST_TEST(!derivative(TimeFunction(sum)).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_time_derivative
