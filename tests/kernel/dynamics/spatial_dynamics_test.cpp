// A rigid body in space: how its orientation advances, its gyroscopic term, what it conserves, motions that are known.
#include <boost/test/unit_test.hpp>
#include <Eigen/LU>
#include <numbers>

#include "kernel/dynamics/advance_position.hpp"
#include "kernel/dynamics/loads.hpp"
#include "tests/support/mechanisms_spatial.hpp"
#include "tests/support/observed_order.hpp"
#include "tests/support/schema_values.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_spatial_dynamics {

namespace {

struct Free {
  Vec3 spin;      ///< world axes
  Vec4 rotation;  ///< at the end
  Vec3 momentum;  ///< angular, world axes
  double energy = 0.0;
};

Vec3 angular_momentum(const Body& body, const Vec4& rotation, const Vec3& spin) {
  const Matrix3 turn = rotation_matrix(rotation);
  return turn * body.spatial.inertia * turn.transpose() * spin;
}

/// One step of a body that nothing holds: v+ = v + h M^-1 f, then the orientation.
void free_step(const Model& model, const Integration& integration, double h, Evaluation& evaluation, State& state) {
  evaluate(model, state, evaluation, integration);
  VectorX change(6);
  divide(evaluation.mass, evaluation.force, change);
  state.v += h * change;
  advance_position(model, integration.rotation, h, state.v, state.q);
}

Free free_motion(const Model& model, Integration integration, double h, long steps) {
  integration.step = h;
  Evaluation evaluation = allocate_evaluation(model);
  State state = initial_state(model);
  for (long i = 0; i < steps; ++i) free_step(model, integration, h, evaluation, state);
  const Vec3 spin = state.v.tail<3>();
  const Vec4 rotation = state.q.tail<4>();
  const Vec3 momentum = angular_momentum(model.bodies[0], rotation, spin);
  return {spin, rotation, momentum, 0.5 * spin.dot(momentum)};
}

Vec4 turn_about(const Vec3& axis, double angle) {
  return quaternion_exponential(Vec3(angle * axis));
}

/// Distance of two orientations, whatever the signs of their quaternions [rad, for small ones].
double apart(const Vec4& a, const Vec4& b) {
  return 2.0 * std::min((a - b).norm(), (a + b).norm());
}

const Integration explicit_term{};
const Integration implicit_term{.gyroscopic = GyroscopicTerm::implicit_term};

}  // namespace

BOOST_AUTO_TEST_SUITE(spatial_dynamics)

BOOST_AUTO_TEST_CASE(a_rotation_matrix_is_the_quaternion_acting_on_vectors) {
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Vec4 q = random_rotation(random);
    const Vec3 x = random.vector(3, 2.0);
    const Vec4 conjugate(q[0], -q[1], -q[2], -q[3]);
    const Vec4 turned = quaternion_product(quaternion_product(q, Vec4(0.0, x.x(), x.y(), x.z())), conjugate);
    BOOST_TEST((rotation_matrix(q) * x - turned.tail<3>()).norm() < 20 * 0x1p-52);
    const Matrix3 r = rotation_matrix(q);
    BOOST_TEST((r.transpose() * r - Matrix3::Identity()).norm() < 20 * 0x1p-52);
    BOOST_TEST(std::abs(cross(Vec3(r.col(0)), Vec3(r.col(1))).dot(r.col(2)) - 1.0) < 20 * 0x1p-52);
  }
}

BOOST_AUTO_TEST_CASE(the_exponential_is_the_turn_and_joins_its_series_smoothly) {
  Random random(2);
  for (const double angle : {1e-300, 1e-8, 0x1p-10 * 0.999, 0x1p-10 * 1.001, 0.1, 1.0, 3.0, 20.0}) {
    Vec3 axis = random.vector(3, 1.0);
    axis /= axis.norm();
    const Vec4 q = turn_about(axis, angle);
    BOOST_TEST(std::abs(q.norm() - 1.0) < 8 * 0x1p-53);
    BOOST_TEST(std::abs(q[0] - std::cos(angle / 2)) < 8 * 0x1p-53);
    BOOST_TEST((q.tail<3>() - std::sin(angle / 2) * axis).norm() < 8 * 0x1p-53);
  }
}

