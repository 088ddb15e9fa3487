// Paths of contacts in the plane: the systems whose rows are replaced, two unknowns a contact, and what is solved.
#include <boost/test/unit_test.hpp>
#include <Eigen/LU>

#include "kernel/solvers/contact_path.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "tests/support/contact_piles.hpp"

namespace perpend::test::of_parametric {

namespace {

LcpSolution solve(const LcpSolverType& type, const Lcp& lcp, const GrowingVector* start = nullptr) {
  LcpSolution solution;
  std::get<std::unique_ptr<LcpSolver>>(type.make({}))->solve(lcp, start, solution);
  return solution;
}

OwnedLcp rubbing_pile(std::uint64_t seed, int size = 4) {
  return pile_lcp({.rows = size, .columns = size, .law = PileLaw::pyramid, .friction = 0.5, .hit = 1.0, .seed = seed});
}

/// |x - y| of two ways to solve a system whose condition is some hundreds.
constexpr double rounding = 1e-11;

}  // namespace

BOOST_AUTO_TEST_SUITE(parametric)

BOOST_AUTO_TEST_CASE(replaced_rows_answer_as_the_new_matrix_does) {
  Random random(7);
  constexpr int n = 12;
  MatrixX matrix = 8.0 * MatrixX::Identity(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) matrix(i, j) += random.uniform(-1.0, 1.0);
  GrowingVector right = random.vector(n, 1.0);
  SparseRows k0 = own(matrix, right).matrix->sparse();
  ReplacedRows system;
  GrowingVector x;
  BOOST_TEST_REQUIRE(system.start(k0, nullptr));
  BOOST_TEST_REQUIRE(system.solve(right, x));
  for (const int i : {3, 7, 3, 0, 11, 7}) {
    ReplacedRows::Row row;
    for (int j = 0; j < n; ++j) {
      matrix(i, j) = random.uniform(-1.0, 1.0) + (i == j ? 8.0 : 0.0);
      row.add(j, matrix(i, j));
    }
    right[i] = random.uniform(-1.0, 1.0);
    const GrowingVector* y = system.respond(i);
    BOOST_TEST_REQUIRE(y != nullptr);
    x += (right[i] - row.dot(x.data())) / row.dot(y->data()) * *y;
    BOOST_TEST_REQUIRE(system.replace(row));
    GrowingVector again;
    BOOST_TEST_REQUIRE(system.solve(right, again));
    BOOST_TEST((again - x).cwiseAbs().maxCoeff() <= rounding);
    BOOST_TEST((x - matrix.partialPivLu().solve(right)).cwiseAbs().maxCoeff() <= rounding);
  }
  BOOST_TEST(system.num_replaced() == 4);
  BOOST_TEST(system.num_changes() == 6);
}

BOOST_AUTO_TEST_CASE(a_row_that_follows_from_the_others_is_refused) {
  SparseRows k0 = own(MatrixX::Identity(3, 3), GrowingVector::Zero(3)).matrix->sparse();
  ReplacedRows system;
  BOOST_TEST_REQUIRE(system.start(k0, nullptr));
  ReplacedRows::Row row;
  row.add(0, 1.0);
  BOOST_TEST_REQUIRE(system.respond(1) != nullptr);
  BOOST_TEST(!system.replace(row));
}

BOOST_AUTO_TEST_CASE(two_unknowns_a_contact_give_the_impulses_and_the_slip_back) {
  const OwnedLcp pile = rubbing_pile(3);
  const LcpSolution known = solve(lemke_solver, pile.lcp);
  BOOST_TEST_REQUIRE((known.status == Status::converged));
  PlanarContacts contacts;
  BOOST_TEST_REQUIRE((contacts.prepare(pile.lcp) == nullptr));
  GrowingVector x, z, w;
  contacts.contract(known.z, x);
  GrowingVector u = contacts.b();
  const SparseRows& rows = contacts.matrix();
  for (int i = 0; i < rows.num_rows; ++i)
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k) u[i] += rows.value[k] * x[rows.column[k]];
  contacts.expand(x, u, z);
  pile.lcp.matrix->multiply(z, w);
  w += pile.lcp.b;
  // The answer's own residual, 1e-10, once more for what clamping to the cone moves.
  BOOST_TEST(natural_residual(pile.lcp, z, w) <= 1e-9);
}

/// Whatever x and however far: at the end of a path all laws hold for W x + b + shift (x - x before).
BOOST_AUTO_TEST_CASE(a_path_ends_where_the_shifted_problem_is_solved) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const OwnedLcp pile = rubbing_pile(seed);
    PlanarContacts contacts;
    BOOST_TEST_REQUIRE((contacts.prepare(pile.lcp) == nullptr));
    Random random(seed);
    const Eigen::Index size = contacts.b().size();
    GrowingVector x, before, margin;
    x.resize(size);
    margin.setConstant(size, 1e-3);
    for (Eigen::Index i = 0; i < size; ++i) x[i] = random.uniform(-0.2, 0.2);
    ContactPath path;
    path.begin(contacts, x, margin);
    before = path.x();
    const double shift = 1.0;
    BOOST_TEST_REQUIRE((path.advance(shift, 1000) == ContactPathEnd::solved));
    GrowingVector u = contacts.b() + shift * (path.x() - before);
    const SparseRows& rows = contacts.matrix();
    for (int i = 0; i < rows.num_rows; ++i)
      for (int k = rows.first[i]; k < rows.first[i + 1]; ++k) u[i] += rows.value[k] * path.x()[rows.column[k]];
    for (const PlanarContact& contact : contacts.contacts()) {
      const double c = path.x()[contact.normal];
      const double t = path.x()[contact.tangent];
      BOOST_TEST(std::abs(std::min(c, u[contact.normal])) <= rounding);
      const double slack = contact.friction * c - std::abs(t);
      BOOST_TEST(slack >= -rounding);
      if (c > rounding && slack > rounding) BOOST_TEST(std::abs(u[contact.tangent]) <= rounding);
      if (c > rounding && slack <= rounding) BOOST_TEST(t * u[contact.tangent] <= rounding);
    }
  }
}

/// 64 disks with 180 contacts and friction of 0.5, of random masses and speeds.
BOOST_AUTO_TEST_CASE(piles_that_rub_are_solved_and_from_their_answer_at_once) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const OwnedLcp pile = rubbing_pile(seed, 8);
    const LcpSolution solution = solve(parametric_solver, pile.lcp);
    BOOST_TEST((solution.status == Status::converged), solution.note << solution.residual);
    BOOST_TEST(solve(parametric_solver, pile.lcp, &solution.z).iterations == 0);
  }
}

BOOST_AUTO_TEST_CASE(friction_beyond_the_plane_or_without_a_normal_is_refused_by_name) {
  OwnedLcp pile = rubbing_pile(1, 2);
  OwnedLcp bent = rubbing_pile(1, 2);
  SparseRows& rows = bent.matrix->rows();
  rows.value[rows.first[bent.lcp.contacts[0].first_tangent]] += 1.0;
  const LcpSolution space = solve(parametric_solver, bent.lcp);
  BOOST_TEST((space.failure == LcpFailure::unsuited));
  BOOST_TEST(space.note == "friction has more directions than the two of a plane");
  pile.lcp.contacts[1].normal = pile.lcp.contacts[0].normal;
  BOOST_TEST(solve(parametric_solver, pile.lcp).note == "two bounds of friction share one normal force");
  pile.lcp.contacts[1].normal = -1;
  BOOST_TEST(solve(parametric_solver, pile.lcp).note == "dry friction of a joint has no normal force to bound it");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_parametric
