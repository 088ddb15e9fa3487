// Impacts of a corner of a free box on a rough plane in space, where the slip that friction acts against follows from
// the impact itself. A solution is planted: with the impulse p at the corner and the matrix D of the corner,
//     u+ = u- + D p,   p = p_n (n - mu d),   d along the slip after it,   n . u+ = -e n . u-,
// u- follows from a chosen direction d, slip and p_n. Laws are checked too where the answer is not planted.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "tests/study/phased_worlds.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_corner_impacts {
namespace {

/// What impacts of the reference are known to, for velocities of some m/s, and of rad/s over inertias of 1e-2 kg m^2.
constexpr double rounding = 1e-9;

struct Box {
  Vec3 size{0.3, 0.2, 0.25};
  Eigen::Quaterniond pose;
  Vec3 arm;          // to the lowest corner
  Matrix3 inverse;   // of the inertia, world axes
  Matrix3 response;  // D
  double height = 0.0;

  explicit Box(Random& random) {
    for (double* q : {&pose.w(), &pose.x(), &pose.y(), &pose.z()}) *q = random.uniform(-1.0, 1.0);
    pose.normalize();
    const Matrix3 turn = pose.toRotationMatrix();
    height = 0.0;
    for (int i = 0; i < 8; ++i) {
      const Vec3 corner =
          turn * Vec3((i & 1) != 0 ? 0.15 : -0.15, (i & 2) != 0 ? 0.1 : -0.1, (i & 4) != 0 ? 0.125 : -0.125);
      if (-corner.z() < height) continue;
      height = -corner.z();
      arm = corner;
    }
    const Vec3 square = size.cwiseProduct(size);
    const Vec3 inertia = (Vec3::Constant(square.sum()) - square) / 12.0;
    inverse = turn * inertia.cwiseInverse().asDiagonal() * turn.transpose();
    Matrix3 cross;
    cross << 0.0, -arm.z(), arm.y(), arm.z(), 0.0, -arm.x(), -arm.y(), arm.x(), 0.0;
    response = Matrix3::Identity() - cross * inverse * cross;
  }
  [[nodiscard]] bool has_one_corner() const {
    const Matrix3 turn = pose.toRotationMatrix();
    return (turn.row(2).cwiseAbs().array() * size.transpose().array()).minCoeff() > 0.01;
  }
  [[nodiscard]] Vec3 corner_rate(const Vec3& velocity, const Vec3& spin) const { return velocity + spin.cross(arm); }
};

struct Velocity {
  Vec3 velocity;
  Vec3 spin;
};

struct Law {
  std::string name;
  double restitution;
  double friction;
};

std::string text(const Vec3& v) {
  return fmt::format("({:.17g}, {:.17g}, {:.17g})", v.x(), v.y(), v.z());
}

/// After the impact; its end is empty where there is an answer.
Passed after_impact(const Box& box, const Velocity& before, const Law& law) {
  const World world = world_of(fmt::format(
      "world spatial {{ body a = box(size: (0.3, 0.2, 0.25) m) {{ mass = 1 kg; at = (0, 0, {:.17g}) m; rotation = "
      "quaternion({:.17g}, {:.17g}, {:.17g}, {:.17g}); velocity = {} m/s; spin = {} rad/s }}\nfixed p = "
      "halfspace(point: (0, 0, 0) m, normal: (0, 0, 1))\ncontacts {{ friction = {:.17g}; restitution = {:.17g}; "
      "restitution_law = {} }}\n}}",
      box.height, box.pose.w(), box.pose.x(), box.pose.y(), box.pose.z(), text(before.velocity), text(before.spin),
      law.friction, law.restitution, law.name));
  PhasedMotion motion(world.model, {}, 1e-3);
  State state = world.initial;
  const bool starts = motion.start(state);
  BOOST_TEST(starts == motion.end().empty());
  return {state, motion.end(), motion.events()};
}

Velocity velocity_of(const Passed& passed) {
  return {passed.state.v.segment<3>(0), passed.state.v.segment<3>(3)};
}

/// The impulse at the corner that changes the velocities so; friction of `friction` times its normal part acts against
/// the slip that is left.
Vec3 check_friction(const Box& box, const Velocity& before, const Velocity& after, double friction) {
  const Vec3 impulse = after.velocity - before.velocity;
  BOOST_TEST((after.spin - before.spin - box.inverse * box.arm.cross(impulse)).norm() < rounding);
  const Vec3 slip = box.corner_rate(after.velocity, after.spin).cwiseProduct(Vec3(1, 1, 0));
  const Vec3 pull = impulse.cwiseProduct(Vec3(1, 1, 0));
  BOOST_TEST(pull.norm() <= friction * impulse.z() + rounding);
  BOOST_TEST(impulse.z() >= 0.0);
  if (slip.norm() > 1e-6)
    BOOST_TEST((pull + friction * impulse.z() * slip.normalized()).norm() < 1e-3 * rounding / slip.norm() + rounding);
  return impulse;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(corner_impacts)

BOOST_AUTO_TEST_CASE(a_planted_slide_is_found) {
  Random random(4401);
  int planted = 0;
  while (planted < 60) {
    const Box box(random);
    const Law law{"newton", random.below(2) == 0 ? 0.0 : 0.2, random.uniform(0.05, 0.6)};
    const double angle = random.uniform(0.0, 6.28), push = random.uniform(0.1, 1.0), slip = random.uniform(0.1, 2.0);
    const Vec3 slide(std::cos(angle), std::sin(angle), 0.0);
    const Vec3 impulse = push * (Vec3::UnitZ() - law.friction * slide);
    const double approach = (box.response * impulse).z() / (1.0 + law.restitution);
    const Vec3 spin(random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0));
    if (!box.has_one_corner() || approach <= 0.01) continue;
    const Velocity after{slip * slide + law.restitution * approach * Vec3::UnitZ() - spin.cross(box.arm), spin};
    const Velocity before{after.velocity - impulse, spin - box.inverse * box.arm.cross(impulse)};
    const Vec3 middle = box.corner_rate(before.velocity, before.spin) + 0.5 * box.response * impulse;
    if (impulse.dot(middle) > 0.0) continue;  // it would create energy
    ++planted;
    const Passed passed = after_impact(box, before, law);
    BOOST_TEST(passed.end == "");
    const Velocity found = velocity_of(passed);
    BOOST_TEST((found.velocity - after.velocity).norm() < rounding);
    BOOST_TEST((found.spin - after.spin).norm() < 100.0 * rounding);
  }
}

BOOST_AUTO_TEST_CASE(impacts_of_random_corners_keep_the_laws) {
  Random random(4402);
  int sliding = 0, limited = 0;
  for (int i = 0; i < 60; ++i) {
    const Box box(random);
    Velocity before;
    for (int k = 0; k < 3; ++k) before.velocity[k] = random.uniform(-1.5, 1.5);
    for (int k = 0; k < 3; ++k) before.spin[k] = random.uniform(-4.0, 4.0);
    const double approach = -box.corner_rate(before.velocity, before.spin).z();
    if (!box.has_one_corner() || approach < 0.05) continue;
    const Passed plastic = after_impact(box, before, {"newton", 0.0, 0.4});
    BOOST_TEST_REQUIRE(plastic.end == "");
    const Velocity compressed = velocity_of(plastic);
    const Vec3 first = check_friction(box, before, compressed, 0.4);
    const Vec3 rate = box.corner_rate(compressed.velocity, compressed.spin);
    BOOST_TEST(std::abs(rate.z()) < rounding);
    sliding += rate.norm() > 1e-6 ? 1 : 0;
    for (const std::string name : {"newton", "poisson"}) {
      const Passed passed = after_impact(box, before, {name, 0.2, 0.4});
      BOOST_TEST_REQUIRE(passed.end == "");
      const Velocity after = velocity_of(passed);
      const double leaving = box.corner_rate(after.velocity, after.spin).z();
      const Vec3 middle = box.corner_rate(before.velocity + after.velocity, before.spin + after.spin);
      if ((after.velocity - before.velocity).dot(middle) > -1e-9) {
        ++limited;  // to the energy that there was
        continue;
      }
      if (name == "newton") {
        check_friction(box, before, after, 0.4);
        BOOST_TEST(std::abs(leaving - 0.2 * approach) < rounding);
      } else {
        const Vec3 second = check_friction(box, compressed, after, 0.4);
        BOOST_TEST(leaving > -rounding);
        if (leaving > rounding) BOOST_TEST(std::abs(second.z() - 0.2 * first.z()) < rounding);
      }
    }
  }
  BOOST_TEST(sliding > 10);
  BOOST_TEST(limited < 10);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_corner_impacts
