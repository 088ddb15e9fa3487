// RATTLE and SHAKE: the laws that tell them from a projection.
#include <boost/test/unit_test.hpp>

#include "tests/support/mechanisms_spatial.hpp"
#include "tests/support/observed_order.hpp"
#include "tests/support/stepping.hpp"
#include "tests/support/turning_chain.hpp"

namespace perpend::test::of_symmetric {

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

/// Benchmark A02 (scenes/examples/benchmarks/n_four_bar_mechanism.scene): windows of one-metre
/// rods, whose uprights lie flat for the first time after 0.71 s. J loses rank there.
Model n_four_bar(int windows) {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  for (int i = 0; i <= windows; ++i) {
    add_rod_between(model, "upright", 1.0, Vec2(i, 0.0), Vec2(i, 1.0));
    model.bodies.back().velocity = Vec2(0.5, 0.0);
    model.bodies.back().spin = -1.0;
  }
  for (int i = 1; i <= windows; ++i) {
    add_rod_between(model, "top", 1.0, Vec2(i - 1.0, 1.0), Vec2(i, 1.0));
    model.bodies.back().velocity = Vec2(1.0, 0.0);
  }
  for (int i = 0; i <= windows; ++i) add_joint(model, "revolute", "foot", world_body, i, at(Vec2(i, 0.0)));
  for (int i = 1; i <= windows; ++i) {
    add_joint(model, "revolute", "left", i - 1, windows + i, at(Vec2(i - 1.0, 1.0)));
    add_joint(model, "revolute", "right", windows + i, i, at(Vec2(i, 1.0)));
  }
  number_unknowns(model);
  return model;
}

// 1.2 s at steps that come to lie at all distances from the flat position, at the default tolerance.
BOOST_AUTO_TEST_CASE(positions_in_which_rows_become_dependent_are_passed) {
  for (const char* name : {"rattle", "shake"})
    for (const int windows : {2, 5})
      for (const double step : {5e-3, 2e-3, 0.5e-3}) {
        BOOST_TEST_INFO_SCOPE(name << ", " << windows << " windows, step " << step);
        const Model model = n_four_bar(windows);
        StateObserver observer;
        const SimulationResult result = simulate(model, initial_state(model), step_of(method(name)),
                                                 {.step = step, .num_steps = std::lround(1.2 / step)}, observer);
        BOOST_TEST((result.status == Status::converged), result.message);
        Stepper stepper(model);
        const double start = stepper.at(observer.states.front()).energies.total();
        double furthest = 0.0, farthest_energy = 0.0;
        for (const State& state : observer.states) {
          const Evaluation& evaluation = stepper.at(state);
          furthest = std::max(furthest, largest(evaluation.rows.phi));
          farthest_energy = std::max(farthest_energy, std::abs(evaluation.energies.total() - start));
        }
        BOOST_TEST(furthest <= 1e-12);
        // An error of order 2 of a motion that turns some 40 J a window with rates of 5/s: (5 h)^2 of it, for shake
        // twice that.
        BOOST_TEST(farthest_energy < 80.0 * windows * 25.0 * step * step);
      }
}

// u = 1e-16 of the coordinates is more than the tolerance of 1e-12 m: rows can be met within their rounding alone,
// which is 16 u of a few coordinates.
BOOST_AUTO_TEST_CASE(mechanisms_run_far_from_the_origin) {
  for (const char* name : {"rattle", "shake", "projection", "ggl"})
    for (const double distance : {0x1p17, 0x1p24}) {
      BOOST_TEST_INFO_SCOPE(name << " at " << distance << " m");
      Model model = four_bar();
      for (Body& body : model.bodies) body.position.x() += distance;
      for (Joint& joint : model.joints)
        for (int side = 0; side < 2; ++side)
          if (joint.body[side] == world_body) joint.anchor[side].x() += distance;
      StateObserver observer;
      const SimulationResult result =
          simulate(model, initial_state(model), step_of(method(name)), {.step = 0x1p-9, .num_steps = 100}, observer);
      BOOST_TEST((result.status == Status::converged), result.message);
      Stepper stepper(model);
      BOOST_TEST(largest(stepper.at(result.state).rows.phi) < 16.0 * 4.0 * 0x1p-53 * distance);
    }
}

/// Links that lie along x, in the plane on pins or in space on balls, pinned at one end.
Model long_chain(int links, bool is_spatial) {
  const double length = 0.1;
  if (!is_spatial) {
    Model model;
    model.gravity = Vec2(0.0, -9.81);
    for (int i = 0; i < links; ++i)
      add_rod_between(model, "link", 1.0, Vec2(i * length, 0.0), Vec2((i + 1) * length, 0.0));
    for (int i = 0; i < links; ++i)
      add_joint(model, "revolute", "pin", i == 0 ? world_body : i - 1, i, at(Vec2(i * length, 0.0)));
    number_unknowns(model);
    return model;
  }
  Model model = spatial_world(Vec3(0.0, 0.0, -9.81));
  const auto node = [&](int i) { return Vec3(i * length, 0.0, 0.0); };
  for (int i = 0; i < links; ++i) add_bar(model, "link", 1.0, node(i), node(i + 1));
  for (int i = 0; i < links; ++i)
    add_spatial_joint(model, "ball", "ball", i == 0 ? world_body : i - 1, i, at_point(node(i)));
  number_unknowns(model);
  return model;
}

// The rounding of one solve moves w by 1e-8 m/s here, ten times the tolerance over h: the iteration has to know it.
BOOST_AUTO_TEST_CASE(chains_of_ten_thousand_links_run) {
  for (const bool is_spatial : {false, true})
    for (const char* name : {"rattle", "shake", "projection", "ggl"}) {
      BOOST_TEST_INFO_SCOPE(name << (is_spatial ? " in space" : " in the plane"));
      const Model model = long_chain(10000, is_spatial);
      StateObserver observer;
      const SimulationResult result =
          simulate(model, initial_state(model), step_of(method(name)), {.step = 1e-3, .num_steps = 10}, observer);
      BOOST_TEST((result.status == Status::converged), result.message);
      Stepper stepper(model);
      BOOST_TEST(largest(stepper.at(result.state).rows.phi) <= 1e-12);
    }
}

/// Solves of a run.
class SolveCounter final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override { ++solves; }
  bool on_instant(const Instant&) override { return true; }
  long solves = 0;
};

