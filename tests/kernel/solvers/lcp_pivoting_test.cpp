// Pivoting solvers of LCPs against answers that are known, problems made around an answer, and each other.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "kernel/solvers/basis_walk.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "tests/support/contact_piles.hpp"

namespace perpend::test::of_lcp_pivoting {

namespace {

LcpSolution solve(const LcpSolverType& type, const OwnedLcp& problem, const GrowingVector* start = nullptr,
                  const Properties& options = {}) {
  auto made = type.make(options);
  LcpSolution solution;
  std::get<std::unique_ptr<LcpSolver>>(made)->solve(problem.lcp, start, solution);
  return solution;
}

MatrixX square(int n, std::initializer_list<double> entries) {
  MatrixX a(n, n);
  int k = 0;
  for (const double entry : entries) {
    a(k / n, k % n) = entry;
    ++k;
  }
  return a;
}

VectorX vector(std::initializer_list<double> entries) {
  VectorX b(static_cast<Eigen::Index>(entries.size()));
  int k = 0;
  for (const double entry : entries) b[k++] = entry;
  return b;
}

bool is_near(const VectorX& z, const VectorX& expected, double tolerance = 1e-12) {
  return z.size() == expected.size() && (z.size() == 0 || (z - expected).cwiseAbs().maxCoeff() <= tolerance);
}

bool notes(const LcpSolution& solution, const std::string& text) {
  return solution.note.find(text) != std::string::npos;
}

MatrixX random_matrix(Random& random, int rows, int columns) {
  MatrixX a(rows, columns);
  for (int j = 0; j < columns; ++j) a.col(j) = random.vector(rows, 1.0);
  return a;
}

/// b such that (z, w) solves the LCP; a third of the pairs each: z > 0, w > 0, both 0.
VectorX plant(Random& random, const MatrixX& a, VectorX& z) {
  z.setZero(a.rows());
  VectorX w = VectorX::Zero(a.rows());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    const int kind = random.below(3);
    if (kind == 0) z[i] = random.uniform(0.1, 1.0);
    if (kind == 1) w[i] = random.uniform(0.1, 1.0);
  }
  return w - a * z;
}

const LcpSolverType* const definite_solvers[] = {&lemke_solver, &dantzig_solver, &murty_solver, &enumerate_solver};

}  // namespace

BOOST_AUTO_TEST_SUITE(lcp_pivoting)

BOOST_AUTO_TEST_CASE(p_matrices_give_the_one_answer_that_is_known) {
  struct Known {
    MatrixX a;
    VectorX b, z;
  };
  const double third = 1.0 / 3.0;
  const Known known[] = {
      {square(2, {1, -3, 0, 1}), vector({-1, -1}), vector({4, 1})},
      {square(3, {1, 2, 0, 0, 1, 2, 2, 0, 1}), vector({-1, -1, -1}), vector({third, third, third})},
      {square(2, {2, 1, 1, 2}), vector({-2, -1}), vector({1, 0})},  // degenerate: z_2 = w_2 = 0
      {square(3, {1, 0, 2, 2, 1, 0, 0, 2, 1}), vector({1, 1, 1}), vector({0, 0, 0})},
  };
  for (const Known& one : known)
    for (const LcpSolverType* type : {&lemke_solver, &murty_solver, &enumerate_solver}) {
      const LcpSolution solution = solve(*type, own(one.a, one.b));
      BOOST_TEST((solution.status == Status::converged), type->spec.name);
      BOOST_TEST(is_near(solution.z, one.z), type->spec.name);
    }
}

BOOST_AUTO_TEST_CASE(the_triangle_of_murty_is_solved_within_the_limit_of_pivots) {
  const int n = 10;
  MatrixX a = MatrixX::Identity(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) a(i, j) = 2.0;
  VectorX expected = VectorX::Zero(n);
  expected[0] = 1.0;
  for (const LcpSolverType* type : definite_solvers) {
    const LcpSolution solution = solve(*type, own(a, -VectorX::Ones(n)));
    BOOST_TEST((solution.status == Status::converged), type->spec.name);
    BOOST_TEST(is_near(solution.z, expected), type->spec.name);
  }
}

