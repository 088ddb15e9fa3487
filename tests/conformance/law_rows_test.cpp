// Rows of drives that follow laws of the state, compared with differences.
#include <boost/test/unit_test.hpp>

#include "kernel/drives/drive_types.hpp"
#include "kernel/drives/time_derivative.hpp"
#include "kernel/dynamics/extended_dynamics.hpp"
#include "kernel/dynamics/law_rows.hpp"
#include "kernel/dynamics/state_signals.hpp"
#include "tests/support/laws.hpp"

namespace perpend::test::of_law_rows {

namespace {

using Op = TimeFunction::Op;
using Real = long double;
using Kind = StateSignal::Kind;

/// `law` in place of the value of a drive or constraint of the last joint, with its derivatives.
void follow(Joint& joint, std::vector<StateSignal> signals, std::vector<TimeFunction::Instruction> program) {
  auto inputs = std::make_shared<LawInputs>();
  inputs->signals = std::move(signals);
  BOOST_REQUIRE((!add_prescribed(TimeFunction(std::move(program), inputs), "value", joint).has_value()));
}

/// A drive of the hinge of two_rods along f = 0.3 s0^2 - t sin s1, whose signals bring a third body.
Model driven_rods(const JointType& type, Kind first, Kind second) {
  Model model = two_rods();
  add_rod(model, "c", 0.5, 1.0, Vec2(-1.0, 0.3));
  model.bodies[2].angle = 0.3;
  Joint drive = model.joints[0];
  drive.name = "drive";
  drive.type = &type;
  drive.driven_type = model.joints[0].type;
  drive.driven_joint = 0;
  drive.carrier = 2;
  follow(drive,
         {{.kind = first, .body = {2, world_body}, .point = {Vec3(0.2, 0.1, 0.0), Vec3::Zero()}, .component = 1},
          {.kind = second, .body = {0, 2}, .point = {Vec3(0.1, -0.3, 0.0), Vec3(0.4, 0.2, 0.0)}}},
         {{Op::number, 0.3},
          signal(0),
          signal(0),
          {Op::multiply, 0.0},
          {Op::multiply, 0.0},
          {Op::time, 0.0},
          signal(1),
          {Op::sin, 0.0},
          {Op::multiply, 0.0},
          {Op::subtract, 0.0}});
  model.joints.push_back(std::move(drive));
  number_unknowns(model);
  return model;
}

struct LawRow {
  Real phi, rate, second;  ///< rate = J v + phi_t, second = Jdot v
};

/// The row of the drive at a pose that moves with constant velocities.
LawRow law_row(const Model& model, const ExtendedVector& q, const ExtendedVector& v, Real time) {
  std::vector<BodyMotion<Real>> motions;
  for (const Body& body : model.bodies) motions.push_back(body_motion<Real>(body, ExtendedVector(q + time * v), v));
  motions.emplace_back();
  const Joint& joint = model.joints.back();
  const std::vector<Real> near(1, 0.0L);
  JointRows<Real> rows;
  InPlane<Real>::rows(joint, motions_of(motions, joint), time, near.data(), rows);
  subtract_laws<InPlane<Real>>(model, motions, time, near.data(), joint, rows);
  LawRow row{rows.phi[0], rows.phi_t[0], rows.jdot_v[0]};
  const std::array<int, num_sides> bodies = bodies_of(joint);
  for (std::size_t side = 0; side < num_sides; ++side)
    for (int j = 0; j < 3; ++j) row.rate += rows.jacobian[side][0][j] * v[model.bodies[bodies[side]].offset + j];
  return row;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(law_rows)

// Without accelerations the error changes at J v + phi_t, and that at Jdot v.
BOOST_AUTO_TEST_CASE(a_coordinate_that_follows_a_law_has_the_derivatives_of_its_error) {
  Random random(23);
  for (const Kind first : {Kind::position, Kind::direction})
    for (const Kind second : {Kind::distance, Kind::turn}) {
      const Model model = driven_rods(angle_drive, first, second);
      const ExtendedVector q = (initial_state(model).q + random.vector(9, 0.2)).cast<Real>();
      const ExtendedVector v = random.vector(9, 2.0).cast<Real>();
      const Real at = 0.4L, e = 1e-6L;
      const auto row = [&](Real time) { return law_row(model, q, v, time); };
      BOOST_TEST(std::abs(row(at).rate - (row(at + e).phi - row(at - e).phi) / (2 * e)) < 1e-9L);
      BOOST_TEST(std::abs(row(at).second - (row(at + e).rate - row(at - e).rate) / (2 * e)) < 1e-9L);
    }
}

// The row is the linearization in the velocities of g = c' - f: g itself at the velocities of the state, and with its
// slope. Without accelerations g changes at Jdot v.
BOOST_AUTO_TEST_CASE(a_rate_that_follows_a_law_of_rates_is_linearized_in_them) {
  Random random(29);
  for (const Kind second : {Kind::distance_rate, Kind::distance}) {
    const Model model = driven_rods(angle_rate_drive, Kind::velocity, second);
    const ExtendedVector q = (initial_state(model).q + random.vector(9, 0.2)).cast<Real>();
    const ExtendedVector v = random.vector(9, 2.0).cast<Real>();
    const Real at = 0.4L, e = 1e-6L;
    const auto error = [&](Real time) {
      std::vector<BodyMotion<Real>> motions;
      for (const Body& body : model.bodies) motions.push_back(body_motion<Real>(body, ExtendedVector(q + time * v), v));
      motions.emplace_back();
      const TimeFunction& law = model.joints.back().drive[0];
      std::array<Real, 2> values;
      const std::vector<Real> near(1, 0.0L);
      signal_values<InPlane<Real>>(model, motions, near.data(), law.signals(), values.data());
      return v[5] - v[2] - law(time, values.data());
    };
    const LawRow row = law_row(model, q, v, at);
    BOOST_TEST(std::abs(row.rate - error(at)) < 1e-15L);
    BOOST_TEST(std::abs(row.second - (error(at + e) - error(at - e)) / (2 * e)) < 1e-9L);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_law_rows
