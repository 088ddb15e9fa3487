// Rest and invariance for every method that takes contacts: what does not move stays, and the motion does not depend
// on where the world stands, how its bodies are numbered, nor on the units of mass and length.
#include <boost/test/unit_test.hpp>
#include <numbers>

#include "tests/support/contact_steps.hpp"
#include "tests/support/spatial_contact_worlds.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_contact_invariance {

namespace {

constexpr double step = 0x1p-7;  // [s]
constexpr long num_steps = 128;
// Lemke's answers are right to 1e-10 of the speed g h that a step gives; redundant contacts multiply that by less than
// a hundred.
constexpr double resting = 100.0 * 1e-10 * standard_gravity * step;  // [m/s]
// Where the convex law is degenerate the rates are right only to sqrt(|A| z.w) [CottlePangStone92] 3.1.7, with z.w at
// most some ten residuals of 1e-10.
const double resting_in_heaps = 20.0 * std::sqrt(1e-10) * standard_gravity * step;  // [m/s]
// Rounding in places of about 1 m, which a dozen impacts with rolling and sliding between them grow by less than 1e4.
constexpr double same_motion = 1e-12;

State after(const Model& model, const TestedMethod& tested, long steps) {
  ContactKeeper keeper;
  const SimulationResult result = run_steps(model, tested, step, steps, keeper);
  BOOST_TEST((result.status == Status::converged), result.message);
  return keeper.state;
}

Model stack_and_disk() {
  Model model = contact_world(0.5);
  add_ground(model);
  for (int i = 0; i < 3; ++i) add_body(model, box_shape(0.6, 0.5), 1.0 + 0.5 * i, Vec2(0.1 * i, 0.25 + 0.5 * i));
  add_body(model, disk_shape(0.3), 2.0, Vec2(2.0, 0.3));
  number_unknowns(model);
  return model;
}

Model stack_and_ball() {
  Model model = spatial_world_with_ground(0.5);
  for (int i = 0; i < 3; ++i)
    model.bodies.push_back(box(Vec3(0.6, 0.5, 0.5), 1.0 + 0.5 * i, Vec3(0.1 * i, 0.0, 0.25 + 0.5 * i)));
  model.bodies.push_back(ball(0.3, 2.0, Vec3(2.0, 0.0, 0.3)));
  number_unknowns(model);
  return model;
}

/// A box that falls on its corner and tumbles, and two disks that roll into it and away.
Model tumbling(double friction) {
  Model model = contact_world(friction, 9.8125);
  add_ground(model);
  add_body(model, box_shape(0.5, 0.25), 1.5, Vec2(0.0, 0.5), Vec2(0.75, -0.5), -1.25);
  model.bodies.back().angle = 0.375;
  add_body(model, disk_shape(0.25), 0.75, Vec2(0.75, 0.375), Vec2(-1.0, 0.0));
  add_body(model, disk_shape(0.125), 0.5, Vec2(-0.75, 0.25), Vec2(1.5, 0.25), 2.0);
  number_unknowns(model);
  return model;
}

Model tumbling_in_space(double friction) {
  Model model = spatial_world_with_ground(friction, Vec3(0.0, 0.0, -9.8125));
  model.bodies.push_back(box(Vec3(0.5, 0.25, 0.375), 1.5, Vec3(0.0, 0.0, 0.5)));
  model.bodies.back().spatial.velocity = Vec3(0.75, 0.25, -0.5);
  model.bodies.back().spatial.spin = Vec3(0.5, -1.25, 0.75);
  model.bodies.push_back(ball(0.25, 0.75, Vec3(0.75, 0.125, 0.375)));
  model.bodies.back().spatial.velocity = Vec3(-1.0, 0.125, 0.0);
  number_unknowns(model);
  return model;
}

/// The motion under friction that is known beforehand is not unique where supports are redundant.
bool has_one_motion(const Model& model, const TestedMethod& tested) {
  if (model.space == Space::planar || model.contacts.friction == 0.0) return true;
  ContactKeeper keeper;
  (void)run_steps(model, tested, step, 1, keeper);
  return keeper.last.problem.law != FrictionLaw::sliding;
}

/// The world turned about the origin, then shifted.
Model turned(const Model& model, double angle, const Vec2& shift) {
  Model result = model;
  const Eigen::Matrix2d turn{{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
  result.gravity = turn * model.gravity;
  for (Body& body : result.bodies) {
    body.position = turn * body.position + shift;
    body.velocity = turn * body.velocity;
    body.angle += angle;
  }
  return result;
}

Model turned(const Model& model, const Vec4& attitude, const Vec3& shift) {
  Model result = model;
  const Matrix3 turn = rotation_matrix(attitude);
  result.spatial_gravity = turn * model.spatial_gravity;
  for (Body& body : result.bodies) {
    SpatialBody& s = body.spatial;
    s.position = turn * s.position + shift;
    s.velocity = turn * s.velocity;
    s.spin = turn * s.spin;
    s.rotation = quaternion_product(attitude, s.rotation);
  }
  return result;
}

Model reversed(const Model& model) {
  Model result = model;
  std::reverse(result.bodies.begin(), result.bodies.end());
  number_unknowns(result);
  return result;
}

Model enlarged(const Model& model, double factor) {
  Model result = model;
  result.gravity *= factor;
  result.spatial_gravity *= factor;
  for (Body& body : result.bodies) {
    body.inertia *= factor * factor;
    body.spatial.inertia *= factor * factor;
    for (Vec2* length : {&body.shape.size, &body.position, &body.velocity}) *length *= factor;
    for (Vec3* length : {&body.shape.extent, &body.spatial.position, &body.spatial.velocity}) *length *= factor;
  }
  return result;
}

Model heavier(const Model& model, double factor) {
  Model result = model;
  for (Body& body : result.bodies) {
    body.mass *= factor;
    body.inertia *= factor;
    body.spatial.inertia *= factor;
  }
  return result;
}

std::vector<Model> tumbling_worlds() {
  return {tumbling(0.4), tumbling(0.0), tumbling_in_space(0.4), tumbling_in_space(0.0)};
}

std::string label(const Model& model, const TestedMethod& tested) {
  return tested.label + (model.space == Space::planar ? ", plane" : ", space") + ", friction " +
         std::to_string(model.contacts.friction);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_invariance)

BOOST_AUTO_TEST_CASE(what_stands_stays_where_it_stands) {
  for (const Model& model : {stack_and_disk(), stack_and_ball()})
    for (const TestedMethod& tested : solving_methods_for(model)) {
      BOOST_TEST_INFO_SCOPE(label(model, tested));
      const State end = after(model, tested, num_steps);
      BOOST_TEST(largest(end.v) < resting);
      BOOST_TEST(largest(end.q - initial_state(model).q) < resting * step * num_steps);
    }
}

/// Where friction needs a sliding velocity there is none at rest, and the heap slides apart.
BOOST_AUTO_TEST_CASE(a_heap_stands_by_its_friction_except_where_only_sliding_has_friction) {
  const Model model = heap(3, 1.5);
  for (const TestedMethod& tested : solving_methods_for(model)) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    ContactKeeper keeper;
    const SimulationResult first = run_steps(model, tested, step, 1, keeper);
    BOOST_TEST((first.status == Status::converged), first.message);
    if (keeper.last.problem.law == FrictionLaw::sliding) {
      BOOST_TEST(largest(keeper.state.v) > 0.1 * standard_gravity * step);
      continue;
    }
    const State end = after(model, tested, num_steps);
    BOOST_TEST(largest(end.v) < resting_in_heaps);
    BOOST_TEST(largest(end.q - initial_state(model).q) < resting_in_heaps * step * num_steps);
  }
}

BOOST_AUTO_TEST_CASE(a_world_that_is_turned_and_shifted_moves_likewise) {
  const double angle = 0.7;
  const Vec2 shift(3.0, -2.0);
  const Eigen::Matrix2d turn{{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
  for (const Model& model : {tumbling(0.4), tumbling(0.0)})
    for (const TestedMethod& tested : solving_methods_for(model)) {
      BOOST_TEST_INFO_SCOPE(label(model, tested));
      const State a = after(model, tested, num_steps), b = after(turned(model, angle, shift), tested, num_steps);
      for (std::size_t i = 1; i < model.bodies.size(); ++i) {
        const int at = model.bodies[i].offset;
        BOOST_TEST((b.q.segment<2>(at) - turn * a.q.segment<2>(at) - shift).norm() < same_motion);
        BOOST_TEST(std::abs(b.q[at + 2] - a.q[at + 2] - angle) < same_motion);
      }
    }
}

/// The pyramid of friction stands along axes of the world: with friction by a quarter about its normal, else by any.
BOOST_AUTO_TEST_CASE(a_world_in_space_that_is_turned_and_shifted_moves_likewise) {
  const Vec3 shift(3.0, -2.0, 1.0);
  const double half = std::numbers::sqrt2 / 2.0;
  for (const double friction : {0.4, 0.0}) {
    const Model model = tumbling_in_space(friction);
    const Vec4 attitude = friction > 0.0 ? Vec4(half, 0.0, 0.0, half) : normalized(Vec4(0.8, -0.3, 0.4, 0.2));
    const Matrix3 turn = rotation_matrix(attitude);
    for (const TestedMethod& tested : solving_methods_for(model)) {
      if (!has_one_motion(model, tested)) continue;
      BOOST_TEST_INFO_SCOPE(label(model, tested));
      const State a = after(model, tested, num_steps), b = after(turned(model, attitude, shift), tested, num_steps);
      for (std::size_t i = 1; i < model.bodies.size(); ++i) {
        const int at = model.bodies[i].q_offset;
        BOOST_TEST((b.q.segment<3>(at) - turn * a.q.segment<3>(at) - shift).norm() < same_motion);
        const Matrix3 expected = turn * rotation_matrix(Vec4(a.q.segment<4>(at + 3)));
        BOOST_TEST((rotation_matrix(Vec4(b.q.segment<4>(at + 3))) - expected).norm() < 10.0 * same_motion);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_order_of_the_bodies_does_not_matter) {
  for (const Model& model : tumbling_worlds()) {
    const Model other = reversed(model);
    const int size = model.space == Space::planar ? 3 : 7;
    for (const TestedMethod& tested : solving_methods_for(model)) {
      if (!has_one_motion(model, tested)) continue;
      BOOST_TEST_INFO_SCOPE(label(model, tested));
      const State a = after(model, tested, num_steps), b = after(other, tested, num_steps);
      for (std::size_t i = 1; i < model.bodies.size(); ++i) {
        const int from = model.bodies[i].q_offset, to = other.bodies[model.bodies.size() - 1 - i].q_offset;
        BOOST_TEST(largest(a.q.segment(from, size) - b.q.segment(to, size)) < same_motion);
      }
    }
  }
}

// Powers of two are exact.
BOOST_AUTO_TEST_CASE(the_motion_does_not_depend_on_the_unit_of_mass_bit_by_bit) {
  for (const Model& model : tumbling_worlds())
    for (const TestedMethod& tested : solving_methods_for(model)) {
      BOOST_TEST_INFO_SCOPE(label(model, tested));
      const State plain = after(model, tested, num_steps);
      for (const double factor : {0x1p-6, 0x1p10})
        BOOST_TEST(same_bits(plain, after(heavier(model, factor), tested, num_steps)));
    }
}

BOOST_AUTO_TEST_CASE(the_motion_scales_with_the_unit_of_length_bit_by_bit) {
  const auto scale = [](const Model& model, double factor, State state) {
    for (const Body& body : model.bodies) {
      if (body.dof == 0) continue;
      state.q.segment(body.q_offset, num_linear(model)) *= factor;
      state.v.segment(body.offset, num_linear(model)) *= factor;
    }
    return state;
  };
  for (const Model& model : tumbling_worlds())
    for (const TestedMethod& tested : solving_methods_for(model)) {
      BOOST_TEST_INFO_SCOPE(label(model, tested));
      const State plain = after(model, tested, num_steps);
      for (const double factor : {0x1p-5, 0x1p8})
        BOOST_TEST(same_bits(scale(model, factor, plain), after(enlarged(model, factor), tested, num_steps)));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_invariance
