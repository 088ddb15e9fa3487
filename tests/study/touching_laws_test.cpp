// The reference through laws that come to the end of a range and turn back there, through ==, and where points meet.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

#include "study/reference/reference_trajectory.hpp"
#include "tests/study/phased_worlds.hpp"

namespace perpend::test::of_touching_laws {
namespace {

/// A particle of 1 kg that starts at x with `law` [N] along x; `x` and `v` stand for its place [m] and speed [m/s].
World particle(const std::string& law) {
  return world_of(
      "world planar { particle p { mass = 1 kg; at = (0.5, 0) m }\nlet x = x(position(p)) / 1 m\nlet v = "
      "x(velocity(p)) / 1 m * 1 s\nforce f = load(p, force: (1 N * (" +
      law + "), 0)) }");
}

constexpr double step = 0.01;

ReferenceTrajectory reference(const World& world, double duration) {
  ReferenceLibrary library(world);
  return library.get(step, std::lround(duration / step));
}

/// What a law does to the particle in 2 s is the same as what another one does, which has its corners at other
/// operations.
void check_alike(const std::string& law, const std::string& other) {
  const ReferenceTrajectory one = reference(particle(law), 2.0), two = reference(particle(other), 2.0);
  BOOST_TEST(one.event == "", law);
  BOOST_TEST(!one.events.empty(), law);
  BOOST_REQUIRE(one.states.size() == two.states.size());
  double differ = 0.0;
  for (std::size_t i = 0; i < one.states.size(); ++i)
    differ = std::max(differ, (one.states[i].q - two.states[i].q).cwiseAbs().maxCoeff());
  // A corner that is located to rounding leaves rounding: 200 steps of 1e-16.
  BOOST_TEST(differ < 1e-13, law << ": " << differ);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(touching_laws)

BOOST_AUTO_TEST_CASE(arcs_and_roots_that_turn_back_are_sizes) {
  check_alike("-30 * x - 5 * acos(cos(x))", "-30 * x - 5 * abs(x)");
  check_alike("-30 * x - 5 * (pi / 2 - asin(cos(x)))", "-30 * x - 5 * abs(x)");
  check_alike("-30 * x - 5 * sqrt((1 - cos(2 * x)) / 2)", "-30 * x - 5 * abs(sin(x))");
  check_alike("-30 * x - 5 * (1 - cos(2 * x))^0.5", "-30 * x - 5 * sqrt(2) * abs(sin(x))");
}

BOOST_AUTO_TEST_CASE(broken_powers_of_a_speed_turn_with_it) {
  check_alike("-40 * x - 3 * abs(v)^0.5 * v", "-40 * x - 3 * (if v < 0 then -1 else 1) * abs(v)^1.5");
  check_alike("-40 * x - 3 * (norm(velocity(p)) / 1 m * 1 s)^0.5 * v", "-40 * x - 3 * abs(v)^0.5 * v");
}

BOOST_AUTO_TEST_CASE(equality_that_lasts_counts_and_an_instant_does_not) {
  check_alike("if floor(t / 0.5 s) == 1 then -3 else 1", "if t >= 0.5 s and t < 1 s then -3 else 1");
  check_alike("if max(t, 1 s) == 1 s then 2 else -1", "if t <= 1 s then 2 else -1");
  const ReferenceTrajectory passed = reference(particle("if x == 0.4 or t == 0 s then 1000 else -1"), 1.0);
  BOOST_TEST(passed.event == "");
  BOOST_TEST(std::abs(passed.states.back().q[0]) < 1e-13);  // 0.5 - t^2 / 2
}

BOOST_AUTO_TEST_CASE(the_angle_of_a_rotation_turns_back_at_0_and_at_half_a_turn) {
  const auto turning = [](const std::string& law) {
    return reference(
        world_of("world spatial { body b = box(size: (1, 1, 1) m) { mass = 6 kg; spin = (0, 0, 3) rad/s }\n"
                 "joint j = revolute(world, b) { at = (0, 0, 0) m; axis = (0, 0, 1) }\n"
                 "force f = motor(j, torque: 0.5 N m * " +
                 law + ") }"),
        3.0);
  };
  const ReferenceTrajectory turned = turning("angle_between(world, b)");
  const ReferenceTrajectory counted = turning("2 * pi * abs(angle(j) / (2 * pi) - floor(angle(j) / (2 * pi) + 0.5))");
  BOOST_TEST(turned.event == "");
  BOOST_TEST(turned.events.size() >= 2U);
  BOOST_REQUIRE(turned.states.size() == counted.states.size());
  BOOST_TEST((turned.states.back().v - counted.states.back().v).cwiseAbs().maxCoeff() < 1e-12);
}

// Force and direction of a spring jump where its points meet; what comes behind is not claimed to be known.
BOOST_AUTO_TEST_CASE(the_motion_is_known_up_to_where_the_points_of_a_spring_meet) {
  const World world = world_of(
      "world planar { particle p { mass = 1 kg; at = (0.5, 0) m }\n"
      "force s = spring(world, p) { stiffness = 30 N/m; rest = 0.1 m } }");
  const ReferenceTrajectory met = reference(world, 1.0);
  BOOST_TEST(met.event.find("its points meet") != std::string::npos, met.event);
  // x = 0.1 + 0.4 cos(w t) is 0 at acos(-1/4) / w.
  const double at = std::acos(-0.25) / std::sqrt(30.0);
  BOOST_TEST(met.states.back().time <= at);
  BOOST_TEST(met.states.back().time > at - step);
  const double x = 0.1 + 0.4 * std::cos(std::sqrt(30.0) * met.states.back().time);
  BOOST_TEST(std::abs(met.states.back().q[0] - x) < 1e-13);
}

BOOST_AUTO_TEST_CASE(a_drive_that_turns_back_at_a_corner_ends_the_motion_that_is_known) {
  for (const char* law :
       {"0.1 * distance(world, p, on_first: (0, 1) m) - 0.05 m", "0.1 m * acos(cos(x(position(p)) / 1 m)) - 0.05 m"}) {
    const ReferenceTrajectory driven = reference(
        world_of(std::string("world planar { body b = box(size: (1, 1) m) { mass = 1 kg; velocity = (-0.1, 0) m/s }\n"
                             "particle p { mass = 1 kg; at = (0.5, 1) m; velocity = (-1, 0) m/s }\n"
                             "joint rail = prismatic(world, b) { axis = (1, 0) }\n"
                             "drive d = position(rail) { value = ") +
                 law + " } }"),
        1.0);
    const std::string said = driven.event + driven.message;  // near its corner an arc has no digits of its derivatives
    BOOST_TEST(!said.empty(), law);
    BOOST_TEST(std::abs(driven.states.back().time - 0.5) < 1.5 * step, law);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_touching_laws