BOOST_AUTO_TEST_CASE(enumerate_lists_all_solutions_and_says_which_are_lines) {
  const LcpSolution three = solve(enumerate_solver, own(square(2, {1, 2, 2, 1}), vector({-1, -1})));
  BOOST_TEST((three.status == Status::converged));
  BOOST_TEST(notes(three, "3 solutions; positive entries {1}, {2}, {1, 2}"));
  BOOST_TEST(is_near(three.z, vector({1, 0})));
  const LcpSolution segment = solve(enumerate_solver, own(square(2, {1, 1, 1, 1}), vector({-1, -1})));
  BOOST_TEST(notes(segment, "2 solutions, ends of 1 line of solutions among them"));
  // w_2 = z_1 - 1: z = (1, t), t >= 0, all of them, and no regular choice at all.
  const LcpSolution ray = solve(enumerate_solver, own(square(2, {0, 0, 1, 0}), vector({0, -1})));
  BOOST_TEST((ray.status == Status::converged));
  BOOST_TEST(notes(ray, "line"));
  const LcpSolution none = solve(enumerate_solver, own(square(2, {0, 1, -1, 0}), vector({-1, -1})));
  BOOST_TEST((none.status == Status::unsolved));
  BOOST_TEST((none.failure == LcpFailure::exhausted));
  BOOST_TEST(notes(none, "none of the 4 choices was accepted within 1e-13 of the terms of each row"));
}

BOOST_AUTO_TEST_CASE(the_rod_of_painleve_has_no_solution_or_two) {
  const OwnedLcp slow = own(square(1, {-0.8}), vector({-2.0}));
  const OwnedLcp fast = own(square(1, {-0.8}), vector({2.0}));
  BOOST_TEST(notes(solve(enumerate_solver, slow), "none of the 2 choices was accepted"));
  BOOST_TEST(notes(solve(enumerate_solver, fast), "2 solutions; positive entries {}, {1}"));
  BOOST_TEST((solve(lemke_solver, slow).failure == LcpFailure::ray));
  BOOST_TEST(is_near(solve(lemke_solver, fast).z, vector({0.0})));
  // From the other solution the path ends where it begins.
  const GrowingVector other = vector({2.5});
  BOOST_TEST(is_near(solve(lemke_solver, fast, &other).z, other));
}

BOOST_AUTO_TEST_CASE(an_infeasible_semidefinite_problem_ends_on_a_ray_that_proves_it) {
  const MatrixX a = square(2, {0, 1, -1, 0});
  const VectorX b = vector({-1, -1});
  const LcpSolution solution = solve(lemke_solver, own(a, b));
  BOOST_TEST((solution.failure == LcpFailure::ray));
  BOOST_REQUIRE_EQUAL(solution.ray.size(), 2);
  // Farkas: r >= 0, A'r <= 0, b'r < 0.
  BOOST_TEST(solution.ray.minCoeff() >= 0.0);
  BOOST_TEST((a.transpose() * solution.ray).maxCoeff() <= 0.0);
  BOOST_TEST(b.dot(solution.ray) < 0.0);
  for (const LcpSolverType* type : {&lemke_solver, &dantzig_solver}) {
    BOOST_TEST((solve(*type, own(MatrixX::Ones(2, 2), b)).status == Status::converged), type->spec.name);
    BOOST_TEST((solve(*type, own(square(2, {1, -1, -1, 1}), b)).failure == LcpFailure::ray), type->spec.name);
  }
}

