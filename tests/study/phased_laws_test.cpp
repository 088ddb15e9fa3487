// The reference through laws of forces and drives that jump and bend: motions that closed forms know.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>

#include "study/reference/phased_motion.hpp"
#include "tests/study/phased_worlds.hpp"

namespace perpend::test::of_phased_laws {
namespace {

/// Rounding of sums of some hundred steps in doubles.
constexpr double rounding = 1e-13;

}  // namespace

BOOST_AUTO_TEST_SUITE(phased_laws)

// A bump stop of 50 N/m from 0.1 m on: half a swing of pi/5 s at 5 rad/s, then back with the same speed.
BOOST_AUTO_TEST_CASE(a_law_that_acts_from_a_place_on_is_located_where_it_begins_and_ends) {
  const Passed passed = pass(slider("", "velocity = (1, 0) m/s",
                                    "force stop = load(b, force: (if x(position(b)) > 0.1 m then -50 N/m * "
                                    "(x(position(b)) - 0.1 m) else 0 N, 0 N))"),
                             1.0);
  BOOST_TEST(passed.end == "");
  BOOST_REQUIRE(passed.events.size() == 2U);
  BOOST_TEST(passed.events[0] == "the law of 'stop' changes at t = 0.1 s");
  BOOST_TEST(std::abs(passed.state.q[0] - (0.1 - (0.9 - std::numbers::pi / 5.0))) < rounding);
  BOOST_TEST(std::abs(passed.state.v[0] + 1.0) < rounding);
}

// The same by max, which has no jump.
BOOST_AUTO_TEST_CASE(a_law_of_max_is_located_where_it_bends) {
  const Passed passed = pass(slider("", "velocity = (1, 0) m/s",
                                    "force stop = load(b, force: (-50 N/m * max(x(position(b)) - 0.1 m, 0 m), 0 N))"),
                             1.0);
  BOOST_TEST(passed.end == "");
  BOOST_TEST(passed.events.size() == 2U);
  BOOST_TEST(std::abs(passed.state.q[0] - (0.1 - (0.9 - std::numbers::pi / 5.0))) < rounding);
}

// 2 kg with 2 N floor(t / 0.3 s): accelerations of 0, 1, 2 and 3 m/s^2, the last for 0.1 s.
BOOST_AUTO_TEST_CASE(a_force_that_is_held_between_samples_jumps_at_each_of_them) {
  const Passed passed = pass(slider("", "", "force f = load(b, force: (2 N * floor(t / 0.3 s), 0 N))"), 1.0, 0.07);
  const Passed whole = pass(slider("", "", "force f = load(b, force: (2 N * floor(t / 0.3 s), 0 N))"), 1.0);
  BOOST_TEST(whole.end == "");
  BOOST_TEST(whole.events.size() == 3U);
  BOOST_TEST(std::abs(whole.state.v[0] - (0.3 + 0.6 + 0.3)) < rounding);
  BOOST_TEST(std::abs(whole.state.q[0] - (0.045 + 0.18 + 0.09 + 0.015)) < rounding);
  BOOST_TEST(passed.events.size() == 3U);
}

// Drag of 4 kg/m against the speed: it loses speed as 1/(1 + 2 t) of it, comes from the other side just so, and turns
// where a force takes it through 0: v = sqrt(F/c) tan(...), then tanh.
BOOST_AUTO_TEST_CASE(drag_of_the_square_of_the_speed_bends_where_the_speed_turns) {
  const Passed slowed =
      pass(slider("", "velocity = (1, 0) m/s",
                  "force drag = load(b, force: (-4 kg/m * x(velocity(b)) * abs(x(velocity(b))), 0 N))"),
           1.0);
  BOOST_TEST(std::abs(slowed.state.v[0] - 1.0 / 3.0) < rounding);
  BOOST_TEST(std::abs(slowed.state.q[0] - 0.5 * std::log(3.0)) < rounding);
  const Passed turned =
      pass(slider("", "velocity = (1, 0) m/s",
                  "force drag = load(b, force: (-4 kg/m * x(velocity(b)) * abs(x(velocity(b))) - 4 N, 0 N))"),
           1.0);
  // v' = -2 v |v| - 2: v = tan(pi/4 - 2 t) until pi/8 s, then v = -tanh(2 (t - pi/8 s)).
  BOOST_TEST(turned.events.size() == 1U);
  BOOST_TEST(std::abs(turned.state.v[0] + std::tanh(2.0 - std::numbers::pi / 4.0)) < rounding);
}

// A throw straight up, with drag along the velocity: v = vt tan((t1 - t) g / vt), and behind the top -vt tanh(...). The
// speed is a length of two components, of which one is 0 all along.
BOOST_AUTO_TEST_CASE(drag_by_the_length_of_the_velocity_bends_at_the_top) {
  const Passed passed =
      pass(world_of("world planar { gravity = (0, -10) m/s^2\nparticle a { mass = 2 kg; velocity = (0, 5) m/s }\n"
                    "force drag = load(a, force: -0.1 kg/m * norm(velocity(a)) * velocity(a))\n}"),
           1.0);
  const double terminal = std::sqrt(10.0 / 0.05);
  const double top = std::atan(5.0 / terminal) * terminal / 10.0;
  const double fall = (1.0 - top) * 10.0 / terminal;
  const double height = terminal * terminal / 10.0;
  BOOST_TEST(passed.end == "");
  BOOST_REQUIRE(passed.events.size() == 1U);
  BOOST_TEST(std::abs(passed.state.v[1] + terminal * std::tanh(fall)) < rounding);
  BOOST_TEST(std::abs(passed.state.q[1] - height * (-std::log(std::cos(std::atan(5.0 / terminal))) -
                                                    std::log(std::cosh(fall)))) < rounding);
}

// A force of 1 N against the velocity of 2 kg on a spring of 200 N/m: each half swing of pi/10 s is about +-5 mm, until
// one ends within 5 mm.
BOOST_AUTO_TEST_CASE(friction_by_a_unit_vector_jumps_where_it_turns_and_ends_where_it_would_rest) {
  const Passed passed = pass(slider("stiffness = 200 N/m", "at = (0, 0) m; velocity = (0.2, 0) m/s",
                                    "force f = load(b, force: -1 N * velocity(b) / norm(velocity(b)))"),
                             1.0);
  const double first = std::hypot(0.02, 0.005) - 0.005;  // where it turns first
  const double begin = std::atan2(0.02, 0.005) / 10.0;   // and when
  BOOST_TEST(passed.end == "the law of 'f' jumps, and leads back to its jump from either side");
  BOOST_TEST(passed.events.size() == 2U);
  BOOST_TEST(std::abs(passed.state.time - begin - std::numbers::pi / 5.0) < 1e-12);
  BOOST_TEST(std::abs(passed.state.q[0] - (first - 0.02)) < 1e-12);
}

// From rest it begins to fall along a circle, and comes to rest again on the other side: energy is left but for drag.
BOOST_AUTO_TEST_CASE(a_speed_that_is_zero_at_the_start_turns_later) {
  const World world = world_of(
      "world planar { gravity = (0, -10) m/s^2\nparticle a { mass = 1 kg; at = (1, 0) m }\n"
      "joint rope = distance(world, a) { at_first = (0, 0) m }\n"
      "force drag = load(a, force: -0.5 kg/m * norm(velocity(a)) * velocity(a))\n}");
  // With u = v^2 and the depth angle s: du/ds = 20 cos s - u, u(0) = 0, whose next zero is where it turns.
  const auto squared = [](double s) { return 10.0 * (std::cos(s) + std::sin(s) - std::exp(-s)); };
  double low = 1.0, high = 3.1;
  for (int i = 0; i < 100; ++i) (squared(0.5 * (low + high)) > 0.0 ? low : high) = 0.5 * (low + high);
  PhasedMotion motion(world.model, {});
  State state = world.initial;
  BOOST_REQUIRE(motion.start(state));
  double lowest = 1.0;
  while (motion.events().empty()) {
    BOOST_REQUIRE((motion.advance(1e-3, state) == Status::converged));
    lowest = std::min(lowest, state.q[0]);
  }
  // Within a step of 1 ms behind the turn it moves by less than g h^2.
  BOOST_TEST(std::abs(lowest - std::cos(low)) < 1e-5);
}

// An angle of the direction of a wheel jumps by 2 pi each turn: (t - t1) 1 rad/s of it is a torque.
BOOST_AUTO_TEST_CASE(an_angle_of_a_direction_jumps_once_a_turn) {
  const Passed passed = pass(world_of("world planar { body w = disk(radius: 0.1 m) { mass = 1 kg; spin = 4 rad/s }\n"
                                      "particle a { mass = 1 kg }\nlet d = direction(w, axis: (1, 0))\n"
                                      "force f = load(a, force: (1 N * atan2(y(d), x(d)), 0 N))\n}"),
                             2.0);
  // 4 t, less a turn from pi/4 s on.
  BOOST_TEST(passed.end == "");
  BOOST_TEST(passed.events.size() == 1U);
  const double turn = 2.0 * std::numbers::pi;
  BOOST_TEST(std::abs(passed.state.v[3] - (8.0 - turn * (2.0 - std::numbers::pi / 4.0))) < rounding);
}

// The distance of a bead from the world is |x|, with a corner at 0: the force |x| pushes one way on both sides.
BOOST_AUTO_TEST_CASE(a_distance_bends_where_it_is_zero) {
  const Passed passed = pass(slider("", "at = (0, 0) m; velocity = (-1, 0) m/s",
                                    "force f = load(b, force: (18 N/m * distance(world, b), 0 N))"),
                             std::numbers::pi / 3.0, std::numbers::pi / 30.0);
  // To the left of 0: x'' = -9 x, back there with the speed 1 after pi/3 s.
  BOOST_TEST(std::abs(passed.state.q[0]) < rounding);
  BOOST_TEST(std::abs(passed.state.v[0] - 1.0) < rounding);
  const Passed later = pass(slider("", "at = (-0.1, 0) m; velocity = (1, 0) m/s",
                                   "force f = load(b, force: (18 N/m * distance(world, b), 0 N))"),
                            0.5, 0.1);
  BOOST_TEST(later.events.size() == 1U);
  const double reach = std::hypot(0.1, 1.0 / 3.0), zero = std::asin(0.1 / reach) / 3.0;
  BOOST_TEST(std::abs(later.state.q[0] - reach * std::sinh(3.0 * (0.5 - zero))) < rounding);
}

// A ball that skims a disk, a limit that is passed for a moment, a window of a law: each within one long step.
BOOST_AUTO_TEST_CASE(what_comes_and_goes_within_a_step_is_found) {
  // Up to 0.05 m with 1 m/s under 10 m/s^2, against a limit at 0.0495 m: held there by nothing, it bounces by e = 0.
  const Passed limit = pass(
      slider("limits = [-inf, 0.0495] m", "velocity = (1, 0) m/s", "force f = load(b, force: (-20, 0) N)"), 0.2, 0.2);
  BOOST_REQUIRE(limit.events.size() >= 1U);
  const double rate = std::sqrt(1.0 - 20.0 * 0.0495), reached = (1.0 - rate) / 10.0, left = 0.2 - reached;
  BOOST_TEST(std::abs(limit.state.q[0] - (0.0495 - 5.0 * left * left)) < rounding);
  // 2 N for the 0.001 m about 0.0505 m, at 1 m/s: 2 kg gain 0.001 J.
  const Passed window = pass(slider("", "velocity = (1, 0) m/s",
                                    "force f = load(b, force: (if abs(x(position(b)) - 0.0505 m) < 0.0005 m then 2 N "
                                    "else 0 N, 0 N))"),
                             0.2, 0.2);
  BOOST_TEST(window.events.size() >= 2U);
  BOOST_TEST(std::abs(window.state.v[0] - std::sqrt(1.0 + 0.002)) < rounding);
  // The same where the place turns round within the window's depth: x = t - 5 t^2, up to 0.05 m.
  const Passed turned = pass(slider("", "velocity = (1, 0) m/s",
                                    "force f = load(b, force: (if x(position(b)) > 0.0495 m then -40 N else -20 N, "
                                    "0 N))"),
                             0.2, 0.2);
  BOOST_TEST(turned.events.size() == 2U);
  BOOST_TEST(std::abs(turned.state.v[0] + std::sqrt(1.0 + 20.0 * -turned.state.q[0])) < rounding);
}

// From rest at its bend, to either side: the law that holds is the one that the motion begins with.
BOOST_AUTO_TEST_CASE(a_motion_may_begin_at_a_bend) {
  for (const double push : {1.0, -1.0}) {
    const Passed passed = pass(
        slider("", "",
               "force f = load(b, force: (" + std::to_string(push) + " N - 8 N/m * max(x(position(b)), 0 m), 0 N))"),
        1.0);
    const double x = push > 0.0 ? 0.125 * (1.0 - std::cos(2.0)) : -0.25;
    BOOST_TEST(passed.end == "");
    BOOST_TEST(std::abs(passed.state.q[0] - x) < rounding);
  }
}

// Both forces begin at 1.1 s, by conditions that rounding takes apart.
BOOST_AUTO_TEST_CASE(two_laws_that_jump_at_once_both_do) {
  const Passed passed = pass(world_of("world planar { gravity = (0, 0)\n particle a { mass = 1 kg }\n"
                                      "force f = load(a, force: (if t < 1.1 s then 1 N else 0 N, if t - 1 s < 0.1 s "
                                      "then 1 N else 0 N))\n}"),
                             2.0);
  BOOST_TEST(passed.end == "");
  for (const int i : {0, 1}) BOOST_TEST(std::abs(passed.state.v[i] - 1.1) < rounding);
}

BOOST_AUTO_TEST_CASE(samples_of_several_rates_meet) {
  const Passed passed = pass(world_of("world planar { gravity = (0, 0)\n particle a { mass = 1 kg }\n"
                                      "force f = load(a, force: (1 N * floor(t / 0.1 s), 1 N * floor(t / 0.3 s)))\n}"),
                             3.0);
  BOOST_TEST(passed.end == "");
  BOOST_TEST(std::abs(passed.state.v[0] - 0.1 * 29.0 * 30.0 / 2.0) < 1e-12);
  BOOST_TEST(std::abs(passed.state.v[1] - 0.3 * 9.0 * 10.0 / 2.0) < 1e-12);
}

// Friction that a scene writes by itself has no law at rest: it leads to rest from either side.
BOOST_AUTO_TEST_CASE(a_law_that_leads_back_to_its_jump_ends_the_motion_that_is_known) {
  const Passed passed =
      pass(slider("", "velocity = (1, 0) m/s",
                  "force brake = load(b, force: (if x(velocity(b)) > 0 m/s then -3 N else 3 N, 0 N))"),
           1.0);
  BOOST_TEST(passed.end == "the law of 'brake' jumps, and leads back to its jump from either side");
  BOOST_TEST(std::abs(passed.state.time - 2.0 / 3.0) < rounding);
  BOOST_TEST(std::abs(passed.state.q[0] - 1.0 / 3.0) < rounding);
}

// The pin of a driven arm turns round at once: its rate jumps, and the arm that hangs on it gets an impulse.
BOOST_AUTO_TEST_CASE(a_drive_whose_rate_jumps_takes_the_velocities_with_it) {
  const Passed passed = pass(world_of("world planar { gravity = (0, 0)\n"
                                      "body a = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m; spin = -1 rad/s; "
                                      "velocity = (0, -0.5) m/s }\n"
                                      "joint pin = revolute(world, a) { at = (0, 0) m }\n"
                                      "drive turn = angle(pin) { value = abs(t - 0.3 s) * 1 rad/s - 0.3 rad }\n}"),
                             1.0);
  BOOST_TEST(passed.end == "");
  BOOST_REQUIRE(passed.events.size() == 1U);
  BOOST_TEST(passed.events[0] == "the law of 'turn' changes at t = 0.3 s");
  BOOST_TEST(std::abs(passed.state.q[2] - 0.4) < rounding);
  BOOST_TEST(std::abs(passed.state.v[2] - 1.0) < rounding);
}

BOOST_AUTO_TEST_CASE(a_drive_that_jumps_to_another_place_ends_the_motion_that_is_known) {
  const Passed passed = pass(
      world_of("world planar { gravity = (0, 0)\n"
               "body a = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m; spin = 1 rad/s; velocity = (0, 0.5) m/s }\n"
               "body b = rod(length: 1 m) { mass = 1 kg; at = (0.5, 2) m }\n"
               "joint pin = revolute(world, a) { at = (0, 0) m }\n"
               "joint other = revolute(world, b) { at = (0, 2) m }\n"
               "drive turn = angle(other) { value = if angle(pin) < 0.3 rad then 0 rad else 0.1 rad }\n}"),
      1.0);
  BOOST_TEST(passed.end == "a drive jumps to another place");
  BOOST_TEST(std::abs(passed.state.time - 0.3) < rounding);
}

// A ball falls 0.05 m, bounces with its speed, and is drawn down by 1 m/s^2 more while it rises: up to 1/22 m.
BOOST_AUTO_TEST_CASE(an_impact_puts_laws_on_the_branch_of_the_new_velocity) {
  const World world = world_of(
      "world planar { gravity = (0, -10) m/s^2\n"
      "contacts { restitution = 1 }\n"
      "fixed floor = halfplane(point: (0, 0) m, normal: (0, 1))\n"
      "body b = disk(radius: 0.1 m) { mass = 2 kg; at = (0, 0.15) m }\n"
      "force f = load(b, force: (0 N, if y(velocity(b)) > 0 m/s then -2 N else 0 N))\n}");
  const Passed passed = pass(world, 0.25);
  BOOST_TEST(passed.end == "");
  BOOST_REQUIRE(passed.events.size() == 2U);
  BOOST_TEST(passed.events[0] == "'floor' and 'b' bounce at t = 0.1 s");
  BOOST_TEST(passed.events[1] == "the law of 'f' changes at t = 0.190909091 s");
  const double fallen = 0.15 - 1.0 / 11.0;
  BOOST_TEST(std::abs(passed.state.q[1] - (0.1 + 1.0 / 22.0 - 5.0 * fallen * fallen)) < rounding);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_phased_laws
