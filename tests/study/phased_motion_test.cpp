// The reference through events: motions that closed forms know, of limits, dry friction and bounces.
#include "study/reference/phased_motion.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>

#include "study/reference/reference_trajectory.hpp"
#include "tests/study/phased_worlds.hpp"

namespace perpend::test::of_phased_motion {
namespace {

/// Rounding of sums of some hundred steps in doubles.
constexpr double rounding = 1e-13;

}  // namespace

BOOST_AUTO_TEST_SUITE(phased_motion)

// The force 6 N (1 - t / 0.7 s) drives it to the limit, turns at 0.7 s and takes it back.
BOOST_AUTO_TEST_CASE(a_limit_is_reached_holds_and_is_left_when_its_force_turns) {
  const World world = slider("limits = [-inf, 0.305] m", "velocity = (1, 0) m/s",
                             "force f = load(b, force: (6, 0) N * (1 - t / 0.7 s))");
  const Passed held = pass(world, 0.6);
  BOOST_TEST(held.end == "");
  BOOST_TEST(std::abs(held.state.q[0] - 0.305) < rounding);
  BOOST_TEST(std::abs(held.state.v[0]) < rounding);
  BOOST_REQUIRE(held.events.size() == 1U);
  BOOST_TEST(held.events[0].starts_with("joint 'slide' reaches a limit at t = 0.23"), held.events[0]);
  const Passed left = pass(world, 1.0);
  BOOST_REQUIRE(left.events.size() == 2U);
  BOOST_TEST(left.events[1] == "joint 'slide' leaves a limit at t = 0.7 s");
  BOOST_TEST(std::abs(left.state.q[0] - (0.305 - 3.0 / 0.7 * std::pow(0.3, 3) / 6.0)) < rounding);
  BOOST_TEST(std::abs(left.state.v[0] + 3.0 / 0.7 * 0.3 * 0.3 / 2.0) < rounding);
}

// 2 kg with 3 N of friction at 1 m/s: at rest after 2/3 s and 1/3 m.
BOOST_AUTO_TEST_CASE(dry_friction_slows_down_and_holds) {
  const Passed passed = pass(slider("friction = 3 N", "velocity = (1, 0) m/s"), 1.0);
  BOOST_TEST(passed.end == "");
  BOOST_REQUIRE(passed.events.size() == 1U);
  BOOST_TEST(passed.events[0] == "joint 'slide' comes to rest at t = 0.666666667 s");
  BOOST_TEST(std::abs(passed.state.q[0] - 1.0 / 3.0) < rounding);
  BOOST_TEST(std::abs(passed.state.v[0]) < rounding);
}

// It sticks until 10 N/s t reaches 3 N, at 0.3 s; then a = 5 (t - 0.3).
BOOST_AUTO_TEST_CASE(what_sticks_slides_when_more_is_asked_of_it) {
  const Passed passed = pass(slider("friction = 3 N", "", "force f = load(b, force: (10, 0) N/s * t)"), 1.0);
  BOOST_TEST(passed.end == "");
  BOOST_REQUIRE(passed.events.size() == 1U);
  BOOST_TEST(passed.events[0] == "joint 'slide' starts to slide at t = 0.3 s");
  BOOST_TEST(std::abs(passed.state.q[0] - 5.0 * std::pow(0.7, 3) / 6.0) < rounding);
}

// A slider-crank with a driven crank, r = 0.5 m and l = 1 m: every coordinate is a function of time, and so is the
// acceleration where the slider turns back, though its friction cannot hold it there.
BOOST_AUTO_TEST_CASE(friction_of_a_driven_slider_changes_its_sign_where_the_slider_turns_back) {
  const Passed passed = pass(
      world_of(
          "world planar { gravity = (0, -9.81) m/s^2\nstart = assemble_velocities\nbody a = rod(length: 0.5 m) { "
          "mass = 1 kg; at = (0, 0.25) m; angle = 90 deg }\nbody b = rod(length: 1 m) { mass = 1 kg; at = "
          "(0.4330127018922193, 0.25) m; angle = -30 deg }\nbody c = box(size: (0.2, 0.2) m) { mass = 2 kg; at = "
          "(0.8660254037844386, 0) m }\njoint j = revolute(world, a) { at = (0, 0) m }\njoint k = revolute(a, b) { "
          "at = (0, 0.5) m }\njoint l = revolute(b, c) { at = (0.8660254037844386, 0) m }\njoint m = "
          "prismatic(world, c) { axis = (1, 0); friction = 1 N }\ndrive d = angle(j) { value = 3 rad/s * t }\n}"),
      0.8);
  BOOST_TEST(passed.end == "");
  const double angle = std::numbers::pi / 2.0 + 2.4, height = 0.5 * std::sin(angle);
  BOOST_TEST(std::abs(passed.state.q[6] - (0.5 * std::cos(angle) + std::sqrt(1.0 - height * height))) < 1e-9);
}

// A force larger than the friction turns it round: 1 m/s against (8 + 3) N / 2 kg, then back with (8 - 3) N / 2 kg.
BOOST_AUTO_TEST_CASE(a_force_above_the_friction_turns_round) {
  const Passed passed =
      pass(slider("friction = 3 N", "velocity = (1, 0) m/s", "force f = load(b, force: (-8, 0) N)"), 1.0);
  BOOST_TEST(passed.end == "");
  BOOST_REQUIRE(passed.events.size() == 1U);
  const double turn = 1.0 / 5.5;
  BOOST_TEST(std::abs(passed.state.q[0] - (turn / 2.0 - 2.5 / 2.0 * std::pow(1.0 - turn, 2))) < rounding);
}

// It strikes the limit while it slides: at rest, and friction has nothing to hold.
BOOST_AUTO_TEST_CASE(a_limit_may_be_reached_against_friction) {
  const World world = slider("limits = [-inf, 0.2] m; friction = 3 N", "velocity = (1, 0) m/s");
  const Passed passed = pass(world, 1.0);
  BOOST_TEST(passed.end == "");
  BOOST_TEST(std::abs(passed.state.q[0] - 0.2) < rounding);
  BOOST_TEST(std::abs(passed.state.v[0]) < rounding);
  BOOST_TEST(passed.events.size() == 1U);
}

// The hinge between two links stops where they are in line: from then on they turn as one body, and the momentum about
// the pin is kept.
BOOST_AUTO_TEST_CASE(an_impact_at_a_limit_keeps_the_momentum_of_the_mechanism) {
  const World world = world_of(
      "world planar { body a = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }\n"
      "body b = rod(length: 1 m) { mass = 1 kg; at = (1, 0) m + 0.5 m * (cos(-0.3), sin(-0.3)); angle = -0.3 rad; "
      "spin = 2 rad/s; velocity = 1 m/s * (-sin(-0.3), cos(-0.3)) }\n"
      "joint pin = revolute(world, a) { at = (0, 0) m }\n"
      "joint knee = revolute(a, b) { at = (1, 0) m; at_start = -0.3 rad; limits = [-inf, 0] rad }\n}");
  PhasedMotion motion(world.model, {});
  State state = world.initial;
  BOOST_REQUIRE(motion.start(state));
  const auto momentum = [](const State& at) {  // about the pin
    double sum = 0.0;
    for (int i = 0; i < 2; ++i)
      sum += at.q[3 * i] * at.v[3 * i + 1] - at.q[3 * i + 1] * at.v[3 * i] + at.v[3 * i + 2] / 12.0;
    return sum;
  };
  const double before = momentum(state);
  for (int i = 0; i < 40 && motion.end().empty(); ++i)
    BOOST_REQUIRE((motion.advance(0.01, state) == Status::converged));
  BOOST_TEST(motion.end() == "");
  BOOST_TEST(motion.events().size() == 1U);
  BOOST_TEST(std::abs(momentum(state) - before) < rounding);
  BOOST_TEST(std::abs(state.q[5] - state.q[2]) < rounding);
  BOOST_TEST(std::abs(state.v[5] - state.v[2]) < rounding);
}

// From 1.05 m the ball of 5 cm falls 1 m: t1 = sqrt(2 / g); with e = 1/2 it flies t1 between the first two bounces,
// then half of it, a quarter, ...
BOOST_AUTO_TEST_CASE(a_ball_bounces_to_the_heights_that_restitution_says) {
  const World world = world_of(
      "world planar { gravity = (0, -10) m/s^2\nbody ball = disk(radius: 5 cm) { mass = 1 kg; at = (0, 1.05) m; "
      "velocity = (0.5, 0) m/s }\nfixed floor = halfplane(point: (0, 0) m, normal: (0, 1))\n"
      "contacts { restitution = 0.5 }\n}");
  const double fall = std::sqrt(0.2);
  const Passed passed = pass(world, 1.0);
  BOOST_TEST(passed.end == "");
  BOOST_TEST(passed.events.size() == 2U);
  const double after = 1.0 - 2.0 * fall;  // the second bounce, with which it leaves at 10 t1 / 4
  BOOST_TEST(std::abs(passed.state.q[1] - (0.05 + 2.5 * fall * after - 5.0 * after * after)) < 1e-12);
  BOOST_TEST(std::abs(passed.state.q[0] - 0.5) < rounding);
}

BOOST_AUTO_TEST_CASE(the_reference_of_a_world_agrees_with_a_second_run_through_the_same_events) {
  const World world = slider("limits = [-0.4, 0.305] m; friction = 1 N; stiffness = 40 N/m", "velocity = (3, 0) m/s");
  ReferenceLibrary library(world);
  const ReferenceTrajectory& reference = library.get(0.01, 200);
  BOOST_TEST((reference.status == Status::converged), reference.message);
  BOOST_TEST(reference.event == "");
  BOOST_TEST(reference.states.size() == 201U);
  BOOST_TEST(reference.events.size() >= 2U);
  BOOST_TEST(reference.difference < 1e-12);
}

// The rod of a pendulum carries m g cos + m l w^2.
BOOST_AUTO_TEST_CASE(multipliers_are_the_forces_of_the_state) {
  const World world = world_of(
      "world planar { gravity = (0, -10) m/s^2\nparticle bob { mass = 2 kg; at = (0.6, -0.8) m; velocity = (1.6, 1.2) "
      "m/s }\njoint pin = distance(world, bob) { at_first = (0, 0) m }\n}");
  const ReferenceForces forces = reference_forces({world.model}, world.initial);
  BOOST_TEST(forces.multiplier.size() == 1);
  BOOST_TEST(std::abs(std::abs(forces.multiplier[0]) - 2.0 * (10.0 * 0.8 + 4.0)) < rounding * 24.0);
  BOOST_TEST(!forces.has_dependent_rows);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_phased_motion