BOOST_AUTO_TEST_CASE(planted_answers_of_definite_problems_are_found_again) {
  for (int seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const int n = 1 + random.below(seed % 3 == 0 ? 30 : 8);
    const MatrixX g = random_matrix(random, n, n);
    MatrixX a = g * g.transpose() + MatrixX::Identity(n, n);
    if (seed % 2 == 0) a += random_matrix(random, n, n).triangularView<Eigen::StrictlyUpper>();
    if (seed % 2 == 0) a += static_cast<double>(n) * MatrixX::Identity(n, n);
    VectorX z;
    const OwnedLcp problem = own(a, plant(random, a, z));
    for (const LcpSolverType* type : definite_solvers) {
      if (type == &enumerate_solver && n > 10) continue;
      const LcpSolution solution = solve(*type, problem);
      BOOST_TEST((solution.status == Status::converged), type->spec.name << " seed " << seed);
      // lambda_min >= 1 and the residual is 1e-10 of numbers of size n.
      BOOST_TEST(is_near(solution.z, z, 1e-9 * n), type->spec.name << " seed " << seed);
    }
  }
}

BOOST_AUTO_TEST_CASE(planted_semidefinite_problems_of_low_rank_are_solved_and_share_w) {
  for (int seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const int n = 4 + random.below(20);
    const MatrixX g = random_matrix(random, n, n / 2);
    const MatrixX a = g * g.transpose();
    VectorX z;
    const VectorX b = plant(random, a, z);
    for (const LcpSolverType* type : {&lemke_solver, &dantzig_solver}) {
      const LcpSolution solution = solve(*type, own(a, b));
      BOOST_TEST((solution.status == Status::converged), type->spec.name << " seed " << seed);
      // G'z is unique, so w is; to the root of the residual, as the energy is what is bounded.
      BOOST_TEST(is_near(solution.w, a * z + b, 1e-5 * n), type->spec.name << " seed " << seed);
    }
  }
}

BOOST_AUTO_TEST_CASE(lemke_solves_piles_with_friction_at_rest_and_hit) {
  for (int seed = 1; seed <= 12; ++seed)
    for (const double hit : {0.0, 1.0}) {
      const PileOptions options{.rows = 2 + seed % 4, .law = PileLaw::pyramid, .hit = hit, .seed = std::uint64_t(seed)};
      const LcpSolution solution = solve(lemke_solver, pile_lcp(options));
      BOOST_TEST((solution.status == Status::converged), "seed " << seed << " hit " << hit);
      BOOST_TEST(solution.residual <= 1e-12);
    }
}

BOOST_AUTO_TEST_CASE(either_rule_for_ties_ends_the_path_on_degenerate_problems) {
  Properties lexicographic;
  lexicographic.set("ties", std::string("lexicographic"));
  const auto converges = [&](const OwnedLcp& problem) {
    return solve(lemke_solver, problem, nullptr, lexicographic).status == Status::converged;
  };
  // Whole numbers: the rows of a ratio test tie by the dozen.
  for (int seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const int n = 3 + random.below(12);
    MatrixX g(n, n);
    for (double& x : g.reshaped()) x = random.below(3) - 1;
    const MatrixX a = g * g.transpose() + MatrixX::Identity(n, n);
    VectorX z = VectorX::Zero(n);
    for (double& x : z) x = random.below(2);
    BOOST_TEST(converges(own(a, -a * z)), "seed " << seed);
  }
  for (int seed = 1; seed <= 12; ++seed)
    for (const double hit : {0.0, 1.0})
      BOOST_TEST(
          converges(pile_lcp({.rows = 2 + seed % 4, .law = PileLaw::pyramid, .hit = hit, .seed = std::uint64_t(seed)})),
          "pile " << seed << " hit " << hit);
}

