// Worlds whose LCPs have rows of many sizes: the run continues, and each solve is certified.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test::of_contact_scales {

namespace {

/// Dry friction that holds a spinning rod within a few steps, with contacts in the world and none near.
std::string held(const std::string& friction) {
  return R"(experiment held {
  world planar {
    contacts { friction = 0.4 }
    body arm = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m; spin = 1 rad/s; velocity = (0, 0.5) m/s }
    joint hinge = revolute(world, arm) { at = (0, 0) m; friction = )" +
         friction + R"( }
    body far = disk(radius: 0.1 m) { mass = 1 kg; at = (30, -99.9) m }
  }
  run { step = 2 ms; duration = 0.1 s }
  method lemke_held = stabilized_lcp
  method unstabilized = none
  measure turn = spin(arm)
})";
}

/// A heavy box on a light one, and a disk next to them.
std::string pressed(const std::string& ratio) {
  return R"(experiment pressed {
  param ratio = )" +
         ratio + R"(
  world planar {
    gravity = (0, -9.81) m/s^2
    contacts { friction = 0.4 }
    fixed floor = halfplane(point: (0, 0) m, normal: (0, 1))
    body light = box(size: (1, 1) m) { mass = 1 kg; at = (0, 0.5) m }
    body heavy = box(size: (1, 1) m) { mass = ratio * 1 kg; at = (0, 1.5) m }
    body beside = disk(radius: 0.5 m) { mass = 1 kg; at = (5, 0.5) m }
  }
  run { step = 10 ms; duration = 0.5 s }
  method stabilized = stabilized_lcp
  method plain = none
  method post = post_stabilization
  method convex = stabilized_lcp(convex: true) { solver = [interior_point, lemke] }
  measure depth = penetration
})";
}

/// A door that the friction of its hinge stops, and a ball far away that falls on the floor.
std::string door(const std::string& friction, const std::string& mass) {
  return R"(experiment door {
  world spatial {
    gravity = (0, 0, -9.81) m/s^2
    contacts { friction = 0.4 }
    fixed floor = halfspace(point: (0, 0, 0) m, normal: (0, 0, 1))
    body door = box(size: (0.8 m, 4 cm, 2 m)) { mass = 20 kg; at = (0.4 m, 0 m, 1.2 m); spin = (0, 0, 1) rad/s; velocity = (0, 0.4, 0) m/s }
    joint hinge = revolute(world, door) { axis = (0, 0, 1); at = (0, 0, 1.2) m; limits = [0 deg, 90 deg]; friction = )" +
         friction + R"( }
    body ball = sphere(radius: 0.1 m) { mass = )" +
         mass + R"(; at = (5, 0, 0.5) m }
  }
  run { step = 2 ms; duration = 2 s }
  method stabilized = stabilized_lcp
  method convex = stabilized_lcp(convex: true) { solver = [interior_point, lemke] }
  method feedback = baumgarte(alpha: 20/s)
  measure angle = joint_angle(hinge)
})";
}

/// A pendulum that swings from limit to limit of a hinge with friction, and a floor far below.
std::string swing(const std::string& friction, const std::string& method) {
  return R"(experiment swing {
  world planar {
    gravity = (0, -9.81) m/s^2
    contacts { friction = 0.4; restitution = 0.3 }
    fixed floor = halfplane(point: (0, -30) m, normal: (0, 1))
    body upper = box(size: (0.2, 1) m) { mass = 1 kg; at = (0, 1.5) m; spin = 3 rad/s }
    body lower = box(size: (0.2, 1) m) { mass = 1.3 kg; at = (0, 0.5) m; spin = -9 rad/s; velocity = (-3, 0) m/s }
    joint hinge = revolute(upper, lower) { at = (0, 1) m; limits = [-40 deg, 35 deg]; friction = )" +
         friction + R"( }
  }
  run { step = 2 ms; duration = 1 s }
  method swings = )" +
         method + R"(
  measure drift = max_abs(constraint_error)
})";
}

/// A box that friction of any size stops on a floor.
std::string sliding(const std::string& friction) {
  return R"(experiment sliding {
  world planar {
    gravity = (0, -9.81) m/s^2
    contacts { friction = )" +
         friction + R"( }
    fixed floor = halfplane(point: (0, 0) m, normal: (0, 1))
    body box = box(size: (0.4, 0.2) m) { mass = 2 kg; at = (0, 0.1) m; velocity = (1, 0) m/s }
  }
  run { step = 10 ms; duration = 0.5 s }
  method unstabilized = none
  method stabilized = stabilized_lcp
  method convex = stabilized_lcp(convex: true)
  method post = post_stabilization
  measure depth = penetration
})";
}

