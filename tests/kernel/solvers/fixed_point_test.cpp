// Coulomb's law as a sequence of convex problems, and what residuals and units mean.
#include <boost/test/unit_test.hpp>

#include "kernel/lcp/lcp_scaling.hpp"
#include "kernel/solvers/fixed_point.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "tests/support/contact_piles.hpp"

namespace perpend::test::of_fixed_point {

namespace {

LcpSolution solve(const LcpSolverType& type, const Lcp& lcp, const GrowingVector* start = nullptr) {
  LcpSolution solution;
  std::get<std::unique_ptr<LcpSolver>>(type.make({}))->solve(lcp, start, solution);
  return solution;
}

double residual_of(const Lcp& lcp, const GrowingVector& z) {
  GrowingVector w;
  lcp.matrix->multiply(z, w);
  w += lcp.b;
  return natural_residual(lcp, z, w);
}

/// Compared with its own rows too.
double strict_residual_of(const OwnedLcp& problem, const VectorX& z) {
  Lcp lcp = problem.lcp;
  lcp.row_size = lcp.b.cwiseAbs();
  return residual_of(lcp, z);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fixed_point)

/// The slip of a solution gives that solution's motion back: the limit of the sequence is where it should be.
BOOST_AUTO_TEST_CASE(the_convex_problem_with_the_slip_of_a_solution_has_its_impulses_and_slip) {
  for (const double hit : {0.0, 1.0}) {
    const OwnedLcp pile = pile_lcp({.rows = 3, .columns = 3, .law = PileLaw::pyramid, .friction = 0.2, .hit = hit});
    const LcpSolution known = solve(lemke_solver, pile.lcp);
    BOOST_TEST_REQUIRE((known.status == Status::converged));
    ConvexifiedContacts contacts;
    BOOST_TEST_REQUIRE((contacts.prepare(pile.lcp) == nullptr));
    GrowingVector slip, again, z, w;
    contacts.slip_of(known.z, slip);
    const LcpSolution convex = solve(interior_point_solver, contacts.with_slip(pile.lcp, slip));
    BOOST_TEST_REQUIRE((convex.status == Status::converged));
    contacts.expand(convex.z, z);
    pile.lcp.matrix->multiply(z, w);
    w += pile.lcp.b;
    contacts.update_slip(z, w, again);
    BOOST_TEST((again - slip).cwiseAbs().maxCoeff() <= 1e-9);
    BOOST_TEST(residual_of(pile.lcp, z) <= 1e-8);
  }
}

BOOST_AUTO_TEST_CASE(impulses_on_the_pyramid_come_back_from_their_edges) {
  const OwnedLcp pile = pile_lcp({.rows = 2, .law = PileLaw::pyramid, .friction = 0.5, .hit = 1.0});
  const LcpSolution known = solve(lemke_solver, pile.lcp);
  ConvexifiedContacts contacts;
  BOOST_TEST_REQUIRE((contacts.prepare(pile.lcp) == nullptr));
  GrowingVector gamma, z;
  contacts.contract(known.z, gamma);
  BOOST_TEST(gamma.minCoeff() >= 0.0);
  contacts.expand(gamma, z);
  for (const LcpContact& contact : pile.lcp.contacts) {
    const double size = 1e-14 * (1.0 + known.z[contact.normal]);
    const auto force = [&](const VectorX& at) { return at[contact.first_tangent] - at[contact.first_tangent + 1]; };
    BOOST_TEST(std::abs(z[contact.normal] - known.z[contact.normal]) <= size);
    BOOST_TEST(std::abs(force(z) - force(known.z)) <= size);
  }
}

BOOST_AUTO_TEST_CASE(piles_with_friction_are_solved_in_few_problems) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const OwnedLcp pile =
        pile_lcp({.rows = 4, .columns = 4, .law = PileLaw::pyramid, .friction = 0.3, .hit = 1.0, .seed = seed});
    const LcpSolution solution = solve(fixed_point_solver, pile.lcp);
    BOOST_TEST((solution.status == Status::converged), solution.note << solution.residual);
    const LcpSolution again = solve(fixed_point_solver, pile.lcp, &solution.z);
    BOOST_TEST(again.iterations == 0);
  }
}

