// The convex variant compared with the original problem of contacts with friction. [HartAnitescu03] 2
#include <boost/test/unit_test.hpp>

#include "kernel/solvers/lcp_solver.hpp"
#include "tests/support/contact_piles.hpp"
#include "tests/support/schema_values.hpp"
#include "verification/arithmetic/plain_numerics.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::test::of_relaxation {

namespace {

/// Where the block -mu is put: in the rows of the normals and the columns of the slips, (3,5); or, as it is printed,
/// the other way about, (5,3).
enum class Block { none, rows_of_normals, rows_of_slips };

MatrixX with_block(const OwnedLcp& pile, Block block) {
  MatrixX a = MatrixX::Zero(pile.lcp.b.size(), pile.lcp.b.size());
  const SparseRows& rows = pile.matrix->rows();
  for (int i = 0; i < rows.num_rows; ++i)
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k) a(i, rows.column[k]) = rows.value[k];
  for (const LcpContact& contact : pile.lcp.contacts) {
    if (block == Block::rows_of_normals) a(contact.normal, contact.slip) = -contact.friction;
    if (block == Block::rows_of_slips) a(contact.slip, contact.normal) = -contact.friction;
  }
  return a;
}

OwnedLcp heap(double friction, double hit, std::uint64_t seed) {
  return pile_lcp({.rows = 3, .law = PileLaw::pyramid, .friction = friction, .hit = hit, .seed = seed});
}

VectorX solution_of(const MatrixX& a, const OwnedLcp& pile) {
  OwnedLcp owned = own(a, pile.lcp.b, LcpClass::copositive);
  owned.lcp.contacts = pile.lcp.contacts;
  Random random(3);
  const LcpSolverType& lemke = *find_lcp_solver("lemke");
  LcpSolution solution;
  std::get<0>(lemke.make(random_values(lemke.spec.arguments, random)))->solve(owned.lcp, nullptr, solution);
  BOOST_REQUIRE((solution.status == Status::converged));
  return solution.z;
}

/// Rates of the contacts, along normals and tangents: of A without slips.
VectorX rates(const OwnedLcp& pile, VectorX z) {
  for (const LcpContact& contact : pile.lcp.contacts) z[contact.slip] = 0.0;
  return with_block(pile, Block::none) * z + pile.lcp.b;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(relaxation)

BOOST_AUTO_TEST_CASE(with_the_block_in_the_rows_of_the_normals_the_matrix_is_semidefinite) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const MatrixX a = with_block(heap(0.5, 1.0, seed), Block::rows_of_normals);
    const MatrixX symmetric = a + a.transpose();
    BOOST_TEST(plain_smallest_eigenvalue(symmetric) >= -100.0 * 0x1p-53 * symmetric.norm());
  }
}

/// -mu c_n - sum(beta) >= 0 leaves no impulse at all, and something falls: there is no solution.
BOOST_AUTO_TEST_CASE(with_the_block_as_printed_nothing_that_has_weight_can_be_held) {
  for (const double friction : {0.1, 0.5, 1.0})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const OwnedLcp pile = heap(friction, 0.0, seed);
      const Statement printed =
          state_solvability(SparseLcpMatrix(with_block(pile, Block::rows_of_slips)).rows(), pile.lcp.b);
      BOOST_TEST((printed.verdict == Verdict::refuted), printed.reason);
      const VectorX z = solution_of(with_block(pile, Block::rows_of_normals), pile);
      BOOST_TEST(z.maxCoeff() > 0.0);
    }
}

/// |v_convex - v| <= const mu sigma: the shares do not grow without end as mu becomes small. sigma: the largest slip.
BOOST_AUTO_TEST_CASE(the_distance_of_the_relaxed_solution_is_of_the_order_of_mu_sigma) {
  std::vector<double> largest;
  for (const double friction : {0.5, 0.1, 0.01, 0.001}) {
    double share = 0.0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const OwnedLcp pile = heap(friction, 1.0, seed);
      const VectorX relaxed = solution_of(with_block(pile, Block::rows_of_normals), pile);
      const VectorX original = solution_of(with_block(pile, Block::none), pile);
      double slip = 0.0;
      for (const LcpContact& contact : pile.lcp.contacts) slip = std::max(slip, relaxed[contact.slip]);
      if (slip == 0.0) continue;
      const double distance = (rates(pile, relaxed) - rates(pile, original)).cwiseAbs().maxCoeff();
      share = std::max(share, distance / (friction * slip));
    }
    BOOST_TEST_MESSAGE("mu " << friction << ": the distance is at most " << share << " mu sigma");
    largest.push_back(share);
  }
  BOOST_TEST(largest[0] > 0.5);
  for (std::size_t k = 1; k < largest.size(); ++k) BOOST_TEST(largest[k] <= 2.0 * largest[0]);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_relaxation
