// The numbering of unknowns, sizes, energies and the blocks of J.
#include <boost/test/unit_test.hpp>

#include "tests/support/mechanisms.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_model {

BOOST_AUTO_TEST_SUITE(model)

BOOST_AUTO_TEST_CASE(bodies_and_joints_are_numbered_without_gaps) {
  const Model model = mixed_mechanism();
  int offset = 0;
  for (const Body& body : model.bodies) {
    BOOST_TEST(body.dof == (body.kind == BodyKind::rigid ? 3 : body.kind == BodyKind::particle ? 2 : 0));
    BOOST_TEST(body.offset == (body.dof == 0 ? -1 : offset));
    offset += body.dof;
  }
  BOOST_TEST(offset == model.num_velocities);
  int row = 0;
  for (const Joint& joint : model.joints) {
    BOOST_TEST(joint.first_row == row);
    row += joint.num_rows;
  }
  BOOST_TEST(row == model.num_rows);
  Model again = model;
  number_unknowns(again);
  BOOST_TEST(again.num_velocities == model.num_velocities);
}

BOOST_AUTO_TEST_CASE(the_initial_state_is_what_the_bodies_say) {
  Model model = chain(2);
  model.bodies[1].velocity = Vec2(0.25, -0.5);
  model.bodies[1].spin = 3.0;
  model.bodies[1].angle = 0.125;
  const State state = initial_state(model);
  BOOST_TEST(state.time == 0.0);
  BOOST_TEST(state.q[5] == 0.125);
  BOOST_TEST(state.v[3] == 0.25);
  BOOST_TEST(state.v[4] == -0.5);
  BOOST_TEST(state.v[5] == 3.0);
  BOOST_TEST(is_finite(state));
  State broken = state;
  broken.v[0] = std::nan("");
  BOOST_TEST(!is_finite(broken));
}

BOOST_AUTO_TEST_CASE(energies_and_forces_of_a_known_state) {
  Model model;
  model.gravity = Vec2(0.0, -10.0);
  add_rod(model, "bar", 1.2, 2.0, Vec2(3.0, 4.0));  // inertia 0.24
  model.bodies[0].velocity = Vec2(1.0, 2.0);
  model.bodies[0].spin = 5.0;
  number_unknowns(model);
  const VectorX mass = mass_matrix(model, initial_state(model)).diagonal;
  Evaluation evaluation = allocate_evaluation(model);
  evaluate(model, initial_state(model), evaluation);
  BOOST_TEST(std::abs(evaluation.energies.kinetic - (5.0 + 3.0)) < 1e-14);
  BOOST_TEST(evaluation.energies.potential == 80.0);
  BOOST_TEST(evaluation.force[1] == -20.0);
  BOOST_TEST(evaluation.force[2] == 0.0);
  BOOST_TEST(evaluation.other_force.isZero(0.0));
}

BOOST_AUTO_TEST_CASE(blocks_apply_as_the_dense_matrix) {
  Random random(1);
  for (const Model& model : {chain(3), four_bar(true), mixed_mechanism()}) {
    Stepper stepper(model);
    State state = initial_state(model);
    state.q += random.vector(model.num_velocities, 0.5);
    const ConstraintRows& rows = stepper.at(state).rows;
    const MatrixX dense = dense_jacobian(rows);
    const VectorX v = random.vector(model.num_velocities, 1.0);
    const VectorX y = random.vector(model.num_rows, 1.0);
    VectorX rate;
    apply_jacobian(rows, v, rate);
    VectorX force = VectorX::Zero(model.num_velocities);
    add_jacobian_transposed(rows, y, force);
    BOOST_TEST(largest(rate - dense * v) < 1e-15);
    BOOST_TEST(largest(force - dense.transpose() * y) < 1e-14);
    BOOST_TEST(std::abs(y.dot(rate) - v.dot(force)) < 1e-13);  // the power of the joints, both ways
  }
}

BOOST_AUTO_TEST_CASE(fixed_bodies_hold_a_joint_like_the_world) {
  const auto pendulum = [](bool on_block) {
    Model model;
    model.gravity = Vec2(0.0, -9.81);
    const int block = add_fixed(model, "block", Vec2(0.3, -0.2), 0.7);
    const int rod = add_rod(model, "rod", 1.0, 1.0, Vec2(0.5, 0.0));
    add_joint(model, "revolute", "pin", on_block ? block : world_body, rod, at(Vec2(0.0, 0.0)));
    number_unknowns(model);
    return model;
  };
  const Model world = pendulum(false), block = pendulum(true);
  State a = initial_state(world), b = initial_state(block);
  Stepper on_world(world), on_block(block);
  for (int i = 0; i < 100; ++i) {
    a = on_world.step(*method("implicit"), a, 1e-3);
    b = on_block.step(*method("implicit"), b, 1e-3);
  }
  BOOST_TEST(largest(a.q - b.q) < 1e-14);  // the anchor went through a rotation: one rounding
}

BOOST_AUTO_TEST_CASE(the_characteristic_length_is_the_extent) {
  BOOST_TEST(std::abs(characteristic_length(chain(6)) - std::hypot(0.6, 0.1)) < 1e-15);
  BOOST_TEST(characteristic_length(Model()) == 1.0);
  Model point;
  add_particle(point, "p", 1.0, Vec2(2.0, 3.0));
  BOOST_TEST(characteristic_length(point) == 1.0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_model