BOOST_AUTO_TEST_CASE(friction_without_a_cone_of_its_own_is_refused_by_name) {
  OwnedLcp pile = pile_lcp({.rows = 2, .law = PileLaw::pyramid, .hit = 1.0});
  BOOST_TEST_REQUIRE(pile.lcp.contacts.size() >= 2u);
  pile.lcp.contacts[1].normal = pile.lcp.contacts[0].normal;
  const LcpSolution shared = solve(fixed_point_solver, pile.lcp);
  BOOST_TEST((shared.failure == LcpFailure::unsuited));
  BOOST_TEST(shared.note == "two bounds of friction share one normal force");
  pile.lcp.contacts[1].normal = -1;
  const LcpSolution joint = solve(fixed_point_solver, pile.lcp);
  BOOST_TEST((joint.failure == LcpFailure::unsuited));
  BOOST_TEST(joint.note == "dry friction of a joint has no normal force to make a cone of");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(lcp_residual)

/// An error of 1e-9 in a row of size 1e-3 is one of 1e-6, whatever the other rows are.
BOOST_AUTO_TEST_CASE(an_error_that_its_own_row_cannot_carry_counts_against_that_row) {
  const OwnedLcp problem = own(MatrixX::Identity(2, 2), VectorX{{-1.0, -1e-3}});
  const VectorX z{{1.0, 1e-3 - 1e-9}};
  BOOST_TEST(residual_of(problem.lcp, z) <= 1e-9);
  const double residual = strict_residual_of(problem, z);
  BOOST_TEST(residual >= 0.4e-6);
  BOOST_TEST(residual <= 1e-6);
}

BOOST_AUTO_TEST_CASE(what_its_own_row_can_carry_counts_against_the_largest) {
  const OwnedLcp problem = own(MatrixX::Identity(2, 2), VectorX{{-1.0, 0.0}});
  BOOST_TEST(strict_residual_of(problem, VectorX{{1.0, 2e-14}}) <= 2.1e-14);
}

/// w = -1 in both rows for every t: with the size of A z in full, a large t would hide it.
BOOST_AUTO_TEST_CASE(an_answer_without_end_is_no_solution) {
  const OwnedLcp problem = own(MatrixX{{1.0, -1.0}, {-1.0, 1.0}}, VectorX::Constant(2, -1.0));
  for (const double t : {1.0, 1e6, 1e12}) BOOST_TEST(strict_residual_of(problem, VectorX::Constant(2, t)) >= 0.4);
}

BOOST_AUTO_TEST_CASE(units_taken_out_leave_the_same_numbers_and_entries_of_the_pyramid) {
  const OwnedLcp pile = pile_lcp({.rows = 2, .law = PileLaw::pyramid, .friction = 0.5, .hit = 1.0});
  const SparseRows& a = pile.matrix->sparse();
  const LcpScaling plain = scaling_of(a, pile.lcp.b, pile.lcp.contacts);
  // Masses in units of 2^-20, speeds of 2^30: impulses in 2^10.
  VectorX b = pile.lcp.b;
  SparseRows other = a;
  std::vector<char> is_slip(b.size(), 0);
  for (const LcpContact& contact : pile.lcp.contacts) is_slip[contact.slip] = 1;
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (is_slip[i] == 0 && is_slip[a.column[k]] == 0) other.value[k] *= 0x1p-20;
  for (Eigen::Index i = 0; i < b.size(); ++i) b[i] *= is_slip[i] != 0 ? 1.0 : 0x1p30;
  const LcpScaling scaled = scaling_of(other, b, pile.lcp.contacts);
  BOOST_TEST((scaled.apply(b) == plain.apply(pile.lcp.b)));
  BOOST_TEST((scaled.apply(other).value == plain.apply(a).value));
  const SparseRows units = scaled.apply(other);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (is_slip[i] != 0 || is_slip[a.column[k]] != 0) BOOST_TEST(units.value[k] == a.value[k]);
}

BOOST_AUTO_TEST_CASE(units_of_nothing_are_one) {
  const OwnedLcp problem = own(MatrixX::Zero(2, 2), VectorX::Zero(2));
  const LcpScaling scaling = scaling_of(problem.matrix->sparse(), problem.lcp.b, {});
  BOOST_TEST((scaling.row == std::vector<int>(2, 0)));
  BOOST_TEST((scaling.column == std::vector<int>(2, 0)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_fixed_point
