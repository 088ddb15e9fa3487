// Limits and dry friction under the methods at velocity level, with known answers of a rod on a pin.
#include <boost/test/unit_test.hpp>
#include <limits>
#include <regex>
#include <set>

#include "tests/support/contact_worlds.hpp"
#include "tests/support/led_mechanisms.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_bounded_rows {

namespace {

constexpr double h = 0x1p-9;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double weight_torque = 9.81 * 0.25;     // of the level rod [N m]
constexpr double inertia_about_pin = 0.25 / 3.0;  // [kg m^2]
constexpr int row = 2;                            // the pin has two before it

bool takes_limits(const TestedMethod& tested) {
  return tested.type != "reference" && !tested.stabilizer()->objection(limited_pendulum(-0.5));
}

double gap(Stepper& stepper, const State& state) {
  return stepper.at(state).rows.phi[row];
}

State run(Stepper& stepper, const Model& model, const Stabilizer& stabilizer, int steps) {
  State state = initial_state(model);
  for (int i = 0; i < steps; ++i) {
    state = stepper.step(stabilizer, state, h);
    BOOST_REQUIRE(stepper.status == Status::converged);
  }
  return state;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bounded_rows)

BOOST_AUTO_TEST_CASE(methods_at_velocity_level_take_limits_and_the_others_object) {
  const std::set<std::string_view> expected{"none",           "erp",        "implicit", "post_stabilization",
                                            "stabilized_lcp", "small_steps"};
  for (const TestedMethod& tested : tested_methods()) {
    if (tested.type == "reference") continue;
    BOOST_TEST_INFO_SCOPE(tested.label);
    const bool is_semi_implicit = tested.label.find("trapezoidal") == std::string::npos;
    const bool is_velocity_level = expected.count(tested.type) == 1 || tested.label.find("baumgarte_velocity") == 0;
    BOOST_TEST(takes_limits(tested) == (is_velocity_level && is_semi_implicit));
    if (!takes_limits(tested))
      BOOST_TEST(tested.stabilizer()->objection(limited_pendulum(-0.5))->find("'pin[1]' has limits") !=
                 std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(who_objects_names_exactly_the_methods_that_can) {
  Model touching = contact_world(0.5);
  add_ground(touching);
  add_body(touching, disk_shape(0.25), 1.0, Vec2(0.0, 0.25));
  number_unknowns(touching);
  for (const Model& model : {limited_pendulum(-0.5), touching}) {
    const std::string message = *method("rattle")->objection(model);
    for (const TestedMethod& tested : tested_methods()) {
      BOOST_TEST_INFO_SCOPE(tested.label << " in: " << message);
      // baumgarte can with one gain, none with one of its integrators.
      if (tested.type == "baumgarte" || tested.label == "none_trapezoidal") continue;
      const std::regex name("\\b" + std::string(tested.type) + "\\b");
      BOOST_TEST(std::regex_search(message, name) == !tested.stabilizer()->objection_to_run(model).has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE(methods_without_softness_object_to_compliance) {
  Model model = chain(2);
  model.joints[1].cfm = 1e-3;
  for (const char* name : {"projection", "ggl", "rattle", "shake"})
    BOOST_TEST(method(name)->objection(model)->find("'pin[2]' has a compliance") != std::string::npos);
  for (const char* name : {"none", "implicit", "post_stabilization"})
    BOOST_TEST(!method(name)->objection(model).has_value());
}

BOOST_AUTO_TEST_CASE(without_such_rows_there_are_no_bounds) {
  for (const TestedMethod& tested : tested_methods()) {
    const Model model = chain(2);
    Stepper stepper(model);
    stepper.step(*tested.stabilizer(), initial_state(model), h);
    for (const KeptSolve& kept : stepper.solves) {
      BOOST_TEST(kept.problem.lower.size() == 0);
      BOOST_TEST(kept.problem.upper.size() == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_limit_out_of_reach_is_idle_and_one_within_reach_is_complementary) {
  const Model far = limited_pendulum(-0.5);
  const Model near = limited_pendulum(-1e-5);
  Stepper far_stepper(far), near_stepper(near);
  far_stepper.step(*method("implicit"), initial_state(far), h);
  const Problem& idle = far_stepper.solves.front().problem;
  BOOST_TEST((idle.lower[row] == 0.0 && idle.upper[row] == 0.0));
  BOOST_TEST((idle.lower[0] == -infinity && idle.upper[1] == infinity));
  near_stepper.step(*method("implicit"), initial_state(near), h);
  // Gravity alone does not turn a rod: that the pin leads it to the stop shows in the solve.
  BOOST_TEST(near_stepper.solves.size() == 2U);
  const Problem& active = near_stepper.solves.back().problem;
  BOOST_TEST((active.lower[row] == 0.0 && active.upper[row] == infinity));
  BOOST_TEST(active.target[row] == -1e-5 / h);
}

BOOST_AUTO_TEST_CASE(a_rod_that_falls_on_its_stop_rests_there) {
  const Model model = limited_pendulum(-0.5);
  for (const TestedMethod& tested : tested_methods()) {
    if (!takes_limits(tested)) continue;
    BOOST_TEST_INFO_SCOPE(tested.label);
    Stepper stepper(model);
    const State end = run(stepper, model, *tested.stabilizer(), 400);
    const double impulse = stepper.report.impulse[row];
    // The stop is met one step ahead to second order: 2 rad/s and 60 rad/s^2 leave (h^2/2) 60 = 1e-4 rad, and without
    // feedback the drift of the pin, below 1e-2 m here, is not the stop's.
    BOOST_TEST(std::abs(gap(stepper, end)) < 1e-3);
    BOOST_TEST(largest(end.v) < 1e-2);
    const double expected = h * weight_torque * std::cos(0.5);
    BOOST_TEST(std::abs(impulse - expected) < 0.02 * expected);
  }
}

BOOST_AUTO_TEST_CASE(a_limit_without_look_ahead_is_passed_once_before_it_acts) {
  Model model = limited_pendulum(-0.5);
  model.joints[0].element[0].looks_ahead = false;
  for (const TestedMethod& tested : tested_methods()) {
    if (!takes_limits(tested)) continue;
    BOOST_TEST_INFO_SCOPE(tested.label);
    Stepper stepper(model);
    State state = initial_state(model);
    double deepest = infinity;
    for (int i = 0; i < 400; ++i) {
      state = stepper.step(*tested.stabilizer(), state, h);
      BOOST_REQUIRE(stepper.status == Status::converged);
      deepest = std::min(deepest, gap(stepper, state));
    }
    // It comes down at 5.3 rad/s, which is 0.01 rad a step. What corrects positions takes it back in the same step.
    if (!stepper.report.corrected) BOOST_TEST(deepest < -1e-5);
    BOOST_TEST(deepest > -0.02);
  }
}

// Passed by 0.1 rad: C v+ >= rate * 0.1, the share of the error that each method removes.
BOOST_AUTO_TEST_CASE(a_passed_limit_is_left_at_the_rate_of_the_method) {
  const Model model = limited_pendulum(-0.5, 0.0, -0.6);
  const auto left_at = [&](std::shared_ptr<const Stabilizer> stabilizer) {
    Stepper stepper(model);
    return stepper.step(*stabilizer, initial_state(model), h).v[2];
  };
  const auto close = [](double a, double b) { return std::abs(a - b) < 1e-12 * (1.0 + std::abs(b)); };
  BOOST_TEST(close(left_at(method("none")), 0.0));
  BOOST_TEST(close(left_at(method("implicit")), 0.1 / h));
  BOOST_TEST(close(left_at(method("baumgarte", {{"alpha", 8.0}})), 0.8));
  BOOST_TEST(close(left_at(method("erp", {{"erp", 0.25}})), 0.025 / h));
}

// [ClinePai03] (15): 0 <= gap + C dq  perp  multiplier >= 0.
BOOST_AUTO_TEST_CASE(a_correction_lifts_a_passed_limit_and_leaves_an_open_one) {
  const Model passed = limited_pendulum(-0.5, 0.0, -0.55);
  Stepper stepper(passed);
  const State lifted = stepper.step(*method("post_stabilization", {{"iterations", 3.0}}), initial_state(passed), h);
  BOOST_TEST(gap(stepper, lifted) > -1e-9);  // 0.05 rad corrected three times: 0.05 -> 1e-4 -> 1e-9 -> rounding
  const KeptSolve& first = stepper.solves[1];
  BOOST_TEST(first.solution.multiplier[row] > 0.0);
  const Model open = limited_pendulum(-0.5, 0.3);
  Stepper other(open);
  other.step(*method("post_stabilization"), initial_state(open), h);
  BOOST_TEST(other.solves.back().solution.multiplier[row] == 0.0);
  BOOST_TEST(other.solves.back().solution.multiplier[row + 1] == 0.0);  // friction has no say in a correction
}

BOOST_AUTO_TEST_CASE(dry_friction_holds_below_its_bound_and_slips_at_it) {
  for (const TestedMethod& tested : tested_methods()) {
    if (!takes_limits(tested)) continue;
    BOOST_TEST_INFO_SCOPE(tested.label);
    const Model sticking = limited_pendulum(-infinity, 1.01 * weight_torque);
    Stepper stepper(sticking);
    const State held = run(stepper, sticking, *tested.stabilizer(), 100);
    BOOST_TEST(std::abs(held.q[2]) < 1e-12);
    const Model slipping = limited_pendulum(-infinity, 0.25 * weight_torque);
    Stepper other(slipping);
    const State next = run(other, slipping, *tested.stabilizer(), 1);
    const double expected = -h * 0.75 * weight_torque / inertia_about_pin;
    BOOST_TEST(std::abs(next.v[2] - expected) < 1e-12);
    BOOST_TEST(other.report.impulse[row] == 0.25 * weight_torque * h);
  }
}

BOOST_AUTO_TEST_CASE(a_joint_keeps_its_own_erp_and_cfm) {
  Model model = chain(2);
  model.joints[1].erp = 0.75;
  model.joints[0].cfm = 1e-3;
  State state = initial_state(model);
  state.q[3] += 0x1p-8;
  state.q[0] += 0x1p-9;
  Stepper stepper(model);
  stepper.step(*method("erp", {{"erp", 0.25}, {"cfm", 1e-4}}), state, h);
  const KeptSolve& kept = stepper.solves.front();
  for (int i = 0; i < 4; ++i) {
    const double erp = i < 2 ? 0.25 : 0.75;
    BOOST_TEST(kept.problem.target[i] == -(erp / h) * kept.rows.phi[i]);
    BOOST_TEST(kept.problem.compliance[i] == 1e-4 + (i < 2 ? 1e-3 : 0.0));
  }
  stepper.step(*method("implicit"), state, h);  // the erp of a joint means something to method erp alone
  BOOST_TEST(stepper.solves.front().problem.target[2] == -stepper.solves.front().rows.phi[2] / h);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_bounded_rows
