// Laws of the state as functions: programs on duals, and tables, compared with differences.
#include <boost/test/unit_test.hpp>

#include "kernel/model/numbers/dual.hpp"
#include "tests/support/laws.hpp"

namespace perpend::test::of_laws {

namespace {

using Op = TimeFunction::Op;
using Real = long double;

/// A law of as many signals, which it does not name.
TimeFunction law_of(std::vector<TimeFunction::Instruction> program, std::size_t signals) {
  auto inputs = std::make_shared<LawInputs>();
  inputs->signals.resize(signals);
  return TimeFunction(std::move(program), inputs);
}

/// Along the direction (1, 0.7).
Real dual_rate(const TimeFunction& law, Real a, Real b) {
  const std::array<Dual<Real>, 2> x{Dual<Real>(a, 1.0L), Dual<Real>(b, 0.7L)};
  return law(Dual<Real>(0.3L), x.data()).rate;
}
Real difference(const TimeFunction& law, Real a, Real b) {
  const Real e = std::cbrt(std::numeric_limits<Real>::epsilon());
  const auto at = [&](Real by) {
    const std::array<Real, 2> x{a + by, b + 0.7L * by};
    return law(0.3L, x.data());
  };
  return (at(e) - at(-e)) / (2 * e);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(laws)

// Central differences are off by e^2/6 of the third derivative, below 1e4 for arguments in (0.1, 0.9): 1e-9.
BOOST_AUTO_TEST_CASE(duals_of_every_function_agree_with_differences) {
  Random random(7);
  for (int sample = 0; sample < 50; ++sample) {
    const Real a = random.uniform(0.1, 0.9), b = random.uniform(0.1, 0.9);
    if (std::abs(a - b) < 0.01L) continue;  // min and max have a corner there
    for (const Op op : {Op::negate, Op::sqrt, Op::abs, Op::floor, Op::sin, Op::cos, Op::tan, Op::asin, Op::acos,
                        Op::exp, Op::log, Op::logical_not}) {
      const TimeFunction law = law_of({signal(0), {op, 0.0}}, 2);
      BOOST_TEST(std::abs(dual_rate(law, a, b) - difference(law, a, b)) < 1e-9L, "operation " << static_cast<int>(op));
    }
    for (const Op op : {Op::add, Op::subtract, Op::multiply, Op::divide, Op::power, Op::min, Op::max, Op::atan2,
                        Op::less, Op::less_equal, Op::equal, Op::logical_and, Op::logical_or}) {
      const TimeFunction law = law_of({signal(0), signal(1), {op, 0.0}}, 2);
      BOOST_TEST(std::abs(dual_rate(law, a, b) - difference(law, a, b)) < 1e-9L, "operation " << static_cast<int>(op));
    }
    const TimeFunction choice =
        law_of({signal(0), {Op::number, 0.5}, {Op::less, 0.0}, signal(1), signal(0), {Op::select, 0.0}}, 2);
    if (std::abs(a - 0.5L) > 0.01L) BOOST_TEST(std::abs(dual_rate(choice, a, b) - difference(choice, a, b)) < 1e-9L);
  }
}

BOOST_AUTO_TEST_CASE(what_does_not_move_has_no_rate_even_where_the_slope_is_infinite) {
  const TimeFunction root = law_of({signal(0), signal(0), {Op::multiply, 0.0}, {Op::sqrt, 0.0}}, 1);
  const Dual<Real> at_zero(0.0L, 1.0L);
  BOOST_TEST(root(Dual<Real>(0.0L), &at_zero).rate == 0.0L);
}

// A spline through a cubic's points is not the cubic near its ends, but its own derivatives are consistent everywhere.
BOOST_AUTO_TEST_CASE(derivatives_of_tables_agree_with_differences_and_tables_meet_their_points) {
  Random random(3);
  std::vector<double> x{0.0}, y{0.4};
  for (int i = 0; i < 12; ++i) {
    x.push_back(x.back() + random.uniform(0.1, 1.0));
    y.push_back(random.uniform(-1.0, 1.0));
  }
  for (const TableCurve curve : {TableCurve::linear, TableCurve::cubic}) {
    const Table table = make_table("t", x, y, curve);
    for (std::size_t i = 0; i < x.size(); ++i) BOOST_TEST(std::abs(table.derivative(x[i], 0) - y[i]) < 1e-14);
    for (int sample = 0; sample < 200; ++sample) {
      const Real at = random.uniform(x.front() + 0.001, x.back() - 0.001);
      const bool is_near_corner =
          std::any_of(x.begin(), x.end(), [&](double corner) { return std::abs(at - Real(corner)) < 1e-4L; });
      if (is_near_corner) continue;
      const Real e = 1e-6L;
      for (int order : {0, 1})
        BOOST_TEST(std::abs(table.derivative(at, order + 1) -
                            (table.derivative(at + e, order) - table.derivative(at - e, order)) / (2 * e)) < 1e-8L);
    }
    BOOST_TEST(std::isnan(table.derivative(x.front() - 1e-9, 0)));
    BOOST_TEST(std::isnan(table.derivative(x.back() + 1e-9, 0)));
  }
}

BOOST_AUTO_TEST_CASE(a_natural_spline_of_a_line_is_the_line) {
  const Table table = make_table("t", {0.0, 1.0, 3.0, 4.0}, {1.0, 3.0, 7.0, 9.0}, TableCurve::cubic);
  for (double at : {0.0, 0.3, 1.7, 3.9}) BOOST_TEST(std::abs(table.derivative(at, 0) - (1.0 + 2.0 * at)) < 1e-14);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_laws