// After a turn at constant spin the exponential is exact; the first order errs by h^2 omega^3 t / 12.
BOOST_AUTO_TEST_CASE(a_constant_spin_turns_by_its_angle) {
  Model model = free_body(Vec3::Zero(), Vec3(1.0, 1.0, 1.0));
  const Vec3 axis = Vec3(1.0, -2.0, 2.0) / 3.0;
  VectorX v = VectorX::Zero(6);
  v.tail<3>() = 1.5 * axis;
  std::vector<double> steps, errors;
  for (const int n : {100, 200, 400}) {
    VectorX exact = initial_state(model).q;
    VectorX first = exact;
    for (int i = 0; i < n; ++i) {
      advance_position(model, RotationUpdate::exponential, 2.0 / n, v, exact);
      advance_position(model, RotationUpdate::first_order, 2.0 / n, v, first);
    }
    const Vec4 expected = turn_about(axis, 3.0);
    BOOST_TEST(apart(exact.tail<4>(), expected) < 10 * n * 0x1p-53);
    BOOST_TEST(std::abs(first.tail<4>().norm() - 1.0) < 4 * 0x1p-53);
    steps.push_back(2.0 / n);
    errors.push_back(apart(first.tail<4>(), expected));
  }
  BOOST_TEST(std::abs(fitted_order(steps, errors) - 2.0) < 0.01);
  BOOST_TEST(std::abs(errors.back() / (steps.back() * steps.back() * std::pow(1.5, 3) * 2.0 / 12.0) - 1.0) < 0.01);
}

// Turns of two bodies are made at once, in the order of their numbers; small ones by a series, and one of each too.
BOOST_AUTO_TEST_CASE(bodies_that_turn_together_have_the_bits_of_each_alone) {
  Random random(7);
  const double sizes[] = {1e-5, 1e-4, 2.0, 0.1, 1e-6, 0.5, 0.0};
  const int count = 7;
  Model alone = free_body(Vec3::Zero());
  Model all = alone;
  all.bodies.assign(count, alone.bodies[0]);
  number_unknowns(all);
  VectorX q = initial_state(all).q;
  VectorX v = random.vector(all.num_velocities, 1.0);
  for (int i = 0; i < count; ++i) {
    q.segment<4>(7 * i + 3) = random_rotation(random);
    v.segment<3>(6 * i + 3) *= sizes[i];
  }
  for (const RotationUpdate update : {RotationUpdate::exponential, RotationUpdate::first_order}) {
    VectorX together = q;
    advance_position(all, update, 1.0, v, together);
    for (int i = 0; i < count; ++i) {
      VectorX own = q.segment(7 * i, 7);
      advance_position(alone, update, 1.0, v.segment(6 * i, 6), own);
      BOOST_TEST((own.array() == together.segment(7 * i, 7).array()).all());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_unit_quaternion_stays_one_over_many_steps) {
  Model model = free_body(Vec3(0.3, 2.0, 0.1));
  for (const RotationUpdate update : {RotationUpdate::exponential, RotationUpdate::first_order}) {
    const Free end = free_motion(model, {.rotation = update, .gyroscopic = GyroscopicTerm::implicit_term}, 0.05, 10000);
    BOOST_TEST(std::abs(end.rotation.norm() - 1.0) < 4 * 0x1p-53);
  }
}

BOOST_AUTO_TEST_CASE(the_gyroscopic_torque_is_what_keeps_the_momentum) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const Matrix3 inertia = random_tensor(random);
    SpatialMotion<double> motion;
    motion.rotation = rotation_matrix(random_rotation(random));
    motion.spin = random.vector(3, 2.0);
    const Matrix3 world = motion.rotation * inertia * motion.rotation.transpose();
    const Vec3 expected = cross(Vec3(world * motion.spin), motion.spin);
    const Vec3 torque = gyroscopic_torque(inertia, motion, explicit_term);
    BOOST_TEST((torque - expected).norm() < 1e-13);  // moments of 5, spins of 3: some sixty roundings of 50
    BOOST_TEST(std::abs(torque.dot(motion.spin)) < 1e-13);
    // The implicit term tends to the explicit one with the step, and solves its equation.
    Integration implicit = implicit_term;
    implicit.step = 1e-6;
    BOOST_TEST((gyroscopic_torque(inertia, motion, implicit) - expected).norm() < 1e-3);
    implicit.step = 0.3;
    const Vec3 mean = motion.rotation.transpose() * gyroscopic_torque(inertia, motion, implicit);
    const Vec3 before = motion.rotation.transpose() * motion.spin;
    const Vec3 after = before + 0.3 * Eigen::PartialPivLU<Matrix3>(inertia).solve(mean);
    BOOST_TEST((inertia * (after - before) + 0.3 * cross(after, Vec3(inertia * after))).norm() < 1e-12);
    BOOST_TEST(after.dot(inertia * after) <= before.dot(inertia * before));
  }
}