/// Disks in a row between two walls, each a little in the next: nothing makes room for all of them.
std::string squeezed(int disks) {
  return "experiment squeezed {\n  world planar {\n    gravity = (0, -9.81) m/s^2\n    contacts { friction = 0.4 }\n"
         "    fixed left = halfplane(point: (0, 0) m, normal: (1, 0))\n"
         "    fixed right = halfplane(point: (" +
         std::to_string(disks) + " * 0.9875 m, 0 m), normal: (-1, 0))\n    for i in 1.." + std::to_string(disks) +
         R"( { body d[i] = disk(radius: 0.5 m) { mass = 1 kg; at = ((i - 0.5) * 0.9875 m, 0 m) } }
  }
  run { step = 10 ms; duration = 0.1 s }
  method stabilized = stabilized_lcp { expect = unsolvable }
  method convex = stabilized_lcp(convex: true) { expect = unsolvable }
  measure depth = penetration
})";
}

/// A box that falls and slides in a plane. Its impacts turn it out of that by rounding, and each step without one
/// leaves 1e-16 of the error that it found.
std::string in_a_plane(const std::string& friction) {
  return R"(experiment slides {
  world spatial {
    gravity = (0, 0, -9.81) m/s^2
    fixed ground = halfspace(point: (0, 0, 0) m, normal: (0, 0, 1))
    body slab = box(size: (0.2, 0.1, 0.1) m) {
      mass = 1 kg; at = (0, 0, 0.3) m; rotation = axis_angle((0, 1, 0), 0.2 rad); velocity = (1, 0, 0) m/s
    }
    joint keep = planar(world, slab) { at = (0, 0, 0.3) m; normal = (0, 1, 0) }
    contacts { friction = )" +
         friction + R"( }
  }
  run { step = 2 ms; duration = 0.8 s }
  method post = post_stabilization
  method twice = post_stabilization(iterations: 2)
  measure depth = penetration
})";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_scales)

/// All certificates proved and no method stopped, or the code is not 0.
BOOST_AUTO_TEST_CASE(a_joint_that_its_friction_has_stopped_does_not_stop_the_run) {
  for (const char* friction : {"1 N m", "100 N m", "1e4 N m"}) {
    const Outcome outcome = run_text(held(friction));
    BOOST_TEST(outcome.code == 0, friction << ": " << outcome.out << outcome.err);
  }
}

BOOST_AUTO_TEST_CASE(a_heavy_box_rests_on_a_light_one_at_every_ratio_that_leaves_digits_for_the_light_one) {
  for (const char* ratio : {"1", "300", "1e3", "3e4", "1e6", "1e8"}) {
    const Outcome outcome = run_text(pressed(ratio));
    BOOST_TEST(outcome.code == 0, ratio << ": " << outcome.out << outcome.err);
  }
}

BOOST_AUTO_TEST_CASE(the_friction_that_holds_a_door_is_found_beside_any_impact) {
  for (const char* friction : {"2 N m", "5 N m", "20 N m"})
    for (const char* mass : {"1 kg", "1e4 kg"}) {
      const Outcome outcome = run_text(door(friction, mass));
      BOOST_TEST(outcome.code == 0, friction << ", " << mass << ": " << outcome.out << outcome.err);
    }
}

/// At its bound to the last bit: else its row counts as kept, and with that of the limit the rows depend.
BOOST_AUTO_TEST_CASE(friction_of_a_hinge_that_slips_against_its_limit_leaves_the_rows_independent) {
  for (const char* friction : {"0.03 N m", "0.1 N m", "0.37 N m", "1.3 N m"})
    for (const char* method : {"stabilized_lcp", "post_stabilization", "stabilized_lcp(convex: true)"}) {
      const Outcome outcome = run_text(swing(friction, method));
      BOOST_TEST(outcome.code == 0, friction << ", " << method << ": " << outcome.out << outcome.err);
    }
}

BOOST_AUTO_TEST_CASE(friction_of_any_size_stops_a_box_under_every_law) {
  for (const char* friction : {"1", "1000", "1100", "1e5", "1e9", "1e12"}) {
    const Outcome outcome = run_text(sliding(friction));
    BOOST_TEST(outcome.code == 0, friction << ": " << outcome.out << outcome.err);
  }
}

BOOST_AUTO_TEST_CASE(a_row_of_disks_too_long_for_its_room_has_no_solution_proved) {
  for (const int disks : {3, 40, 70}) {
    const Outcome outcome = run_text(squeezed(disks));
    BOOST_TEST(outcome.code == 0, disks << ": " << outcome.out << outcome.err);
  }
}

BOOST_AUTO_TEST_CASE(an_error_that_is_corrected_away_leaves_no_solve_that_underflows) {
  for (const char* friction : {"0", "0.3"}) {
    const Outcome outcome = run_text(in_a_plane(friction));
    BOOST_TEST(outcome.code == 0, friction << ": " << outcome.out << outcome.err);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_scales
