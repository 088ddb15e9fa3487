// The saddle-point solver: the order of elimination, random mechanisms, dependent rows.
#include <boost/test/unit_test.hpp>
#include <Eigen/QR>
#include <numeric>

#include "kernel/constraints/constraint_types.hpp"
#include "kernel/linear/elimination_order.hpp"
#include "tests/support/families.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_kkt_solver {

namespace {

constexpr double h = 1e-3;

/// A random mechanism, closed: bodies and particles, a random forest of joints (some trees on the ground), and joints
/// that close loops.
Model random_mechanism(std::uint64_t seed) {
  Random random(seed);
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  const int n = 2 + random.below(12);
  for (int i = 0; i < n; ++i) {
    if (random.below(5) == 0) {
      const double mass = random.uniform(0.5, 2.0);
      const Vec2 position = random.point(1.0);
      add_particle(model, "p" + std::to_string(i), mass, position, random.point(1.0));
    } else {
      const double length = random.uniform(0.3, 1.0), mass = random.uniform(0.5, 2.0);
      const Vec2 position = random.point(1.0);
      add_rod(model, "b" + std::to_string(i), length, mass, position, random.uniform(-3.0, 3.0));
    }
  }
  const bool grounded = random.below(3) > 0;
  const auto is_particle = [&](int body) { return body >= 0 && model.bodies[body].kind == BodyKind::particle; };
  const auto point_of = [&](int body) { return is_particle(body) ? model.bodies[body].position : random.point(1.0); };
  const auto join = [&](int a, int b, bool closing) {
    const bool points_only = is_particle(a) || is_particle(b);
    const Vec2 place = is_particle(a) ? point_of(a) : point_of(b);
    const int kind = is_particle(a) && is_particle(b) ? 0 : random.below(closing ? 2 : 5);
    const std::string name = "j" + std::to_string(model.joints.size());
    if (kind == 0)
      add_joint(model, "distance", name, a, b, properties_of({{"at_first", point_of(a)}, {"at_second", point_of(b)}}));
    else if (kind == 1 && !is_particle(a))
      add_joint(model, "point_on_line", name, a, b, properties_of({{"axis", random.point(1.0)}, {"at", place}}));
    else if (kind == 2 && !points_only)
      add_joint(model, "prismatic", name, a, b, properties_of({{"axis", random.point(1.0)}}));
    else if (kind == 3 && !points_only)
      add_joint(model, "weld", name, a, b, at(place));
    else
      add_joint(model, "revolute", name, a, b, at(place));
  };
  for (int i = 0; i < n; ++i) {
    const int parent = random.below(i + 1) - 1;  // world_body for -1
    if (i == 0 && !grounded) continue;
    if (parent == world_body && !grounded) continue;
    random.below(2) == 0 || parent == world_body ? join(parent, i, false) : join(i, parent, false);
  }
  for (int extra = random.below(4); extra > 0; --extra) {
    const int a = random.below(n), b = random.below(n);
    if (a != b) join(a, b, true);
    if (grounded && random.below(3) == 0) join(world_body, a, true);
  }
  number_unknowns(model);
  return model;
}

/// Smallest over largest singular value of J M^-1/2, by a rank-revealing factorization.
double inverse_condition(const MatrixX& j, const VectorX& mass) {
  if (j.rows() == 0) return 1.0;
  if (j.rows() > j.cols()) return 0.0;
  const MatrixX scaled = (j * mass.cwiseSqrt().cwiseInverse().asDiagonal()).transpose();
  const Eigen::ColPivHouseholderQR<MatrixX> qr(scaled);
  const auto diagonal = qr.matrixR().diagonal().cwiseAbs().eval();
  return diagonal[j.rows() - 1] / diagonal[0];
}

State moved(const Model& model, std::uint64_t seed) {
  Random random(seed);
  State state = initial_state(model);
  state.q += random.vector(model.num_velocities, 0.1);
  state.v += random.vector(model.num_velocities, 1.0);
  return state;
}

Model duplicated(const Model& model) {
  Model twice = model;
  twice.joints.insert(twice.joints.end(), model.joints.begin(), model.joints.end());
  for (std::size_t i = 0; i < model.joints.size(); ++i) twice.joints[model.joints.size() + i].name += " again";
  number_unknowns(twice);
  return twice;
}

/// Two rods without a joint, turning.
Model floating_pair() {
  Model model;
  for (int i = 0; i < 2; ++i) {
    add_rod(model, "rod" + std::to_string(i), 0.5, 1.0, Vec2(i, 0.0), 0.0);
    model.bodies.back().spin = 1.0 + i;
  }
  number_unknowns(model);
  return model;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kkt_solver)

BOOST_AUTO_TEST_CASE(the_order_is_a_permutation_and_joints_follow_a_body_that_they_touch) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Model model = random_mechanism(seed);
    const Evaluation evaluation = allocate_evaluation(model);
    const std::vector<int> order = elimination_order(evaluation.rows);
    std::vector<int> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> all(model.num_velocities + model.num_rows);
    std::iota(all.begin(), all.end(), 0);
    BOOST_TEST(sorted == all);
    std::vector<int> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<int>(i);
    for (const RowBlock& block : evaluation.rows.blocks) {
      const int row = place[model.num_velocities + block.first_row];
      bool has_body = false;
      for (int side = 0; side < 2; ++side)
        if (block.num_columns[side] > 0 && place[block.first_column[side] + block.num_columns[side] - 1] < row)
          has_body = true;
      BOOST_TEST(has_body);
    }
  }
}

