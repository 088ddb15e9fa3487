// Laws of the state: programs on duals, tables, and the rows of signals, each compared with differences.
#include <boost/test/unit_test.hpp>

#include "kernel/drives/drive_types.hpp"
#include "kernel/drives/time_derivative.hpp"
#include "kernel/dynamics/extended_dynamics.hpp"
#include "kernel/dynamics/law_rows.hpp"
#include "kernel/dynamics/linearize_forces.hpp"
#include "kernel/dynamics/state_signals.hpp"
#include "kernel/model/numbers/dual.hpp"
#include "tests/support/schema_values.hpp"

namespace perpend::test::of_laws {

namespace {

using Op = TimeFunction::Op;
using Real = long double;
using Kind = StateSignal::Kind;

TimeFunction::Instruction signal(int index) {
  return {Op::signal, static_cast<double>(index)};
}

/// A law of as many signals, which it does not name.
TimeFunction law_of(std::vector<TimeFunction::Instruction> program, std::size_t signals) {
  auto inputs = std::make_shared<LawInputs>();
  inputs->signals.resize(signals);
  return TimeFunction(std::move(program), inputs);
}

/// Along the direction (1, 0.7).
Real dual_rate(const TimeFunction& law, Real a, Real b) {
  const std::array<Dual<Real>, 2> x{Dual<Real>(a, 1.0L), Dual<Real>(b, 0.7L)};
  return law(Dual<Real>(0.3L), x.data()).rate;
}
Real difference(const TimeFunction& law, Real a, Real b) {
  const Real e = std::cbrt(std::numeric_limits<Real>::epsilon());
  const auto at = [&](Real by) {
    const std::array<Real, 2> x{a + by, b + 0.7L * by};
    return law(0.3L, x.data());
  };
  return (at(e) - at(-e)) / (2 * e);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(laws)

// Central differences are off by e^2/6 of the third derivative, below 1e4 for arguments in (0.1, 0.9): 1e-9.
BOOST_AUTO_TEST_CASE(duals_of_every_function_agree_with_differences) {
  Random random(7);
  for (int sample = 0; sample < 50; ++sample) {
    const Real a = random.uniform(0.1, 0.9), b = random.uniform(0.1, 0.9);
    if (std::abs(a - b) < 0.01L) continue;  // min and max have a corner there
    for (const Op op : {Op::negate, Op::sqrt, Op::abs, Op::floor, Op::sin, Op::cos, Op::tan, Op::asin, Op::acos,
                        Op::exp, Op::log, Op::logical_not}) {
      const TimeFunction law = law_of({signal(0), {op, 0.0}}, 2);
      BOOST_TEST(std::abs(dual_rate(law, a, b) - difference(law, a, b)) < 1e-9L, "operation " << static_cast<int>(op));
    }
    for (const Op op : {Op::add, Op::subtract, Op::multiply, Op::divide, Op::power, Op::min, Op::max, Op::atan2,
                        Op::less, Op::less_equal, Op::equal, Op::logical_and, Op::logical_or}) {
      const TimeFunction law = law_of({signal(0), signal(1), {op, 0.0}}, 2);
      BOOST_TEST(std::abs(dual_rate(law, a, b) - difference(law, a, b)) < 1e-9L, "operation " << static_cast<int>(op));
    }
    const TimeFunction choice =
        law_of({signal(0), {Op::number, 0.5}, {Op::less, 0.0}, signal(1), signal(0), {Op::select, 0.0}}, 2);
    if (std::abs(a - 0.5L) > 0.01L) BOOST_TEST(std::abs(dual_rate(choice, a, b) - difference(choice, a, b)) < 1e-9L);
  }
}

BOOST_AUTO_TEST_CASE(what_does_not_move_has_no_rate_even_where_the_slope_is_infinite) {
  const TimeFunction root = law_of({signal(0), signal(0), {Op::multiply, 0.0}, {Op::sqrt, 0.0}}, 1);
  const Dual<Real> at_zero(0.0L, 1.0L);
  BOOST_TEST(root(Dual<Real>(0.0L), &at_zero).rate == 0.0L);
}

// A spline through a cubic's points is not the cubic near its ends, but its own derivatives are consistent everywhere.
BOOST_AUTO_TEST_CASE(derivatives_of_tables_agree_with_differences_and_tables_meet_their_points) {
  Random random(3);
  std::vector<double> x{0.0}, y{0.4};
  for (int i = 0; i < 12; ++i) {
    x.push_back(x.back() + random.uniform(0.1, 1.0));
    y.push_back(random.uniform(-1.0, 1.0));
  }
  for (const TableCurve curve : {TableCurve::linear, TableCurve::cubic}) {
    const Table table = make_table("t", x, y, curve);
    for (std::size_t i = 0; i < x.size(); ++i) BOOST_TEST(std::abs(table.derivative(x[i], 0) - y[i]) < 1e-14);
    for (int sample = 0; sample < 200; ++sample) {
      const Real at = random.uniform(x.front() + 0.001, x.back() - 0.001);
      const bool is_near_corner =
          std::any_of(x.begin(), x.end(), [&](double corner) { return std::abs(at - Real(corner)) < 1e-4L; });
      if (is_near_corner) continue;
      const Real e = 1e-6L;
      for (int order : {0, 1})
        BOOST_TEST(std::abs(table.derivative(at, order + 1) -
                            (table.derivative(at + e, order) - table.derivative(at - e, order)) / (2 * e)) < 1e-8L);
    }
    BOOST_TEST(std::isnan(table.derivative(x.front() - 1e-9, 0)));
    BOOST_TEST(std::isnan(table.derivative(x.back() + 1e-9, 0)));
  }
}

BOOST_AUTO_TEST_CASE(a_natural_spline_of_a_line_is_the_line) {
  const Table table = make_table("t", {0.0, 1.0, 3.0, 4.0}, {1.0, 3.0, 7.0, 9.0}, TableCurve::cubic);
  for (double at : {0.0, 0.3, 1.7, 3.9}) BOOST_TEST(std::abs(table.derivative(at, 0) - (1.0 + 2.0 * at)) < 1e-14);
}

namespace {

/// Two rods on a hinge, turned anyhow, in motion.
Model two_rods() {
  Model model;
  add_rod(model, "a", 1.0, 2.0, Vec2(0.3, 0.1));
  add_rod(model, "b", 0.7, 1.0, Vec2(1.1, -0.4));
  model.bodies[0].angle = 0.4;
  model.bodies[1].angle = -0.9;
  add_joint(model, "revolute", "hinge", 0, 1, at(Vec2(0.8, 0.1)));
  model.joints[0].tracks_coordinates = true;
  number_unknowns(model);
  return model;
}

std::vector<StateSignal> all_signals(bool planar) {
  std::vector<StateSignal> signals;
  for (const Kind kind : {Kind::position, Kind::velocity, Kind::angle, Kind::spin, Kind::direction, Kind::coordinate,
                          Kind::coordinate_rate, Kind::distance, Kind::distance_rate, Kind::turn})
    for (int component = 0; component < (planar ? 2 : 3); ++component) {
      if (kind == Kind::angle && !planar) continue;
      StateSignal signal{.kind = kind, .body = {0, 1}, .component = component};
      signal.point = {Vec3(0.2, -0.3, planar ? 0.0 : 0.1), Vec3(0.5, 0.1, planar ? 0.0 : -0.2)};
      if (kind == Kind::direction) signal.point[0] = planar ? Vec3(0.6, 0.8, 0.0) : Vec3(0.6, 0.0, 0.8);
      if (kind == Kind::coordinate || kind == Kind::coordinate_rate) signal.joint = 0;
      signals.push_back(signal);
    }
  return signals;
}

/// Along a motion without accelerations a signal changes at its rate, and that at its acceleration.
template <class In, class Motions>
void expect_derivatives(const Model& model, const Motions& motions_at, const Real* near,
                        const std::vector<StateSignal>& signals) {
  const Real e = 1e-6L;
  for (const StateSignal& signal : signals) {
    BOOST_TEST_INFO("kind " << static_cast<int>(signal.kind) << " component " << signal.component);
    const auto at = [&](Real time) { return signal_motion<In>(model, motions_at(time), near, signal); };
    BOOST_TEST(std::abs(at(0).rate - (at(e).value - at(-e).value) / (2 * e)) < 1e-9L);
    if (!is_rate(signal.kind)) BOOST_TEST(std::abs(at(0).acceleration - (at(e).rate - at(-e).rate) / (2 * e)) < 1e-9L);
  }
}

}  // namespace

// The value of a signal of the pose changes at the rate that its row gives; a rate is that rate.
BOOST_AUTO_TEST_CASE(rows_of_signals_in_the_plane_agree_with_differences) {
  const Model model = two_rods();
  Random random(11);
  const ExtendedVector q = (initial_state(model).q + random.vector(6, 0.2)).cast<Real>();
  const ExtendedVector v = random.vector(6, 2.0).cast<Real>();
  const auto motions_at = [&](Real time) {
    std::vector<BodyMotion<Real>> motions;
    for (const Body& body : model.bodies) motions.push_back(body_motion<Real>(body, ExtendedVector(q + time * v), v));
    motions.emplace_back();
    return motions;
  };
  const std::vector<Real> near(1, 0.0L);
  for (const StateSignal& signal : all_signals(true)) {
    BOOST_TEST_INFO("kind " << static_cast<int>(signal.kind) << " component " << signal.component);
    const auto row = signal_row<InPlane<Real>>(model, motions_at(0), near.data(), signal);
    Real rate = 0;
    for (int side = 0; side < num_sides; ++side)
      for (int j = 0; j < 3 && row.body[side] != world_body; ++j)
        rate += row.row[side][j] * v[model.bodies[row.body[side]].offset + j];
    if (is_rate(signal.kind)) {
      BOOST_TEST(std::abs(rate - row.value) < 1e-17L);
      continue;
    }
    const Real e = 1e-6L;
    const Real change = (signal_row<InPlane<Real>>(model, motions_at(e), near.data(), signal).value -
                         signal_row<InPlane<Real>>(model, motions_at(-e), near.data(), signal).value) /
                        (2 * e);
    BOOST_TEST(std::abs(rate - change) < 1e-9L);
  }
  expect_derivatives<InPlane<Real>>(model, motions_at, near.data(), all_signals(true));
}

BOOST_AUTO_TEST_CASE(rows_of_signals_in_space_agree_with_differences) {
  Model model;
  model.space = Space::spatial;
  Random random(5);
  for (int i = 0; i < 2; ++i) {
    Body body;
    body.name = i == 0 ? "a" : "b";
    body.mass = 1.0;
    body.spatial.inertia = Matrix3::Identity();
    body.spatial.position = random.vector(3, 1.0);
    body.spatial.rotation = random_rotation(random);
    model.bodies.push_back(body);
  }
  number_unknowns(model);
  std::array<Vector3<Real>, 2> velocity, spin;
  for (int i = 0; i < 2; ++i) {
    velocity[i] = random.vector(3, 2.0).cast<Real>();
    spin[i] = random.vector(3, 2.0).cast<Real>();
  }
  const auto motions_at = [&](Real time) {
    std::vector<SpatialMotion<Real>> motions(3);
    for (int i = 0; i < 2; ++i) {
      motions[i].position = model.bodies[i].spatial.position.cast<Real>() + time * velocity[i];
      motions[i].rotation = rotation_matrix(quaternion_exponential<Real>(time * spin[i])) *
                            rotation_matrix<Real>(model.bodies[i].spatial.rotation.cast<Real>());
      motions[i].velocity = velocity[i];
      motions[i].spin = spin[i];
    }
    return motions;
  };
  for (const StateSignal& signal : all_signals(false)) {
    if (signal.joint >= 0) continue;
    BOOST_TEST_INFO("kind " << static_cast<int>(signal.kind) << " component " << signal.component);
    const auto row = signal_row<InSpace<Real>>(model, motions_at(0), nullptr, signal);
    Real rate = 0;
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < 3; ++j) rate += row.row[side][j] * velocity[side][j] + row.row[side][3 + j] * spin[side][j];
    if (is_rate(signal.kind)) {
      BOOST_TEST(std::abs(rate - row.value) < 1e-16L);
      continue;
    }
    const Real e = 1e-6L;
    const Real change = (signal_row<InSpace<Real>>(model, motions_at(e), nullptr, signal).value -
                         signal_row<InSpace<Real>>(model, motions_at(-e), nullptr, signal).value) /
                        (2 * e);
    BOOST_TEST(std::abs(rate - change) < 1e-9L);
  }
  std::vector<StateSignal> of_bodies = all_signals(false);
  std::erase_if(of_bodies, [](const StateSignal& signal) { return signal.joint >= 0; });
  expect_derivatives<InSpace<Real>>(model, motions_at, nullptr, of_bodies);
}

namespace {

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

namespace {

void add_motor(Model& model, std::vector<TimeFunction::Instruction> program) {
  auto inputs = std::make_shared<LawInputs>();
  inputs->signals = {{.kind = Kind::coordinate, .joint = 0}, {.kind = Kind::coordinate_rate, .joint = 0}};
  Force motor;
  motor.name = "motor";
  motor.type = &motor_force;
  motor.push = TimeFunction(std::move(program), inputs);
  motor.signals = motor.push.signals();
  motor.joint = 0;
  model.forces.push_back(std::move(motor));
}

/// K and D as the sums of what LinearForces holds.
std::pair<MatrixX, MatrixX> sums_of(const LinearForces& forces, int n) {
  MatrixX stiffness = MatrixX::Zero(n, n), damping = MatrixX::Zero(n, n);
  for (const LinearForces::Element& element : forces.elements)
    for (std::size_t i = 0; i < element.columns.size(); ++i)
      for (std::size_t j = 0; j < element.columns.size(); ++j) {
        const double product = element.gradient[i] * element.gradient[j];
        stiffness(element.columns[i], element.columns[j]) += element.stiffness * product;
        damping(element.columns[i], element.columns[j]) += element.damping * product;
      }
  for (const LinearForces::Entry& entry : forces.rest) {
    stiffness(entry.row, entry.column) += entry.value;
    if (entry.row != entry.column) stiffness(entry.column, entry.row) += entry.value;
  }
  return {stiffness, damping};
}

VectorX force_at(const Model& model, State state) {
  Evaluation evaluation = allocate_evaluation(model);
  evaluate(model, state, evaluation);
  return evaluation.force;
}

}  // namespace

// Without gravity, and with a law that pushes by 0 there, the joint carries no force at rest: K and D are those of the
// applied forces alone.
BOOST_AUTO_TEST_CASE(stiffness_and_damping_of_a_controller_are_the_derivatives_of_its_force) {
  Model model = two_rods();
  // -5 sin c - 2 rate
  add_motor(model, {{Op::number, 5.0},
                    signal(0),
                    {Op::sin, 0.0},
                    {Op::multiply, 0.0},
                    {Op::negate, 0.0},
                    {Op::number, 2.0},
                    signal(1),
                    {Op::multiply, 0.0},
                    {Op::subtract, 0.0}});
  const State start = initial_state(model);
  const LinearForces forces = linearize_forces(model, start);
  BOOST_REQUIRE_EQUAL(forces.objection, "");
  const auto [stiffness, damping] = sums_of(forces, 6);
  const double e = 1e-6;
  for (int j = 0; j < 6; ++j) {
    State more = start, less = start;
    more.q[j] += e;
    less.q[j] -= e;
    const VectorX of_pose = -(force_at(model, more) - force_at(model, less)) / (2 * e);
    more = less = start;
    more.v[j] += e;
    less.v[j] -= e;
    const VectorX of_rate = -(force_at(model, more) - force_at(model, less)) / (2 * e);
    BOOST_TEST((of_pose - stiffness.col(j)).cwiseAbs().maxCoeff() < 1e-8);  // rounding of forces of 5 over 1e-6
    BOOST_TEST((of_rate - damping.col(j)).cwiseAbs().maxCoeff() < 1e-8);
  }
  BOOST_TEST(stiffness(2, 2) == 5.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(damping(2, 5) == -2.0, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_law_with_a_corner_or_a_skew_answer_is_not_linearized) {
  Model corner = two_rods();
  add_motor(corner, {signal(0), {Op::abs, 0.0}, {Op::negate, 0.0}});
  BOOST_TEST(linearize_forces(corner, initial_state(corner)).objection.find("not smooth") != std::string::npos);
  Model skew = two_rods();
  auto inputs = std::make_shared<LawInputs>();
  inputs->signals = {{.kind = Kind::velocity, .body = {1, world_body}, .component = 0}};
  Force load;
  load.name = "load";
  load.type = &load_force;
  load.body = {0, world_body};
  load.load = {TimeFunction({signal(0)}, inputs), TimeFunction(0.0)};
  load.signals = inputs->signals;
  skew.forces.push_back(load);
  BOOST_TEST(linearize_forces(skew, initial_state(skew)).objection.find("not symmetric") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_laws