// From a hundredth of a radian to a thousand turns in one step, moments in ratios up to a thousand.
BOOST_AUTO_TEST_CASE(the_implicit_term_gives_no_energy_whatever_the_step) {
  Random random(6);
  for (const double turn : {0.01, 1.0, 3.0, 10.0, 100.0, 6000.0})
    for (int i = 0; i < 200; ++i) {
      Vec3 second;
      for (int j = 0; j < 3; ++j) second[j] = std::exp(random.uniform(-7.0, 0.0));
      const Vec3 moments = second.sum() * Vec3::Ones() - second;
      SpatialMotion<double> motion;
      motion.spin = random.vector(3, 1.0);
      motion.spin /= motion.spin.norm();
      Integration integration = implicit_term;
      integration.step = turn;
      const Vec3 torque = gyroscopic_torque(moments.asDiagonal(), motion, integration);
      const Vec3 after = motion.spin + turn * torque.cwiseQuotient(moments);
      const double before = motion.spin.dot(moments.cwiseProduct(motion.spin));
      BOOST_TEST(after.dot(moments.cwiseProduct(after)) <= before * (1.0 + 1e-12));
    }
}

// First order: the errors of momentum and energy after a fixed time halve with the step.
BOOST_AUTO_TEST_CASE(a_free_body_keeps_momentum_and_energy_to_first_order) {
  const Model model = free_body(Vec3(0.8, 0.3, 0.5));
  const Free start = free_motion(model, explicit_term, 1.0, 0);
  for (const Integration& integration : {explicit_term, implicit_term}) {
    std::vector<double> steps, momentum, energy;
    for (const int n : {400, 800, 1600, 3200}) {
      const Free end = free_motion(model, integration, 4.0 / n, n);
      steps.push_back(4.0 / n);
      momentum.push_back((end.momentum - start.momentum).norm());
      energy.push_back(std::abs(end.energy - start.energy));
    }
    BOOST_TEST(std::abs(fitted_order(steps, momentum) - 1.0) < 0.05);
    BOOST_TEST(std::abs(fitted_order(steps, energy) - 1.0) < 0.05);
    BOOST_TEST(momentum.back() < 5e-3);
  }
}

// A body thrown about its middle axis tumbles. With ten steps a turn the explicit term feeds energy in until the spin
// overflows any bound; the implicit one can only lose it.
BOOST_AUTO_TEST_CASE(tumbling_about_the_middle_axis_stays_bounded_with_the_implicit_term_only) {
  const Model model = free_body(Vec3(1e-3, 10.0, 1e-3), Vec3(1.0, 2.0, 4.0));
  const double start = free_motion(model, explicit_term, 1.0, 0).energy;
  const double h = 2.0 * std::numbers::pi / 100.0;
  const Free damped = free_motion(model, implicit_term, h, 5000);
  BOOST_TEST(damped.energy <= start);
  BOOST_TEST(damped.energy > 0.0);
  const Free fed = free_motion(model, explicit_term, h, 5000);
  BOOST_TEST(!(fed.energy < 10.0 * start));
}

// The middle axis turns over: with small steps the spin about it changes its sign again and again.
BOOST_AUTO_TEST_CASE(the_middle_axis_flips) {
  const Model model = free_body(Vec3(1e-3, 10.0, 1e-3), Vec3(1.0, 2.0, 4.0));
  Evaluation evaluation = allocate_evaluation(model);
  State state = initial_state(model);
  int flips = 0;
  double sign = 1.0;
  for (int i = 0; i < 20000; ++i) {
    free_step(model, explicit_term, 5e-4, evaluation, state);
    const double middle = (rotation_matrix<double>(state.q.tail<4>()).transpose() * state.v.tail<3>()).y();
    if (middle * sign < -5.0) {
      sign = -sign;
      ++flips;
    }
  }
  BOOST_TEST(flips >= 2);
}

// A symmetric body, moments (A, B, B): R(t) = exp(t L / B) R(0) exp(t (1 - A/B) omega_x e_x).
BOOST_AUTO_TEST_CASE(a_free_symmetric_top_precesses_about_its_momentum) {
  const Vec3 spin(3.0, 0.5, 0.0);
  const Model model = free_body(spin, Vec3(0.5, 2.0, 2.0));
  const Vec3 momentum(0.5 * 3.0, 2.0 * 0.5, 0.0);
  const double t = 2.0;
  const Vec4 expected = quaternion_product(quaternion_exponential(Vec3(t / 2.0 * momentum)),
                                           quaternion_exponential(Vec3(t * 0.75 * 3.0, 0.0, 0.0)));
  for (const Integration& integration : {explicit_term, implicit_term}) {
    std::vector<double> steps, errors;
    for (const int n : {500, 1000, 2000}) {
      steps.push_back(t / n);
      errors.push_back(apart(free_motion(model, integration, t / n, n).rotation, expected));
    }
    BOOST_TEST(std::abs(fitted_order(steps, errors) - 1.0) < 0.1);
    BOOST_TEST(errors.back() < 5e-3);
  }
}

