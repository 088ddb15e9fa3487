// The postfix programs that loads and drives run.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "kernel/model/numbers/time_function.hpp"
#include "kernel/model/numbers/trigonometry.hpp"

namespace perpend::test::of_time_function {

namespace {

using Op = TimeFunction::Op;
using Program = std::vector<TimeFunction::Instruction>;

TimeFunction::Instruction number(double value) {
  return {Op::number, value};
}

double unary(Op op, double a) {
  return TimeFunction({number(a), {op, 0.0}})(0.0);
}
double binary(Op op, double a, double b) {
  return TimeFunction({number(a), number(b), {op, 0.0}})(0.0);
}
double choose(double condition, double yes, double no) {
  return TimeFunction({number(condition), number(yes), number(no), {Op::select, 0.0}})(0.0);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(time_function)

BOOST_AUTO_TEST_CASE(every_operation_is_the_function_of_its_name) {
  BOOST_TEST(binary(Op::add, 5.0, 3.0) == 8.0);
  BOOST_TEST(binary(Op::subtract, 5.0, 3.0) == 2.0);
  BOOST_TEST(binary(Op::multiply, 5.0, 3.0) == 15.0);
  BOOST_TEST(binary(Op::divide, 5.0, 4.0) == 1.25);
  BOOST_TEST(binary(Op::power, 5.0, 3.0) == 125.0);
  BOOST_TEST(binary(Op::min, 5.0, 3.0) == 3.0);
  BOOST_TEST(binary(Op::max, 5.0, 3.0) == 5.0);
  BOOST_TEST(binary(Op::atan2, 1.0, -1.0) == std::atan2(1.0, -1.0));
  BOOST_TEST(unary(Op::negate, 2.0) == -2.0);
  BOOST_TEST(unary(Op::sqrt, 2.25) == 1.5);
  BOOST_TEST(unary(Op::abs, -2.5) == 2.5);
  BOOST_TEST(unary(Op::floor, -2.5) == -3.0);
  BOOST_TEST(unary(Op::sin, 0.7) == sin_cos(0.7).sin);
  BOOST_TEST(unary(Op::cos, 0.7) == sin_cos(0.7).cos);
  BOOST_TEST(std::abs(unary(Op::tan, 0.7) - std::tan(0.7)) < 1e-15);
  BOOST_TEST(unary(Op::asin, 0.5) == std::asin(0.5));
  BOOST_TEST(unary(Op::acos, 0.5) == std::acos(0.5));
  BOOST_TEST(unary(Op::exp, 1.5) == std::exp(1.5));
  BOOST_TEST(unary(Op::log, 1.5) == std::log(1.5));
}

BOOST_AUTO_TEST_CASE(logic_is_zero_and_one_and_takes_any_nonzero_for_true) {
  for (double a : {0.0, 1.0, -2.0})
    for (double b : {0.0, 1.0, -2.0}) {
      BOOST_TEST(binary(Op::less, a, b) == (a < b ? 1.0 : 0.0));
      BOOST_TEST(binary(Op::less_equal, a, b) == (a <= b ? 1.0 : 0.0));
      BOOST_TEST(binary(Op::equal, a, b) == (a == b ? 1.0 : 0.0));
      BOOST_TEST(binary(Op::logical_and, a, b) == (a != 0.0 && b != 0.0 ? 1.0 : 0.0));
      BOOST_TEST(binary(Op::logical_or, a, b) == (a != 0.0 || b != 0.0 ? 1.0 : 0.0));
    }
  BOOST_TEST(unary(Op::logical_not, 0.0) == 1.0);
  BOOST_TEST(unary(Op::logical_not, 3.0) == 0.0);
  BOOST_TEST(choose(1.0, 5.0, 7.0) == 5.0);
  BOOST_TEST(choose(0.0, 5.0, 7.0) == 7.0);
  BOOST_TEST(choose(-1.0, 5.0, 7.0) == 5.0);
}

BOOST_AUTO_TEST_CASE(a_nan_is_never_true) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (Op op : {Op::less, Op::less_equal, Op::equal}) {
    BOOST_TEST(binary(op, nan, 1.0) == 0.0);
    BOOST_TEST(binary(op, 1.0, nan) == 0.0);
  }
}

BOOST_AUTO_TEST_CASE(a_pulse_of_time) {
  // if t < 0.5 then 3 sin(2 t) else -1
  const TimeFunction pulse({{Op::time, 0.0},
                            number(0.5),
                            {Op::less, 0.0},
                            number(3.0),
                            number(2.0),
                            {Op::time, 0.0},
                            {Op::multiply, 0.0},
                            {Op::sin, 0.0},
                            {Op::multiply, 0.0},
                            number(1.0),
                            {Op::negate, 0.0},
                            {Op::select, 0.0}});
  BOOST_TEST(TimeFunction::is_well_formed(pulse.program()));
  BOOST_TEST(pulse(0.25) == 3.0 * sin_cos(0.5).sin);
  BOOST_TEST(pulse(0.5) == -1.0);
  BOOST_TEST(!pulse.is_constant());
  for (double t = 0.0; t < 1.0; t += 0.01)
    BOOST_TEST(std::abs(static_cast<double>(pulse(static_cast<long double>(t)) - pulse(t))) < 3.0 * 0x1p-51);
}

BOOST_AUTO_TEST_CASE(constants) {
  const TimeFunction half(0.5);
  BOOST_TEST(half(0.0) == 0.5);
  BOOST_TEST(half(1e9) == 0.5);
  BOOST_TEST(half.is_constant());
  BOOST_TEST(!half.empty());
  BOOST_TEST(TimeFunction().empty());
  BOOST_TEST(std::isnan(TimeFunction()(1.0)));
}

BOOST_AUTO_TEST_CASE(well_formed_programs_leave_one_value_within_the_stack) {
  BOOST_TEST(!TimeFunction::is_well_formed({}));
  BOOST_TEST(!TimeFunction::is_well_formed({{Op::add, 0.0}}));
  BOOST_TEST(!TimeFunction::is_well_formed({number(1.0), {Op::add, 0.0}}));
  BOOST_TEST(!TimeFunction::is_well_formed({number(1.0), number(2.0)}));
  BOOST_TEST(!TimeFunction::is_well_formed({number(1.0), number(2.0), {Op::select, 0.0}}));
  BOOST_TEST(TimeFunction::is_well_formed({number(1.0), number(2.0), {Op::add, 0.0}}));
  const auto sum_of = [](int terms) {
    Program program(terms, number(1.0));
    program.insert(program.end(), terms - 1, {Op::add, 0.0});
    return program;
  };
  BOOST_TEST(TimeFunction::is_well_formed(sum_of(TimeFunction::max_depth)));
  BOOST_TEST(TimeFunction(sum_of(TimeFunction::max_depth))(0.0) == TimeFunction::max_depth);
  BOOST_TEST(!TimeFunction::is_well_formed(sum_of(TimeFunction::max_depth + 1)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_time_function
