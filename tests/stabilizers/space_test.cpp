// The identities between methods in space, where M turns with the bodies and orientations are quaternions.
#include <boost/test/unit_test.hpp>

#include "tests/support/methods.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"
#include "tests/support/turning_chain.hpp"

namespace perpend::test::of_space {

namespace {

constexpr double h = 0x1p-10;

/// Off the constraint and moving: every term of every right-hand side is there.
State disturbed(const Model& model, std::uint64_t seed, double size = 1e-3) {
  Random random(seed);
  State state = initial_state(model);
  advance_position(model, RotationUpdate::exponential, size, random.vector(model.num_velocities, 1.0), state.q);
  state.v += random.vector(model.num_velocities, 1.0);
  return state;
}

double relative_difference(const VectorX& a, const VectorX& b) {
  return largest(a - b) / (1.0 + largest(b));
}

Solution solve(const Problem& problem) {
  Solution solution;
  RouteSolver(*problem.rows, *problem.mass, {}, DependentRows::stop).solve(problem, solution);
  return solution;
}

// As in the plane: the same system, right-hand sides that differ by rounding, condition below 1e4.
constexpr double rounding = 1e-11;

}  // namespace

BOOST_AUTO_TEST_SUITE(space)

BOOST_AUTO_TEST_CASE(acceleration_level_with_half_and_one_over_h_is_implicit_plus_the_quadratic_term) {
  for (const Model& model : {turning_chain(3), hinge_chain(3), spatial_four_bar()}) {
    const State state = disturbed(model, 7);
    Stepper stepper(model);
    const State hong = stepper.step(*method("baumgarte", {{"alpha", 0.5 / h}, {"beta", 1.0 / h}}), state, h);
    stepper.step(*method("implicit"), state, h);
    Problem problem = stepper.solves.front().problem;
    problem.target -= h * problem.rows->jdot_v;
    BOOST_TEST(relative_difference(hong.v, solve(problem).x) < rounding);
    BOOST_TEST(largest(h * problem.rows->jdot_v) > 1e3 * rounding);
  }
}

BOOST_AUTO_TEST_CASE(acceleration_level_without_feedback_is_none_from_rest) {
  for (const Model& model : {ball_chain(3), hinge_chain(3), spatial_four_bar()}) {
    Stepper stepper(model);
    const State state = initial_state(model);
    const State acceleration = stepper.step(*method("baumgarte", {{"alpha", 0.0}, {"beta", 0.0}}), state, h);
    const State none = stepper.step(*method("none"), state, h);
    BOOST_TEST(relative_difference(acceleration.v, none.v) < rounding);
    BOOST_TEST(relative_difference(acceleration.q, none.q) < rounding);
  }
}

// As in the plane, with two free particles in space: phi+ = h^2 |d_dot+|^2 / (2 L).
BOOST_AUTO_TEST_CASE(implicit_leaves_exactly_the_second_order_term_of_a_quadratic_constraint) {
  Model model = spatial_world(Vec3(0.0, 0.0, -9.81));
  const Vec3 start(0.48, 0.64, 0.6);
  add_spatial_particle(model, "a", 1.0, Vec3::Zero(), Vec3(0.5, -1.0, 0.25));
  add_spatial_particle(model, "b", 3.0, start, Vec3(-2.0, 0.75, 1.0));
  add_spatial_joint(
      model, "distance", "link", 0, 1,
      properties_of({{"at_first", Vec3(Vec3::Zero())}, {"at_second", start}, {"form", std::string("quadratic")}}));
  number_unknowns(model);
  State state = initial_state(model);
  state.q[0] += 0.01;
  Stepper stepper(model);
  for (int i = 0; i < 20; ++i) {
    state = stepper.step(*method("implicit"), state, h);
    const Vec3 relative = state.v.segment<3>(3) - state.v.segment<3>(0);
    const double expected = h * h * relative.squaredNorm() / (2.0 * model.joints[0].length);
    BOOST_TEST(std::abs(stepper.at(state).rows.phi[0] - expected) < 20.0 * 0x1p-53);
    BOOST_TEST(expected > 1e-8);
  }
}

// exp(h w) of the correction's twist: post-stabilization squares the error in space too.
BOOST_AUTO_TEST_CASE(one_correction_squares_the_error) {
  const Model model = turning_chain(3);
  Stepper stepper(model);
  std::vector<double> errors;
  for (double iterations : {1.0, 2.0}) {
    const State state = disturbed(model, 3, 0.03);
    const State next = stepper.step(*method("post_stabilization", {{"iterations", iterations}}), state, h);
    errors.push_back(largest(stepper.at(next).rows.phi));
  }
  BOOST_TEST(errors[0] > 1e-6);
  BOOST_TEST(errors[1] < 20.0 * errors[0] * errors[0] + 1e-15);  // curvature of phi below 20/m, as in the plane
}

// A free rigid body under rk4: a fourth order that any slip in the rate of the quaternion would break.
BOOST_AUTO_TEST_CASE(runge_kutta_has_order_four_for_a_body_that_tumbles_freely) {
  const Model model = free_body(Vec3(1.0, 3.0, -2.0));
  const auto stabilizer = std::get<0>(
      baumgarte_stabilizer.make(properties_of({{"alpha", 0.0}, {"beta", 0.0}, {"integrator", std::string("rk4")}})));
  const auto end = [&](int steps) {
    Stepper stepper(model);
    State state = initial_state(model);
    for (int i = 0; i < steps; ++i) state = stepper.step(*stabilizer, state, 1.0 / steps);
    return state.q;
  };
  const VectorX coarse = end(64), middle = end(128), fine = end(256);
  const double ratio = largest(coarse - middle) / largest(middle - fine);
  BOOST_TEST(std::log2(ratio) > 3.8);
  BOOST_TEST(std::log2(ratio) < 4.4);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_space