BOOST_AUTO_TEST_CASE(a_fast_top_on_a_level_axis_precesses_at_the_known_rate) {
  const Model model = gyroscope(50.0, 10.0);  // 1 rad/s about z
  Stepper stepper(model);
  std::vector<double> steps, errors;
  for (const int n : {250, 500, 1000}) {
    State state = initial_state(model);
    for (int i = 0; i < n; ++i) state = stepper.step(*method("post_stabilization"), state, 0.5 / n);
    steps.push_back(0.5 / n);
    errors.push_back((state.q.head<3>() - 0.1 * Vec3(std::cos(0.5), std::sin(0.5), 0.0)).norm());
  }
  BOOST_TEST(fitted_order(steps, errors) > 0.9);
  BOOST_TEST(errors.back() < 1e-3);
}

BOOST_AUTO_TEST_CASE(energies_forces_and_blocks_of_a_known_state) {
  Model model = spatial_world(Vec3(0.0, 0.0, -10.0));
  // A quarter turn about z: the body's x axis is the world's y.
  add_solid(model, "body", 2.0, Vec3(1.0, 2.0, 3.0), Vec3(1.0, 2.0, 3.0),
            Vec4(std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)), Vec3(1.0, 1.0, 1.0));
  model.bodies[0].spatial.velocity = Vec3(1.0, 2.0, 2.0);
  add_spatial_particle(model, "bob", 0.5, Vec3(0.0, 0.0, 4.0), Vec3(0.0, 2.0, 0.0));
  number_unknowns(model);
  BOOST_TEST(model.num_velocities == 9);
  BOOST_TEST(model.num_positions == 10);
  Evaluation evaluation = allocate_evaluation(model);
  evaluate(model, initial_state(model), evaluation);
  const double rounding = 1e-14;
  BOOST_TEST(std::abs(evaluation.energies.kinetic - (9.0 + 0.5 * (2.0 + 1.0 + 3.0) + 1.0)) < rounding);
  BOOST_TEST(std::abs(evaluation.energies.potential - (60.0 + 20.0)) < rounding);
  BOOST_TEST((evaluation.mass.diagonal.segment<3>(3) - Vec3(2.0, 1.0, 3.0)).norm() < rounding);
  BOOST_TEST(evaluation.force[2] == -20.0);
  BOOST_TEST(evaluation.force[8] == -5.0);
  // (I omega) x omega with I omega = (2, 1, 3).
  BOOST_TEST((evaluation.force.segment<3>(3) - Vec3(-2.0, 1.0, 1.0)).norm() < rounding);
  BOOST_TEST(evaluation.other_force.isZero(0.0));
}

BOOST_AUTO_TEST_CASE(the_inertia_block_turns_with_the_body) {
  Random random(4);
  Model model = free_body(Vec3::Zero());
  model.bodies[0].spatial.inertia = random_tensor(random);
  State state = initial_state(model);
  state.q.tail<4>() = random_rotation(random);
  const Matrix3 turn = rotation_matrix<double>(state.q.tail<4>());
  const MatrixX mass = dense(mass_matrix(model, state));
  BOOST_TEST((mass.bottomRightCorner<3, 3>() - turn * model.bodies[0].spatial.inertia * turn.transpose()).norm() <
             1e-14);
  BOOST_TEST((mass - mass.transpose()).isZero(0.0));
}

BOOST_AUTO_TEST_CASE(the_extent_of_a_mechanism_in_space) {
  Model model = spatial_world(Vec3::Zero());
  BOOST_TEST(characteristic_length(model) == 1.0);
  add_spatial_particle(model, "a", 1.0, Vec3(1.0, 0.0, 0.0));
  add_spatial_particle(model, "b", 1.0, Vec3(1.0, 3.0, 4.0));
  BOOST_TEST(characteristic_length(model) == 5.0);
}

// Rods on hinges along z are the planar chain: the same accelerations up to the rounding of another derivation.
BOOST_AUTO_TEST_CASE(a_chain_lifted_into_space_moves_as_in_the_plane) {
  const Model planar = chain(3);
  const Model spatial = lifted_chain(3);
  Stepper flat(planar), lifted(spatial);
  State a = initial_state(planar), b = initial_state(spatial);
  for (int i = 0; i < 100; ++i) {
    a = flat.step(*method("post_stabilization"), a, 1e-3);
    b = lifted.step(*method("post_stabilization"), b, 1e-3);
  }
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST((a.q.segment<2>(3 * i) - b.q.segment<2>(7 * i)).norm() < 1e-11);
    BOOST_TEST(std::abs(a.v[3 * i + 2] - b.v[6 * i + 5]) < 1e-10);
    BOOST_TEST(std::abs(b.q[7 * i + 2]) < 1e-13);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spatial_dynamics
