// The bounds of all pins at once hold what fifty digits say, and are near it.
#include "verification/motion/pin_errors.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "kernel/model/scene/vocabulary.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_pin_errors {

using Wide = boost::multiprecision::cpp_bin_float_50;

namespace {

JointType named_type(const char* name, int rows) {
  JointType type;
  type.spec.name = name;
  type.num_rows = rows;
  return type;
}

const JointType revolute = named_type("revolute", 2), weld = named_type("weld", 3);

/// A fixed body that is turned, three that move, and pins between neighbours, the first one to the world.
Model chain(Random& random, const JointType& type = revolute) {
  Model model;
  for (int i = 0; i < 4; ++i) {
    Body body;
    body.name = std::string(1, static_cast<char>('a' + i));
    body.mass = body.inertia = 1.0;
    model.bodies.push_back(body);
  }
  model.bodies[0].kind = BodyKind::fixed;
  model.bodies[0].position = Vec2(0.3, -0.7);
  model.bodies[0].angle = 0.9;
  for (int i = 0; i < 5; ++i) {
    Joint joint;
    joint.type = i == 0 ? &type : &revolute;
    joint.body = {i == 0 ? world_body : i - 1, std::min(i, 3)};
    if (i == 4) joint.body = {0, 3};
    joint.anchor = {Vec2(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)),
                    Vec2(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0))};
    model.joints.push_back(joint);
  }
  number_unknowns(model);
  return model;
}

struct WidePoint {
  Wide x, y;
};

WidePoint point_of(const Model& model, const VectorX& q, int body, const Vec2& arm) {
  if (body == world_body) return {arm.x(), arm.y()};
  const Body& of = model.bodies[body];
  const bool moves = of.dof > 0;
  const Wide angle = moves ? q[of.q_offset + 2] : of.angle;
  const Wide x = moves ? q[of.q_offset] : of.position.x(), y = moves ? q[of.q_offset + 1] : of.position.y();
  return {x + cos(angle) * arm.x() - sin(angle) * arm.y(), y + sin(angle) * arm.x() + cos(angle) * arm.y()};
}

Wide oracle(const Model& model, const VectorX& q) {
  Wide largest = 0;
  for (const Joint& joint : model.joints) {
    const WidePoint a = point_of(model, q, joint.body[0], joint.anchor[0]);
    const WidePoint b = point_of(model, q, joint.body[1], joint.anchor[1]);
    largest = std::max<Wide>({largest, abs(b.x - a.x), abs(b.y - a.y)});
  }
  return largest;
}

std::optional<PinErrors> pins_of(const Model& model) {
  std::vector<JointEquation> equations;
  for (const Joint& joint : model.joints) equations.push_back(equations_of(joint, model.space));
  return PinErrors::of(model, equations);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pin_errors)

BOOST_AUTO_TEST_CASE(bounds_hold_the_largest_error) {
  Random random(21);
  for (int round = 0; round < 200; ++round) {
    const Model model = chain(random);
    std::optional<PinErrors> pins = pins_of(model);
    BOOST_REQUIRE(pins.has_value());
    const double far = std::pow(10.0, random.below(7));
    for (int state = 0; state < 5; ++state) {
      const VectorX q = random.vector(model.num_positions, far);
      const Wide truth = oracle(model, q);
      const auto [least, most] = pins->at(q);
      BOOST_TEST((Wide(least) <= truth && truth <= Wide(most)));
      // Some roundings of the largest coordinate, 2 far + 4.
      BOOST_TEST(most - least < 64.0 * 0x1p-53 * (2.0 * far + 4.0));
    }
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_known_of_an_angle_that_is_too_large) {
  Random random(22);
  const Model model = chain(random);
  std::optional<PinErrors> pins = pins_of(model);
  VectorX q = random.vector(model.num_positions, 1.0);
  q[model.bodies[2].q_offset + 2] = 1e12;
  BOOST_TEST(std::isnan(pins->at(q).least));
  BOOST_TEST(std::isnan(pins->at(q).most));
}

BOOST_AUTO_TEST_CASE(other_joints_and_space_are_left_to_others) {
  Random random(23);
  BOOST_TEST(!pins_of(chain(random, weld)).has_value());
  Model model = chain(random);
  model.space = Space::spatial;
  BOOST_TEST(!PinErrors::of(model, {}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_pin_errors
