// The identities between methods that hold exactly, to rounding. docs: mathematics, section 2.
#include <boost/test/unit_test.hpp>

#include "tests/support/mechanisms.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_identities {

namespace {

constexpr double h = 0x1p-10;  // a power of two: alpha = 1/(2h) and erp/h are exact

/// Off the constraint and moving: every term of every right-hand side is there.
State disturbed(const Model& model, std::uint64_t seed) {
  Random random(seed);
  State state = initial_state(model);
  state.q += random.vector(model.num_velocities, 1e-3);
  state.v += random.vector(model.num_velocities, 1.0);
  return state;
}

/// Largest difference, against the size of the numbers that were added.
double relative_difference(const VectorX& a, const VectorX& b) {
  return largest(a - b) / (1.0 + largest(b));
}

// Both sides solve the same system with right-hand sides that differ by rounding. Measured condition numbers of the
// scaled systems are below 1e4, and phi/h multiplies rounding of phi (1e-17 here) by 1e3.
constexpr double rounding = 1e-11;

}  // namespace

BOOST_AUTO_TEST_SUITE(identities)

BOOST_AUTO_TEST_CASE(acceleration_level_with_half_and_one_over_h_is_implicit_plus_the_quadratic_term) {
  for (const Model& model : {chain(3), four_bar(), mixed_mechanism()}) {
    const State state = disturbed(model, 7);
    Stepper stepper(model);
    const State hong = stepper.step(*method("baumgarte", {{"alpha", 0.5 / h}, {"beta", 1.0 / h}}), state, h);
    // (13) with these gains asks J (v + h a) = -phi_t - phi/h - h Jdot_v: (11) with the target moved by -h Jdot_v.
    stepper.step(*method("implicit"), state, h);
    Problem problem = stepper.solves.front().problem;
    problem.target -= h * problem.rows->jdot_v;
    Solution solution;
    KktSolver(*problem.rows, DependentRows::stop).solve(problem, solution);
    BOOST_TEST(relative_difference(hong.v, solution.x) < rounding);
    BOOST_TEST(largest(h * problem.rows->jdot_v) > 1e3 * rounding);  // the term is not lost in the tolerance
  }
}

// From J v = 0 the acceleration method without feedback sets J v+ = J v - h Jdot_v = -h Jdot_v, `none` sets J v+ = 0:
// they differ by the quadratic term alone, and not at all from rest.
BOOST_AUTO_TEST_CASE(acceleration_level_without_feedback_is_none_from_rest) {
  for (const Model& model : {chain(3), four_bar()}) {
    Stepper stepper(model);
    const State state = initial_state(model);
    const State acceleration = stepper.step(*method("baumgarte", {{"alpha", 0.0}, {"beta", 0.0}}), state, h);
    const State none = stepper.step(*method("none"), state, h);
    BOOST_TEST(relative_difference(acceleration.v, none.v) < rounding);
    BOOST_TEST(relative_difference(acceleration.q, none.q) < rounding);
  }
}

BOOST_AUTO_TEST_CASE(acceleration_level_without_feedback_differs_from_none_by_the_quadratic_term_when_moving) {
  const Model model = chain(3);
  Stepper stepper(model);
  State state = stepper.step(*method("projection"), initial_state(model), 0.125);
  const State acceleration = stepper.step(*method("baumgarte", {{"alpha", 0.0}, {"beta", 0.0}}), state, h);
  stepper.step(*method("none"), state, h);
  Problem problem = stepper.solves.front().problem;
  problem.target = -h * problem.rows->jdot_v;
  Solution solution;
  KktSolver(*problem.rows, DependentRows::stop).solve(problem, solution);
  BOOST_TEST(relative_difference(acceleration.v, solution.x) < rounding);
}

// phi = (d.d - L^2)/(2L) of two particles is quadratic, so its second-order Taylor polynomial is exact: what `implicit`
// leaves is phi+ = (h^2/2) phi''[v+, v+] = h^2 |d_dot+|^2 / (2 L) whatever phi was.
BOOST_AUTO_TEST_CASE(implicit_leaves_exactly_the_second_order_term_of_a_quadratic_constraint) {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  const int a = add_particle(model, "a", 1.0, Vec2(0.0, 0.0), Vec2(0.5, -1.0));
  const int b = add_particle(model, "b", 3.0, Vec2(0.6, 0.8), Vec2(-2.0, 0.75));
  add_joint(
      model, "distance", "link", a, b,
      properties_of({{"at_first", Vec2(0.0, 0.0)}, {"at_second", Vec2(0.6, 0.8)}, {"form", std::string("quadratic")}}));
  number_unknowns(model);
  State state = initial_state(model);
  state.q[0] += 0.01;
  Stepper stepper(model);
  for (int i = 0; i < 20; ++i) {
    state = stepper.step(*method("implicit"), state, h);
    const Vec2 relative = state.v.segment<2>(2) - state.v.segment<2>(0);
    const double expected = h * h * relative.squaredNorm() / (2.0 * model.joints[0].length);
    // phi is a difference of squares near 1 and L v+ = -phi/h - ... is met to rounding times 1/h h = 1: 20 roundings
    // of 1.
    BOOST_TEST(std::abs(stepper.at(state).rows.phi[0] - expected) < 20.0 * 0x1p-53);
    BOOST_TEST(expected > 1e-8);
  }
}

BOOST_AUTO_TEST_CASE(erp_without_compliance_is_velocity_level_baumgarte) {
  for (const Model& model : {chain(4), four_bar(), mixed_mechanism()}) {
    const State state = disturbed(model, 11);
    Stepper stepper(model);
    const State erp = stepper.step(*method("erp", {{"erp", 0.25}}), state, h);
    const State baumgarte = stepper.step(*method("baumgarte", {{"alpha", 0.25 / h}}), state, h);
    BOOST_TEST(same_bits(erp, baumgarte));
    const State whole = stepper.step(*method("erp", {{"erp", 1.0}}), state, h);
    const State implicit = stepper.step(*method("implicit"), state, h);
    BOOST_TEST(same_bits(whole, implicit));
  }
}

BOOST_AUTO_TEST_CASE(compliance_violates_the_velocity_rows_by_exactly_cfm_times_the_impulse) {
  const double cfm = 1e-3;
  for (const Model& model : {chain(4), four_bar(), four_bar(true), mixed_mechanism()}) {
    const State state = disturbed(model, 13);
    Stepper stepper(model);
    const State next = stepper.step(*method("erp", {{"erp", 0.25}, {"cfm", cfm}}), state, h);
    BOOST_REQUIRE(stepper.status == Status::converged);  // compliance also makes dependent rows solvable
    const Problem& problem = stepper.solves.front().problem;
    VectorX rate;
    apply_jacobian(*problem.rows, next.v, rate);
    const VectorX expected = -problem.rows->phi_t - (0.25 / h) * problem.rows->phi;
    BOOST_TEST(relative_difference(rate + cfm * stepper.report.impulse, expected) < rounding);
    BOOST_TEST(cfm * largest(stepper.report.impulse) > 1e3 * rounding);
  }
}

BOOST_AUTO_TEST_CASE(drake_names_are_the_same_method) {
  const Model model = four_bar();
  const State state = disturbed(model, 17);
  Stepper stepper(model);
  const State drake = stepper.step(*method("baumgarte", {{"omega0", 32.0}, {"zeta", 0.5}}), state, h);
  const State hong = stepper.step(*method("baumgarte", {{"alpha", 16.0}, {"beta", 32.0}}), state, h);
  BOOST_TEST(same_bits(drake, hong));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_identities
