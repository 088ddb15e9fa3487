// Laws of the LCP solvers that pivot on data of many scales: a row is judged by its own size, not by that of others.
#include <boost/test/unit_test.hpp>

#include "kernel/solvers/lcp_solver.hpp"
#include "tests/support/contact_piles.hpp"
#include "tests/support/schema_values.hpp"
#include "verification/lcp/lcp.hpp"

namespace perpend::test::of_lcp_scales {

namespace {

constexpr std::array<const char*, 4> pivoting{"lemke", "dantzig", "murty", "enumerate"};

LcpSolution solve(const LcpSolverType& type, const Lcp& lcp) {
  Random random(3);
  LcpSolution solution;
  std::get<std::unique_ptr<LcpSolver>>(type.make(random_values(type.spec.arguments, random)))
      ->solve(lcp, nullptr, solution);
  return solution;
}

LcpSolution solve(const char* name, const Lcp& lcp) {
  return solve(*find_lcp_solver(name), lcp);
}

/// As of a file: nothing is known of b but its size.
OwnedLcp of_file(const MatrixX& a, const VectorX& b, LcpClass structure = LcpClass::symmetric) {
  OwnedLcp owned = own(a, b, structure);
  owned.lcp.row_size = b.cwiseAbs();
  owned.lcp.coupled_size = coupled_sizes(owned.matrix->sparse(), owned.lcp.row_size);
  return owned;
}

MatrixX definite(int n, Random& random) {
  MatrixX factor(n, n);
  for (int j = 0; j < n; ++j) factor.col(j) = random.vector(n, 1.0);
  return factor * factor.transpose() + MatrixX::Identity(n, n);
}

/// 10^-8 to 10^8, in no order.
VectorX mixed_scales(int n, Random& random) {
  VectorX d(n);
  for (int i = 0; i < n; ++i) d[i] = std::pow(10.0, std::round(random.uniform(-8.0, 8.0)));
  return d;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lcp_scales)

BOOST_AUTO_TEST_CASE(rows_that_nothing_joins_are_solved_each_by_itself_whatever_the_others_are) {
  for (const LcpSolverType* type : lcp_solver_types())
    for (int k = 0; k <= 15; ++k)
      for (const double sign : {1.0, -1.0}) {
        BOOST_TEST_INFO_SCOPE(type->spec.name << " b = (-1, " << sign << "e" << k << ")");
        const double large = sign * std::pow(10.0, k);
        const OwnedLcp problem = of_file(MatrixX::Identity(2, 2), Vec2(-1.0, large));
        const LcpSolution solution = solve(*type, problem.lcp);
        BOOST_TEST((solution.status == Status::converged), to_string(solution.failure));
        if (solution.status != Status::converged) continue;
        // Solvers stop at 1e-8 of 1 + |b_i| or sooner.
        BOOST_TEST(std::abs(solution.z[0] - 1.0) <= 4e-8);
        BOOST_TEST(std::abs(solution.z[1] - std::max(0.0, -large)) <= 4e-8 * (1.0 + std::abs(large)));
      }
}

BOOST_AUTO_TEST_CASE(positive_scales_of_rows_and_columns_change_the_units_of_an_answer_and_nothing_else) {
  constexpr int n = 8;
  for (const char* name : pivoting)
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      BOOST_TEST_INFO_SCOPE(name << " seed " << seed);
      Random random(seed);
      const MatrixX a = definite(n, random);
      const VectorX b = random.vector(n, 1.0);
      const VectorX d = mixed_scales(n, random);
      const LcpSolution one = solve(name, own(a, b, LcpClass::symmetric).lcp);
      const OwnedLcp scaled = of_file(d.asDiagonal() * a * d.asDiagonal(), d.cwiseProduct(b));
      const LcpSolution other = solve(name, scaled.lcp);
      BOOST_TEST((one.status == Status::converged), to_string(one.failure));
      BOOST_TEST((other.status == Status::converged), to_string(other.failure));
      if (other.status != Status::converged) continue;
      // Rounding of D A D, times a condition below 100 n.
      BOOST_TEST((d.cwiseProduct(other.z) - one.z).norm() <= 1e-10 * (1.0 + one.z.norm()));
    }
}

BOOST_AUTO_TEST_CASE(planted_solutions_of_mixed_sizes_are_found_where_no_row_is_rounding_beside_the_others) {
  constexpr int n = 6;
  for (const char* name : pivoting)
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      BOOST_TEST_INFO_SCOPE(name << " seed " << seed);
      Random random(seed);
      const MatrixX a = definite(n, random);
      // b_1 is far below b_2: z_1 is found only by what its own row says.
      MatrixX joined = MatrixX::Zero(2 * n, 2 * n);
      joined.topLeftCorner(n, n) = a;
      joined.bottomRightCorner(n, n) = a;
      VectorX b(2 * n);
      b << VectorX(random.vector(n, 1.0)), VectorX(random.vector(n, 1e14));
      const LcpSolution both = solve(name, of_file(joined, b).lcp);
      BOOST_TEST((both.status == Status::converged), to_string(both.failure));
      const LcpSolution small = solve(name, own(a, b.head(n), LcpClass::symmetric).lcp);
      if (both.status != Status::converged) continue;
      BOOST_TEST((both.z.head(n) - small.z).norm() <= 1e-10 * (1.0 + small.z.norm()));
    }
}

/// Friction of a joint at rest: rates that are rounding compared with the bound of the friction.
BOOST_AUTO_TEST_CASE(a_bound_far_above_the_rates_does_not_hide_them) {
  MatrixX a(3, 3);
  a << 1, -1, 1, -1, 1, 1, -1, -1, 0;
  for (const char* name : {"lemke", "enumerate"})
    for (int k = 0; k <= 16; ++k) {
      BOOST_TEST_INFO_SCOPE(name << " bound 1e" << k);
      const OwnedLcp problem = own(a, Vec3(1.0, -1.0, std::pow(10.0, k)), LcpClass::copositive);
      const LcpSolution solution = solve(name, problem.lcp);
      BOOST_TEST((solution.status == Status::converged), to_string(solution.failure));
      if (solution.status != Status::converged || k == 0) continue;
      BOOST_TEST(std::abs(solution.z[1] - solution.z[0] - 1.0) <= 1e-9);
    }
}

BOOST_AUTO_TEST_CASE(a_certificate_holds_each_row_against_itself_or_says_which_rows_it_does_not) {
  const auto certify = [](const MatrixX& a, double large) {
    return certify_lcp(SparseLcpMatrix(a).rows(), Vec2(-1.0, large), Vec2::Zero());
  };
  for (int k = 0; k <= 18; ++k) {
    const LcpCertificate found = certify(MatrixX::Identity(2, 2), std::pow(10.0, k));
    BOOST_TEST((found.verdict == Verdict::refuted));
    BOOST_TEST(found.backward_error >= 1.0);
    BOOST_TEST(found.num_granted == 0);
  }
  const MatrixX joined = (MatrixX(2, 2) << 2.0, 1.0, 1.0, 2.0).finished();
  BOOST_TEST((certify(joined, 1e12).verdict == Verdict::refuted));
  const LcpCertificate beside = certify(joined, 1e13);
  BOOST_TEST((beside.verdict == Verdict::proved));
  BOOST_TEST(beside.num_granted == 1);
  BOOST_TEST(beside.backward_error == 0.0);
  // A share of |b_2| + slack_2 = 2e13.
  BOOST_TEST((beside.granted_error >= 5e-14 && beside.granted_error <= 5.001e-14));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_lcp_scales
