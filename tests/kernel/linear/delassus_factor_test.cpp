// The elimination of bodies first against dense arithmetic in extended precision, on trees and loops of every joint.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "kernel/linear/delassus_factor.hpp"
#include "kernel/linear/kkt_solver.hpp"
#include "kernel/linear/row_check.hpp"
#include "tests/support/families.hpp"
#include "tests/support/mechanisms_spatial.hpp"
#include "tests/support/random.hpp"
#include "tests/support/saddle_points.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_delassus_factor {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Rods in the plane on pins and rails, and pins that close loops: bodies whose joints all hold points next to others.
Model random_planar_loops(Random& random) {
  Model model;
  const auto point = [&] { return Vec2(random.uniform(-1, 1), random.uniform(-1, 1)); };
  const int n = 4 + random.below(10);
  for (int i = 0; i < n; ++i) {
    const int parent = random.below(3) == 0 ? random.below(i + 1) - 1 : i - 1;
    const int body = add_rod(model, "rod", random.uniform(0.5, 1.5), random.uniform(0.5, 2.0), point());
    if (random.below(4) == 0)
      add_joint(model, "prismatic", "rail", parent, body, properties_of({{"axis", Vec2(1.0, 0.5)}}));
    else
      add_joint(model, "revolute", "pin", parent, body, at(point()));
  }
  for (int i = random.below(4); i > 0; --i) {
    const int a = random.below(n), b = random.below(n);
    if (a != b) add_joint(model, "revolute", "closing pin", a, b, at(point()));
  }
  number_unknowns(model);
  return model;
}

