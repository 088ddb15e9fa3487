// The reference in space: the same accelerations as the sparse route, motions that are known, drives and rolling.
#include <boost/test/unit_test.hpp>

#include "kernel/constraints/constraint_types.hpp"
#include "kernel/drives/drive_types.hpp"
#include "kernel/dynamics/extrapolation.hpp"
#include "tests/support/mechanisms_spatial.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_spatial_reference {

namespace {

/// State after `duration`, by the registered method.
State reference_end(const Model& model, double duration, int steps, DependentRows policy = DependentRows::stop) {
  StateObserver observer;
  const SimulationSettings settings{.step = duration / steps, .num_steps = steps, .dependent_rows = policy};
  const SimulationResult result =
      simulate(model, initial_state(model), step_of(method("reference")), settings, observer);
  BOOST_REQUIRE_MESSAGE(result.status == Status::converged, result.message);
  return result.state;
}

/// A body's worth of speed for everything, then made consistent with the rows.
State moving_state(const Model& model) {
  Random random(3);
  State state = initial_state(model);
  ExtendedVector q = state.q.cast<Extended>();
  ExtendedVector v = random.vector(model.num_velocities, 1.0).cast<Extended>();
  ExtendedDynamics dynamics(model);
  dynamics.remember_coordinates(state.coordinates);
  dynamics.project(0.0L, q, v);
  state.q = q.cast<double>();
  state.v = v.cast<double>();
  return state;
}

double energy(const Model& model, const State& state) {
  Stepper stepper(model, DependentRows::leave_out);
  return stepper.at(state).energies.total();
}

/// Hinge about z at the origin, driven with 2 rad/s + 0.5 rad/s^2 t (start at rest in angle 0): phi_t and phi_tt at
/// work.
Model driven_bar() {
  using Op = TimeFunction::Op;
  Model model = spatial_world(Vec3(0.0, -9.81, 0.0));
  const int bar = add_bar(model, "bar", 1.0, Vec3::Zero(), Vec3(1.0, 0.0, 0.0));
  model.bodies[bar].spatial.spin = Vec3(0.0, 0.0, 2.0);
  model.bodies[bar].spatial.velocity = Vec3(0.0, 1.0, 0.0);
  add_spatial_joint(model, "revolute", "hinge", world_body, bar, at_point(Vec3::Zero(), Vec3::UnitZ()));
  const TimeFunction angle({{Op::number, 2.0},
                            {Op::time, 0.0},
                            {Op::multiply, 0.0},
                            {Op::number, 0.25},
                            {Op::time, 0.0},
                            {Op::time, 0.0},
                            {Op::multiply, 0.0},
                            {Op::multiply, 0.0},
                            {Op::add, 0.0}});
  add_drive(model, spatial_angle_drive, "motor", 0, properties_of({{"value", angle}}));
  number_unknowns(model);
  return model;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spatial_reference)

// The sparse route in double and the dense one in extended precision share the joints alone.
BOOST_AUTO_TEST_CASE(accelerations_agree_with_the_sparse_saddle_point_solve) {
  for (const Model& model : {ball_chain(3), hinge_chain(3), spatial_four_bar(), slider_crank(), gyroscope(),
                             conical_pendulum(), driven_bar()}) {
    const State state = moving_state(model);
    Stepper stepper(model);
    stepper.step(*method("baumgarte", {{"alpha", 0.0}, {"beta", 0.0}}), state, 1e-3);
    const VectorX& sparse = stepper.solves.front().solution.x;
    ExtendedVector a;
    ExtendedDynamics dynamics(model);
    dynamics.remember_coordinates(state.coordinates);
    dynamics.acceleration(0.0L, state.q.cast<Extended>(), state.v.cast<Extended>(), a);
    // Bars of 2 cm against lengths of 0.5 m: condition numbers up to 1e6.
    BOOST_TEST(largest(sparse - a.cast<double>()) < 1e-9 * (1.0 + largest(sparse)));
  }
}

BOOST_AUTO_TEST_CASE(projection_meets_every_row_and_keeps_quaternions_at_unit_length) {
  for (const Model& model : {hinge_chain(3), spatial_four_bar(), slider_crank(), driven_bar()}) {
    Random random(5);
    State state = initial_state(model);
    ExtendedVector q = (state.q + random.vector(model.num_positions, 1e-3)).cast<Extended>();
    ExtendedVector v = random.vector(model.num_velocities, 1.0).cast<Extended>();
    ExtendedDynamics dynamics(model);
    BOOST_TEST(dynamics.project(0.25L, q, v) < 1e-17L);  // some roundings of 1 m
    state.time = 0.25;
    state.q = q.cast<double>();
    state.v = v.cast<double>();
    Stepper stepper(model);
    const ConstraintRows& rows = stepper.at(state).rows;
    VectorX rate;
    apply_jacobian(rows, state.v, rate);
    BOOST_TEST(largest(rows.phi) < 1e-14);
    BOOST_TEST(largest(rate + rows.phi_t) < 1e-13);
    for (const Body& body : model.bodies)
      BOOST_TEST(std::abs(q.segment<4>(body.q_offset + 3).norm() - 1.0L) < 4 * 0x1p-64L);
  }
}

// R(t) = exp(t L / B) R(0) exp(t (1 - A/B) omega_x e_x) for moments (A, B, B).
BOOST_AUTO_TEST_CASE(a_free_symmetric_top_is_known_in_closed_form) {
  const Model model = free_body(Vec3(3.0, 0.5, 0.0), Vec3(0.5, 2.0, 2.0));
  const State end = reference_end(model, 2.0, 20);
  const Vec4 expected = quaternion_product(quaternion_exponential(Vec3(1.5, 1.0, 0.0)),
                                           quaternion_exponential(Vec3(2.0 * 0.75 * 3.0, 0.0, 0.0)));
  BOOST_TEST((end.q.tail<4>() - expected).norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_tumbling_body_keeps_its_momentum_and_energy) {
  const Model model = free_body(Vec3(1e-3, 5.0, 1e-3), Vec3(1.0, 2.0, 4.0));
  const State start = initial_state(model);
  const State end = reference_end(model, 4.0, 80);
  VectorX before, after;
  multiply(mass_matrix(model, start), start.v, before);
  multiply(mass_matrix(model, end), end.v, after);
  BOOST_TEST((after - before).norm() < 1e-13);
  BOOST_TEST(std::abs(energy(model, end) - energy(model, start)) < 1e-13 * energy(model, start));
}

BOOST_AUTO_TEST_CASE(a_fast_top_on_a_level_axis_precesses_at_the_known_rate) {
  const State end = reference_end(gyroscope(50.0, 10.0), 0.5, 50);
  BOOST_TEST((end.q.head<3>() - 0.1 * Vec3(std::cos(0.5), std::sin(0.5), 0.0)).norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(mechanisms_keep_their_energy_and_their_rows) {
  for (const Model& model : {ball_chain(2), spatial_four_bar(), slider_crank(), lifted_four_bar()}) {
    const State end = reference_end(model, 0.25, 10, DependentRows::leave_out);
    BOOST_TEST(std::abs(energy(model, end) - energy(model, initial_state(model))) < 1e-12);
    Stepper stepper(model, DependentRows::leave_out);
    BOOST_TEST(largest(stepper.at(end).rows.phi) < 1e-14);
  }
}

// The planar reference is held to elliptic functions; in space hinges along z must agree with it.
BOOST_AUTO_TEST_CASE(a_chain_lifted_into_space_is_the_planar_one) {
  const State flat = reference_end(chain(2), 0.3, 15);
  const State lifted = reference_end(lifted_chain(2), 0.3, 15);
  for (int i = 0; i < 2; ++i) BOOST_TEST((flat.q.segment<2>(3 * i) - lifted.q.segment<2>(7 * i)).norm() < 1e-13);
}

BOOST_AUTO_TEST_CASE(a_driven_hinge_follows_its_function) {
  const Model model = driven_bar();
  const State end = reference_end(model, 4.0, 80);  // 12 rad: nearly two turns
  const double angle = 2.0 * 4.0 + 0.25 * 16.0;
  BOOST_TEST((end.q.head<3>() - 0.5 * Vec3(std::cos(angle), std::sin(angle), 0.0)).norm() < 1e-14);
  BOOST_TEST(std::abs(end.v[5] - 4.0) < 1e-13);
  BOOST_TEST(std::abs(end.coordinates[0] - angle) < 1e-13);
}

// A ball on a level plane that is set going without slip rolls on at constant speed; on a slope of tangent s a solid
// one accelerates with 5/7 g sin.
BOOST_AUTO_TEST_CASE(a_ball_rolls_down_with_five_sevenths_of_the_slope) {
  const double g = 10.0, r = 0.2, sine = 0.6;
  Model model = spatial_world(Vec3(g * sine, 0.0, -g * 0.8));  // the slope is the plane z = 0
  const double m = 2.0;
  add_solid(model, "ball", m, Vec3::Constant(0.4 * m * r * r), Vec3(0.0, 0.0, r));
  add_spatial_joint(model, spatial_rolling_constraint, "roll", world_body, 0,
                    properties_of({{"radius", r}, {"normal", Vec3(0.0, 0.0, 1.0)}}));
  number_unknowns(model);
  const State end = reference_end(model, 1.0, 20);
  BOOST_TEST(std::abs(end.q[0] - 0.5 * 5.0 / 7.0 * g * sine) < 1e-13);
  BOOST_TEST(std::abs(end.v[4] - 5.0 / 7.0 * g * sine / r) < 1e-12);
}

BOOST_AUTO_TEST_CASE(springs_and_dampers_on_a_hinge_act_in_extended_precision) {
  // An undamped torsion pendulum about z: I = m (L^2/3 + r^2/4), period 2 pi sqrt(I/k).
  Model model = spatial_world(Vec3::Zero());
  const int bar = add_bar(model, "bar", 1.0, Vec3::Zero(), Vec3(1.0, 0.0, 0.0));
  Joint& hinge = add_spatial_joint(model, "revolute", "hinge", world_body, bar, at_point(Vec3::Zero(), Vec3::UnitZ()));
  hinge.element[0].stiffness = 3.0;
  hinge.element[0].rest = -0.4;
  number_unknowns(model);
  const double inertia = 1.0 / 3.0 + 0.02 * 0.02 / 4.0;
  const double period = 2.0 * 3.14159265358979323846 * std::sqrt(inertia / 3.0);
  const State end = reference_end(model, 0.5 * period, 40);
  BOOST_TEST(std::abs(end.coordinates[0] + 0.8) < 1e-13);
  model.joints[0].element[0].damping = 0.5;
  // Damped: theta = -0.4 + 0.4 e^(-d t) (cos w t + d/w sin w t), d = c / 2 I.
  const double d = 0.5 / (2.0 * inertia), w = std::sqrt(3.0 / inertia - d * d), t = 1.0;
  const double expected = -0.4 + 0.4 * std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t));
  BOOST_TEST(std::abs(reference_end(model, t, 40).coordinates[0] - expected) < 1e-13);
}

BOOST_AUTO_TEST_CASE(what_it_cannot_run_it_says) {
  const auto reference = method("reference");
  Model model = hinge_chain(1);
  BOOST_TEST(!reference->objection(model).has_value());
  Model limited = model;
  limited.joints[0].element[0].upper = 1.0;
  number_unknowns(limited);
  BOOST_TEST(reference->objection(limited).has_value());
  Model rough = model;
  rough.joints[0].element[0].friction = 1.0;
  number_unknowns(rough);
  BOOST_TEST(reference->objection(rough).has_value());
  // A run passes their events; a step by itself cannot.
  BOOST_TEST(!reference->objection_to_run(limited).has_value());
  BOOST_TEST(!reference->objection_to_run(rough).has_value());
  Model soft = model;
  soft.joints[0].cfm = 1e-3;
  BOOST_TEST(reference->objection(soft).has_value());
  const Model large = ball_chain(101);
  BOOST_REQUIRE(reference->objection(large).has_value());
  BOOST_TEST(reference->objection(large)->find("606") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spatial_reference