// The claim of elimination_order: when J has full row rank no pivot vanishes, whatever the loops. On the constraint:
// off it a joint can tell a part that turns as a whole from one that does not.
BOOST_AUTO_TEST_CASE(random_mechanisms_of_full_rank_are_solved) {
  int solved = 0, with_loops = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Model model = random_mechanism(seed);
    if (model.num_rows == 0) continue;
    Stepper stepper(model);
    State state = moved(model, seed);
    state.q = initial_state(model).q;
    const double inverse = inverse_condition(dense_jacobian(stepper.at(state).rows), stepper.mass());
    if (inverse < 1e-3) continue;
    BOOST_TEST_INFO_SCOPE("seed " << seed);
    const State next = stepper.step(*method("implicit"), state, h);
    BOOST_REQUIRE(stepper.status == Status::converged);
    const KeptSolve& kept = stepper.solves.front();
    BOOST_TEST(kept.solution.dependent_rows.empty());
    VectorX residual = kept.problem.motion - kept.mass.diagonal.cwiseProduct(next.v);
    add_jacobian_transposed(kept.rows, kept.solution.multiplier, residual);
    VectorX rate;
    apply_jacobian(kept.rows, next.v, rate);
    // Growth of an unpivoted factorization up to the square of the condition: 1e6 roundings.
    const double size = 1.0 + largest(kept.solution.multiplier) + largest(next.v) + largest(kept.problem.target);
    BOOST_TEST(largest(residual) < 1e6 * 0x1p-53 * size);
    BOOST_TEST(largest(rate - kept.problem.target) < 1e6 * 0x1p-53 * size);
    ++solved;
    if (model.joints.size() >= model.bodies.size()) ++with_loops;
  }
  BOOST_TEST(solved > 500);
  BOOST_TEST(with_loops > 50);
}

BOOST_AUTO_TEST_CASE(every_joint_twice_gives_the_same_motion_and_names_the_copies) {
  for (const Model& model : {chain(4), four_bar(), mixed_mechanism()}) {
    const Model twice = duplicated(model);
    Stepper plain(model), redundant(twice, DependentRows::leave_out);
    State a = initial_state(model), b = a;
    for (int i = 0; i < 50; ++i) {
      a = plain.step(*method("implicit"), a, h);
      b = redundant.step(*method("implicit"), b, h);
      BOOST_REQUIRE(redundant.status == Status::converged);
      BOOST_TEST(redundant.solves.front().solution.dependent_rows.size() == static_cast<std::size_t>(model.num_rows));
    }
    // A consistent redundant system: rounding alone, amplified over 50 steps.
    BOOST_TEST(largest(a.q - b.q) < 1e-12);
    // Two equal springs share a load evenly: least norm gives each copy one half.
    const VectorX& whole = plain.report.impulse;
    const VectorX& shared = redundant.report.impulse;
    BOOST_TEST(largest(shared.head(model.num_rows) - whole / 2.0) < 1e-10 * (1.0 + largest(whole)));
    BOOST_TEST(largest(shared.tail(model.num_rows) - whole / 2.0) < 1e-10 * (1.0 + largest(whole)));
  }
}

