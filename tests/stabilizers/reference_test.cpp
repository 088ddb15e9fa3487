// The reference method against an exact solution, and against itself by other ways.
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <boost/test/unit_test.hpp>

#include "kernel/dynamics/extended_dynamics.hpp"
#include "tests/support/mechanisms.hpp"
#include "tests/support/redundant_mechanisms.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_reference {

namespace {

std::vector<State> run_reference(const Model& model, double h, long steps,
                                 const std::vector<std::pair<std::string_view, double>>& options = {},
                                 DependentRows policy = DependentRows::stop) {
  StateObserver observer;
  const SimulationResult result = simulate(model, initial_state(model), step_of(method("reference", options)),
                                           {.step = h, .num_steps = steps, .dependent_rows = policy}, observer);
  BOOST_REQUIRE(result.status == Status::converged);
  return observer.states;
}

/// theta = 2 asin(k cd(omega0 t, k)) of a pendulum released at rest; sin^2(theta/2) = k^2 cd^2.
Vec2 exact_bob(double t, long double gravity) {
  const long double length = 1.25L;
  const long double k = std::sqrt(0.9L);  // sin(theta0/2)^2 = (1 + y0/L)/2 = 0.9
  const long double s = k * boost::math::jacobi_cd(k, std::sqrt(gravity / length) * static_cast<long double>(t));
  return {static_cast<double>(2.0L * length * s * std::sqrt(1.0L - s * s)),
          static_cast<double>(-length * (1.0L - 2.0L * s * s))};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reference_trajectory)

BOOST_AUTO_TEST_CASE(pendulum_of_143_degrees_follows_the_elliptic_functions) {
  const Model model = particle_pendulum();
  const long double period = 4.0L * boost::math::ellint_1(std::sqrt(0.9L)) / std::sqrt(9.8125L / 1.25L);
  const double h = 0x1p-6;
  const long steps = static_cast<long>(3.0L * period / h);
  const std::vector<State> states = run_reference(model, h, steps);
  const double first_energy = 2.0 * 9.8125 * 1.0;
  for (const State& state : states) {
    const Vec2 bob = state.q;
    BOOST_TEST((bob - exact_bob(state.time, 9.8125L)).norm() < 1e-12);
    // Kinetic energy up to 44 J: a few roundings of it.
    const double energy = 0.5 * 2.0 * state.v.squaredNorm() + 2.0 * 9.8125 * bob.y();
    BOOST_TEST(std::abs(energy - first_energy) < 44.0 * 1e-14);
    BOOST_TEST(std::abs(bob.norm() - 1.25) < 1e-15);
  }
}

BOOST_AUTO_TEST_CASE(substeps_and_other_orders_agree) {
  for (const Model& model : {chain(3), mixed_mechanism()}) {
    const double h = 0x1p-8;
    const State once = run_reference(model, h, 64).back();
    const State halved = run_reference(model, h, 64, {{"substeps", 2.0}}).back();
    const State lower = run_reference(model, h, 64, {{"max_columns", 8.0}, {"substeps", 2.0}}).back();
    // Each extrapolation ends at 1e-17; 64 steps of an unstable motion keep 14 digits.
    BOOST_TEST(largest(once.q - halved.q) < 1e-14);
    BOOST_TEST(largest(once.q - lower.q) < 1e-14);
    BOOST_TEST(largest(once.v - halved.v) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(redundant_joints_do_not_disturb_it) {
  const double h = 0x1p-8;
  const State plain = run_reference(four_bar(), h, 64).back();
  const State redundant = run_reference(four_bar(true), h, 64).back();
  BOOST_TEST(largest(plain.q - redundant.q) < 1e-14);
}

// At intermediate states, which miss the loop by a little, the row would be independent and stop the mechanism.
BOOST_AUTO_TEST_CASE(a_row_that_depends_only_where_the_loop_closes_does_not_lock_it) {
  const Model model = bricard();
  const double h = 0x1p-6;
  const std::vector<State> states = run_reference(model, h, 32, {}, DependentRows::leave_out);
  const State halved = run_reference(model, h, 32, {{"substeps", 2.0}}, DependentRows::leave_out).back();
  BOOST_TEST(largest(states.back().q - halved.q) < 1e-13);
  BOOST_TEST(largest(states.back().q - states.front().q) > 0.1);  // half a second of falling
}

BOOST_AUTO_TEST_CASE(a_start_in_a_singular_position_gives_no_reference) {
  Model model = flat_parallelogram(0.0);
  model.gravity = Vec2(0.0, -9.81);
  StateObserver observer;
  const SimulationResult result =
      simulate(model, initial_state(model), step_of(method("reference")),
               {.step = 0x1p-6, .num_steps = 32, .dependent_rows = DependentRows::leave_out}, observer);
  BOOST_TEST((result.status == Status::iteration_limit));
}

BOOST_AUTO_TEST_CASE(order_of_joints_does_not_matter) {
  const double h = 0x1p-8;
  Model turned = four_bar();
  std::reverse(turned.joints.begin(), turned.joints.end());
  number_unknowns(turned);
  BOOST_TEST(largest(run_reference(four_bar(), h, 64).back().q - run_reference(turned, h, 64).back().q) < 1e-14);
}

// The independent route says that the one-step methods converge to the same motion, with order 1.
BOOST_AUTO_TEST_CASE(one_step_methods_converge_to_it) {
  const Model model = chain(2);
  const State exact = run_reference(model, 0x1p-6, 16).back();
  for (const auto& stabilizer :
       {method("none"), method("implicit"), method("post_stabilization"), method("projection")}) {
    std::vector<double> errors;
    for (int refine : {1, 2, 4}) {
      StateObserver observer;
      const SimulationResult result = simulate(model, initial_state(model), step_of(stabilizer),
                                               {.step = 0x1p-9 / refine, .num_steps = 128 * refine}, observer);
      errors.push_back(largest(result.state.q - exact.q));
    }
    BOOST_TEST(errors[0] / errors[1] > 1.8);
    BOOST_TEST(errors[0] / errors[1] < 2.2);
    BOOST_TEST(errors[1] / errors[2] > 1.9);
    BOOST_TEST(errors[1] / errors[2] < 2.1);
  }
}

BOOST_AUTO_TEST_CASE(mechanisms_beyond_its_size_are_refused) {
  const Model model = chain(ExtendedDynamics::max_coordinates / 3 + 1);
  StateObserver observer;
  const SimulationResult result =
      simulate(model, initial_state(model), step_of(method("reference")), {.step = 1e-3, .num_steps = 1}, observer);
  BOOST_TEST(result.status == Status::iteration_limit);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_reference
