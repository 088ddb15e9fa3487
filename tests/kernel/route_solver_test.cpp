// The routes against each other and against their laws.
#include <boost/test/unit_test.hpp>

#include "kernel/route_solver.hpp"
#include "tests/support/families.hpp"
#include "tests/support/led_mechanisms.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test {

namespace {

constexpr double h = 1e-3;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Crank, rod and a piston on a rail; the crank starts `angle` from the rail.
Model slider_crank(double angle, bool with_stop) {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  const Vec2 crank_pin(0.1 * std::cos(angle), 0.1 * std::sin(angle));
  const double reach = crank_pin.x() + std::sqrt(0.3 * 0.3 - crank_pin.y() * crank_pin.y());
  const int crank = add_rod_between(model, "crank", 0.5, Vec2(0.0, 0.0), crank_pin);
  const int rod = add_rod_between(model, "rod", 0.8, crank_pin, Vec2(reach, 0.0));
  const int piston = add_rod(model, "piston", 0.05, 1.2, Vec2(reach, 0.0));
  add_joint(model, "revolute", "main", world_body, crank, at(Vec2(0.0, 0.0)));
  add_joint(model, "revolute", "big_end", crank, rod, at(crank_pin));
  add_joint(model, "revolute", "small_end", rod, piston, at(Vec2(reach, 0.0)));
  add_joint(model, "prismatic", "rail", world_body, piston, properties_of({{"axis", Vec2(1.0, 0.0)}}));
  if (with_stop) {
    // The piston may come as far as 0.38 m; the rail's travel is 0 where it starts.
    model.joints.back().element[0].at_start = reach;
    model.joints.back().element[0].upper = 0.38;
    model.joints.front().element[0].friction = 0.05;
  }
  number_unknowns(model);
  return model;
}

/// A velocity-level problem with what the tests of the solver need of bounds, so that they rest on no method.
Problem velocity_problem(const Evaluation& evaluation, const State& state) {
  const ConstraintRows& rows = evaluation.rows;
  Problem problem;
  problem.mass = &evaluation.mass;
  problem.rows = &rows;
  problem.compliance = rows.cfm;
  multiply(evaluation.mass, state.v, problem.motion);
  problem.motion += h * evaluation.force;
  problem.target = -rows.phi_t;
  bool has_bounds = false;
  problem.lower = VectorX::Constant(rows.num_rows, -infinity);
  problem.upper = VectorX::Constant(rows.num_rows, infinity);
  for (int i = 0; i < rows.num_rows; ++i) {
    if (rows.kinds[i] == RowKind::holonomic || rows.kinds[i] == RowKind::nonholonomic) continue;
    has_bounds = true;
    problem.lower[i] = rows.kinds[i] == RowKind::friction ? -0.05 * h : 0.0;
    problem.upper[i] = rows.kinds[i] == RowKind::friction ? 0.05 * h : infinity;
    if (rows.kinds[i] != RowKind::friction) problem.target[i] = -rows.phi[i] / h;
  }
  if (!has_bounds) problem.lower = problem.upper = VectorX();
  return problem;
}

Evaluation evaluated(const Model& model, const State& state, const LinearAlgebra& linear_algebra) {
  Evaluation evaluation = allocate_evaluation(model);
  add_compliance(linear_algebra, evaluation.rows);
  evaluate(model, state, evaluation);
  return evaluation;
}

struct RouteRun {
  std::vector<State> states;
  long active_steps = 0;
  long factorizations = 0;
  Status status = Status::not_run;
  Solution solution;
  double worst_law = 0.0;  // |J v + cfm impulse - target| where the row is free, over the size of its terms
  double worst_complementary = 0.0;
};

/// Semi-implicit steps from the problem above.
RouteRun run_route(const Model& model, const LinearAlgebra& linear_algebra, int steps,
                   DependentRows policy = DependentRows::stop) {
  RouteRun run;
  State state = initial_state(model);
  Evaluation evaluation = evaluated(model, state, linear_algebra);
  RouteSolver solver(evaluation.rows, evaluation.mass, linear_algebra, policy);
  VectorX rate;
  for (int step = 0; step < steps; ++step) {
    evaluate(model, state, evaluation);
    const Problem problem = velocity_problem(evaluation, state);
    solver.solve(problem, run.solution);
    run.status = run.solution.status;
    if (run.status != Status::converged) return run;
    apply_jacobian(evaluation.rows, run.solution.x, rate);
    const VectorX w = rate + problem.compliance.cwiseProduct(run.solution.multiplier) - problem.target;
    const double size = 1.0 + largest(run.solution.x) + largest(problem.target);
    for (int i = 0; i < w.size(); ++i) {
      const bool bounded = problem.lower.size() > 0 && problem.lower[i] > -infinity;
      const double y = run.solution.multiplier[i];
      if (bounded && (y == problem.lower[i] || y == problem.upper[i])) {
        const double wrong = y == problem.lower[i] ? -w[i] : w[i];
        run.worst_complementary = std::max(run.worst_complementary, wrong / size);
      } else {
        if (bounded && evaluation.rows.kinds[i] != RowKind::friction) ++run.active_steps;
        run.worst_law = std::max(run.worst_law, std::abs(w[i]) / size);
      }
    }
    state.v = run.solution.x;
    advance_position(model, RotationUpdate::exponential, h, state.v, state.q);
    state.time += h;
    evaluate_rows(model, state, evaluation);
    state.coordinates = evaluation.coordinates;
    run.states.push_back(state);
  }
  run.factorizations = solver.num_factorizations();
  return run;
}

double largest_difference(const RouteRun& a, const RouteRun& b) {
  BOOST_REQUIRE(a.states.size() == b.states.size());
  double difference = 0.0;
  for (std::size_t i = 0; i < a.states.size(); ++i)
    difference = std::max(difference, largest(a.states[i].q - b.states[i].q));
  return difference;
}

void check_routes_agree(const Model& model, int steps, double tolerance) {
  const RouteRun kkt = run_route(model, {.route = Route::kkt}, steps);
  BOOST_TEST(kkt.status == Status::converged);
  for (const Route route : {Route::baraff, Route::smith}) {
    const RouteRun other = run_route(model, {.route = route}, steps);
    BOOST_TEST_INFO_SCOPE(to_string(route));
    BOOST_REQUIRE(other.status == Status::converged);
    BOOST_TEST(largest_difference(kkt, other) < tolerance);
    BOOST_TEST(other.worst_law < 1e3 * 0x1p-53);
    BOOST_TEST(other.worst_complementary < 1e3 * 0x1p-53);
    BOOST_TEST(other.active_steps == kkt.active_steps);
    BOOST_TEST(other.factorizations == steps);
  }
}

}  // namespace

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
    // And a stop that asks for nothing is none.
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
    return static_cast<long>(RouteSolver(evaluation.rows, evaluation.mass, {.route = route}, DependentRows::stop)
                                 .factorization()
                                 .num_factor_entries());
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

}  // namespace perpend::test
