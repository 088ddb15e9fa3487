// A velocity-level problem under every route, without a method.
#pragma once

#include <boost/test/unit_test.hpp>
#include "kernel/linear/route_solver.hpp"
#include "tests/support/families.hpp"
#include "tests/support/led_mechanisms.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::routes {

inline constexpr double h = 1e-3;
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Crank, rod and a piston on a rail; the crank starts `angle` from the rail.
inline Model slider_crank(double angle, bool with_stop) {
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
inline Problem velocity_problem(const Evaluation& evaluation, const State& state) {
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

inline Evaluation evaluated(const Model& model, const State& state, const LinearAlgebra& linear_algebra) {
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
inline RouteRun run_route(const Model& model, const LinearAlgebra& linear_algebra, int steps,
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

inline double largest_difference(const RouteRun& a, const RouteRun& b) {
  BOOST_REQUIRE(a.states.size() == b.states.size());
  double difference = 0.0;
  for (std::size_t i = 0; i < a.states.size(); ++i)
    difference = std::max(difference, largest(a.states[i].q - b.states[i].q));
  return difference;
}

inline void check_routes_agree(const Model& model, int steps, double tolerance) {
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

}  // namespace perpend::test::routes
