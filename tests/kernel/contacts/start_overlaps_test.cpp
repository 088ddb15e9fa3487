// Bodies that start in each other, and which of these overlaps no motion opens.
#include "kernel/contacts/start_overlaps.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/support/contact_worlds.hpp"

namespace perpend::test::of_start_overlaps {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

/// The pairs of each jam at the start.
std::vector<std::vector<BodyPair>> jams(const Model& model) {
  std::vector<std::vector<BodyPair>> result;
  for (const StartJam& jam : start_jams(model, initial_state(model)).jams) {
    result.emplace_back();
    for (const StartOverlap& overlap : jam.overlaps) result.back().push_back(overlap.body);
  }
  return result;
}

using Jams = std::vector<std::vector<BodyPair>>;

/// Ground, a slab with its underside at `height` and a disk of radius 0.5 on the ground.
Model under_a_slab(double height, double sideways = 0.0) {
  Model model = contact_world(0.3);
  add_ground(model);
  add_ground(model, Vec2(0.0, height), std::numbers::pi + sideways);
  add_body(model, disk_shape(0.5), 1.0, Vec2(0.0, 0.5 * height));
  number_unknowns(model);
  return model;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(overlaps_at_the_start)

BOOST_AUTO_TEST_CASE(bodies_that_start_in_each_other_are_listed_with_their_depth) {
  Model model = contact_world(0.0);
  add_ground(model);
  for (const Vec2& centre : {Vec2(0, 0.25), Vec2(0, 1.25), Vec2(0.3, 1.65)})
    add_body(model, disk_shape(0.5), 1.0, centre);
  number_unknowns(model);
  const std::vector<StartOverlap> overlaps = start_overlaps(model, initial_state(model));
  BOOST_TEST_REQUIRE(overlaps.size() == 2U);
  BOOST_TEST((overlaps[0].body == BodyPair{0, 1}));
  BOOST_TEST(std::abs(overlaps[0].depth - 0.25) <= 4.0 * eps);
  BOOST_TEST((overlaps[1].body == BodyPair{2, 3}));
  BOOST_TEST(std::abs(overlaps[1].depth - 0.5) <= 4.0 * eps);
}

// Between parallel walls less than a diameter apart there is no room. A wedge opens to one side, and walls that leave
// a diameter ask for one motion each.
BOOST_AUTO_TEST_CASE(overlaps_that_no_motion_opens_are_jams) {
  BOOST_TEST((jams(under_a_slab(0.9)) == Jams{{{0, 2}, {1, 2}}}));
  BOOST_TEST((jams(under_a_slab(0.9, 0.1)) == Jams{}));
  BOOST_TEST((jams(under_a_slab(1.1)) == Jams{}));
  Model below = under_a_slab(1.1);
  below.bodies[2].position.y() = 0.3;
  BOOST_TEST((jams(below) == Jams{}));
}

// Teeth on one wheel: bodies that welds hold in each other. A tooth that overlaps the ground next to them can turn
// away.
BOOST_AUTO_TEST_CASE(bodies_that_joints_hold_in_each_other_are_a_jam) {
  Model model = contact_world(0.0);
  add_ground(model);
  const int wheel = add_body(model, disk_shape(0.3), 1.0, Vec2(0.0, 0.5));
  const int tooth = add_body(model, box_shape(0.2, 0.2), 0.1, Vec2(0.4, 0.5));
  const int other = add_body(model, box_shape(0.2, 0.2), 0.1, Vec2(0.4, 0.65));
  const int low = add_body(model, box_shape(0.2, 0.2), 0.1, Vec2(0.2, 0.08));
  for (const int body : {tooth, other, low}) add_joint(model, "weld", "weld", wheel, body, at(Vec2(0.3, 0.5)));
  add_joint(model, "revolute", "axle", world_body, wheel, at(Vec2(0.0, 0.5)));
  number_unknowns(model);
  BOOST_TEST((jams(model) == Jams{{{tooth, other}}}));
  // Without the weld of the other tooth there is a motion.
  model.joints.erase(model.joints.begin() + 1);
  number_unknowns(model);
  BOOST_TEST((jams(model) == Jams{}));
}

// Wheels whose axles are too near: the line between these is that of the push, which no turn opens. An axle off the
// centre lets its wheel turn away.
BOOST_AUTO_TEST_CASE(a_push_that_an_axle_takes_up_is_a_jam_by_itself) {
  for (const double beside : {0.0, 0.3}) {
    Model model = contact_world(0.3);
    for (const double x : {0.1, 1.0, 7.3}) add_body(model, disk_shape(0.5), 1.0, Vec2(x, 0.7));
    add_joint(model, "revolute", "left", world_body, 0, at(Vec2(0.1, 0.7)));
    add_joint(model, "revolute", "right", world_body, 1, at(Vec2(1.0, 0.7 + beside)));
    number_unknowns(model);
    BOOST_TEST((jams(model) == (beside == 0.0 ? Jams{{{0, 1}}} : Jams{})));
  }
}

// The ground lifts a block along its rail, unless the block is at the stop there; a stop below is in nobody's way.
BOOST_AUTO_TEST_CASE(a_limit_that_is_reached_closes_a_way_out) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto is_jammed = [](double lower, double upper) {
    Model model = contact_world(0.3);
    add_ground(model);
    const int block = add_body(model, disk_shape(0.5), 1.0, Vec2(0.0, 0.4));
    add_joint(model, "prismatic", "rail", world_body, block, properties_of({{"axis", Vec2(0.0, 1.0)}}));
    model.joints[0].element[0].lower = lower;
    model.joints[0].element[0].upper = upper;
    number_unknowns(model);
    return jams(model) == Jams{{{0, 1}}};
  };
  BOOST_TEST(!is_jammed(-infinity, infinity));
  BOOST_TEST(!is_jammed(0.0, infinity));
  BOOST_TEST(!is_jammed(-1.0, 1e-3));
  BOOST_TEST(is_jammed(-1.0, 0.0));
  BOOST_TEST(is_jammed(-infinity, -1e-3));  // passed
  BOOST_TEST(is_jammed(0.0, 0.0));
}

// Two limits that are reached, neither of which jams alone: the block would have to turn the lever against its stop.
BOOST_AUTO_TEST_CASE(limits_of_other_joints_count_through_the_mechanism) {
  for (const double upper : {0.0, 1.0}) {
    Model model = contact_world(0.3);
    add_ground(model);
    const int lever = add_body(model, box_shape(0.2, 0.2), 1.0, Vec2(5.0, 5.0));
    const int disk = add_body(model, disk_shape(0.5), 1.0, Vec2(6.0, 0.4));
    add_joint(model, "revolute", "axle", world_body, lever, at(Vec2(5.0, 0.4)));
    add_joint(model, "revolute", "pin", lever, disk, at(Vec2(6.0, 0.4)));
    model.joints[0].element[0].upper = upper;
    number_unknowns(model);
    BOOST_TEST((jams(model) == (upper > 0.0 ? Jams{} : Jams{{{0, disk}}})));
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_looked_at_is_counted_and_the_deepest_overlaps_are_looked_at) {
  Model model = under_a_slab(0.9);
  for (int i = 0; i < 310; ++i) add_body(model, disk_shape(0.1), 1.0, Vec2(10.0 + i, 0.09));
  number_unknowns(model);
  const StartJams found = start_jams(model, initial_state(model));
  BOOST_TEST(found.num_left_out == 312 - 300);
  BOOST_TEST((jams(model) == Jams{{{0, 2}, {1, 2}}}));
  BOOST_TEST(start_jams(under_a_slab(0.9), initial_state(under_a_slab(0.9))).num_left_out == 0);
}

// A wall that is moved away opens what no free motion does; one that comes nearer does not.
BOOST_AUTO_TEST_CASE(a_wall_that_is_moved_away_is_no_jam) {
  for (const double speed : {0.01, -0.01}) {
    Model model = under_a_slab(0.9);
    model.bodies[1].shift[1] = TimeFunction(0.0);
    model.bodies[1].shift_rate[1] = TimeFunction(speed);
    BOOST_TEST((jams(model).empty() == (speed > 0.0)));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_start_overlaps
