// Rows that follow from others, and stops and frictions that nothing can move, on every route.
#include <boost/test/unit_test.hpp>

#include "tests/kernel/linear/route_runs.hpp"

namespace perpend::test::of_route_dependence {

using namespace routes;

BOOST_AUTO_TEST_SUITE(route_dependence)

BOOST_AUTO_TEST_CASE(dependent_rows_are_named_or_left_out_on_every_route) {
  const Model model = four_bar(true);
  const RouteRun kkt = run_route(model, {}, 50, DependentRows::leave_out);
  for (const Route route : {Route::baraff, Route::smith}) {
    BOOST_TEST_INFO_SCOPE(to_string(route));
    const RouteRun stopped = run_route(model, {.route = route}, 50);
    BOOST_TEST(stopped.status == Status::singular);
    BOOST_TEST(stopped.states.empty());
    BOOST_TEST(stopped.solution.dependent_rows.size() == 2U);
    const RouteRun left_out = run_route(model, {.route = route}, 50, DependentRows::leave_out);
    BOOST_REQUIRE(left_out.status == Status::converged);
    BOOST_TEST(left_out.solution.dependent_rows.size() == 2U);
    BOOST_TEST(largest_difference(kkt, left_out) < 1e-12);
    // Least norm is one answer, whichever rows were left out on the way to it.
    BOOST_TEST(largest(kkt.solution.multiplier - left_out.solution.multiplier) <
               1e-10 * (1.0 + largest(kkt.solution.multiplier)));
    const RouteRun compliant = run_route(model, {.route = route, .cfm = 1e-6, .cfm_rows = CfmRows::all}, 50);
    BOOST_TEST(compliant.status == Status::converged);
    BOOST_TEST(compliant.solution.dependent_rows.empty());
  }
}

// Crank and rod in line: the piston cannot move, whatever the crank does. A stop that asks it to is violated and no
// impulse helps. [CfmBlog05]
BOOST_AUTO_TEST_CASE(a_stop_at_dead_centre_is_found_and_named) {
  for (const Route route : {Route::kkt, Route::baraff, Route::smith}) {
    BOOST_TEST_INFO_SCOPE(to_string(route));
    Model model = slider_crank(0.0, true);
    const RouteRun run = run_route(model, {.route = route}, 1);
    BOOST_TEST(run.status == Status::singular);
    BOOST_REQUIRE(run.solution.dependent_rows.size() == 1U);
    BOOST_TEST(row_name(model, run.solution.dependent_rows.front()) == "rail limit (upper)");
    // With compliance in every row it is a problem like any other.
    const RouteRun compliant = run_route(model, {.route = route, .cfm = 1e-6, .cfm_rows = CfmRows::all}, 1);
    BOOST_TEST(compliant.status == Status::converged);
    // And a stop that asks for nothing does not stop.
    model.joints.back().element[0].upper = 0.41;
    BOOST_TEST(run_route(model, {.route = route}, 1).status == Status::converged);
  }
}

BOOST_AUTO_TEST_CASE(a_stop_at_dead_centre_is_explained_by_the_rows_that_it_follows_from) {
  const Model model = slider_crank(0.0, true);
  const State state = initial_state(model);
  const Evaluation evaluation = evaluated(model, state, {});
  RouteSolver solver(evaluation.rows, evaluation.mass, {}, DependentRows::stop);
  Solution solution;
  solver.solve(velocity_problem(evaluation, state), solution);
  BOOST_TEST(row_names(model, solver.implying_rows()) == "main row 1, big_end row 1, small_end row 1");
}

/// The slider crank with its crank led by a motor and dry friction in three joints, none of which can move anything.
Model driven_slider_crank(bool with_friction) {
  Model model = slider_crank(1.0, false);
  if (with_friction)
    for (const int joint : {1, 2, 3}) model.joints[joint].element[0].friction = 0.05;
  add_drive(model, angle_drive, "motor", 0, properties_of({{"value", one_less_cosine(0.8, 5.0)}}));
  for (CoordinateElement& element : model.joints.back().element) element = {};
  number_unknowns(model);
  return model;
}

// J^T (multipliers with friction - those without) = 0, since M (x - v) is the same; times x: what the motor gives is
// what friction takes.
BOOST_AUTO_TEST_CASE(friction_where_nothing_can_give_way_moves_nothing_and_loads_the_motor) {
  const Model model = driven_slider_crank(true);
  const Model smooth = driven_slider_crank(false);
  const int motor = model.num_joint_rows - 1;
  for (const Route route : {Route::kkt, Route::baraff, Route::smith}) {
    BOOST_TEST_INFO_SCOPE(to_string(route));
    State state = initial_state(model);
    Evaluation evaluation = evaluated(model, state, {});
    Evaluation frictionless = evaluated(smooth, state, {});
    RouteSolver solver(evaluation.rows, evaluation.mass, {.route = route}, DependentRows::stop);
    RouteSolver smooth_solver(frictionless.rows, frictionless.mass, {.route = route}, DependentRows::stop);
    Solution solution, plain;
    VectorX rate;
    int num_loaded = 0;
    for (int step = 0; step < 1000; ++step) {
      evaluate(model, state, evaluation);
      evaluate(smooth, state, frictionless);
      const Problem problem = velocity_problem(evaluation, state);
      solver.solve(problem, solution);
      smooth_solver.solve(velocity_problem(frictionless, state), plain);
      BOOST_REQUIRE(solution.status == Status::converged);
      BOOST_REQUIRE(plain.status == Status::converged);
      const double size = 1.0 + largest(plain.x);
      // Condition of the mechanism about 1e2.
      BOOST_TEST(largest(solution.x - plain.x) < 1e4 * 0x1p-53 * size);
      apply_jacobian(evaluation.rows, solution.x, rate);
      double taken = 0.0;
      for (int i = model.num_joint_rows; i < model.num_rows; ++i) {
        const double bound = problem.upper[i];
        const double y = solution.multiplier[i];
        BOOST_TEST((y == 0.0 || y == (rate[i] > 0.0 ? -bound : bound)));
        // 0 only where the row is at rest, to the 12 digits that rank is judged by.
        if (y == 0.0) BOOST_TEST(std::abs(rate[i]) < 1e-11 * size);
        taken += std::abs(y * rate[i]);
        num_loaded += y != 0.0;
      }
      const double given = (solution.multiplier[motor] - plain.multiplier[motor]) * rate[motor];
      BOOST_TEST(std::abs(given - taken) < 1e4 * 0x1p-53 * size * (1.0 + largest(plain.multiplier)));
      state.v = solution.x;
      advance_position(model, RotationUpdate::exponential, h, state.v, state.q);
      state.time += h;
      evaluate_rows(model, state, evaluation);
      state.coordinates = evaluation.coordinates;
    }
    BOOST_TEST(num_loaded > 2900);
  }
}

BOOST_AUTO_TEST_CASE(all_routes_give_the_same_motion_with_friction_in_every_joint) {
  check_routes_agree(driven_slider_crank(true), 1000, 1e-11);
  Model loose = slider_crank(1.0, false);  // one freedom, four frictions on it
  for (Joint& joint : loose.joints) joint.element[0].friction = 0.05;
  number_unknowns(loose);
  check_routes_agree(loose, 1000, 1e-10);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_route_dependence
