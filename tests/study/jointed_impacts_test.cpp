// Impacts whose impulses are not the only ones of their velocity: a joint holds back what a contact does, or one
// contact what the other does. And the search for impulses in their cones.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "kernel/dynamics/cone_search.hpp"
#include "tests/study/phased_worlds.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_jointed_impacts {
namespace {

/// Sums of some hundred steps in doubles.
constexpr double rounding = 1e-12;

/// A body that falls from level about a joint at the height of 0.3 m, 0.3 m from its middle.
World flap(const std::string& shape, const std::string& joint, const std::string& contacts) {
  return world_of(
      "world spatial { gravity = (0, 0, -10) m/s^2\nfixed f = halfspace(point: (0, 0, 0) m, normal: (0, 0, "
      "1))\nbody b = " +
      shape + " { mass = 1 kg; at = (0, 0, 0.3) m }\njoint pin = " + joint + "\ncontacts { friction = 0.2; " +
      contacts + " }\n}");
}
const std::string box = "box(size: (0.6, 0.1, 0.1) m)";
const std::string hinge = "revolute(world, b) { at = (0.3, 0, 0.3) m; axis = (0, 1, 0) }";

/// The angle at which the box strikes with its lower edge: 0.6 sin + 0.05 cos = 0.3.
double angle_of_box() {
  return std::asin(0.3 / std::hypot(0.6, 0.05)) - std::atan2(0.05, 0.6);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(jointed_impacts)

// The impulse of the ground goes into the hinge, with friction or without: one freedom, and it stops.
BOOST_AUTO_TEST_CASE(a_plastic_impact_stops_a_body_that_a_joint_holds) {
  const Passed capsule = pass(flap("capsule(length: 0.5 m, radius: 0.05 m)", hinge, "restitution = 0"), 0.5);
  BOOST_TEST(capsule.end == "");
  BOOST_TEST(capsule.events.size() == 1U);
  BOOST_TEST(capsule.state.v.norm() < rounding);
  // 0.55 m from the hinge to the middle of the lower end, which is 0.05 m high.
  BOOST_TEST(std::abs(capsule.state.q[2] - (0.3 - 0.3 * 0.25 / 0.55)) < rounding);
  for (const std::string& joint : {hinge, std::string("ball(world, b) { at = (0.3, 0, 0.3) m }")}) {
    const Passed passed = pass(flap(box, joint, "restitution = 0"), 0.5);
    BOOST_TEST(passed.end == "", joint);
    BOOST_TEST(passed.state.v.norm() < rounding, joint);
    BOOST_TEST(std::abs(passed.state.q[2] - 0.3 * (1.0 - std::sin(angle_of_box()))) < rounding, joint);
  }
}

// Newton's restitution says the velocity, and e^2 of the energy is left.
BOOST_AUTO_TEST_CASE(a_body_that_a_joint_holds_bounces_as_newton_says) {
  const World world = flap(box, hinge, "restitution = 0.3");
  PhasedMotion motion(world.model, {}, 0.001);
  State state = world.initial;
  BOOST_REQUIRE(motion.start(state));
  while (motion.events().empty() && motion.end().empty() && state.time < 1.0)
    BOOST_REQUIRE((motion.advance(0.001, state) == Status::converged));
  BOOST_TEST(motion.end() == "");
  const double inertia = (0.36 + 0.01) / 12.0 + 0.09, height = 0.3 * (1.0 - std::sin(angle_of_box()));
  const double energy = 0.5 * inertia * state.v[4] * state.v[4] + 10.0 * (state.q[2] - height);
  BOOST_TEST(std::abs(energy - 0.09 * 10.0 * (0.3 - height)) < rounding);
}

// Poisson's restitution of a normal impulse that friction may take from or give to: any bounce of a range.
BOOST_AUTO_TEST_CASE(restitution_of_an_open_share_ends_the_motion) {
  for (const std::string& shape : {box, std::string("capsule(length: 0.5 m, radius: 0.05 m)")}) {
    const Passed passed = pass(flap(shape, hinge, "restitution = 0.3; restitution_law = poisson"), 0.5);
    BOOST_TEST(passed.end == "the laws of impact at the contact of 'f' and 'b' allow more than one velocity", shape);
  }
}

// A sphere and a box of one body: first the one lands, then two corners of the other, which stick with it.
BOOST_AUTO_TEST_CASE(three_contacts_of_one_body_stick_in_one_impact) {
  const Passed passed = pass(
      world_of(
          "world spatial { gravity = (0, 0, -9.81) m/s^2\nfixed floor = halfspace(point: (0, 0, 0) m, normal: (0, 0, "
          "1))\nbody b = compound { at = (0, 0, 0.3) m; rotation = axis_angle((0, 1, 0), 0.4 rad)\nshape one = "
          "sphere(radius: 0.1 m) { mass = 1 kg; at = (-0.1, 0, 0) m }\nshape two = box(size: (0.2, 0.2, 0.1) m) { "
          "mass = 1 kg; at = (0.2, 0, 0) m }\n}\ncontacts { restitution = 0; friction = 0.3 }\n}"),
      0.4);
  BOOST_TEST(passed.end == "");
  BOOST_TEST(passed.state.v.norm() < rounding);
}

/// Random cones of one to three numbers, all with `room` at one point.
struct Planted {
  std::vector<Cone> cones;
  VectorX point;

  Planted(Random& random, int count, double room) : point(count) {
    for (double& one : point) one = random.uniform(-2.0, 2.0);
    const int num_cones = 1 + static_cast<int>(random.below(8));
    for (int i = 0; i < num_cones; ++i) {
      const int size = 1 + static_cast<int>(random.below(3));
      Cone cone{VectorX::Zero(size), MatrixX::Zero(size, count)};
      for (double& entry : cone.slope.reshaped()) entry = random.uniform(-1.0, 1.0);
      VectorX value(size);
      for (double& entry : value) entry = random.uniform(-1.0, 1.0);
      value[0] = value.tail(size - 1).norm() + room;
      cone.offset = value - cone.slope * point;
      cones.push_back(std::move(cone));
    }
  }
};

BOOST_AUTO_TEST_CASE(a_planted_point_in_all_cones_is_found) {
  Random random(6203);
  for (int i = 0; i < 300; ++i) {
    const int count = 1 + static_cast<int>(random.below(6));
    for (const double room : {0.0, 1e-6, 0.1}) {
      const Planted planted(random, count, room);
      const auto found = point_in_cones(planted.cones, -1e-10);
      BOOST_TEST_REQUIRE(found.has_value(), "cones " << planted.cones.size() << " room " << room);
      BOOST_TEST(least_room(planted.cones, *found) >= -1e-10);
    }
  }
}

// Two more bounds, which contradict one another by 1e-6 or more.
BOOST_AUTO_TEST_CASE(nothing_is_found_where_cones_have_no_common_point) {
  Random random(6204);
  for (int i = 0; i < 300; ++i) {
    const int count = 1 + static_cast<int>(random.below(6));
    Planted planted(random, count, 0.1);
    Cone low{VectorX::Zero(1), MatrixX::Zero(1, count)};
    for (double& entry : low.slope.reshaped()) entry = random.uniform(-1.0, 1.0);
    low.offset = -low.slope * planted.point;
    Cone high{-low.offset, -low.slope};
    high.offset[0] -= random.below(2) == 0 ? 1e-6 : 0.5;
    planted.cones.push_back(low);
    planted.cones.push_back(high);
    BOOST_TEST(!point_in_cones(planted.cones, -1e-10).has_value());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_jointed_impacts
