// Worlds whose LCPs have rows of many sizes: the run goes on, and each solve is certified.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test {

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

/// A heavy box on a light one, and a disk beside them.
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test
