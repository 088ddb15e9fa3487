// The reference through contacts that stay and rub: motions that closed forms know.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>

#include "study/reference/reference_trajectory.hpp"
#include "tests/study/phased_worlds.hpp"

namespace perpend::test::of_contact_motion {
namespace {

const std::string floor_of_plane =
    "gravity = (0, -10) m/s^2\nfixed floor = halfplane(point: (0, 0) m, normal: (0, 1))\n";
const std::string floor_of_space =
    "gravity = (0, 0, -10) m/s^2\nfixed floor = halfspace(point: (0, 0, 0) m, normal: (0, 0, 1))\n";

/// Times of events are printed to nine digits.
void check_event(const Passed& passed, std::size_t i, const std::string& what, double time, double within = 1e-8) {
  BOOST_REQUIRE_MESSAGE(passed.events.size() > i, passed.end);
  const std::size_t at = passed.events[i].rfind(" at t = ");
  BOOST_TEST(passed.events[i].substr(0, at) == what);
  BOOST_TEST(std::abs(std::stod(passed.events[i].substr(at + 8)) - time) < within, passed.events[i]);
}

/// Sums of some hundred steps in doubles.
constexpr double rounding = 1e-12;

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_motion)

// 1 m/s against mu g = 3 m/s^2, on two corners: at rest after 1/3 s and 1/6 m, and it stays there.
BOOST_AUTO_TEST_CASE(a_block_slides_to_rest) {
  const Passed passed =
      pass(world_of("world planar { " + floor_of_plane +
                    "body b = box(size: (0.2, 0.1) m) { mass = 2 kg; at = (0, 0.05) m; velocity = (1, 0) m/s "
                    "}\ncontacts { friction = 0.3 }\n}"),
           1.0);
  BOOST_TEST(passed.end == "");
  check_event(passed, 0, "'floor' and 'b' stop sliding", 1.0 / 3.0);
  BOOST_TEST(passed.events.size() == 1U);
  BOOST_TEST(std::abs(passed.state.q[0] - 1.0 / 6.0) < rounding);
  BOOST_TEST(std::abs(passed.state.q[1] - 0.05) < rounding);
  BOOST_TEST(passed.state.v.norm() < rounding);
}

// Up an incline of 45 degrees with mu = 1/2 at 2 m/s: g (sin + mu cos) stops it, g (sin - mu cos) takes it back.
BOOST_AUTO_TEST_CASE(a_block_slides_up_an_incline_and_back) {
  const Passed passed = pass(
      world_of("world planar { gravity = (0, -10) m/s^2\nfixed floor = halfplane(point: (0, 0) m, normal: (-1, 1))\n"
               "body b = box(size: (0.2, 0.1) m) { mass = 2 kg; at = 0.05 m * (-sin(0.7853981633974483), "
               "cos(0.7853981633974483)); angle = 0.7853981633974483 rad; velocity = 2 m/s * (cos(0.7853981633974483), "
               "sin(0.7853981633974483)) }\ncontacts { friction = 0.5 }\n}"),
      1.0);
  BOOST_TEST(passed.end == "");
  const double up = 15.0 / std::sqrt(2.0), down = 5.0 / std::sqrt(2.0), turn = 2.0 / up;
  check_event(passed, 0, "'floor' and 'b' slide the other way", turn);
  const double along = 0.5 * 4.0 / up - 0.5 * down * std::pow(1.0 - turn, 2);
  const double found = (passed.state.q[0] + 0.05 / std::sqrt(2.0)) * std::sqrt(2.0);
  BOOST_TEST(std::abs(found - along) < rounding);
}

// A disk that does not turn at first: v = v0 - mu g t, R w = 2 mu g t, rolling from v0 / (3 mu g) on with 2/3 v0.
BOOST_AUTO_TEST_CASE(a_disk_slides_and_then_rolls) {
  const Passed passed =
      pass(world_of("world planar { " + floor_of_plane +
                    "body b = disk(radius: 0.1 m) { mass = 2 kg; at = (0, 0.1) m; velocity = (3, 0) m/s "
                    "}\ncontacts { friction = 0.25 }\n}"),
           1.0);
  BOOST_TEST(passed.end == "");
  const double time = 3.0 / (3.0 * 2.5);
  check_event(passed, 0, "'floor' and 'b' stop sliding", time);
  BOOST_TEST(passed.events.size() == 1U);
  BOOST_TEST(std::abs(passed.state.v[0] - 2.0) < rounding);
  BOOST_TEST(std::abs(passed.state.v[2] + 20.0) < 1e-10);
  BOOST_TEST(std::abs(passed.state.q[0] - (3.0 * time - 1.25 * time * time + 2.0 * (1.0 - time))) < rounding);
}

// The same of a ball, 2 v0 / (7 mu g), with a spin about the vertical and one that is across: the slip keeps its
// direction, and the centre follows a parabola.
BOOST_AUTO_TEST_CASE(a_ball_slides_along_a_parabola_and_then_rolls) {
  const Passed passed =
      pass(world_of("world spatial { " + floor_of_space +
                    "body b = sphere(radius: 0.1 m) { mass = 2 kg; at = (0, 0, 0.1) m; velocity = (3, 0, 0) "
                    "m/s; spin = (-20, 0, 5) rad/s }\ncontacts { friction = 0.25 }\n}"),
           1.0);
  BOOST_TEST(passed.end == "");
  // Slip of the lowest point (v - w x R n): s = v + w x (-R z) = (3, 0) + R (-w_y, w_x) = (3, -2) m/s.
  const double slip = std::sqrt(13.0), time = 2.0 * slip / (7.0 * 2.5);
  check_event(passed, 0, "'floor' and 'b' stop sliding", time);
  BOOST_TEST(std::abs(passed.state.v[0] - (3.0 - 2.0 / 7.0 * 3.0)) < rounding);
  BOOST_TEST(std::abs(passed.state.v[1] - 2.0 / 7.0 * 2.0) < rounding);
  BOOST_TEST(std::abs(passed.state.v[5] - 5.0) < rounding);
  BOOST_TEST(std::abs(passed.state.q[1] - (1.25 * 2.0 / slip * time * time + 4.0 / 7.0 * (1.0 - time))) < rounding);
}

// A spin about the vertical changes nothing of that, whatever rounding makes of the direction of a slip at its end.
BOOST_AUTO_TEST_CASE(a_ball_that_spins_about_the_vertical_comes_to_roll) {
  for (const Vec3& spin : {Vec3(0, 5, 4), Vec3(-30, 5, 4), Vec3(3, 5, -50), Vec3(0, 5, 0)}) {
    const Passed passed = pass(
        world_of(fmt::format("world spatial {{ gravity = (0, 0, -9.81) m/s^2\nfixed floor = halfspace(point: (0, 0, "
                             "0) m, normal: (0, 0, 1))\nbody b = sphere(radius: 0.1 m) {{ mass = 1 kg; at = (0, 0, "
                             "0.1) m; velocity = (2, 0, 0) m/s; spin = ({}, {}, {}) rad/s }}\ncontacts {{ friction "
                             "= 0.25 }}\n}}",
                             spin.x(), spin.y(), spin.z())),
        0.5, 1e-3);
    BOOST_TEST(passed.end == "");
    const Vec2 slip(2.0 - 0.1 * spin.y(), 0.1 * spin.x());
    check_event(passed, 0, "'floor' and 'b' stop sliding", 2.0 * slip.norm() / (7.0 * 0.25 * 9.81));
    BOOST_TEST((passed.state.v.head<2>() - (Vec2(2.0, 0.0) - 2.0 / 7.0 * slip)).norm() < rounding);
    BOOST_TEST(std::abs(passed.state.v[5] - spin.z()) < rounding);
  }
}

// mu = 1/4 below 2/7 tan 45: a ball slides down with g (sin - mu cos). Above it rolls, with 5/7 g sin.
BOOST_AUTO_TEST_CASE(a_ball_rolls_down_where_friction_suffices) {
  const auto down = [](const std::string& friction) {
    return pass(world_of("world spatial { gravity = (7.0710678118654755, 0, -7.0710678118654755) m/s^2\nfixed floor = "
                         "halfspace(point: (0, 0, 0) m, normal: (0, 0, 1))\nbody b = sphere(radius: 0.1 m) { mass = 2 "
                         "kg; at = (0, 0, 0.1) m }\ncontacts { friction = " +
                         friction + " }\n}"),
                1.0);
  };
  const double g = 10.0 / std::sqrt(2.0);
  const Passed rolls = down("0.3"), slides = down("0.25");
  BOOST_TEST(rolls.end == "");
  BOOST_TEST(slides.end == "");
  BOOST_TEST(rolls.events.empty());
  BOOST_TEST(slides.events.empty());
  BOOST_TEST(std::abs(rolls.state.q[0] - 0.5 * 5.0 / 7.0 * g) < rounding);
  BOOST_TEST(std::abs(slides.state.q[0] - 0.5 * 0.75 * g) < rounding);
}

// It leaves the cylinder where g cos = v^2 / R, v^2 = 2 g R (1 - cos) + v0^2.
BOOST_AUTO_TEST_CASE(a_particle_leaves_a_smooth_cylinder_at_the_known_angle) {
  const World world = world_of(
      "world planar { gravity = (0, -10) m/s^2\nfixed hill = disk(radius: 1 m) { at = (0, 0) m }\nparticle p { mass = "
      "1 kg; "
      "at = (0, "
      "1) m; velocity = (0.5, 0) m/s }\ncontacts { friction = 0 }\n}");
  PhasedMotion motion(world.model, {}, 0.01);
  State state = world.initial;
  BOOST_REQUIRE(motion.start(state));
  while (motion.events().empty() && motion.end().empty() && state.time < 2.0)
    BOOST_REQUIRE((motion.advance(0.01, state) == Status::converged));
  BOOST_TEST(motion.end() == "");
  BOOST_REQUIRE(motion.events().size() == 1U);
  BOOST_TEST(motion.events()[0].starts_with("'hill' and 'p' part"), motion.events()[0]);
  // From there on it flies: the height of the parabola says where it left.
  const double cosine = (2.0 + 0.25 / 10.0) / 3.0, speed = std::sqrt(10.0 * cosine);
  BOOST_TEST(std::abs(state.v[0] - speed * cosine) < rounding);
  const double flown = (state.q[0] - std::sqrt(1.0 - cosine * cosine)) / (speed * cosine);
  BOOST_TEST(std::abs(state.q[1] - (cosine - speed * std::sqrt(1.0 - cosine * cosine) * flown - 5.0 * flown * flown)) <
             rounding);
}

// Flights lower than 1e-13 of the mechanism, 3e-7 s, are no longer followed. Bounces with e = 1/2 end at 3 t1, t1 =
// sqrt(2 h / g); friction of the floor acts in them as it would at rest.
BOOST_AUTO_TEST_CASE(a_bouncing_ball_comes_to_rest) {
  const Passed passed =
      pass(world_of("world planar { " + floor_of_plane +
                    "body ball = disk(radius: 5 cm) { mass = 1 kg; at = (0, 1.05) m; velocity = (0.5, 0) m/s "
                    "}\ncontacts { restitution = 0.5 }\n}"),
           2.0);
  BOOST_TEST(passed.end == "");
  BOOST_TEST(passed.events.size() > 10U);
  check_event(passed, passed.events.size() - 1, "'floor' and 'ball' come to stay in touch", 3.0 * std::sqrt(0.2), 1e-6);
  BOOST_TEST(std::abs(passed.state.q[1] - 0.05) < rounding);
  BOOST_TEST(std::abs(passed.state.q[0] - 1.0) < rounding);
}

// A smooth block slides over the end of a table, tips about its edge and flies: nothing takes energy.
BOOST_AUTO_TEST_CASE(a_smooth_block_that_tips_over_an_edge_keeps_its_energy) {
  const World world = world_of(
      "world planar { gravity = (0, -10) m/s^2\nfixed table = box(size: (2, 0.2) m) { at = (-1, -0.1) m }\nbody b = "
      "box(size: "
      "(0.4, 0.1) m) { mass = 1.2 kg; at = (-0.3, 0.05) m; velocity = (1.2, 0) m/s }\ncontacts { friction = 0 }\n}");
  const auto energy = [&](const State& at) {
    const double inertia = world.model.bodies[1].inertia;
    return 0.6 * at.v.head<2>().squaredNorm() + 0.5 * inertia * at.v[2] * at.v[2] + 12.0 * at.q[1];
  };
  const Passed passed = pass(world, 0.6);
  BOOST_TEST(passed.end == "");
  check_event(passed, 0, "'table' and 'b' touch at another place", 0.1 / 1.2);  // its front corner passes the edge
  check_event(passed, 1, "'table' and 'b' part", 0.3 / 1.2);  // its centre does: the rear corner lifts
  BOOST_TEST(passed.events.size() == 3U);
  BOOST_TEST(passed.state.v[2] < -0.1);
  BOOST_TEST(std::abs(energy(passed.state) - energy(world.initial)) < rounding);
}

// A disk rolls from a table over its edge and turns about it without slip: energy is kept until it slips, and the
// angle comes to where the law of energy says.
BOOST_AUTO_TEST_CASE(a_disk_rolls_over_an_edge) {
  const World world = world_of(
      "world planar { gravity = (0, -10) m/s^2\nfixed table = box(size: (2, 0.2) m) { at = (-1, -0.1) m }\nbody b = "
      "disk(radius: "
      "0.1 m) { mass = 1 kg; at = (-0.1, 0.1) m; velocity = (0.5, 0) m/s; spin = -5 rad/s }\ncontacts { friction = 0.9 "
      "}\n}");
  const Passed passed = pass(world, 0.3);
  BOOST_TEST(passed.end == "");
  BOOST_TEST(passed.events.size() == 1U);
  check_event(passed, 0, "'table' and 'b' touch at another place", 0.2);
  BOOST_TEST(std::abs(passed.state.q.head<2>().norm() - 0.1) < rounding);
  const double speed = 0.75 * passed.state.v.head<2>().squaredNorm() + 10.0 * passed.state.q[1];
  BOOST_TEST(std::abs(speed - (0.75 * 0.25 + 1.0)) < rounding);
}

// One ball strikes another: (1 - e) / 2 and (1 + e) / 2 of the speed.
BOOST_AUTO_TEST_CASE(two_disks_that_meet_part_as_restitution_says) {
  const Passed passed =
      pass(world_of("world planar { " + floor_of_plane +
                    "body a = disk(radius: 0.1 m) { mass = 1 kg; at = (0, 0.1) m }\nbody b = disk(radius: "
                    "0.1 m) { mass = 1 kg; at = (-0.5, 0.1) m; velocity = (2, 0) m/s }\ncontacts { "
                    "friction = 0; restitution = 0.7 }\n}"),
           0.5);
  BOOST_TEST(passed.end == "");
  BOOST_TEST(passed.events.size() == 1U);
  check_event(passed, 0, "'a' and 'b' bounce", 0.15);
  BOOST_TEST(std::abs(passed.state.v[0] - 1.7) < rounding);
  BOOST_TEST(std::abs(passed.state.v[3] - 0.3) < rounding);
}

// With s = v + R w the slip, an impact that stops it takes s / 3 from the speed, one that does not mu (1 + e) v_n.
BOOST_AUTO_TEST_CASE(friction_of_an_impact_stops_the_slip_or_is_the_largest) {
  const double fall = std::sqrt(10.0);  // from 0.5 m
  for (const std::string law : {"newton", "poisson"})
    for (const auto& [friction, speed] :
         {std::pair("0.05", 2.0 - 0.05 * 1.5 * fall), std::pair("0.3", 2.0 - 2.0 / 3.0)}) {
      const Passed passed =
          pass(world_of("world planar { " + floor_of_plane +
                        "body b = disk(radius: 0.1 m) { mass = 1 kg; at = (0, 0.6) m; velocity = (2, 0) m/s "
                        "}\ncontacts { restitution = 0.5; restitution_law = " +
                        law + "; friction = " + friction + " }\n}"),
               0.4);
      BOOST_TEST(passed.end == "");
      check_event(passed, 0, "'floor' and 'b' bounce", fall / 10.0);
      BOOST_TEST(std::abs(passed.state.v[0] - speed) < rounding, law << " " << friction);
    }
}

// A block that is held against its limit is a wall to what strikes it from the front; from behind it is free.
BOOST_AUTO_TEST_CASE(an_impact_while_a_limit_is_held_goes_into_the_limit_or_takes_the_body_from_it) {
  const auto strike = [](const std::string& at, const std::string& velocity) {
    return pass(
        world_of("world planar { body b = box(size: (0.2, 0.2) m) { mass = 1 kg; at = (0, 0) m }\njoint slide = "
                 "prismatic(world, b) { axis = (1, 0); limits = [0, inf] m }\nforce f = load(b, force: (-1, 0) "
                 "N)\nparticle p { mass = 1 kg; at = " +
                 at + "; velocity = " + velocity + " }\ncontacts { restitution = 0.5 }\n}"),
        0.4);
  };
  const Passed front = strike("(0.5, 0) m", "(-2, 0) m/s"), behind = strike("(-0.5, 0) m", "(2, 0) m/s");
  BOOST_TEST(front.end == "");
  BOOST_TEST(behind.end == "");
  check_event(front, 0, "'b' and 'p' bounce", 0.2);
  BOOST_TEST(std::abs(front.state.v[3] - 1.0) < rounding);
  BOOST_TEST(std::abs(front.state.q[0]) < rounding);
  check_event(behind, 0, "'b' and 'p' bounce", 0.2);
  BOOST_TEST(std::abs(behind.state.v[3] - 0.5) < rounding);
  BOOST_TEST(std::abs(behind.state.v[0] - (1.5 - 0.2)) < rounding);
}

// Both fall 1 m, and both sliders stop at 0.305 m; neither instant is that of one alone.
BOOST_AUTO_TEST_CASE(events_at_one_instant_are_all_listed) {
  const auto ball = [](const std::string& name, const std::string& x) {
    return "body " + name + " = disk(radius: 5 cm) { mass = 1 kg; at = (" + x + ", 1.05) m }\n";
  };
  const Passed balls = pass(world_of("world planar { " + floor_of_plane + ball("a", "0") + ball("b", "1") +
                                     "contacts { restitution = 0.5 }\n}"),
                            0.5);
  BOOST_TEST(balls.events.size() == 2U);
  check_event(balls, 0, "'floor' and 'a' bounce", std::sqrt(0.2));
  check_event(balls, 1, "'floor' and 'b' bounce", std::sqrt(0.2));
  const auto slider = [](const std::string& name) {
    return "body " + name + " = box(size: (0.1, 0.1) m) { mass = 2 kg; velocity = (1, 0) m/s }\njoint slide_" + name +
           " = prismatic(world, " + name + ") { axis = (1, 0); limits = [-inf, 0.305] m }\n";
  };
  const Passed sliders = pass(world_of("world planar { " + slider("a") + slider("b") + "}"), 0.5);
  BOOST_TEST(sliders.events.size() == 2U);
  check_event(sliders, 1, "joint 'slide_b' reaches a limit", 0.305);
}

// Twice the same joint: each limit acts as on one of them.
BOOST_AUTO_TEST_CASE(limits_hold_where_joints_are_redundant) {
  const auto slider = [](const std::string& spare) {
    return pass(
        world_of(
            "world planar { body b = box(size: (0.1, 0.1) m) { mass = 2 kg; velocity = (1, 0) m/s }\njoint slide = "
            "prismatic(world, b) { axis = (1, 0); limits = [-inf, 0.305] m }\n" +
            spare + "force f = load(b, force: (6, 0) N * (1 - t / 0.7 s))\n}"),
        1.0);
  };
  const Passed one = slider(""), two = slider("joint spare = prismatic(world, b) { axis = (1, 0) }\n");
  BOOST_TEST(two.end == "");
  BOOST_TEST(two.events == one.events);
  BOOST_TEST(two.events.size() == 2U);
  BOOST_TEST((two.state.q - one.state.q).norm() < rounding);
}

// Three torques about the axes of the world: about the z axis 2 N m on 2 kg 0.4 (0.1)^2 = 0.008 kg m^2 from 100 rad/s.
BOOST_AUTO_TEST_CASE(dry_friction_of_a_ball_joint_brakes_and_holds) {
  const Passed passed =
      pass(world_of("world spatial { body b = sphere(radius: 0.1 m) { mass = 2 kg; spin = (0, 0, 100) rad/s "
                    "}\njoint socket = ball(world, b) { at = (0, 0, 0) m; friction = 2 N m }\n}"),
           1.0);
  BOOST_TEST(passed.end == "");
  BOOST_REQUIRE(passed.events.size() == 1U);
  check_event(passed, 0, "joint 'socket' comes to rest", 0.4);
  BOOST_TEST(passed.state.v.norm() < rounding);
  const double angle = 2.0 * std::atan2(passed.state.q[6], passed.state.q[3]);
  BOOST_TEST(std::abs(std::remainder(angle - 20.0, 2.0 * std::numbers::pi)) < rounding);
}

// A ball in a bowl that rolls: 7/5 of its mass turn about the middle.
BOOST_AUTO_TEST_CASE(a_ball_rolls_in_a_bowl_without_losing_energy) {
  const World world = world_of(
      "world spatial { gravity = (0, 0, -10) m/s^2\nfixed bowl = bowl(radius: 1 m) { at = (0, 0, 0) m }\nbody b = "
      "sphere(radius: "
      "0.1 m) { mass = 1 kg; at = 0.9 m * (sin(0.5), 0, -cos(0.5)) }\ncontacts { friction = 0.9 }\n}");
  const Passed passed = pass(world, 1.0);
  BOOST_TEST(passed.end == "");
  BOOST_TEST(passed.events.empty());
  const double energy = 0.7 * passed.state.v.head<3>().squaredNorm() + 10.0 * passed.state.q[2];
  BOOST_TEST(std::abs(energy + 9.0 * std::cos(0.5)) < 1e-11);
  BOOST_TEST(std::abs(passed.state.q.head<3>().norm() - 0.9) < rounding);
}

BOOST_AUTO_TEST_CASE(where_the_laws_leave_the_motion_open_it_ends) {
  const auto end_of = [](const std::string& world) { return pass(world_of(world), 0.3).end; };
  const std::string painleve = end_of("world planar { " + floor_of_plane +
                                      "body b = rod(length: 1 m) { mass = 1 kg; at = 0.5 m * (cos(1.0), sin(1.0)); "
                                      "angle = 1.0 rad; velocity = (-1, 0) m/s "
                                      "}\ncontacts { friction = 3 }\n}");
  BOOST_TEST(painleve == "the laws of the contact of 'floor' and 'b' allow no acceleration");
  const std::string turning = end_of(
      "world spatial { " + floor_of_space +
      "body b = box(size: (0.2, 0.2, 0.1) m) { mass = 1 kg; at = (0, 0, 0.05) m; velocity = (1, 0, 0) m/s; spin = "
      "(0, 0, 3) rad/s }\ncontacts { friction = 0.3 }\n}");
  BOOST_TEST(turning == "the laws of the contact of 'floor' and 'b' allow more than one acceleration");
  const std::string egg =
      end_of("world planar { " + floor_of_plane +
             "body b = ellipse(semi_axes: (0.2, 0.1) m) { mass = 1 kg; at = (0, 0.2) m }\ncontacts { "
             "friction = 0.3 }\n}");
  BOOST_TEST(egg.starts_with("'floor' and 'b' touch, neither with a corner"), egg);
}

// Friction that slides, sticks and turns, and a second run with other steps and order: they agree.
BOOST_AUTO_TEST_CASE(a_stack_has_a_reference_that_a_second_run_confirms) {
  const World world = world_of("world planar { " + floor_of_plane +
                               "body a = box(size: (0.4, 0.1) m) { mass = 1 kg; at = (0, 0.05) m }\nbody b = box(size: "
                               "(0.2, 0.1) m) { mass = 1 kg; at = (0, 0.15) m; velocity = (1, 0) m/s }\ncontacts { "
                               "friction = 0.3 }\n}");
  ReferenceLibrary library(world);
  const ReferenceTrajectory& reference = library.get(0.01, 60);
  BOOST_TEST((reference.status == Status::converged), reference.message);
  BOOST_TEST(reference.event == "");
  BOOST_TEST(reference.difference < rounding);
  // The lower one stays: friction above is no more than below.
  BOOST_TEST(std::abs(reference.states.back().q[0]) < rounding);
  BOOST_TEST(std::abs(reference.states.back().q[3] - 1.0 / 6.0) < rounding);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_motion
