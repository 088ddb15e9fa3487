// RATTLE and SHAKE: the laws that tell them from a projection.
#include <boost/test/unit_test.hpp>

#include "tests/support/observed_order.hpp"
#include "tests/support/stepping.hpp"
#include "tests/support/turning_chain.hpp"

namespace perpend::test {

namespace {

constexpr double h = 0x1p-7;

/// Positions after `steps`, and all states on the way.
std::vector<State> run(const Model& model, const char* name, int steps) {
  Stepper stepper(model);
  std::vector<State> states{initial_state(model)};
  for (int i = 0; i < steps; ++i) {
    states.push_back(stepper.step(*method(name, {{"tolerance", 1e-14}}), states.back(), h));
    BOOST_REQUIRE(stepper.status == Status::converged);
  }
  return states;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(symmetric_methods)

// Forward, velocities turned, forward again: a symmetric method comes back. The time of the forces is constant here.
BOOST_AUTO_TEST_CASE(rattle_runs_backward_along_its_own_path) {
  for (const Model& model : {chain(3, 9.81, 0.5), four_bar(), turning_chain(3), hinge_chain(3), spatial_four_bar()}) {
    Stepper stepper(model);
    State state = run(model, "rattle", 50).back();
    state.v = -state.v;
    for (int i = 0; i < 50; ++i) state = stepper.step(*method("rattle", {{"tolerance", 1e-14}}), state, h);
    state.v = -state.v;
    const State start = initial_state(model);
    // 100 steps that each leave 1e-14 m and amplify what is there by less than 1e3.
    BOOST_TEST(largest(state.q - start.q) < 1e-9);
    BOOST_TEST(largest(state.v - start.v) < 1e-8);
  }
}

BOOST_AUTO_TEST_CASE(rattle_meets_positions_and_velocities) {
  for (const Model& model : {four_bar(), turning_chain(3)}) {
    Stepper stepper(model);
    for (const State& state : run(model, "rattle", 50)) {
      const Evaluation& evaluation = stepper.at(state);
      BOOST_TEST(largest(evaluation.rows.phi) <= 1e-14);
      VectorX rate;
      apply_jacobian(evaluation.rows, state.v, rate);
      BOOST_TEST(largest(rate) < 1e-13 * (1.0 + largest(state.v)));  // J entries are below 1: a hundred roundings
    }
  }
}

BOOST_AUTO_TEST_CASE(shake_goes_through_the_positions_of_rattle) {
  for (const Model& model : {chain(3, 9.81, 0.5), turning_chain(3)}) {
    const auto shake = run(model, "shake", 50);
    const auto rattle = run(model, "rattle", 50);
    for (std::size_t i = 0; i < shake.size(); ++i) BOOST_TEST(largest(shake[i].q - rattle[i].q) < 1e-10);
    BOOST_TEST(largest(shake.back().v - rattle.back().v) > 1e-3);  // and not through its velocities
  }
}

// q+ - 2 q + q- = h^2 M^-1 (f + J^T lambda): what is left after the forces lies in the range of M^-1 J^T.
BOOST_AUTO_TEST_CASE(shake_is_verlets_method_on_positions) {
  const Model model = particle_pendulum();
  const auto states = run(model, "shake", 50);
  for (std::size_t i = 1; i + 1 < states.size(); ++i) {
    const Vec2 second = (states[i + 1].q - 2.0 * states[i].q + states[i - 1].q) / (h * h);
    const Vec2 along = Vec2(states[i].q).normalized();
    const Vec2 left = second - Vec2(0.0, -9.8125);
    // Differences of positions of 1 m over h^2 = 6e-5: 20 roundings make 4e-11.
    BOOST_TEST(std::abs(left.x() * along.y() - left.y() * along.x()) < 1e-10);
  }
}

// Symplectic in the plane without velocity forces: the energy error stays of order h^2 and does not grow.
BOOST_AUTO_TEST_CASE(rattle_keeps_the_energy_for_long) {
  const Model model = particle_pendulum();
  Stepper stepper(model);
  State state = initial_state(model);
  const double start = stepper.at(state).energies.total();
  double first = 0.0, second = 0.0;
  for (int i = 0; i < 20000; ++i) {
    state = stepper.step(*method("rattle"), state, h);
    double& error = i < 10000 ? first : second;
    error = std::max(error, std::abs(stepper.at(state).energies.total() - start));
  }
  BOOST_TEST(first < 0.05);  // of 39 J between top and bottom
  BOOST_TEST(second < 1.05 * first);
}

BOOST_AUTO_TEST_CASE(an_iteration_that_does_not_reach_its_tolerance_says_so) {
  const Model model = turning_chain(2);
  Stepper stepper(model);
  for (const char* name : {"rattle", "shake"}) {
    stepper.step(*method(name, {{"max_iterations", 1.0}}), initial_state(model), 0.05);
    BOOST_TEST(stepper.status == Status::iteration_limit);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test
