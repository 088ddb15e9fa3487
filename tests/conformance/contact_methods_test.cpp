// Laws of mechanics for every method that takes contacts, in the plane and in space: momentum and energy.
#include <boost/test/unit_test.hpp>
#include <numbers>

#include "tests/support/contact_steps.hpp"
#include "tests/support/spatial_contact_worlds.hpp"

namespace perpend::test::of_contact_methods {

namespace {

constexpr double step = 0.01;  // [s]
constexpr double u = 0x1p-53;
// A velocity sums the impulses of at most eight contacts with two friction directions each, a momentum those of six
// bodies, twice for a moment: below 64 operations.
constexpr double rounding = 64.0 * u;

/// Bodies on a circle that fly at its centre, turning.
Model meeting_bodies(std::uint64_t seed) {
  Random random(seed);
  Model model = contact_world(0.4, 0.0);
  for (int i = 0; i < 6; ++i) {
    const double angle = i * std::numbers::pi / 3.0;
    const Vec2 out(std::cos(angle), std::sin(angle));
    const Shape shape = i % 2 == 0 ? disk_shape(0.3) : box_shape(0.5, 0.4);
    const double mass = random.uniform(0.5, 2.0);
    const Vec2 velocity = -1.5 * out + random.point(0.3);
    add_body(model, shape, mass, 1.2 * out, velocity, random.uniform(-2.0, 2.0));
  }
  number_unknowns(model);
  return model;
}

/// Balls and cubes on the axes. Their inertia is the same about every axis, so that turning alone keeps it exactly.
Model meeting_solids(std::uint64_t seed) {
  Random random(seed);
  Model model = spatial_contact_world(0.4, Vec3::Zero());
  for (int i = 0; i < 6; ++i) {
    const Vec3 out = (i < 3 ? 1.0 : -1.0) * Vec3::Unit(i % 3);
    const double mass = random.uniform(0.5, 2.0);
    model.bodies.push_back(i % 2 == 0 ? ball(0.3, mass, 1.2 * out) : box(Vec3::Constant(0.5), mass, 1.2 * out));
    model.bodies.back().spatial.velocity = -1.5 * out + Vec3(random.vector(3, 0.3));
    model.bodies.back().spatial.spin = random.vector(3, 2.0);
  }
  number_unknowns(model);
  return model;
}

/// Bodies that fall on the ground and on each other, turning and sliding.
Model falling_bodies(std::uint64_t seed) {
  Random random(seed);
  Model model = contact_world(0.4);
  add_ground(model);
  for (int i = 0; i < 5; ++i) {
    const Shape shape = i % 2 == 0 ? box_shape(0.5, 0.3) : disk_shape(0.25);
    const double mass = random.uniform(0.5, 2.0);
    const Vec2 velocity = random.point(1.0);
    add_body(model, shape, mass, Vec2(0.15 * i, 0.5 + 0.7 * i), velocity, random.uniform(-3.0, 3.0));
    model.bodies.back().angle = random.uniform(-1.0, 1.0);
  }
  number_unknowns(model);
  return model;
}

Model falling_solids(std::uint64_t seed) {
  Random random(seed);
  Model model = spatial_world_with_ground(0.4);
  for (int i = 0; i < 4; ++i) {
    const Vec3 at(0.15 * i, 0.1 * i, 0.5 + 0.8 * i);
    const double mass = random.uniform(0.5, 2.0);
    model.bodies.push_back(i % 2 == 0 ? box(Vec3::Constant(0.5), mass, at) : ball(0.25, mass, at));
    model.bodies.back().spatial.velocity = random.vector(3, 1.0);
    model.bodies.back().spatial.spin = random.vector(3, 3.0);
  }
  number_unknowns(model);
  return model;
}

struct NamedModel {
  std::string name;
  Model model;
};

void for_each_method(const std::vector<NamedModel>& worlds,
                     const std::function<void(const Model&, const TestedMethod&)>& check) {
  for (const NamedModel& world : worlds)
    for (const TestedMethod& tested : solving_methods_for(world.model))
      BOOST_TEST_CONTEXT(world.name << ", " << tested.label) check(world.model, tested);
}

/// What a step may change of the angular momentum: friction acts on each body at its own side of the gap, and a
/// correction moves masses that have velocities.
double allowed_turn(const Model& model, const ContactStep& made) {
  double sum = 0.0;
  for (int c = 0; c < made.num_contacts(); ++c)
    sum += std::abs(made.dynamics.problem.rows.contacts[c].gap) * made.friction_impulse(c);
  if (!made.has_correction) return sum;
  for (const Body& body : model.bodies)
    if (body.dof > 0)
      sum += body.mass * linear_part(model, body, made.correction.solution.joints.x).norm() *
             linear_part(model, body, made.after.v).norm();
  return sum;
}

void check_momentum(const Model& model, const TestedMethod& tested) {
  constexpr double reach = 3.0;  // no body gets further from the origin [m]
  ContactStepObserver observer(step, [&](const ContactStep& made) {
    const Momentum old = momentum(model, made.before), now = momentum(model, made.after);
    const double size = old.linear_size + now.linear_size + 2.0 * made.total_impulse();
    const double turn_size = old.angular_size + now.angular_size + 2.0 * reach * made.total_impulse();
    BOOST_TEST_INFO_SCOPE("step " << made.step);
    BOOST_TEST((now.linear - old.linear).norm() <= rounding * size);
    BOOST_TEST((now.angular - old.angular).norm() <= rounding * turn_size + allowed_turn(model, made));
  });
  const SimulationResult result = run_steps(model, tested, step, 100, observer);
  BOOST_TEST((result.status == Status::converged), result.message);
  BOOST_TEST(observer.impulse > 1.0);
}

/// With M (v+ - v) = h f + G^T p and f constant a step changes the energy by
///     p . G v+ - 1/2 |v+ - v|_M^2:
/// the step is semi-implicit, so that gravity adds nothing. The laws of contact leave of p . G v+ at most what the
/// feedback of gaps gives, c_n (-Delta) at a penetration, where no method goes further in a step than out of it,
/// Delta >= gap/h; friction takes, also in the convex law, where its part and
/// that of mu sigma cancel. At acceleration level N v+ = N v - h bias, and friction is against the sliding at v: it
/// gives no more than the sliding changes.
double feedback_of_gaps(const ContactStep& made) {
  const ContactProblem& problem = made.dynamics.problem;
  double sum = 0.0;
  for (int c = 0; c < made.num_contacts(); ++c) {
    if (problem.law != FrictionLaw::sliding) {
      sum += made.normal_impulse(c) * std::max(-problem.rows.contacts[c].gap, 0.0) / made.h;
      continue;
    }
    const double rate = contact_rate(problem.rows, c, 0, made.before.v) - made.h * problem.bias[c];
    double turn = 0.0;
    for (int t = 1; t < problem.rows.rows_per_contact; ++t)
      turn += std::pow(made.h * contact_product(problem.rows, c, t, made.dynamics.solution.joints.x), 2);
    sum += made.normal_impulse(c) * std::max(rate, 0.0) + made.friction_impulse(c) * std::sqrt(turn);
  }
  return sum;
}

/// A correction meets N dq = -gap with |dq|_M^2 = lambda . N dq, and gravity gives at most g sqrt(mass) |dq|_M.
double work_of_correction(const Model& model, const ContactStep& made) {
  if (!made.has_correction) return 0.0;
  double squared = 0.0, mass = 0.0;
  for (int c = 0; c < made.correction.problem.rows.size(); ++c)
    squared += made.correction.solution.normal[c] * std::max(-made.correction.problem.rows.contacts[c].gap, 0.0);
  for (const Body& body : model.bodies) mass += body.dof > 0 ? body.mass : 0.0;
  return standard_gravity * std::sqrt(mass * squared);
}

void check_energy(const Model& model, const TestedMethod& tested) {
  // The largest energy and work that the sums of a step are made of: all bodies at 4 m with 8 m/s.
  double scale = 0.0;
  for (const Body& body : model.bodies)
    if (body.dof > 0) scale += body.mass * (4.0 * standard_gravity + 8.0 * 8.0);
  double first = 0.0, last = 0.0;
  ContactStepObserver observer(step, [&](const ContactStep& made) {
    if (made.step == 1) first = made.energy_before;
    last = made.energy_after;
    const double allowed = feedback_of_gaps(made) + work_of_correction(model, made) + rounding * scale;
    BOOST_TEST_INFO_SCOPE("step " << made.step);
    BOOST_TEST(made.energy_after - made.energy_before <= allowed);
  });
  const SimulationResult result = run_steps(model, tested, step, 150, observer);
  BOOST_TEST((result.status == Status::converged), result.message);
  BOOST_TEST(last < 0.8 * first);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_methods)

BOOST_AUTO_TEST_CASE(bodies_that_meet_with_friction_keep_their_momentum_and_their_angular_momentum) {
  for_each_method({{"plane 1", meeting_bodies(1)}, {"plane 2", meeting_bodies(2)}, {"space", meeting_solids(3)}},
                  check_momentum);
}

BOOST_AUTO_TEST_CASE(no_step_of_plastic_contact_gains_more_energy_than_its_feedback_gives) {
  for_each_method({{"plane 1", falling_bodies(1)},
                   {"plane 2", falling_bodies(2)},
                   {"heap", heap(3, 0.2)},
                   {"space", falling_solids(3)}},
                  check_energy);
}

/// Delta >= gap/h: whatever a method feeds back, an overlap does not become a gap.
BOOST_AUTO_TEST_CASE(an_overlap_at_rest_is_left_no_faster_than_in_one_step) {
  constexpr double overlap = 0x1p-10;  // [m]
  Model plane = contact_world(0.4, 0.0), space = spatial_world_with_ground(0.4, Vec3::Zero());
  add_ground(plane);
  add_body(plane, box_shape(0.5, 0.5), 2.0, Vec2(0.0, 0.25 - overlap));
  space.bodies.push_back(box(Vec3::Constant(0.5), 2.0, Vec3(0.0, 0.0, 0.25 - overlap)));
  for (Model* model : {&plane, &space}) number_unknowns(*model);
  for_each_method({{"plane", plane}, {"space", space}}, [](const Model& model, const TestedMethod& tested) {
    ContactKeeper keeper;
    const SimulationResult result = run_steps(model, tested, step, 1, keeper);
    BOOST_TEST((result.status == Status::converged), result.message);
    const int up = num_linear(model) - 1;
    BOOST_TEST(keeper.state.v[up] >= 0.0);
    BOOST_TEST(keeper.state.v[up] * step <= overlap * (1.0 + rounding));
    BOOST_TEST(keeper.state.q[up] - 0.25 <= rounding);
    BOOST_TEST(keeper.energy - keeper.first_energy <= std::pow(overlap / step, 2) * (1.0 + rounding));  // m = 2
  });
}

/// Whether friction holds a block is a fact of each method, and what a report says of it is true.
BOOST_AUTO_TEST_CASE(a_block_rests_on_a_slope_below_the_angle_of_friction_under_methods_that_say_so) {
  constexpr double slope = 20.0 * std::numbers::pi / 180.0, duration = 2.0;
  const Vec2 normal(-std::sin(slope), std::cos(slope)), along(std::cos(slope), std::sin(slope));
  Model model = contact_world(0.5);
  add_ground(model, Vec2::Zero(), slope);
  add_body(model, box_shape(0.4, 0.2), 1.0, 0.1 * normal);
  model.bodies.back().angle = slope;
  number_unknowns(model);
  int num_holding = 0;
  for (const TestedMethod& tested : solving_methods_for(model)) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    ContactKeeper keeper;
    const SimulationResult result = run_steps(model, tested, step, std::lround(duration / step), keeper);
    BOOST_TEST((result.status == Status::converged), result.message);
    const double crept = std::abs((keeper.state.q.head<2>() - 0.1 * normal).dot(along));
    // Rounding of 200 steps holds; creeping continues by a length that one sees.
    if (tested.stabilizer()->has_static_friction())
      BOOST_TEST(crept <= 1e-9);
    else
      BOOST_TEST(crept >= 1e-3);
    num_holding += tested.stabilizer()->has_static_friction() ? 1 : 0;
  }
  BOOST_TEST(num_holding >= 6);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_methods
