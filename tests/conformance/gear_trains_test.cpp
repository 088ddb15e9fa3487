// Gears and racks whose carrier turns, by their closed forms, under every registered method and on every route.
#include <boost/test/unit_test.hpp>

#include "tests/support/gear_trains.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_gear_trains {

namespace {

constexpr double h = 0x1p-10;
constexpr long num_steps = 1024;

std::vector<State> states_of(const Model& model, const TestedMethod& tested, LinearAlgebra linear_algebra = {}) {
  StateObserver observer;
  const SimulationResult result =
      simulate(model, initial_state(model), step_of(tested.stabilizer()),
               {.step = h, .num_steps = num_steps, .linear_algebra = linear_algebra}, observer);
  BOOST_REQUIRE_MESSAGE(result.status == Status::converged, tested.label << ": " << result.message);
  return observer.states;
}

/// theta = 2 (1 - cos 3 t): up to 4 rad and back.
void drive(Model& model, int joint) {
  const JointType& type = model.space == Space::planar ? angle_drive : spatial_angle_drive;
  add_drive(model, type, "motor", joint, properties_of({{"value", one_less_cosine(2.0, 3.0)}}));
  number_unknowns(model);
}

double angle(const Model& model, const State& state, int body) {
  return state.q[model.bodies[body].q_offset + 2];
}

/// Spin about an axis.
double spin(const Model& model, const State& state, int body, const Vec3& axis) {
  return state.v.segment<3>(model.bodies[body].offset + 3).dot(axis.normalized());
}

/// Largest |a - b| over all states against the largest |b|.
template <class First, class Second>
double relative_difference(const std::vector<State>& states, First first, Second second) {
  double difference = 0.0, size = 0.0;
  for (const State& state : states) {
    difference = std::max(difference, std::abs(first(state) - second(state)));
    size = std::max(size, std::abs(second(state)));
  }
  BOOST_TEST(size > 0.1);  // it moves
  return difference / size;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(gear_trains)

// Rows of angles in the plane are linear with constant coefficients: every method holds them to the accuracy of its
// solve in 1024 steps, iterative ones to their tolerance of 1e-12 a step.
BOOST_AUTO_TEST_CASE(an_epicyclic_train_in_the_plane_turns_by_the_equation_of_willis) {
  const Epicyclic radii;
  Model model = epicyclic_train(radii);
  drive(model, 0);
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_CONTEXT(tested.label) {
      const auto states = states_of(model, tested);
      const auto sun = [&](const State& s) { return angle(model, s, sun_body); };
      BOOST_TEST(relative_difference(
                     states, [&](const State& s) { return angle(model, s, arm_body); },
                     [&](const State& s) { return radii.arm_turns() * sun(s); }) < 1e-9);
      BOOST_TEST(relative_difference(
                     states, [&](const State& s) { return angle(model, s, planet_body); },
                     [&](const State& s) { return radii.planet_turns() * sun(s); }) < 1e-9);
    }
  }
}

// In space what a method lets the hinges drift tilts the axes, by h times the square of the spin at most; the spins
// about them change by no more than that.
BOOST_AUTO_TEST_CASE(an_epicyclic_train_in_space_turns_by_the_equation_of_willis) {
  const Epicyclic radii;
  const Vec3 axis(1.0, 2.0, -2.0);
  Model model = epicyclic_train_in_space(axis, radii);
  drive(model, 0);
  constexpr double fastest = 6.0;  // rad/s, of the sun; the planet is slower
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_CONTEXT(tested.label) {
      const auto states = states_of(model, tested);
      const auto sun = [&](const State& s) { return spin(model, s, sun_body, axis); };
      BOOST_TEST(relative_difference(
                     states, [&](const State& s) { return spin(model, s, arm_body, axis); },
                     [&](const State& s) { return radii.arm_turns() * sun(s); }) < h * fastest);
      BOOST_TEST(relative_difference(
                     states, [&](const State& s) { return spin(model, s, planet_body, axis); },
                     [&](const State& s) { return radii.planet_turns() * sun(s); }) < h * fastest);
    }
  }
}