BOOST_AUTO_TEST_CASE(multipliers_of_dependent_rows_have_least_norm) {
  const Model model = four_bar(true);
  Stepper stepper(model, DependentRows::leave_out);
  // On the constraint, where the spare pin is consistent.
  State state = initial_state(model);
  for (int i = 0; i < 20; ++i) {
    state = stepper.step(*method("none"), state, h);
    const KeptSolve& kept = stepper.solves.front();
    BOOST_TEST(kept.solution.dependent_rows.size() == 2U);
    const MatrixX transposed = dense_jacobian(kept.rows).transpose();
    const VectorX joint_impulse = kept.mass.diagonal.cwiseProduct(kept.solution.x) - kept.problem.motion;
    Eigen::CompleteOrthogonalDecomposition<MatrixX> pseudo_inverse;
    pseudo_inverse.setThreshold(1e-9);  // the spare rows equal the others to rounding
    pseudo_inverse.compute(transposed);
    BOOST_TEST(pseudo_inverse.rank() == 8);
    const VectorX least = pseudo_inverse.solve(joint_impulse);
    BOOST_TEST(largest(kept.solution.multiplier - least) < 1e-11 * (1.0 + largest(least)));
  }
}

BOOST_AUTO_TEST_CASE(dependent_rows_stop_a_run_that_does_not_expect_them) {
  const Model model = four_bar(true);
  StateObserver observer;
  const SimulationResult result =
      simulate(model, initial_state(model), step_of(method("none")), {.step = h, .num_steps = 10}, observer);
  BOOST_TEST(result.status == Status::singular);
  BOOST_TEST(result.steps == 0);
  BOOST_TEST(result.dependent_rows.size() == 2U);
  BOOST_TEST_INFO(result.message);
  const bool names_a_joint = result.message.find("spare row 1") != std::string::npos ||
                             result.message.find("pin[2] row 1") != std::string::npos;
  BOOST_TEST(names_a_joint);
  BOOST_TEST(result.message.find("rank = deficient") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_second_right_hand_side_uses_the_same_factorization) {
  const Model model = chain(5);
  const MassMatrix mass = mass_matrix(model, initial_state(model));
  Evaluation evaluation = allocate_evaluation(model);
  evaluate(model, moved(model, 3), evaluation);
  Problem problem{.mass = &mass,
                  .rows = &evaluation.rows,
                  .compliance = VectorX::Zero(model.num_rows),
                  .motion = evaluation.force,
                  .target = evaluation.rows.phi};
  KktSolver solver(evaluation.rows, DependentRows::stop);
  Solution first, again, sum;
  solver.solve(problem, first);
  Random random(4);
  Problem other = problem;
  other.motion = random.vector(model.num_velocities, 1.0);
  other.target = random.vector(model.num_rows, 1.0);
  solver.solve_again(other, again);
  BOOST_TEST(solver.num_factorizations() == 1);
  other.motion += problem.motion;
  other.target += problem.target;
  solver.solve_again(other, sum);
  const double size = 1.0 + largest(sum.x) + largest(sum.multiplier);
  BOOST_TEST(largest(sum.x - first.x - again.x) < 1e-12 * size);  // linear
  BOOST_TEST(largest(sum.multiplier - first.multiplier - again.multiplier) < 1e-12 * size);
}

// Either body may be eliminated first, and a row need not say anything of it.
BOOST_AUTO_TEST_CASE(rows_that_move_one_of_their_two_bodies_are_solved_in_trees_and_loops_grounded_or_not) {
  for (const Model& mechanism : {chain(4), four_bar(), floating_pair()}) {
    for (int side = 0; side < 2; ++side) {
      Model model = mechanism;
      Joint spin;
      spin.name = "spin";
      spin.type = &linear_constraint;
      spin.body = {0, 1};
      spin.coefficients = MatrixX::Zero(1, 3 * num_sides);
      spin.coefficients(0, 3 * side + 2) = 1.0;
      model.joints.push_back(spin);
      number_unknowns(model);
      Stepper stepper(model);
      const State next = stepper.step(*method("none"), initial_state(model), h);
      BOOST_TEST_REQUIRE(stepper.status == Status::converged);
      BOOST_TEST(stepper.solves.front().solution.dependent_rows.empty());
      BOOST_TEST(std::abs(next.v[3 * side + 2]) < 1e-15);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_nan_in_the_system_is_never_a_solution) {
  const Model model = chain(2);
  Stepper stepper(model);
  State state = initial_state(model);
  state.v[1] = std::nan("");
  stepper.step(*method("none"), state, h);
  BOOST_TEST(stepper.status == Status::not_finite);
  state = initial_state(model);
  state.q[2] = std::nan("");
  stepper.step(*method("none"), state, h);
  BOOST_TEST(stepper.status == Status::not_finite);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_kkt_solver
