// The routes against each other and against their laws.
#include <boost/test/unit_test.hpp>

#include "tests/kernel/linear/route_runs.hpp"

namespace perpend::test::of_route_solver {

using namespace routes;

BOOST_AUTO_TEST_SUITE(route_solver)

BOOST_AUTO_TEST_CASE(routes_differ_in_their_primary_rows) {
  const Model model = four_bar();
  const ConstraintRows layout = allocate_evaluation(model).rows;
  BOOST_TEST(count_rows(layout, primary_blocks(layout, Route::kkt)) == 8);
  BOOST_TEST(count_rows(layout, primary_blocks(layout, Route::smith)) == 0);
  // The joint declared last closes the loop.
  BOOST_TEST(primary_blocks(layout, Route::baraff) == (std::vector<char>{1, 1, 1, 0}),
             boost::test_tools::per_element());
  const Model hanging = hanging_chain(7);
  std::vector<char> expected(8, 1);
  expected.back() = 0;
  const ConstraintRows rows = allocate_evaluation(hanging).rows;
  BOOST_TEST(primary_blocks(rows, Route::baraff) == expected, boost::test_tools::per_element());
  const RouteFacts facts = route_facts(hanging, {.route = Route::baraff});
  BOOST_TEST(facts.num_primary_rows == 14);
  BOOST_TEST(facts.num_auxiliary_rows == 2);
  BOOST_TEST(facts.compliance.empty());
}

// Rounding alone parts them: a few units a solve, summed over the steps and carried along by a motion that is not
// chaotic in this time.
BOOST_AUTO_TEST_CASE(all_routes_give_the_same_motion) {
  check_routes_agree(four_bar(), 1000, 1e-11);
  check_routes_agree(hanging_chain(10), 500, 1e-11);
  check_routes_agree(mixed_mechanism(), 200, 1e-11);
  check_routes_agree(ladder(4), 500, 1e-11);
  check_routes_agree(slider_crank(1.0, false), 1000, 1e-11);
}

BOOST_AUTO_TEST_CASE(all_routes_give_the_same_motion_of_a_piston_with_stop_and_friction) {
  const Model model = slider_crank(1.0, true);
  BOOST_REQUIRE(model.num_rows == model.num_joint_rows + 2);
  check_routes_agree(model, 2000, 1e-10);
  const RouteRun run = run_route(model, {}, 2000);
  BOOST_TEST(run.active_steps > 0);
  BOOST_TEST(run.worst_law < 1e3 * 0x1p-53);
}

// x is unique since M is definite, whatever the multipliers; their active set need not be.
BOOST_AUTO_TEST_CASE(random_stops_and_frictions_have_one_motion) {
  Random random(21);
  int solved = 0, refused = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const int n = 2 + random.below(6);
    const int kind = random.below(4);
    Model model = kind == 0 ? hanging_chain(n) : kind == 1 ? ladder(1 + n / 3) : kind == 2 ? star(n) : chain(n);
    for (Joint& joint : model.joints) {
      CoordinateElement& element = joint.element[0];
      if (random.below(2) == 0) element.lower = random.uniform(-0.1, 0.1);
      if (random.below(2) == 0) element.upper = std::max(element.lower, 0.0) + random.uniform(-0.1, 0.2);
      if (random.below(2) == 0) element.friction = 0.05;
    }
    number_unknowns(model);
    State state = initial_state(model);
    state.q += random.vector(model.num_positions, 0.01);
    state.v = random.vector(model.num_velocities, 1.0);
    const Evaluation evaluation = evaluated(model, state, {});
    const Problem problem = velocity_problem(evaluation, state);
    Solution kkt, other;
    RouteSolver(evaluation.rows, evaluation.mass, {}, DependentRows::stop).solve(problem, kkt);
    for (const Route route : {Route::baraff, Route::smith}) {
      BOOST_TEST_INFO_SCOPE("trial " << trial << " " << to_string(route));
      RouteSolver(evaluation.rows, evaluation.mass, {.route = route}, DependentRows::stop).solve(problem, other);
      BOOST_TEST((other.status == Status::converged) == (kkt.status == Status::converged));
      if (kkt.status != Status::converged || other.status != kkt.status) continue;
      BOOST_TEST(largest(kkt.x - other.x) < 1e-9 * (1.0 + largest(kkt.x)));
    }
    ++(kkt.status == Status::converged ? solved : refused);
    // Stops that contradict each other nearly, at a condition beyond rounding, end as `iteration_limit`.
    BOOST_TEST(
        (kkt.status == Status::converged || kkt.status == Status::singular || kkt.status == Status::iteration_limit));
    if (kkt.status != Status::converged) continue;
    VectorX w;
    apply_jacobian(evaluation.rows, kkt.x, w);
    w -= problem.target;
    // Impulses of 1e3 and more where stops contradict each other: rounding is relative to what they sum up from.
    const double size = 1.0 + largest(kkt.x) + largest(problem.target) + largest(kkt.multiplier);
    for (int i = 0; i < w.size(); ++i) {
      const double y = kkt.multiplier[i];
      const double lower = problem.lower.size() > 0 ? problem.lower[i] : -infinity;
      const double upper = problem.upper.size() > 0 ? problem.upper[i] : infinity;
      BOOST_TEST((lower <= y && y <= upper));
      BOOST_TEST((y == lower || w[i] < 1e-11 * size));
      BOOST_TEST((y == upper || w[i] > -1e-11 * size));
    }
  }
  BOOST_TEST(solved > 100);
  BOOST_TEST_MESSAGE(solved << " solved, " << refused << " without solution");
}

