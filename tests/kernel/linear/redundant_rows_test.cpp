// Rows that follow from others at some configurations only: left out while drift alone parts them, taken back where the
// redundancy has ended.
#include <boost/test/unit_test.hpp>

#include "tests/support/random.hpp"
#include "tests/support/redundant_mechanisms.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_redundant_rows {

namespace {

struct Run {
  SimulationResult result;
  std::vector<State> states;
  double drift = 0.0;
};

Run run(const Model& model, const std::shared_ptr<const Stabilizer>& stabilizer, double h, double duration,
        Route route = Route::kkt) {
  StateObserver observer;
  Run run;
  run.result = simulate(model, initial_state(model), step_of(stabilizer),
                        {.step = h,
                         .num_steps = std::lround(duration / h),
                         .dependent_rows = DependentRows::leave_out,
                         .linear_algebra = {.route = route}},
                        observer);
  run.states = std::move(observer.states);
  Evaluation evaluation = allocate_evaluation(model);
  for (const State& state : run.states) {
    evaluate_rows(model, state, evaluation);
    run.drift = std::max(run.drift, largest_constraint_error(evaluation.rows));
  }
  return run;
}

/// Rows at one position, and a solve that asks for nothing.
struct Posed {
  explicit Posed(const Model& model) : evaluation(allocate_evaluation(model)) {}

  void pose(const Model& model, const VectorX& q) {
    State state = initial_state(model);
    state.q = q;
    evaluate_rows(model, state, evaluation);
    problem = {.mass = &evaluation.mass,
               .rows = &evaluation.rows,
               .compliance = VectorX::Zero(model.num_rows),
               .motion = VectorX::Zero(model.num_velocities),
               .target = VectorX::Zero(model.num_rows)};
  }

  Evaluation evaluation;
  Problem problem;
};

VectorX stray(const Model& model, const VectorX& q, Random& random, double size) {
  VectorX result = q;
  advance_position(model, RotationUpdate::exponential, 1.0, random.vector(model.num_velocities, size), result);
  return result;
}

const std::vector<Route> routes = {Route::kkt, Route::baraff, Route::smith};

}  // namespace

BOOST_AUTO_TEST_SUITE(redundant_rows_of_a_run)

// Taken in, the row would stop the mechanism: 1.3 m from the true motion after 2 s.
BOOST_AUTO_TEST_CASE(bricard_moves_under_methods_that_drift_and_on_every_route) {
  const Model model = bricard();
  const double h = 0x1p-7;
  const Run exact = run(model, method("reference"), 0x1p-5, 1.0);
  for (const auto& stabilizer :
       {method("none"), method("implicit"), method("baumgarte", {{"omega0", 20.0}, {"zeta", 1.0}})})
    for (const Route route : routes) {
      BOOST_TEST_INFO_SCOPE(to_string(route));
      const Run coarse = run(model, stabilizer, h, 1.0, route);
      const Run fine = run(model, stabilizer, 0.5 * h, 1.0, route);
      BOOST_REQUIRE(coarse.result.status == Status::converged);
      BOOST_TEST(coarse.result.redundant_rows.size() == 1U);
      BOOST_TEST(coarse.result.redundancy.within_error > 100);
      BOOST_TEST(coarse.result.redundancy.taken_back == 0);
      // Order 1 in position: half the step, half the distance; the second order is a few hundredths of it here.
      const double far = largest(coarse.states.back().q - exact.states.back().q);
      const double near = largest(fine.states.back().q - exact.states.back().q);
      BOOST_TEST(far / near > 1.8);
      BOOST_TEST(far / near < 2.2);
      BOOST_TEST(far < 0.03);
    }
}

// The row that is left out is met as well as the others meet their own.
BOOST_AUTO_TEST_CASE(the_row_left_out_drifts_no_more_than_the_rows_kept) {
  const Model model = bricard();
  const Run seen = run(model, method("implicit"), 0x1p-7, 2.0);
  const int row = seen.result.redundant_rows.at(0);
  Evaluation evaluation = allocate_evaluation(model);
  double left_out = 0.0;
  for (const State& state : seen.states) {
    evaluate_rows(model, state, evaluation);
    left_out = std::max(left_out, std::abs(evaluation.rows.phi[row]));
    evaluation.rows.phi[row] = 0.0;
  }
  BOOST_TEST(left_out < seen.drift);
  // implicit leaves h^2/2 phi'', with |v|^2 up to 20 m^2/s^2 here: drift is of that size, not more.
  BOOST_TEST(seen.drift < 0.5 * 0x1p-14 * 20.0);
}

// Out of the flat position the row is independent by the angle, and needed: without it crank and rocker part.
BOOST_AUTO_TEST_CASE(a_parallelogram_that_leaves_its_flat_position_takes_the_row_back) {
  const double spin = 1.0, h = 0x1p-7;
  const Model model = flat_parallelogram(spin);
  for (const Route route : routes) {
    const Run seen = run(model, method("implicit"), h, 1.0, route);
    BOOST_REQUIRE(seen.result.status == Status::converged);
    BOOST_TEST(seen.result.redundant_rows.size() == 1U);
    BOOST_TEST(seen.result.redundancy.taken_back >= 120);  // of 128 solves
    // Every point turns with radius 1: implicit leaves h^2/2 spin^2 of each pin.
    BOOST_TEST(seen.drift < h * h * spin * spin);
    const VectorX turned = seen.states.back().q - seen.states.front().q;
    BOOST_TEST(std::abs(turned[2] - turned[8]) < 1e-3);  // crank and rocker turned alike
    BOOST_TEST(turned[2] > 0.9);
  }
}

