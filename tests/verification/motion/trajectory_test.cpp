#include <boost/test/unit_test.hpp>

#include <random>
#include <tuple>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "kernel/model/scene/vocabulary.hpp"
#include "verification/motion/trajectory.hpp"

namespace perpend::test::of_trajectory {

using namespace perpend;
using Wide = boost::multiprecision::cpp_bin_float_50;

namespace {

JointType named_type(const char* name, int rows) {
  JointType type;
  type.spec.name = name;
  type.num_rows = rows;
  return type;
}

const JointType types[] = {named_type("revolute", 2),      named_type("weld", 3),     named_type("prismatic", 2),
                           named_type("point_on_line", 1), named_type("distance", 1), named_type("helical", 1)};
enum { revolute, weld, prismatic, point_on_line, distance, helical };

Model two_bodies(int type, bool quadratic = false) {
  Model model;
  for (int i = 0; i < 2; ++i) {
    Body body;
    body.name = i == 0 ? "a" : "b";
    body.mass = body.inertia = 1.0;
    model.bodies.push_back(body);
  }
  Joint joint;
  joint.type = &types[type];
  joint.body = {0, 1};
  joint.anchor = {Vec2(0.31, -0.12), Vec2(-0.05, 0.27)};
  joint.axis = Vec2(0.6, 0.8);
  joint.angle = 0.4;
  joint.length = 0.9;
  joint.quadratic = quadratic;
  model.joints.push_back(joint);
  number_unknowns(model);
  return model;
}

struct WidePoint {
  Wide x, y;
};

WidePoint turn(const Wide& angle, double ax, double ay) {
  return {cos(angle) * ax - sin(angle) * ay, sin(angle) * ax + cos(angle) * ay};
}

/// Largest |phi_i| to fifty digits.
Wide oracle(const Model& model, const VectorX& q) {
  const Joint& joint = model.joints[0];
  const WidePoint a = turn(Wide(q[2]), joint.anchor[0].x(), joint.anchor[0].y());
  const WidePoint b = turn(Wide(q[5]), joint.anchor[1].x(), joint.anchor[1].y());
  const Wide dx = Wide(q[3]) + b.x - Wide(q[0]) - a.x;
  const Wide dy = Wide(q[4]) + b.y - Wide(q[1]) - a.y;
  const WidePoint axis = turn(Wide(q[2]), joint.axis.x(), joint.axis.y());
  const Wide offset = abs(axis.x * dy - axis.y * dx);
  const Wide turned = abs(Wide(q[5]) - Wide(q[2]) - Wide(joint.angle));
  const Wide apart = std::max<Wide>(abs(dx), abs(dy));
  const Wide held = joint.length;
  switch (joint.type - types) {
    case revolute:
      return apart;
    case weld:
      return std::max<Wide>(apart, turned);
    case prismatic:
      return std::max<Wide>(offset, turned);
    case point_on_line:
      return offset;
    default:
      break;
  }
  const Wide squared = dx * dx + dy * dy;
  return joint.quadratic ? Wide(abs((squared - held * held) / (2 * held))) : Wide(abs(sqrt(squared) - held));
}

State random_state(std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(-3.0, 3.0);
  State state;
  state.q = VectorX::Zero(6);
  state.v = VectorX::Zero(6);
  for (double& x : state.q) x = number(random);
  return state;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(trajectory)

BOOST_AUTO_TEST_CASE(every_joint_is_enclosed_and_tightly) {
  std::mt19937_64 random(5);
  for (int type = revolute; type <= distance; ++type)
    for (int trial = 0; trial < 200; ++trial) {
      const Model model = two_bodies(type, trial % 2 == 0);
      ConstraintErrorEnclosure enclosure(model);
      const State state = random_state(random);
      enclosure.add(state, trial);
      const Wide truth = oracle(model, state.q);
      BOOST_TEST((Wide(enclosure.lower()) <= truth && truth <= Wide(enclosure.upper())));
      // Positions of a few metres: two dozen roundings and two sines of error 2^-52 on arms below 1 m and an axis times
      // 10 m.
      BOOST_TEST(enclosure.upper() - enclosure.lower() < 4e-14);
      BOOST_TEST((enclosure.certificate().verdict == Verdict::proved));
    }
}

BOOST_AUTO_TEST_CASE(the_error_of_sine_and_cosine_is_counted) {
  Model model = two_bodies(revolute);  // d = -(cos, sin) of one angle: no other rounding widens the enclosure
  model.joints[0].anchor = {Vec2(1.0, 0.0), Vec2::Zero()};
  State state;
  state.q = state.v = VectorX::Zero(6);
  for (int i = 1; i < 500; ++i) {
    state.q[2] = 0.0137 * i;
    ConstraintErrorEnclosure enclosure(model);
    enclosure.add(state, i);
    const Wide truth = oracle(model, state.q);
    BOOST_TEST((Wide(enclosure.lower()) <= truth && truth <= Wide(enclosure.upper())));
  }
}

BOOST_AUTO_TEST_CASE(a_small_error_of_a_nearly_closed_joint_keeps_its_digits) {
  const Model model = two_bodies(revolute);
  State state;
  state.v = VectorX::Zero(6);
  state.q = VectorX::Zero(6);
  const double angles[2] = {0.7, -1.1};
  const WidePoint a = turn(Wide(angles[0]), 0.31, -0.12);
  const WidePoint b = turn(Wide(angles[1]), -0.05, 0.27);
  state.q << 0.0, 0.0, angles[0], static_cast<double>(a.x - b.x) + 1e-9, static_cast<double>(a.y - b.y), angles[1];
  ConstraintErrorEnclosure enclosure(model);
  enclosure.add(state, 0);
  BOOST_TEST(enclosure.lower() > 1e-9 - 1e-15);
  BOOST_TEST(enclosure.upper() < 1e-9 + 1e-15);
}

BOOST_AUTO_TEST_CASE(the_maximum_and_its_step_are_those_of_the_trajectory) {
  const Model model = two_bodies(revolute);
  std::mt19937_64 random(8);
  ConstraintErrorEnclosure enclosure(model);
  Wide largest = 0;
  long worst = -1;
  for (long step = 0; step < 100; ++step) {
    const State state = random_state(random);
    enclosure.add(state, step);
    const Wide error = oracle(model, state.q);
    if (error > largest) {
      largest = error;
      worst = step;
    }
  }
  BOOST_TEST((Wide(enclosure.lower()) <= largest && largest <= Wide(enclosure.upper())));
  BOOST_TEST(enclosure.worst_step() == worst);
  BOOST_TEST(enclosure.certificate()[ConstraintErrorBound::num_states] == 100);
}

/// Whether errors grow, fall or go up and down, most states are not enclosed: that changes no bound.
BOOST_AUTO_TEST_CASE(the_bounds_of_a_trajectory_are_those_of_its_worst_state_alone) {
  std::mt19937_64 random(12);
  const State start = random_state(random);
  const std::tuple<int, double> cases[] = {{revolute, 1.1},  {revolute, 0.9},      {revolute, -1.01},
                                           {prismatic, 0.9}, {point_on_line, 1.1}, {distance, -1.01}};
  for (const auto& [type, growth] : cases) {
    const Model model = two_bodies(type);
    ConstraintErrorEnclosure all(model);
    State worst = start;
    Wide largest = 0;
    double move = 1e-6;
    for (long step = 0; step < 300; ++step, move *= growth) {
      State state = start;
      state.q[0] += move;
      all.add(state, step);
      const Wide error = oracle(model, state.q);
      if (error <= largest) continue;
      largest = error;
      worst = state;
    }
    ConstraintErrorEnclosure alone(model);
    alone.add(worst, 0);
    BOOST_TEST(all.lower() == alone.lower());
    BOOST_TEST(all.upper() == alone.upper());
    BOOST_TEST(all.worst().positions == worst.q);
    BOOST_TEST((Wide(all.lower()) <= largest && largest <= Wide(all.upper())));
  }
}

BOOST_AUTO_TEST_CASE(world_fixed_bodies_and_particles_have_their_own_poses) {
  Model model = two_bodies(distance);
  model.bodies[0].kind = BodyKind::fixed;
  model.bodies[0].position = Vec2(1.0, 2.0);
  model.bodies[1].kind = BodyKind::particle;
  model.joints[0].anchor = {Vec2::Zero(), Vec2::Zero()};
  model.joints[0].length = 5.0;
  number_unknowns(model);
  State state;
  state.q = Vec2(4.0, 6.5);
  state.v = Vec2::Zero();
  ConstraintErrorEnclosure fixed(model);
  fixed.add(state, 0);
  BOOST_TEST(std::abs(fixed.upper() - (std::sqrt(29.25) - 5.0)) < 1e-14);  // (3, 4.5) away
  model.joints[0].body[0] = world_body;
  state.q = Vec2(3.0, 4.0);
  ConstraintErrorEnclosure world(model);
  world.add(state, 0);
  BOOST_TEST(world.upper() == 0.0);  // every operation is exact
}

BOOST_AUTO_TEST_CASE(what_cannot_be_enclosed_is_undecided_and_nothing_is_not_success) {
  const Model model = two_bodies(revolute);
  std::mt19937_64 random(9);
  BOOST_TEST((ConstraintErrorEnclosure(model).certificate().verdict == Verdict::not_run));
  for (const double poison : {std::nan(""), infinity, 1e12}) {
    ConstraintErrorEnclosure enclosure(model);
    enclosure.add(random_state(random), 0);
    State state = random_state(random);
    state.q[2] = poison;
    enclosure.add(state, 1);
    enclosure.add(random_state(random), 2);
    BOOST_TEST((enclosure.certificate().verdict == Verdict::undecided));
    BOOST_TEST(std::isnan(enclosure.lower()));
    BOOST_TEST(std::isnan(enclosure.upper()));
  }
  const Model unknown = two_bodies(helical);
  ConstraintErrorEnclosure enclosure(unknown);
  enclosure.add(random_state(random), 0);
  BOOST_TEST((enclosure.certificate().verdict == Verdict::undecided));
  BOOST_TEST(!ConstraintErrorEnclosure::supports(unknown.joints[0]));
  BOOST_TEST(ConstraintErrorEnclosure::supports(model.joints[0]));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_trajectory
