// The two halves of the reference: accelerations of the index-reduced system, and extrapolation of any motion.
#include <boost/test/unit_test.hpp>

#include "kernel/dynamics/extrapolation.hpp"
#include "tests/support/families.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_extended_dynamics {

namespace {

/// One period of x'' = -x from x = 1 at rest, in `steps` steps; the error at its end.
Extended oscillator_error(int max_columns, int steps, Extended tolerance) {
  const auto spring = [](Extended, const ExtendedVector& q, const ExtendedVector&, ExtendedVector& a) { a = -q; };
  Extrapolation extrapolation(spring, {.max_columns = max_columns, .tolerance = tolerance, .max_halvings = 0});
  ExtendedVector q = ExtendedVector::Ones(1);
  ExtendedVector v = ExtendedVector::Zero(1);
  const Extended h = 2.0L * std::acos(-1.0L) / Extended(steps);
  for (int i = 0; i < steps; ++i)
    if (!extrapolation.advance(Extended(i) * h, h, q, v)) return std::numeric_limits<Extended>::infinity();
  return std::hypot(q[0] - 1.0L, v[0]);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(extended_dynamics)

// The sparse route in double and the dense one in extended precision share the joints alone.
BOOST_AUTO_TEST_CASE(accelerations_agree_with_the_sparse_saddle_point_solve) {
  for (const Model& model : {chain(4), four_bar(), mixed_mechanism(), ladder(3)}) {
    Random random(3);
    State state = initial_state(model);
    state.v = random.vector(model.num_velocities, 1.0);
    Stepper stepper(model);
    stepper.step(*method("baumgarte", {{"alpha", 0.0}, {"beta", 0.0}}), state, 1e-3);
    const VectorX& sparse = stepper.solves.front().solution.x;
    ExtendedVector a;
    ExtendedDynamics(model).acceleration(0.0L, state.q.cast<Extended>(), state.v.cast<Extended>(), a);
    // Condition numbers of these systems are below 1e4.
    BOOST_TEST(largest(sparse - a.cast<double>()) < 1e-11 * (1.0 + largest(sparse)));
  }
}

BOOST_AUTO_TEST_CASE(redundant_rows_change_nothing) {
  const Model plain = four_bar();
  const Model spare = four_bar(true);
  const State state = initial_state(plain);
  ExtendedVector a, b;
  ExtendedDynamics(plain).acceleration(0.0L, state.q.cast<Extended>(), state.v.cast<Extended>(), a);
  ExtendedDynamics(spare).acceleration(0.0L, state.q.cast<Extended>(), state.v.cast<Extended>(), b);
  BOOST_TEST(largest((a - b).cast<double>()) < 1e-15 * largest(a.cast<double>()));
}

BOOST_AUTO_TEST_CASE(projection_ends_at_rounding_and_moves_no_more_than_needed) {
  const Model model = four_bar();
  Random random(5);
  ExtendedVector q = (initial_state(model).q + random.vector(model.num_velocities, 1e-3)).cast<Extended>();
  ExtendedVector v = random.vector(model.num_velocities, 1.0).cast<Extended>();
  const ExtendedVector before = q;
  ExtendedDynamics dynamics(model);
  BOOST_TEST(dynamics.project(0.0L, q, v) < 1e-18L);  // a few roundings of 0.5 m
  BOOST_TEST(largest((q - before).cast<double>()) < 5e-3);
  State state = initial_state(model);
  state.q = q.cast<double>();
  state.v = v.cast<double>();
  Stepper stepper(model);
  VectorX rate;
  apply_jacobian(stepper.at(state).rows, state.v, rate);
  BOOST_TEST(largest(rate) < 1e-14);
  const ExtendedVector settled = q;
  dynamics.project(0.0L, q, v);
  BOOST_TEST(largest((q - settled).cast<double>()) < 1e-18);
}

BOOST_AUTO_TEST_CASE(columns_raise_the_order_by_two_each) {
  // With k columns the order is 2k: halving the step divides the error by 4^k, once rounding is far. A tolerance of 1
  // accepts column 2.
  const Extended coarse = oscillator_error(2, 32, 1.0L);
  const Extended fine = oscillator_error(2, 64, 1.0L);
  BOOST_TEST(std::abs(std::log2(coarse / fine) - 4.0L) < 0.2L);
}

BOOST_AUTO_TEST_CASE(the_oscillator_returns_to_its_start) {
  BOOST_TEST(oscillator_error(12, 16, 1e-17L) < 1e-16L);
  BOOST_TEST(oscillator_error(12, 64, 1e-17L) < 1e-16L);
}

BOOST_AUTO_TEST_CASE(a_tolerance_that_is_out_of_reach_is_said_and_leaves_the_state) {
  const auto spring = [](Extended, const ExtendedVector& q, const ExtendedVector&, ExtendedVector& a) { a = -q; };
  Extrapolation extrapolation(spring, {.max_columns = 3, .tolerance = 1e-17L, .max_halvings = 1});
  ExtendedVector q = ExtendedVector::Ones(1);
  ExtendedVector v = ExtendedVector::Zero(1);
  BOOST_TEST(!extrapolation.advance(0.0L, 10.0L, q, v));
  BOOST_TEST(q[0] == 1.0L);
  BOOST_TEST(v[0] == 0.0L);
}

BOOST_AUTO_TEST_CASE(halving_reaches_what_one_step_cannot) {
  const auto spring = [](Extended, const ExtendedVector& q, const ExtendedVector&, ExtendedVector& a) { a = -q; };
  Extrapolation extrapolation(spring, {.max_columns = 12, .tolerance = 1e-17L, .max_halvings = 10});
  ExtendedVector q = ExtendedVector::Ones(1);
  ExtendedVector v = ExtendedVector::Zero(1);
  BOOST_REQUIRE(extrapolation.advance(0.0L, 10.0L, q, v));
  BOOST_TEST(std::abs(q[0] - std::cos(10.0L)) < 1e-15L);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_extended_dynamics
