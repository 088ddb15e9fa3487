// Rest and invariance for every method that takes contacts: what does not move stays, and the motion does not depend
// on where the world stands, how its bodies are numbered, nor on the units of mass and length.
#include <boost/test/unit_test.hpp>
#include <numbers>

#include "tests/support/contact_steps.hpp"
#include "tests/support/spatial_contact_worlds.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test {

namespace {

constexpr double step = 0x1p-7;  // [s]

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

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_invariance)

BOOST_AUTO_TEST_CASE(what_stands_stays_where_it_stands) {
  for (const Model& model : {stack_and_disk(), stack_and_ball()})
    for (const TestedMethod& tested : methods_for(model)) {
      BOOST_TEST_INFO_SCOPE(tested.label << (model.space == Space::planar ? ", plane" : ", space"));
      const State end = after(model, tested, 200);
      BOOST_TEST(largest(end.v) < 1e-12);
      BOOST_TEST(largest(end.q - initial_state(model).q) < 1e-12);
    }
}

BOOST_AUTO_TEST_CASE(a_heap) {
  const Model model = heap(3, 1.5);
  for (const TestedMethod& tested : methods_for(model)) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    const State end = after(model, tested, 100);
    BOOST_TEST(largest(end.v) < 1e-12);
    BOOST_TEST(largest(end.q - initial_state(model).q) < 1e-12);
  }
}

Model turned(const Model& model, double angle, Vec2 shift) {
  Model result = model;
  const double c = std::cos(angle), s = std::sin(angle);
  const auto turn = [&](Vec2& a) { a = Vec2(c * a.x() - s * a.y(), s * a.x() + c * a.y()); };
  turn(result.gravity);
  for (Body& body : result.bodies) {
    turn(body.position);
    body.position += shift;
    turn(body.velocity);
    body.angle += angle;
  }
  number_unknowns(result);
  return result;
}

BOOST_AUTO_TEST_CASE(turning) {
  const Model model = tumbling(0.4);
  const double angle = 0.7, c = std::cos(angle), s = std::sin(angle);
  const Vec2 shift(3.0, -2.0);
  const Model other = turned(model, angle, shift);
  for (const TestedMethod& tested : methods_for(model)) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    const State a = after(model, tested, 128), b = after(other, tested, 128);
    for (const Body& body : model.bodies) {
      if (body.dof == 0) continue;
      const Vec2 p = a.q.segment<2>(body.offset);
      const Vec2 expected = Vec2(c * p.x() - s * p.y(), s * p.x() + c * p.y()) + shift;
      BOOST_TEST((b.q.segment<2>(body.offset) - expected).norm() < 1e-16);
      BOOST_TEST(std::abs(b.q[body.offset + 2] - a.q[body.offset + 2] - angle) < 1e-16);
    }
  }
}

Model reversed(const Model& model) {
  Model result = model;
  std::reverse(result.bodies.begin(), result.bodies.end());
  number_unknowns(result);
  return result;
}

BOOST_AUTO_TEST_CASE(reversing) {
  for (const Model& model : {tumbling(0.4), tumbling_in_space(0.4)}) {
    const Model other = reversed(model);
    for (const TestedMethod& tested : methods_for(model)) {
      BOOST_TEST_INFO_SCOPE(tested.label);
      const State a = after(model, tested, 128), b = after(other, tested, 128);
      for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const Body& body = model.bodies[i];
        if (body.dof == 0) continue;
        const int size = model.space == Space::planar ? 3 : 7;
        BOOST_TEST(largest(a.q.segment(body.q_offset, size) -
                           b.q.segment(other.bodies[model.bodies.size() - 1 - i].q_offset, size)) < 1e-16);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(mass) {
  for (const Model& model : {tumbling(0.4), tumbling_in_space(0.4)})
    for (const double factor : {0x1p-6, 0x1p10}) {
      Model heavy = model;
      for (Body& body : heavy.bodies) {
        body.mass *= factor;
        body.inertia *= factor;
        body.spatial.inertia *= factor;
      }
      for (const TestedMethod& tested : methods_for(model)) {
        BOOST_TEST_INFO_SCOPE(tested.label << ", factor " << factor);
        BOOST_TEST(same_bits(after(model, tested, 128), after(heavy, tested, 128)));
      }
    }
}

Model enlarged(const Model& model, double factor) {
  Model result = model;
  result.gravity *= factor;
  result.spatial_gravity *= factor;
  for (Body& body : result.bodies) {
    body.inertia *= factor * factor;
    body.spatial.inertia *= factor * factor;
    body.shape.size *= factor;
    body.shape.extent *= factor;
    body.position *= factor;
    body.spatial.position *= factor;
    body.velocity *= factor;
    body.spatial.velocity *= factor;
  }
  return result;
}

BOOST_AUTO_TEST_CASE(length) {
  for (const Model& model : {tumbling(0.4), tumbling_in_space(0.4)})
    for (const double factor : {0x1p-5, 0x1p8}) {
      const Model large = enlarged(model, factor);
      for (const TestedMethod& tested : methods_for(model)) {
        BOOST_TEST_INFO_SCOPE(tested.label << ", factor " << factor);
        const State a = after(model, tested, 128), b = after(large, tested, 128);
        for (const Body& body : model.bodies) {
          if (body.dof == 0) continue;
          const int n = num_linear(model);
          BOOST_TEST((factor * a.q.segment(body.q_offset, n) - b.q.segment(body.q_offset, n)).norm() == 0.0);
          BOOST_TEST((a.v.segment(body.offset + n, body.dof - n) - b.v.segment(body.offset + n, body.dof - n)).norm() ==
                     0.0);
        }
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test