BOOST_AUTO_TEST_CASE(a_first_guess_that_is_right_needs_no_path_and_one_that_is_near_a_short_one) {
  const PileOptions options{.rows = 6, .law = PileLaw::pyramid, .hit = 0.2};
  OwnedLcp problem = pile_lcp(options);
  const LcpSolution cold = solve(lemke_solver, problem);
  BOOST_REQUIRE((cold.status == Status::converged));
  const LcpSolution again = solve(lemke_solver, problem, &cold.z);
  BOOST_TEST((again.status == Status::converged));
  BOOST_TEST(again.iterations <= cold.iterations / 4);
  problem.lcp.b *= 1.001;
  const LcpSolution near = solve(lemke_solver, problem, &cold.z);
  BOOST_TEST((near.status == Status::converged));
  BOOST_TEST(near.iterations <= cold.iterations / 4);
  BOOST_TEST(near.note == "");
}

BOOST_AUTO_TEST_CASE(a_useless_first_guess_costs_time_and_not_the_answer) {
  const OwnedLcp problem = pile_lcp({.rows = 4, .law = PileLaw::pyramid, .hit = 1.0});
  Random random(5);
  for (int round = 0; round < 10; ++round) {
    const GrowingVector guess = random.vector(static_cast<int>(problem.lcp.b.size()), 1.0);
    const LcpSolution solution = solve(lemke_solver, problem, &guess);
    BOOST_TEST((solution.status == Status::converged), "round " << round);
  }
  const GrowingVector short_guess = VectorX::Ones(1);
  BOOST_TEST((solve(lemke_solver, problem, &short_guess).status == Status::converged));
}

BOOST_AUTO_TEST_CASE(powers_of_two_in_b_and_in_the_units_of_rows_scale_the_answer_bit_by_bit) {
  OwnedLcp problem = pile_lcp({.rows = 4, .law = PileLaw::pyramid, .hit = 1.0});
  const VectorX z = solve(lemke_solver, problem).z;
  problem.lcp.b *= 0x1p-40;
  problem.lcp.magnitude *= 0x1p-40;
  BOOST_TEST((solve(lemke_solver, problem).z == z * 0x1p-40));
}

BOOST_AUTO_TEST_CASE(the_order_of_rows_does_not_matter_where_the_answer_is_unique) {
  Random random(11);
  const int n = 12;
  const MatrixX g = random_matrix(random, n, n);
  const MatrixX a = g * g.transpose() + MatrixX::Identity(n, n);
  VectorX z;
  const VectorX b = plant(random, a, z);
  for (const LcpSolverType* type : {&lemke_solver, &dantzig_solver, &murty_solver})
    BOOST_TEST(is_near(solve(*type, own(a.reverse(), b.reverse())).z.reverse(), z, 1e-9), type->spec.name);
}

BOOST_AUTO_TEST_CASE(no_solver_calls_a_stop_at_its_limit_an_answer) {
  const OwnedLcp problem = pile_lcp({.rows = 4, .law = PileLaw::pyramid, .hit = 1.0});
  Properties one_pivot;
  one_pivot.set("pivots", 1.0);
  for (const LcpSolverType* type : {&lemke_solver, &dantzig_solver, &murty_solver}) {
    const LcpSolution solution = solve(*type, problem, nullptr, one_pivot);
    BOOST_TEST((solution.status != Status::converged), type->spec.name);
    BOOST_TEST((solution.failure == LcpFailure::limit), type->spec.name);
    BOOST_TEST(solution.iterations <= 1);
  }
}

BOOST_AUTO_TEST_CASE(failures_are_called_what_they_are) {
  // z_1 comes out below 0, w_1 is below 0 without it.
  BOOST_TEST((solve(murty_solver, own(square(1, {-1}), vector({-1}))).failure == LcpFailure::cycle));
  BOOST_TEST((solve(murty_solver, own(square(1, {0}), vector({-1}))).failure == LcpFailure::singular_basis));
  BOOST_TEST((solve(enumerate_solver, own(MatrixX::Identity(21, 21), VectorX::Zero(21))).failure == LcpFailure::none));
  BOOST_TEST(
      (solve(enumerate_solver, own(MatrixX::Identity(21, 21), -VectorX::Ones(21))).failure == LcpFailure::unsuited));
}

