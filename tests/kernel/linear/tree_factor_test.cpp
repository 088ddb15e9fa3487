// The elimination along trees in space against dense arithmetic in extended precision.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <tuple>

#include "kernel/linear/kkt_solver.hpp"
#include "kernel/linear/row_check.hpp"
#include "kernel/linear/tree/tree_factor.hpp"
#include "tests/support/random.hpp"
#include "tests/support/saddle_points.hpp"

namespace perpend::test::of_tree_factor {

namespace {

std::optional<TreeFactor> tree_of(const Evaluation& evaluation) {
  return TreeFactor::make(evaluation.rows, {}, evaluation.mass, TreeLayout::Choice::wherever_possible);
}

Vec3 random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

/// Solids on joints that hold a point, on the ground, on earlier ones in either order or on nothing, and particles.
Model random_forest(Random& random) {
  Model model = spatial_world(Vec3(0.0, 0.0, -9.81));
  const int n = 2 + random.below(12);
  bool is_any_held = false;
  for (int i = 0; i < n; ++i) {
    const int solid = add_solid(model, "b", random.uniform(0.5, 2.0), Vec3(0.3, 0.4, 0.5), random_vector(random),
                                rotation_to(random_vector(random)));
    std::vector<int> carriers{world_body};
    for (int other = 0; other < solid; ++other)
      if (model.bodies[other].kind != BodyKind::particle) carriers.push_back(other);
    const int carrier = carriers[random.below(static_cast<int>(carriers.size()))];
    if (random.below(4) == 0) std::ignore = add_spatial_particle(model, "p", 0.5, random_vector(random));
    if (is_any_held && random.below(4) == 0) continue;
    is_any_held = true;
    const char* types[] = {"ball", "revolute", "universal", "weld"};
    const std::string type = types[random.below(4)];
    Properties properties = at_point(random_vector(random));
    if (type == "universal") {
      properties.set("axis", Vec3(1.0, 0.0, 0.0));
      properties.set("axis_second", Vec3(0.0, 1.0, 0.0));
    } else if (type == "revolute") {
      properties.set("axis", random_vector(random));
    }
    const bool is_turned = random.below(2) == 0;
    add_spatial_joint(model, type, "j", is_turned ? solid : carrier, is_turned ? carrier : solid, properties);
  }
  number_unknowns(model);
  return model;
}

/// The problem of `pose` where bodies have left their joints, without compliance.
Posed drifted(const Model& model, double drift, Random& random) {
  Posed posed = pose(model, 0.0, random);
  State state = initial_state(model);
  advance_position(model, RotationUpdate::exponential, drift, random.vector(model.num_velocities, 1.0), state.q);
  evaluate(model, state, posed.evaluation);
  return posed;
}

/// The step of a millisecond from rest.
Posed at_rest(const Model& model, Random& random) {
  Posed posed = pose(model, 0.0, random);
  posed.problem.motion = 1e-3 * posed.evaluation.force;
  posed.problem.target.setZero();
  return posed;
}

void connect(Posed& posed) {
  posed.problem.mass = &posed.evaluation.mass;
  posed.problem.rows = &posed.evaluation.rows;
}

/// The largest residual of a motion row over the sum of the moduli of its terms; certificates take errors below 2^-450
/// for 0, which is nothing next to 2^-400.
double worst_motion_row(const Problem& problem, const Solution& solution) {
  VectorX inertia, reaction = VectorX::Zero(solution.x.size()), magnitude = VectorX::Zero(solution.x.size());
  multiply(*problem.mass, solution.x, inertia);
  add_jacobian_transposed(*problem.rows, solution.multiplier, reaction);
  ConstraintRows moduli = *problem.rows;
  for (double& value : moduli.values) value = std::abs(value);
  add_jacobian_transposed(moduli, solution.multiplier.cwiseAbs(), magnitude);
  magnitude += inertia.cwiseAbs() + problem.motion.cwiseAbs();
  return ((inertia - problem.motion - reaction).cwiseAbs().array() / magnitude.array().max(0x1p-400)).maxCoeff();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tree_factor)

BOOST_AUTO_TEST_CASE(forests_of_every_joint_that_holds_a_point_are_solved_to_rounding_off_their_joints_too) {
  Random random(11);
  for (int trial = 0; trial < 400; ++trial) {
    const Model model = random_forest(random);
    Posed posed = drifted(model, trial % 2 == 0 ? 0.0 : 0.3, random);
    connect(posed);
    auto factor = tree_of(posed.evaluation);
    BOOST_TEST_INFO_SCOPE("trial " << trial);
    BOOST_REQUIRE(factor.has_value());
    BOOST_REQUIRE(factor->factorize(posed.problem));
    Solution solution;
    factor->substitute(posed.problem.motion, posed.problem.target, solution);
    BOOST_TEST(error_of(posed, solution) < 1e-10);
    BOOST_TEST(factor->are_motions_met());
    BOOST_TEST(factor->are_joints_met());
  }
}

BOOST_AUTO_TEST_CASE(rows_are_met_to_rounding_in_long_chains_of_hinges) {
  Random random(12);
  for (const Model& model : {lifted_chain(10000), hinge_chain(2000)}) {
    Posed posed = drifted(model, 1e-4, random);
    connect(posed);
    posed.problem.motion = posed.evaluation.force;
    KktSolver solver(posed.evaluation.rows, DependentRows::stop, posed.evaluation.mass);
    Solution solution;
    solver.solve(posed.problem, solution);
    BOOST_TEST((solution.status == Status::converged));
    VectorX residual;
    BOOST_TEST(RowCheck(posed.evaluation.rows).are_met(posed.problem, solution, residual));
    BOOST_TEST(worst_motion_row(posed.problem, solution) < 0x1p-36);
  }
}

// From rest, links far from the ground fall freely: from link to link what joints do shrinks, to 0 in the end.
BOOST_AUTO_TEST_CASE(reactions_are_solved_along_the_tree_however_small_they_become) {
  Random random(19);
  const Model model = lifted_chain(3000);
  Posed posed = at_rest(model, random);
  connect(posed);
  auto factor = tree_of(posed.evaluation);
  BOOST_REQUIRE(factor->factorize(posed.problem));
  Solution solution;
  factor->substitute(posed.problem.motion, posed.problem.target, solution);
  BOOST_TEST(factor->are_motions_met());
  BOOST_TEST(factor->are_joints_met());
  BOOST_TEST(worst_motion_row(posed.problem, solution) < 0x1p-36);
  BOOST_TEST(solution.multiplier.tail(5).isZero(0.0));
  const auto is_denormal = [](double x) { return x != 0.0 && std::abs(x) < std::numeric_limits<double>::min(); };
  BOOST_TEST(std::none_of(solution.x.begin(), solution.x.end(), is_denormal));
  BOOST_TEST(std::none_of(solution.multiplier.begin(), solution.multiplier.end(), is_denormal));
}

// At rest x is the rounding of u, or of the loads, and the reactions carry the weight.
BOOST_AUTO_TEST_CASE(a_mechanism_at_rest_keeps_the_digits_of_its_reactions) {
  Random random(20);
  Model model = spatial_world(Vec3(0.0, 0.0, -9.81));
  for (int i = 0; i < 50; ++i) {
    add_bar(model, "link[" + std::to_string(i + 1) + "]", 1.0, Vec3(0.0, 0.0, -0.5 * i),
            Vec3(0.0, 0.0, -0.5 * (i + 1)));
    add_spatial_joint(model, "revolute", "pin", i - 1, i, at_point(Vec3(0.0, 0.0, -0.5 * i), Vec3(0.6, 0.8, 0.0)));
  }
  number_unknowns(model);
  Posed posed = at_rest(model, random);
  connect(posed);
  auto factor = tree_of(posed.evaluation);
  BOOST_REQUIRE(factor->factorize(posed.problem));
  KktSolver solver(posed.evaluation.rows, DependentRows::stop, posed.evaluation.mass);
  Solution along, from_rest, whole;
  factor->substitute(posed.problem.motion, posed.problem.target, along);
  factor->substitute_from_rest(posed.problem.motion, posed.problem.target, from_rest);
  solver.solve(posed.problem, whole);
  for (const Solution* solution : {&along, &from_rest, &whole}) {
    BOOST_TEST(solution->x.lpNorm<Eigen::Infinity>() < 1e-16);  // the rounding of u, 9.81e-3
    for (int i = 0; i < 50; ++i) {
      const double carried = solution->multiplier.segment<3>(5 * i).norm();
      BOOST_TEST(std::abs(carried - 9.81e-3 * (50 - i)) < 1e-15 * 50);  // sums of up to 50 weights
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_tree_of_stiff_joints_at_points_is_refused) {
  const auto is_taken = [](const Model& model) {
    const Evaluation evaluation = allocate_evaluation(model);
    return tree_of(evaluation).has_value();
  };
  BOOST_TEST(is_taken(hinge_chain(3)));
  BOOST_TEST(!is_taken(spatial_four_bar()));

  Model loop = hinge_chain(3);
  add_spatial_joint(loop, "ball", "closing", 2, world_body, at_point(Vec3(1.5, 0.0, 0.0)));
  number_unknowns(loop);
  BOOST_TEST(!is_taken(loop));

  Model rail = hinge_chain(3);
  add_bar(rail, "slider", 1.0, Vec3(0.0, 1.0, 0.0), Vec3(1.0, 1.0, 0.0));
  add_spatial_joint(rail, "prismatic", "rail", world_body, 3, at_point(Vec3(0.0, 1.0, 0.0), Vec3::UnitX()));
  number_unknowns(rail);
  BOOST_TEST(!is_taken(rail));

  // Blocks of three rows cost less than a body's six numbers.
  const Evaluation balls = allocate_evaluation(ball_chain(5));
  BOOST_TEST(!TreeFactor::make(balls.rows, {}, balls.mass).has_value());
}

BOOST_AUTO_TEST_CASE(compliance_rows_that_turn_alike_and_masses_that_are_not_positive_are_refused) {
  Random random(13);
  Posed posed = pose(hinge_chain(4), 0.0, random);
  connect(posed);
  auto factor = tree_of(posed.evaluation);
  BOOST_REQUIRE(factor->factorize(posed.problem));

  posed.problem.compliance[7] = 1e-9;
  BOOST_TEST(!factor->factorize(posed.problem));
  posed.problem.compliance[7] = 0.0;
  BOOST_TEST(factor->factorize(posed.problem));

  std::vector<double>& values = posed.evaluation.rows.values;
  const std::vector<double> sound = values;
  const RowBlock& block = posed.evaluation.rows.blocks[1];
  for (const int side : {0, 1})
    for (int j = 3; j < 6; ++j)
      values[block.first_value[side] + 4 * 6 + j] = values[block.first_value[side] + 3 * 6 + j];
  BOOST_TEST(!factor->factorize(posed.problem));
  values = sound;
  values[block.first_value[1] + 4 * 6 + 3] += 0.25;  // the other body does not turn against it
  BOOST_TEST(!factor->factorize(posed.problem));
  values = sound;
  BOOST_TEST(factor->factorize(posed.problem));

  for (const int column : {0, 4}) {
    const double entry = std::exchange(posed.evaluation.mass.diagonal[column], -1.0);
    BOOST_TEST(!factor->factorize(posed.problem));
    posed.evaluation.mass.diagonal[column] = std::numeric_limits<double>::quiet_NaN();
    BOOST_TEST(!factor->factorize(posed.problem));
    posed.evaluation.mass.diagonal[column] = entry;
  }
  BOOST_TEST(factor->factorize(posed.problem));
}

// The same bits as after a first factorization, whether M or J changed.
BOOST_AUTO_TEST_CASE(what_has_not_changed_is_known_again_and_what_has_changed_is_seen) {
  Random random(14);
  Posed posed = pose(hinge_chain(5), 0.0, random);
  connect(posed);
  const auto blank = tree_of(posed.evaluation);
  auto used = blank;
  const auto check = [&](const char* what) {
    BOOST_TEST_INFO_SCOPE(what);
    auto fresh = blank;
    Solution a, b;
    BOOST_REQUIRE(used->factorize(posed.problem));
    BOOST_REQUIRE(fresh->factorize(posed.problem));
    used->substitute(posed.problem.motion, posed.problem.target, a);
    fresh->substitute(posed.problem.motion, posed.problem.target, b);
    BOOST_TEST((a.x.array() == b.x.array()).all());
    BOOST_TEST((a.multiplier.array() == b.multiplier.array()).all());
  };
  check("first");
  check("again");
  posed.evaluation.rows.values[4] += 0.125;
  check("a number of J");
  posed.evaluation.mass.diagonal[0] *= 2.0;
  check("a mass");
  posed.evaluation.mass.blocks.back().yz += 1e-3;
  check("an inertia");
  for (int change = 0; change < 20; ++change) {
    posed.evaluation.mass.diagonal[1] += 0.125;
    check("many changes");
  }
}

BOOST_AUTO_TEST_CASE(a_hub_of_many_is_solved_along_its_spokes) {
  Random random(16);
  Model hub = spatial_world(Vec3(0.0, 0.0, -9.81));
  add_solid(hub, "hub", 1.0, Vec3(0.3, 0.4, 0.5), Vec3::Zero());
  for (int i = 1; i <= 60; ++i) {
    add_bar(hub, "spoke", 1.0, Vec3(0.1, 0.0, 0.01 * i), Vec3(0.5, 0.0, 0.01 * i));
    add_spatial_joint(hub, "revolute", "hinge", 0, i, at_point(Vec3(0.1, 0.0, 0.01 * i), Vec3::UnitY()));
  }
  number_unknowns(hub);
  Posed posed = drifted(hub, 0.1, random);
  connect(posed);
  KktSolver solver(posed.evaluation.rows, DependentRows::stop, posed.evaluation.mass);
  Solution solution;
  solver.solve(posed.problem, solution);
  BOOST_TEST(error_of(posed, solution) < 1e-9);
  BOOST_TEST(solver.num_factor_entries() == tree_of(posed.evaluation)->num_entries());
}

// What a tree refuses, or does not answer to rounding, another factor does; and a solver that was copied goes on alike.
BOOST_AUTO_TEST_CASE(other_factors_take_over_where_a_tree_is_refused) {
  Random random(17);
  Posed posed = pose(hinge_chain(6), 0.0, random);
  connect(posed);
  KktSolver solver(posed.evaluation.rows, DependentRows::stop, posed.evaluation.mass);
  const auto check = [&](const char* what) {
    BOOST_TEST_INFO_SCOPE(what);
    KktSolver copy = solver;
    Solution solution, copied;
    solver.solve(posed.problem, solution);
    copy.solve(posed.problem, copied);
    BOOST_TEST((solution.status == Status::converged));
    BOOST_TEST(error_of(posed, solution) < 1e-10);
    BOOST_TEST((solution.x.array() == copied.x.array()).all());
    BOOST_TEST(worst_motion_row(posed.problem, solution) < 0x1p-36);
  };
  check("a tree");
  posed.problem.compliance[3] = 0.1;
  check("compliance");
  posed.problem.compliance[3] = 0.0;
  check("none again");
  const double mass = posed.evaluation.mass.diagonal[0];
  posed.evaluation.mass.diagonal.head(3) *= 1e-9;
  check("a light body that carries others");
  posed.evaluation.mass.diagonal.head(3).setConstant(mass);
  check("all as before");
}

// A light body turns between a heavy rotor and the ground, all about one axis: what is left of the rotor's inertia,
// once the rotor is free, is rounding.
BOOST_AUTO_TEST_CASE(a_pivot_that_is_rounding_of_what_a_child_took_is_refused) {
  Random random(18);
  const Vec3 axis = Vec3(1.0, 2.0, -0.5).normalized();
  for (const double light : {1.0, 1e-14}) {
    Model model = spatial_world(Vec3::Zero());
    add_solid(model, "carrier", 1.0, light * Vec3(1.0, 1.1, 1.2), Vec3::Zero());
    add_solid(model, "rotor", 1.0, Vec3(1.0, 1.1, 1.2), Vec3::Zero(), rotation_to(Vec3(0.3, 1.0, 0.4)));
    add_spatial_joint(model, "revolute", "inner", world_body, 0, at_point(Vec3::Zero(), axis));
    add_spatial_joint(model, "revolute", "outer", 0, 1, at_point(Vec3::Zero(), axis));
    number_unknowns(model);
    Posed posed = pose(model, 0.0, random);
    connect(posed);
    auto factor = tree_of(posed.evaluation);
    BOOST_TEST(factor->factorize(posed.problem) == (light == 1.0));
  }
}

// Auxiliary rows are not there: what is left may be a tree.
BOOST_AUTO_TEST_CASE(a_loop_whose_closing_joint_is_auxiliary_is_a_tree_with_multipliers_of_zero_there) {
  Random random(15);
  Model loop = hinge_chain(3);
  add_spatial_joint(loop, "ball", "closing", 2, world_body, at_point(Vec3(1.5, 0.0, 0.0)));
  number_unknowns(loop);
  Posed posed = pose(loop, 0.0, random);
  connect(posed);
  const std::vector<char> is_primary{1, 1, 1, 0};
  auto factor = TreeFactor::make(posed.evaluation.rows, is_primary, posed.evaluation.mass);
  BOOST_REQUIRE(factor.has_value());
  BOOST_REQUIRE(factor->factorize(posed.problem));
  Solution solution;
  factor->substitute(posed.problem.motion, posed.problem.target, solution);
  BOOST_TEST(solution.multiplier.tail(3).isZero(0.0));
  BOOST_TEST(worst_motion_row(posed.problem, solution) < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_tree_factor