void require_solved(Posed& posed) {
  posed.problem.mass = &posed.evaluation.mass;
  posed.problem.rows = &posed.evaluation.rows;
  auto factor = DelassusFactor::make(posed.evaluation.rows, {}, posed.evaluation.mass, unlimited);
  BOOST_REQUIRE(factor.has_value());
  BOOST_REQUIRE(factor->factorize(posed.problem));
  Solution solution;
  factor->substitute(posed.problem.motion, posed.problem.target, solution);
  // Condition numbers of some 1e5 at these masses and arms.
  BOOST_TEST(error_of(posed, solution) < 1e-10);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(delassus_factor)

BOOST_AUTO_TEST_CASE(trees_and_loops_are_solved_to_rounding_with_compliance_and_without) {
  Random random(1);
  int solved = 0;
  for (int trial = 0; trial < 120; ++trial) {
    const auto& families = mechanism_families();
    const Model model = trial % 2 == 0 ? random_spatial_tree(random) : families[trial / 2 % families.size()].build(4);
    const double compliance = trial % 3 == 0 ? 0.1 : 0.0;
    Posed posed = pose(model, compliance, random);
    BOOST_TEST_INFO_SCOPE("trial " << trial);
    require_solved(posed);
    ++solved;
  }
  BOOST_TEST(solved == 120);
}

// Nodes of two forms side by side, whose rows have other widths, with compliance since loops may be redundant.
BOOST_AUTO_TEST_CASE(pins_and_rails_in_loops_are_solved_to_rounding) {
  Random random(5);
  for (int trial = 0; trial < 300; ++trial) {
    const Model model = random_planar_loops(random);
    Posed posed = pose(model, 0.1, random);
    posed.problem.compliance.array() += 0.01;
    BOOST_TEST_INFO_SCOPE("trial " << trial);
    require_solved(posed);
  }
}

BOOST_AUTO_TEST_CASE(rows_that_follow_from_others_are_refused_and_compliance_makes_them_solvable) {
  Random random(2);
  for (const Model& model : {four_bar(true), spatial_four_bar()}) {
    Posed posed = pose(model, 0.0, random);
    posed.problem.mass = &posed.evaluation.mass;
    posed.problem.rows = &posed.evaluation.rows;
    evaluate(model, initial_state(model), posed.evaluation);
    auto factor = DelassusFactor::make(posed.evaluation.rows, {}, posed.evaluation.mass, unlimited);
    BOOST_REQUIRE(factor.has_value());
    const bool is_dependent = model.num_rows >= model.num_velocities;
    BOOST_TEST(factor->factorize(posed.problem) == !is_dependent);
    posed.problem.compliance.setConstant(0.1);
    BOOST_TEST(factor->factorize(posed.problem));
  }
}

// Across parallel hinges a long chain is a rigid body whose inertia grows with the cube of its length: that is how much
// smaller its last pivot is than the entry of W.
BOOST_AUTO_TEST_CASE(a_chain_of_thousands_of_hinges_has_weak_pivots_and_is_solved_to_rounding_all_the_same) {
  Random random(4);
  const Model model = lifted_chain(8000);
  Posed posed = pose(model, 0.0, random);
  posed.problem.mass = &posed.evaluation.mass;
  posed.problem.rows = &posed.evaluation.rows;
  posed.problem.motion = posed.evaluation.force;
  posed.problem.target.setZero();
  auto factor = DelassusFactor::make(posed.evaluation.rows, {}, posed.evaluation.mass, unlimited);
  BOOST_REQUIRE(factor.has_value());
  BOOST_TEST(factor->factorize(posed.problem));
  BOOST_TEST(factor->is_weak());
  KktSolver solver(posed.evaluation.rows, DependentRows::stop, posed.evaluation.mass);
  Solution solution;
  solver.solve(posed.problem, solution);
  BOOST_TEST((solution.status == Status::converged));
  VectorX residual;
  BOOST_TEST(RowCheck(posed.evaluation.rows).are_met(posed.problem, solution, residual));
  // Refinement is for solutions: a factor alone is that of the whole matrix.
  BOOST_TEST(solver.factorize(posed.problem));
  solver.substitute(posed.problem.motion, posed.problem.target, solution);
  BOOST_TEST(RowCheck(posed.evaluation.rows).are_met(posed.problem, solution, residual));
}

// The same bits as after a first factorization, whether M, J or E changed, and all of them or one number.
BOOST_AUTO_TEST_CASE(what_has_not_changed_is_known_again_and_what_has_changed_is_seen) {
  Random random(3);
  for (const Model& model : {chain(6), ball_chain(4), hinge_chain(4)}) {
    Posed posed = pose(model, 0.1, random);
    Problem& problem = posed.problem;
    problem.mass = &posed.evaluation.mass;
    problem.rows = &posed.evaluation.rows;
    const auto blank = DelassusFactor::make(posed.evaluation.rows, {}, posed.evaluation.mass, unlimited);
    auto used = blank;
    const auto check = [&](const char* what) {
      BOOST_TEST_INFO_SCOPE(what);
      auto fresh = blank;
      Solution a, b;
      BOOST_REQUIRE(used->factorize(problem));
      BOOST_REQUIRE(fresh->factorize(problem));
      used->substitute(problem.motion, problem.target, a);
      fresh->substitute(problem.motion, problem.target, b);
      BOOST_TEST((a.x.array() == b.x.array()).all());
      BOOST_TEST((a.multiplier.array() == b.multiplier.array()).all());
    };
    check("first");
    check("again");
    problem.compliance[model.num_rows - 1] *= 2.0;
    check("compliance");
    posed.evaluation.rows.values.back() += 0.125;
    check("a number of J");
    posed.evaluation.mass.diagonal[0] *= 2.0;
    check("a mass");
    if (!posed.evaluation.mass.blocks.empty()) posed.evaluation.mass.blocks.back().yz += 1e-3;
    check("an inertia");
    posed.evaluation.mass.diagonal[0] = -1.0;
    BOOST_TEST(!used->factorize(problem));
    posed.evaluation.mass.diagonal[0] = 1.0;
    check("after a refusal");
  }
}

BOOST_AUTO_TEST_CASE(entries_grow_with_the_mechanism_and_a_hub_of_many_is_left_to_the_sparse_matrix) {
  const auto entries = [](const Model& model) {
    const Evaluation evaluation = allocate_evaluation(model);
    return static_cast<long>(
        DelassusFactor::make(evaluation.rows, {}, evaluation.mass, unlimited).value().num_entries());
  };
  for (Model (*build)(int) : {+[](int n) { return chain(n); }, +[](int n) { return ball_chain(n); },
                              +[](int n) { return hinge_chain(n); }, comb, ladder})
    BOOST_TEST(entries(build(300)) - entries(build(200)) == entries(build(200)) - entries(build(100)));
  const Evaluation hub = allocate_evaluation(star(200));
  BOOST_TEST(!DelassusFactor::make(hub.rows, {}, hub.mass, 1e5).has_value());
  BOOST_TEST(KktSolver(hub.rows, DependentRows::stop, hub.mass).num_factor_entries() < 200U * 40U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_delassus_factor