// A torque on the sun turns the whole as one inertia: what each part has, times the square of its turns for one of the
// sun, and the planet's mass on its circle.
BOOST_AUTO_TEST_CASE(a_torque_on_the_sun_meets_the_inertia_of_the_whole_train) {
  const Epicyclic radii;
  Model model = epicyclic_train(radii);
  constexpr double torque = 0.05;
  add_force(model, "torque", "push", sun_body, world_body, properties_of({{"torque", TimeFunction(torque)}}));
  number_unknowns(model);
  const auto& bodies = model.bodies;
  const double arm = radii.arm_turns(), planet = radii.planet_turns();
  const double inertia = bodies[sun_body].inertia + arm * arm * bodies[arm_body].inertia +
                         planet * planet * bodies[planet_body].inertia +
                         std::pow(arm * radii.arm(), 2) * bodies[planet_body].mass;
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_CONTEXT(tested.label) {
      const auto states = states_of(model, tested);
      const double expected = torque / inertia * states.back().time;
      // The drift of the planet's hinge changes its path by O(h) of the angle that a step turns.
      BOOST_TEST(std::abs(states.back().v[model.bodies[sun_body].offset + 2] - expected) < h * expected * expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_wheels_of_a_differential_turn_by_twice_the_case_together) {
  Model model = differential();
  constexpr int left = 0, spider = 1, held = 2, right = 3;
  drive(model, 2);  // the case
  add_drive(model, spatial_angle_drive, "brake", 0, properties_of({{"value", one_less_cosine(0.5, 2.0)}}));
  number_unknowns(model);
  const Vec3 x = Vec3::UnitX();
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_CONTEXT(tested.label) {
      const auto states = states_of(model, tested);
      BOOST_TEST(relative_difference(
                     states, [&](const State& s) { return spin(model, s, left, x) + spin(model, s, right, x); },
                     [&](const State& s) { return 2.0 * spin(model, s, held, x); }) < 6.0 * h);
      // The spider turns about y of the case by half of what the left wheel turns against the case, the other way.
      const auto own_axis = [&](const State& s) {
        return Vec3(rotation_matrix<double>(s.q.segment<4>(model.bodies[held].q_offset + 3)).col(1));
      };
      BOOST_TEST(relative_difference(
                     states, [&](const State& s) { return spin(model, s, spider, own_axis(s)); },
                     [&](const State& s) { return -2.0 * (spin(model, s, left, x) - spin(model, s, held, x)); }) <
                 6.0 * 6.0 * h);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_rack_on_a_turntable_travels_by_the_turns_of_its_pinion_against_the_table) {
  Model model = rack_on_a_turntable();
  constexpr int pinion = 0, rack = 1, table = 2;
  drive(model, 0);
  add_drive(model, angle_drive, "feed", 1, properties_of({{"value", one_less_cosine(1.5, 2.0)}}));
  number_unknowns(model);
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_CONTEXT(tested.label) {
      const auto states = states_of(model, tested);
      const auto way = [&](const State& s) {
        const double turn = angle(model, s, table);
        const Vec2 d = s.q.segment<2>(model.bodies[rack].q_offset) - s.q.segment<2>(model.bodies[table].q_offset);
        return -(std::cos(turn) * d.x() + std::sin(turn) * d.y());
      };
      // Drift of a row with a turning axis: h times speed times spin, 1 s long, of a travel of 0.15 m.
      BOOST_TEST(relative_difference(states, way, [&](const State& s) {
                   return pinion_radius * (angle(model, s, pinion) - angle(model, s, table));
                 }) < 20.0 * h);
    }
  }
}

BOOST_AUTO_TEST_CASE(routes_agree_about_rows_of_three_bodies) {
  const auto& method = tested_methods().front();
  for (Model model : {epicyclic_train(), epicyclic_train_in_space(Vec3(1.0, 2.0, -2.0)), differential()}) {
    drive(model, 0);
    const VectorX kkt = states_of(model, method).back().q;
    for (const Route route : {Route::baraff, Route::smith}) {
      const VectorX other = states_of(model, method, {.route = route}).back().q;
      BOOST_TEST(largest(other - kkt) < 1e-9);  // rounding of 1024 steps, of matrices with condition up to 1e4
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_gear_trains