BOOST_AUTO_TEST_CASE(without_auxiliary_rows_the_bits_are_those_of_the_sparse_solver) {
  const Model model = four_bar();
  const State state = initial_state(model);
  const Evaluation evaluation = evaluated(model, state, {});
  const Problem problem = velocity_problem(evaluation, state);
  RouteSolver route(evaluation.rows, evaluation.mass, {}, DependentRows::stop);
  KktSolver kkt(evaluation.rows, DependentRows::stop, evaluation.mass);
  Solution a, b;
  route.solve(problem, a);
  kkt.solve(problem, b);
  BOOST_TEST((a.x.array() == b.x.array()).all());
  BOOST_TEST((a.multiplier.array() == b.multiplier.array()).all());
}

// J v+ + cfm impulse = rhs exactly: the violation is the compliance times the impulse. [CfmBlog05]
BOOST_AUTO_TEST_CASE(the_violation_is_the_compliance_times_the_impulse) {
  for (const Route route : {Route::kkt, Route::baraff, Route::smith})
    for (const CfmRows cfm_rows : {CfmRows::route, CfmRows::all, CfmRows::closures}) {
      const RouteRun run = run_route(four_bar(), {.route = route, .cfm = 1e-2, .cfm_rows = cfm_rows}, 200);
      BOOST_TEST(run.status == Status::converged);
      BOOST_TEST(run.worst_law < 1e3 * 0x1p-53);
    }
}

// The unfair comparison: with the same cfm `route` poses different problems, `all` and `closures` the same one.
BOOST_AUTO_TEST_CASE(the_same_compliance_in_the_same_rows_is_the_same_problem) {
  const Model model = four_bar();
  const auto run = [&](Route route, CfmRows rows, double cfm) {
    return run_route(model, {.route = route, .cfm = cfm, .cfm_rows = rows}, 200);
  };
  for (const CfmRows rows : {CfmRows::all, CfmRows::closures}) {
    const RouteRun kkt = run(Route::kkt, rows, 1e-3);
    BOOST_TEST(largest_difference(kkt, run(Route::baraff, rows, 1e-3)) < 1e-12);
    BOOST_TEST(largest_difference(kkt, run(Route::smith, rows, 1e-3)) < 1e-12);
  }
  const auto unfair = [&](double cfm) {
    return largest_difference(run(Route::baraff, CfmRows::route, cfm), run(Route::smith, CfmRows::route, cfm));
  };
  const double at_small = unfair(1e-6), at_double = unfair(2e-6);
  BOOST_TEST(at_small > 1e-9);
  // To first order the difference is linear in cfm; cfm against W is about 1e-6.
  BOOST_TEST(std::abs(at_double / at_small - 2.0) < 1e-3);
}

BOOST_AUTO_TEST_CASE(compliance_is_told_in_words) {
  const Model model = four_bar();
  const auto words = [&](Route route, CfmRows rows) {
    return describe_compliance(model, {.route = route, .cfm = 1e-6, .cfm_rows = rows});
  };
  BOOST_TEST(words(Route::baraff, CfmRows::route) == "cfm 1e-06 on 2 of 8 rows (pin[4])");
  BOOST_TEST(words(Route::kkt, CfmRows::closures) == "cfm 1e-06 on 2 of 8 rows (pin[4])");
  BOOST_TEST(words(Route::smith, CfmRows::route) == "cfm 1e-06 on all 8 rows");
  BOOST_TEST(words(Route::kkt, CfmRows::route) == "cfm 1e-06 on all 8 rows");
  BOOST_TEST(describe_compliance(chain(3), {.route = Route::baraff, .cfm = 1e-6}) == "cfm 1e-06 on none of 6 rows");
  BOOST_TEST(describe_compliance(model, {.route = Route::smith}).empty());
  Model compliant = model;
  compliant.joints[1].cfm = 1e-4;
  BOOST_TEST(describe_compliance(compliant, {}) == "cfm of joints: pin[2] 0.0001");
  compliant.contacts.enabled = true;
  compliant.contacts.compliance = 1e-3;
  compliant.contact_pairs.push_back({.name = "pad", .compliance = 0.5});
  compliant.contact_pairs.push_back({.name = "bare"});
  BOOST_TEST(describe_compliance(compliant, {}) == "cfm of joints: pin[2] 0.0001; cfm of contacts: 0.001, pad 0.5");
}