/// Only a limit is one. What comes to its end and misses a tolerance that no answer can meet is inaccurate.
BOOST_AUTO_TEST_CASE(the_status_of_a_failure_is_that_of_a_limit_only_for_limits) {
  const auto ends = [](const LcpSolution& solution, LcpFailure failure) {
    BOOST_TEST_INFO_SCOPE(to_string(failure) << ", not " << to_string(solution.failure));
    BOOST_TEST((solution.failure == failure));
    BOOST_TEST((solution.status == (failure == LcpFailure::limit ? Status::iteration_limit : Status::unsolved)));
  };
  ends(solve(lemke_solver, own(square(1, {-0.8}), vector({-2.0}))), LcpFailure::ray);
  ends(solve(murty_solver, own(square(1, {-1}), vector({-1}))), LcpFailure::cycle);
  ends(solve(murty_solver, own(square(1, {0}), vector({-1}))), LcpFailure::singular_basis);
  ends(solve(enumerate_solver, own(MatrixX::Identity(21, 21), -VectorX::Ones(21))), LcpFailure::unsuited);
  Properties one_pivot, exact;
  one_pivot.set("pivots", 1.0);
  exact.set("tolerance", 0.0);
  const OwnedLcp pile = pile_lcp({.rows = 3, .law = PileLaw::pyramid, .hit = 1.0});
  const OwnedLcp thirds = own(square(2, {3, 1, 1, 7}), vector({-1.1, -1.3}));
  for (const LcpSolverType* type : {&lemke_solver, &dantzig_solver, &murty_solver}) {
    ends(solve(*type, pile, nullptr, one_pivot), LcpFailure::limit);
    const LcpSolution rounded = solve(*type, thirds, nullptr, exact);
    if (rounded.status != Status::converged) ends(rounded, LcpFailure::inaccurate);
  }
  const LcpSolution listed = solve(enumerate_solver, pile_lcp({.rows = 1, .law = PileLaw::pyramid}), nullptr, exact);
  if (listed.status != Status::converged) ends(listed, LcpFailure::inaccurate);
}

BOOST_AUTO_TEST_CASE(nothing_to_solve_is_solved_and_what_is_not_finite_is_not) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const LcpSolverType* type : definite_solvers) {
    BOOST_TEST((solve(*type, own(MatrixX(0, 0), VectorX(0))).status == Status::converged), type->spec.name);
    BOOST_TEST((solve(*type, own(MatrixX::Zero(3, 3), VectorX::Ones(3))).status == Status::converged));
    for (const double bad : {nan, inf, -inf}) {
      BOOST_TEST((solve(*type, own(square(2, {1, 0, 0, bad}), vector({-1, -1}))).status != Status::converged));
      BOOST_TEST((solve(*type, own(MatrixX::Identity(2, 2), vector({-1, bad}))).status != Status::converged));
    }
  }
}

BOOST_AUTO_TEST_CASE(exchanges_keep_what_a_new_factorization_gives) {
  const OwnedLcp problem = pile_lcp({.rows = 4, .law = PileLaw::pyramid});
  BasisWalk walk;
  walk.set_problem(problem.lcp.matrix->sparse(), problem.lcp.b);
  Random random(3);
  for (int k = 0; k < 300; ++k) (void)walk.pivot_principal(random.below(walk.n()));
  walk.compute_values();
  const VectorX z = walk.z(), w = walk.w();
  BOOST_REQUIRE(walk.core().size() > 5);
  BOOST_REQUIRE(walk.refactor());
  // 300 exchanges with pivots down to 1e-9 of their terms, and two corrections on the data.
  BOOST_TEST(is_near(walk.z(), z, 1e-7 * (1.0 + z.cwiseAbs().maxCoeff())));
  BOOST_TEST(is_near(walk.w(), w, 1e-7 * (1.0 + z.cwiseAbs().maxCoeff())));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_lcp_pivoting