// A run guesses from step to step where single steps know nothing of those before: both meet the same equations.
BOOST_AUTO_TEST_CASE(guesses_from_earlier_steps_save_solves_and_leave_the_motion) {
  constexpr int steps = 200;
  for (const Model& model : {chain(3, 9.81, 0.5), four_bar(), turning_chain(3), hinge_chain(3)})
    for (const char* name : {"rattle", "shake"}) {
      BOOST_TEST_INFO_SCOPE(name);
      const auto rule = method(name, {{"tolerance", 1e-13}});
      Stepper stepper(model);
      State state = initial_state(model);
      std::size_t solves = 0;
      for (int i = 0; i < steps; ++i) {
        state = stepper.step(*rule, state, 0x1p-9);
        solves += stepper.solves.size();
      }
      SolveCounter observer;
      const SimulationResult result =
          simulate(model, initial_state(model), step_of(rule), {.step = 0x1p-9, .num_steps = steps}, observer);
      BOOST_TEST((result.status == Status::converged), result.message);
      // Each step leaves 1e-13 m, which 0.4 s amplify by less than 1e3.
      BOOST_TEST(largest(result.state.q - state.q) < 1e-10 * steps / 100.0);
      BOOST_TEST(static_cast<double>(observer.solves) < 0.8 * static_cast<double>(solves));
    }
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

}  // namespace perpend::test::of_symmetric