// The active set is part of the answer: with it frozen, the answer is linear.
BOOST_AUTO_TEST_CASE(a_second_right_hand_side_keeps_the_active_set) {
  const Model model = slider_crank(1.0, true);
  State state = initial_state(model);
  state.v = Random(5).vector(model.num_velocities, 1.0);
  for (const Route route : {Route::kkt, Route::baraff, Route::smith}) {
    const Evaluation evaluation = evaluated(model, state, {});
    Problem problem = velocity_problem(evaluation, state);
    problem.target[model.num_joint_rows + 1] = 1.0;  // the stop pushes
    RouteSolver solver(evaluation.rows, evaluation.mass, {.route = route}, DependentRows::stop);
    Solution whole, part, rest;
    solver.solve(problem, whole);
    BOOST_REQUIRE(whole.status == Status::converged);
    BOOST_TEST(whole.multiplier[model.num_joint_rows + 1] > 0.0);
    const double friction = whole.multiplier[model.num_joint_rows];
    BOOST_REQUIRE((friction == problem.lower[model.num_joint_rows] || friction == problem.upper[model.num_joint_rows]));
    Problem split = problem;
    split.lower = split.upper = VectorX();
    split.motion.setZero();
    solver.solve_again(split, part);
    BOOST_TEST(part.multiplier[model.num_joint_rows] == 0.0);
    Problem other = problem;
    other.target.setZero();
    solver.solve_again(other, rest);
    const double size = 1.0 + largest(whole.multiplier) + largest(part.multiplier);
    BOOST_TEST(largest(whole.x - part.x - rest.x) < 1e-12 * size);
    BOOST_TEST(largest(whole.multiplier - part.multiplier - rest.multiplier) < 1e-12 * size);
    BOOST_TEST(solver.num_factorizations() == 1);
  }
}

BOOST_AUTO_TEST_CASE(the_factor_of_a_tree_grows_by_the_same_number_of_entries_with_each_link) {
  const auto entries = [](const Model& model, Route route) {
    const Evaluation evaluation = allocate_evaluation(model);
    return static_cast<long>(
        RouteSolver(evaluation.rows, evaluation.mass, {.route = route}, DependentRows::stop).num_factor_entries());
  };
  for (const Route route : {Route::kkt, Route::baraff}) {
    const long step = entries(chain(200), route) - entries(chain(100), route);
    BOOST_TEST(entries(chain(400), route) - entries(chain(200), route) == 2 * step);
  }
  // The closure of a chain with both ends on the ground is not in the factor: it is that of the open chain.
  BOOST_TEST(entries(hanging_chain(100), Route::baraff) == entries(chain(100), Route::baraff));
  BOOST_TEST(entries(chain(50), Route::smith) == 0);
}

BOOST_AUTO_TEST_CASE(a_nan_in_the_system_is_never_a_solution_of_any_route) {
  const Model model = slider_crank(1.0, true);
  for (const Route route : {Route::kkt, Route::baraff, Route::smith}) {
    State state = initial_state(model);
    state.q[2] = std::nan("");
    const Evaluation evaluation = evaluated(model, state, {});
    RouteSolver solver(evaluation.rows, evaluation.mass, {.route = route}, DependentRows::stop);
    Solution solution;
    solver.solve(velocity_problem(evaluation, state), solution);
    BOOST_TEST(solution.status == Status::not_finite);
  }
}

BOOST_AUTO_TEST_CASE(bounded_and_velocity_rows_have_names) {
  const Model model = slider_crank(1.0, true);
  BOOST_TEST(row_name(model, model.num_joint_rows) == "main friction");
  BOOST_TEST(row_name(model, model.num_joint_rows + 1) == "rail limit (upper)");
  BOOST_TEST(row_name(model, model.num_rows) == "row " + std::to_string(model.num_rows));
  BOOST_TEST(describe_dependent_rows(four_bar(true), {8, 9}) ==
             "spare row 1, spare row 2 follow from the others (10 joint rows of rank 8, 1 degree of freedom)");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_route_solver
