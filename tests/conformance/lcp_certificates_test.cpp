// Every registered LCP solver: what it calls solved is proved, and units of single unknowns do not matter.
#include <boost/test/unit_test.hpp>

#include "kernel/solvers/lcp_solver.hpp"
#include "tests/support/contact_piles.hpp"
#include "tests/support/schema_values.hpp"
#include "verification/lcp/lcp.hpp"

namespace perpend::test::of_lcp_certificates {

namespace {

/// With a tolerance well below the error that a certificate takes, sqrt(u) of the sizes of a row.
LcpSolution solve(const LcpSolverType& type, const Lcp& lcp) {
  Random random(3);
  Properties options = random_values(type.spec.arguments, random);
  for (const FieldSpec& field : type.spec.arguments)
    if (field.name == "tolerance") options.set(field.name, 1e-10);
  LcpSolution solution;
  std::get<std::unique_ptr<LcpSolver>>(type.make(options))->solve(lcp, nullptr, solution);
  return solution;
}

/// Symmetric with eigenvalues of 1 and more; b asks for a first unknown that is not 0.
OwnedLcp definite(int n, std::uint64_t seed) {
  Random random(seed);
  MatrixX factor(n, n);
  for (int j = 0; j < n; ++j) factor.col(j) = random.vector(n, 1.0);
  VectorX b = random.vector(n, 1.0);
  b[0] = -2.0 * n;
  return own(MatrixX(factor * factor.transpose() + MatrixX::Identity(n, n)), b, LcpClass::symmetric);
}

MatrixX dense_of(const OwnedLcp& owned) {
  MatrixX a;
  to_dense(owned.matrix->sparse(), a);
  return a;
}

/// Rows of sizes 1 to 1e-6: what is below the tolerance compared with the largest is not so compared with its own
/// terms.
OwnedLcp with_small_rows(const OwnedLcp& plain) {
  VectorX d(plain.lcp.b.size());
  for (Eigen::Index i = 0; i < d.size(); ++i) d[i] = std::ldexp(1.0, -5 * static_cast<int>(i % 3));
  return own(MatrixX(d.asDiagonal() * dense_of(plain) * d.asDiagonal()), d.cwiseProduct(plain.lcp.b),
             LcpClass::symmetric);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lcp_certificates)

BOOST_AUTO_TEST_CASE(a_certificate_proves_every_answer_that_a_solver_calls_solved) {
  std::vector<OwnedLcp> problems;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) problems.push_back(definite(8, seed));
  for (const PileLaw law : {PileLaw::frictionless, PileLaw::pyramid, PileLaw::generators})
    for (const double hit : {0.0, 1.0}) problems.push_back(pile_lcp({.rows = 2, .law = law, .hit = hit}));
  for (std::uint64_t seed = 1; seed <= 4; ++seed) problems.push_back(with_small_rows(definite(8, seed)));
  for (const LcpSolverType* type : lcp_solver_types()) {
    int num_solved = 0;
    for (const OwnedLcp& problem : problems) {
      BOOST_TEST_INFO_SCOPE(type->spec.name);
      Lcp strict = problem.lcp;
      strict.row_size = strict.b.cwiseAbs();
      const LcpSolution solution = solve(*type, strict);
      if (solution.status != Status::converged) continue;
      ++num_solved;
      const LcpCertificate certificate = certify_lcp(problem.matrix->sparse(), problem.lcp.b, solution.z);
      BOOST_TEST((certificate.verdict == Verdict::proved), certificate.reason);
      BOOST_TEST(certificate.negative_z == 0.0);
    }
    BOOST_TEST(num_solved >= 4);
  }
}

/// D A D and D b have the solution D^-1 z.
BOOST_AUTO_TEST_CASE(other_units_of_single_unknowns_give_the_same_solution_in_these_units) {
  constexpr int n = 8;
  const OwnedLcp plain = definite(n, 7);
  VectorX d(n);
  for (int i = 0; i < n; ++i) d[i] = std::ldexp(1.0, i % 5 - 2);
  const OwnedLcp scaled =
      own(MatrixX(d.asDiagonal() * dense_of(plain) * d.asDiagonal()), d.cwiseProduct(plain.lcp.b), LcpClass::symmetric);
  for (const LcpSolverType* type : lcp_solver_types()) {
    BOOST_TEST_INFO_SCOPE(type->spec.name);
    const LcpSolution one = solve(*type, plain.lcp), other = solve(*type, scaled.lcp);
    BOOST_TEST((one.status == Status::converged), to_string(one.failure));
    BOOST_TEST((other.status == Status::converged), to_string(other.failure));
    // lambda_min(A) >= 1: an answer is off by the residuals of its rows, below 1e-10 (1 + 2 n) 4 each, in both units.
    BOOST_TEST((d.cwiseProduct(other.z) - one.z).norm() <= 2.0 * 4.0 * 4.0 * 1e-10 * (1.0 + 2.0 * n) * n);
  }
}

/// Rows alone may be scaled too, where A need not be symmetric: D A z + D b has the same z.
BOOST_AUTO_TEST_CASE(rows_in_other_units_give_the_same_solution_to_solvers_of_any_matrix) {
  constexpr int n = 8;
  const OwnedLcp plain = definite(n, 9);
  VectorX d(n);
  for (int i = 0; i < n; ++i) d[i] = std::ldexp(1.0, i % 3);
  const OwnedLcp scaled = own(MatrixX(d.asDiagonal() * dense_of(plain)), d.cwiseProduct(plain.lcp.b));
  for (const LcpSolverType* type : lcp_solver_types()) {
    BOOST_TEST_INFO_SCOPE(type->spec.name);
    const LcpSolution one = solve(*type, plain.lcp), other = solve(*type, scaled.lcp);
    BOOST_TEST((one.status == Status::converged), to_string(one.failure));
    if (other.status != Status::converged) continue;  // no class is left that a solver could promise
    BOOST_TEST((other.z - one.z).norm() <= 2.0 * 4.0 * 1e-10 * (1.0 + 2.0 * n) * n);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_lcp_certificates