BOOST_AUTO_TEST_CASE(exact_copies_are_never_judged_by_the_error) {
  const Run seen = run(four_bar(true), method("none"), 1e-3, 0.2);
  BOOST_TEST(seen.result.redundant_rows.size() == 2U);
  BOOST_TEST(seen.result.redundancy.within_error == 0);
  BOOST_TEST(seen.result.redundancy.taken_back == 0);
}

// Planted drift of any size, in any direction: never taken for independence.
BOOST_AUTO_TEST_CASE(no_small_stray_from_a_closed_loop_frees_its_redundant_row) {
  const Model model = bricard();
  const VectorX start = initial_state(model).q;
  Random random(7);
  Posed posed(model);
  posed.pose(model, start);
  KktSolver solver(posed.evaluation.rows, DependentRows::leave_out, posed.evaluation.mass);
  Solution solution;
  solver.solve(posed.problem, solution);
  const std::vector<int> redundant = solution.dependent_rows;
  BOOST_REQUIRE(redundant.size() == 1U);
  solver.expect(redundant_rows(model, redundant));
  for (int trial = 0; trial < 200; ++trial) {
    posed.pose(model, stray(model, start, random, std::pow(10.0, random.uniform(-8.0, -1.5))));
    solver.solve(posed.problem, solution);
    BOOST_TEST(solution.dependent_rows == redundant, boost::test_tools::per_element());
  }
  BOOST_TEST(solver.redundancy().within_error > 100);
  BOOST_TEST(solver.redundancy().taken_back == 0);
}

// The other side: turned by an angle well above the stray.
BOOST_AUTO_TEST_CASE(a_redundancy_that_has_ended_is_seen_through_a_stray) {
  const Model model = flat_parallelogram(0.0);
  const VectorX flat = initial_state(model).q;
  Random random(8);
  Posed posed(model);
  posed.pose(model, flat);
  KktSolver solver(posed.evaluation.rows, DependentRows::leave_out, posed.evaluation.mass);
  Solution solution;
  solver.solve(posed.problem, solution);
  BOOST_REQUIRE(solution.dependent_rows.size() == 1U);
  solver.expect(redundant_rows(model, solution.dependent_rows));
  for (int trial = 0; trial < 200; ++trial) {
    const double angle = std::pow(10.0, random.uniform(-5.0, -0.5));
    VectorX q = flat;
    for (const int body : {0, 2}) {
      const double centre = body == 0 ? 0.0 : 2.0;
      q.segment<3>(3 * body) << centre + 0.5 * std::cos(angle), 0.5 * std::sin(angle), flat[3 * body + 2] + angle;
    }
    q.segment<2>(3) = Vec2(1.0 + std::cos(angle), std::sin(angle));
    posed.pose(model, stray(model, q, random, 0.01 * angle));
    solver.solve(posed.problem, solution);
    BOOST_TEST(solution.dependent_rows.empty());
  }
  BOOST_TEST(solver.redundancy().taken_back == 200);
}

BOOST_AUTO_TEST_CASE(a_row_wrongly_expected_to_follow_is_taken_back_and_changes_no_bit) {
  const Model model = chain(4);
  Posed posed(model);
  posed.pose(model, initial_state(model).q);
  posed.problem.motion.setOnes();
  for (const Route route : routes) {
    RouteSolver plain(posed.evaluation.rows, posed.evaluation.mass, {.route = route}, DependentRows::leave_out);
    RouteSolver misled(posed.evaluation.rows, posed.evaluation.mass, {.route = route}, DependentRows::leave_out);
    misled.expect(redundant_rows(model, {1, 6}));
    Solution expected, found;
    plain.solve(posed.problem, expected);
    misled.solve(posed.problem, found);
    BOOST_TEST(found.dependent_rows.empty());
    BOOST_TEST((found.x.array() == expected.x.array()).all());
    BOOST_TEST((found.multiplier.array() == expected.multiplier.array()).all());
    BOOST_TEST(misled.redundancy().taken_back == 1);
  }
}

// With compliance a copy carries its own share: it follows from nothing.
BOOST_AUTO_TEST_CASE(a_copy_that_becomes_compliant_is_taken_back) {
  const Model model = four_bar(true);
  Posed posed(model);
  posed.pose(model, initial_state(model).q);
  KktSolver solver(posed.evaluation.rows, DependentRows::leave_out, posed.evaluation.mass);
  solver.expect(redundant_rows(model, {8, 9}));
  Solution solution;
  solver.solve(posed.problem, solution);
  BOOST_TEST(solution.dependent_rows.size() == 2U);
  posed.problem.compliance.setConstant(1e-3);
  solver.solve(posed.problem, solution);
  BOOST_TEST(solution.dependent_rows.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_redundant_rows
