// The reference where a contact is one of several that a body has at one place of its outline: parts of a compound with
// one tangent, segments of a chain with one vertex. Motions that closed forms know.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "study/reference/reference_trajectory.hpp"
#include "tests/study/phased_worlds.hpp"

namespace perpend::test::of_places_of_contact {
namespace {

const std::string floor_of_plane =
    "gravity = (0, -10) m/s^2\nfixed floor = halfplane(point: (0, 0) m, normal: (0, 1))\n";
const std::string floor_of_space =
    "gravity = (0, 0, -10) m/s^2\nfixed floor = halfspace(point: (0, 0, 0) m, normal: (0, 0, 1))\n";

/// Sums of some hundred steps in doubles.
constexpr double rounding = 1e-12;

World on_chain(const std::string& vertices, const std::string& body, const std::string& friction) {
  return world_of("world planar { gravity = (0, -10) m/s^2\nfixed floor = chain(vertices: [" + vertices + "] m)\n" +
                  body + "\ncontacts { friction = " + friction + " }\n}");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(places_of_contact)

// 1 m/s against mu g = 3 m/s^2: at rest after 1/3 s and 1/6 m, whichever part is written first.
BOOST_AUTO_TEST_CASE(a_compound_slides_to_rest_on_two_parts) {
  const std::string one = "shape one = disk(radius: 0.1 m) { mass = 1 kg; at = (-0.2, 0) m }\n",
                    disk = "shape two = disk(radius: 0.1 m) { mass = 1 kg; at = (0.2, 0) m }\n",
                    box = "shape two = box(size: (0.1, 0.2) m) { mass = 1 kg; at = (0.2, 0) m }\n";
  for (const std::string& parts : {one + disk, one + box, box + one}) {
    const World world =
        world_of("world planar { " + floor_of_plane + "body b = compound { at = (0, 0.1) m; velocity = (1, 0) m/s\n" +
                 parts + "}\ncontacts { friction = 0.3 }\n}");
    const Passed passed = pass(world, 0.6);
    BOOST_TEST(passed.end == "", parts);
    BOOST_TEST(passed.events.size() == 1U, parts);
    BOOST_TEST(std::abs(passed.state.q[0] - world.initial.q[0] - 1.0 / 6.0) < rounding, parts);
    BOOST_TEST(std::abs(passed.state.q[2]) < rounding, parts);
    BOOST_TEST(passed.state.v.norm() < rounding, parts);
  }
}

// On three feet of one size, with g mu = 1 m/s^2; and on two boxes side by side, whose faces are parts of one plane.
BOOST_AUTO_TEST_CASE(a_compound_slides_in_space_on_all_its_parts) {
  const std::string feet =
      "shape one = sphere(radius: 0.1 m) { mass = 1 kg; at = (-0.2, -0.2, 0) m }\nshape two = sphere(radius: 0.1 m) { "
      "mass = 1 kg; at = (0.2, -0.2, 0) m }\nshape three = sphere(radius: 0.1 m) { mass = 1 kg; at = (0, 0.3, 0) m }\n";
  const std::string boxes =
      "shape one = box(size: (0.2, 0.4, 0.2) m) { mass = 1 kg; at = (-0.15, 0, 0) m }\nshape two = box(size: (0.2, "
      "0.2, 0.2) m) { mass = 1 kg; at = (0.05, 0, 0) m }\n";
  for (const std::string& parts : {feet, boxes}) {
    const World world = world_of("world spatial { " + floor_of_space +
                                 "body b = compound { at = (0, 0, 0.1) m; velocity = (1, 0, 0) m/s\n" + parts +
                                 "}\ncontacts { friction = " + (parts == feet ? "0.1" : "0") + " }\n}");
    const Passed passed = pass(world, 0.6);
    const double braked = parts == feet ? 0.18 : 0.0;
    BOOST_TEST(passed.end == "", parts);
    BOOST_TEST(passed.events.empty(), parts);
    BOOST_TEST(std::abs(passed.state.q[0] - world.initial.q[0] - (0.6 - braked)) < rounding, parts);
    BOOST_TEST(std::abs(passed.state.q[2] - 0.1) < rounding, parts);
  }
}

// It falls on its disk first, then on the corner of its box, and comes to lie on both: the box leaves no other place.
BOOST_AUTO_TEST_CASE(a_compound_falls_on_one_part_and_then_on_the_other) {
  for (const bool is_round_first : {true, false}) {
    const std::string disk = "shape one = disk(radius: 0.1 m) { mass = 1 kg; at = (-0.1, 0) m }\n",
                      box = "shape two = box(size: (0.2, 0.2) m) { mass = 1 kg; at = (0.2, 0) m }\n";
    const Passed passed =
        pass(world_of("world planar { " + floor_of_plane + "body b = compound { at = (0, 0.3) m; angle = 0.4 rad\n" +
                      (is_round_first ? disk + box : box + disk) + "}\ncontacts { friction = 0.5 }\n}"),
             0.8);
    BOOST_TEST(passed.end == "");
    BOOST_TEST(std::abs(passed.state.q[1] - 0.1) < rounding);
    BOOST_TEST(std::abs(passed.state.q[2]) < rounding);
    BOOST_TEST(passed.state.v.norm() < rounding);
  }
}

// Forces of a phase that never began are none, whatever joints there are.
BOOST_AUTO_TEST_CASE(a_motion_that_is_not_known_from_the_start_says_why) {
  const World world = world_of(
      "world planar { body a = rod(length: 0.6 m) { mass = 1 kg; at = (0.3, 0) m }\njoint pin "
      "= revolute(world, a) { at = (0, 0) m }\nfixed f = halfplane(point: (0, -1) m, normal: "
      "(0, 1))\nbody b = disk(radius: 0.1 m) { mass = 1 kg; at = (0.3, -0.91) m }\ncontacts { "
      "friction = 0.4 }\n}");
  ReferenceLibrary library(world);
  const ReferenceTrajectory& reference = library.get(0.01, 10);
  BOOST_TEST(reference.event == "'f' and 'b' touch, and overlap");
  BOOST_TEST(reference.states.size() == 1U);
  BOOST_TEST(reference.multipliers.size() == 1U);
  BOOST_TEST(reference.multipliers[0].norm() == 0.0);
}

// Without friction nothing changes at a vertex within a straight line, wherever it stands, nor at a second one.
BOOST_AUTO_TEST_CASE(a_single_contact_passes_from_one_segment_of_a_chain_to_the_next) {
  const std::string line = "(-1, 0), (0.3, 0), (0.5, 0), (3, 0)";
  for (const std::string body :
       {"body b = disk(radius: 0.05 m) { mass = 1 kg; at = (0, 0.05) m; velocity = (2, 0) m/s }",
        "particle b { mass = 1 kg; at = (0, 0) m; velocity = (2, 0) m/s }",
        "body b = box(size: (0.17, 0.1) m) { mass = 1 kg; at = (0, 0.05) m; velocity = (2, 0) "
        "m/s }"}) {
    const World world = on_chain(line, body, "0");
    const Passed passed = pass(world, 0.5);
    BOOST_TEST(passed.end == "", body);
    BOOST_TEST(std::abs(passed.state.q[0] - 1.0) < rounding, body);
    BOOST_TEST(std::abs(passed.state.q[1] - world.initial.q[1]) < rounding, body);
    BOOST_TEST(passed.events.size() < 10U, body);
  }
}

// Over the convex vertex between two slopes a disk rolls on: 3/4 of v^2, and the height of its centre.
BOOST_AUTO_TEST_CASE(a_disk_rolls_over_a_convex_vertex) {
  const World world = on_chain("(-1, 0), (0.3, 0), (3, -0.1)",
                               "body b = disk(radius: 0.05 m) { mass = 1 kg; at = (0.2, 0.05) m; velocity = (0.2, 0) "
                               "m/s; spin = -4 rad/s }",
                               "0.3");
  const Passed passed = pass(world, 1.0);
  BOOST_TEST(passed.end == "");
  const auto energy = [](const State& state) { return 0.75 * state.v.head<2>().squaredNorm() + 10.0 * state.q[1]; };
  BOOST_TEST(std::abs(energy(passed.state) - energy(world.initial)) < rounding);
  const double slope = 0.1 / 2.7, over = (passed.state.q[0] - 0.3) * slope + passed.state.q[1];
  BOOST_TEST(std::abs(over - 0.05 * std::sqrt(1.0 + slope * slope)) < rounding);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_places_of_contact
