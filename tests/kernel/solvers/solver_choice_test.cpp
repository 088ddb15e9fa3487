// What `auto` does: it takes an LCP apart where nothing couples its parts, gives each part to the solver that suits it,
// and says which ran.
#include <boost/test/unit_test.hpp>

#include "kernel/lcp/lcp_islands.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/solver_choice.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "tests/support/contact_piles.hpp"

namespace perpend::test::of_solver_choice {

namespace {

LcpSolution solve(const LcpSolverType& type, const Lcp& lcp, const GrowingVector* start = nullptr,
                  const Properties& options = {}) {
  LcpSolution solution;
  std::get<std::unique_ptr<LcpSolver>>(type.make(options))->solve(lcp, start, solution);
  return solution;
}

OwnedLcp rubbing_pile(std::uint64_t seed, int size = 2) {
  return pile_lcp({.rows = size, .columns = size, .law = PileLaw::pyramid, .friction = 0.5, .hit = 1.0, .seed = seed});
}

/// Contacts of the one and the other by turns, so that rows of both stand between each other. Each contact has four
/// rows.
OwnedLcp interleave(const OwnedLcp& one, const OwnedLcp& other) {
  const std::array<const OwnedLcp*, 2> parts{&one, &other};
  std::array<std::vector<int>, 2> place;
  int size = 0;
  const auto contacts = [](const OwnedLcp& part) { return part.lcp.contacts.size(); };
  OwnedLcp both = own(MatrixX(0, 0), VectorX(0), LcpClass::copositive);
  for (std::size_t c = 0; c < std::max(contacts(one), contacts(other)); ++c)
    for (std::size_t p = 0; p < 2; ++p) {
      if (c >= contacts(*parts[p])) continue;
      for (int k = 0; k < 4; ++k) place[p].push_back(size + k);
      both.lcp.contacts.push_back({size, size + 1, 2, size + 3, parts[p]->lcp.contacts[c].friction});
      size += 4;
    }
  MatrixX a = MatrixX::Zero(size, size);
  both.lcp.b.setZero(size);
  both.lcp.magnitude.setZero(size);
  for (std::size_t p = 0; p < 2; ++p) {
    MatrixX dense;
    to_dense(parts[p]->matrix->sparse(), dense);
    for (int i = 0; i < dense.rows(); ++i) {
      for (int j = 0; j < dense.cols(); ++j) a(place[p][i], place[p][j]) = dense(i, j);
      both.lcp.b[place[p][i]] = parts[p]->lcp.b[i];
      both.lcp.magnitude[place[p][i]] = parts[p]->lcp.magnitude[i];
    }
  }
  *both.matrix = SparseLcpMatrix(a);
  both.lcp.matrix = both.matrix.get();
  return both;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(solver_choice)

BOOST_AUTO_TEST_CASE(parts_that_nothing_couples_are_the_problems_that_were_put_together) {
  const OwnedLcp one = rubbing_pile(1), other = rubbing_pile(2, 3);
  const OwnedLcp both = interleave(one, other);
  LcpIslands islands;
  islands.split(both.lcp);
  BOOST_REQUIRE(islands.num_islands() == 2);
  for (int i = 0; i < 2; ++i) {
    const Lcp& expected = i == 0 ? one.lcp : other.lcp;
    const Lcp& part = islands.problem(both.lcp, i);
    BOOST_TEST((part.b == expected.b));
    BOOST_TEST((part.magnitude == expected.magnitude));
    BOOST_TEST((part.matrix->sparse().column == expected.matrix->sparse().column));
    BOOST_TEST((part.matrix->sparse().value == expected.matrix->sparse().value));
    BOOST_REQUIRE(part.contacts.size() == expected.contacts.size());
    for (std::size_t c = 0; c < part.contacts.size(); ++c) {
      BOOST_TEST(part.contacts[c].normal == expected.contacts[c].normal);
      BOOST_TEST(part.contacts[c].first_tangent == expected.contacts[c].first_tangent);
      BOOST_TEST(part.contacts[c].slip == expected.contacts[c].slip);
    }
    GrowingVector gathered, back;
    islands.gather(i, both.lcp.b, gathered);
    back = both.lcp.b;
    islands.scatter(i, gathered, back);
    BOOST_TEST((back == both.lcp.b));
  }
}

BOOST_AUTO_TEST_CASE(what_is_coupled_stays_one_problem_and_is_not_copied) {
  const OwnedLcp pile = rubbing_pile(1, 3);
  LcpIslands islands;
  islands.split(pile.lcp);
  BOOST_TEST(islands.num_islands() == 1);
  BOOST_TEST(&islands.problem(pile.lcp, 0) == &pile.lcp);
}

BOOST_AUTO_TEST_CASE(unknowns_of_one_contact_stay_together_though_no_entry_couples_them) {
  OwnedLcp loose = own(MatrixX::Identity(3, 3), VectorX::Constant(3, -1.0), LcpClass::symmetric);
  LcpIslands islands;
  islands.split(loose.lcp);
  BOOST_TEST(islands.num_islands() == 3);
  loose.lcp.contacts = {{.first_tangent = 1, .num_tangents = 2, .friction = 0.5}};
  islands.split(loose.lcp);
  BOOST_TEST(islands.num_islands() == 2);
}

BOOST_AUTO_TEST_CASE(a_pile_is_solved_bit_by_bit_the_same_whatever_other_piles_there_are) {
  const OwnedLcp one = rubbing_pile(1), other = rubbing_pile(2, 3);
  const OwnedLcp both = interleave(one, other);
  const LcpSolution together = solve(auto_solver, both.lcp);
  BOOST_TEST_REQUIRE((together.status == Status::converged));
  LcpIslands islands;
  islands.split(both.lcp);
  for (int i = 0; i < 2; ++i) {
    const LcpSolution alone = solve(auto_solver, i == 0 ? one.lcp : other.lcp);
    GrowingVector part;
    islands.gather(i, together.z, part);
    BOOST_TEST((part == alone.z));
  }
}

BOOST_AUTO_TEST_CASE(auto_gives_the_answer_of_the_solver_that_it_names) {
  for (const PileLaw law : {PileLaw::frictionless, PileLaw::pyramid, PileLaw::generators})
    for (const int rows : {2, 8}) {
      const OwnedLcp pile = pile_lcp({.rows = rows, .law = law, .hit = 1.0});
      const LcpSolution chosen = solve(auto_solver, pile.lcp);
      BOOST_REQUIRE(chosen.attempts.size() == 1U);
      const LcpAttempt& attempt = chosen.attempts.front();
      BOOST_TEST_INFO_SCOPE(attempt.solver << " for law " << static_cast<int>(law) << ", " << rows << " rows");
      BOOST_TEST((attempt.reason != SolverReason::named));
      BOOST_TEST(attempt.most_unknowns == pile.lcp.b.size());
      BOOST_TEST(attempt.iterations == chosen.iterations);
      Properties tolerance;
      tolerance.set("tolerance", 1e-10);
      const LcpSolution named = solve(*find_lcp_solver(attempt.solver), pile.lcp, nullptr, tolerance);
      BOOST_TEST((chosen.status == Status::converged));
      BOOST_TEST((chosen.z == named.z));
    }
}

BOOST_AUTO_TEST_CASE(walls_that_fit_closely_and_send_paths_of_pivots_astray_are_answered) {
  for (const double friction : {0.5, 3.0})
    for (const double hit : {0.0, 1.0}) {
      BOOST_TEST_INFO_SCOPE("mu " << friction << " hit " << hit);
      const OwnedLcp wall =
          pile_lcp({.rows = 8, .columns = 8, .law = PileLaw::pyramid, .friction = friction, .hit = hit, .seed = 2});
      const LcpSolution solution = solve(auto_solver, wall.lcp);
      BOOST_TEST((solution.status == Status::converged));
      BOOST_TEST(solution.attempts.front().solver == "parametric");
      BOOST_TEST((solution.attempts.front().reason == SolverReason::planar_contacts));
    }
}

BOOST_AUTO_TEST_CASE(facts_are_read_off_the_problem) {
  const LcpFacts rubbing = facts_of(rubbing_pile(1).lcp);
  BOOST_TEST(rubbing.is_planar);
  BOOST_TEST(!rubbing.is_convex);
  BOOST_TEST(rubbing.num_frictional > 0);
  const LcpFacts smooth = facts_of(pile_lcp({.rows = 2}).lcp);
  BOOST_TEST(!smooth.is_planar);
  BOOST_TEST(smooth.num_frictional == 0);
  BOOST_TEST((smooth.structure == LcpClass::symmetric));
  BOOST_TEST(facts_of(pile_lcp({.rows = 2, .law = PileLaw::generators}).lcp).is_convex);
  // Friction that more than the normal force bounds, and one normal force for two directions each with a slip.
  OwnedLcp other = rubbing_pile(1);
  other.lcp.b[other.lcp.contacts.front().slip] = 1.0;
  BOOST_TEST(!facts_of(other.lcp).is_planar);
  other = rubbing_pile(1);
  other.lcp.contacts[1].normal = other.lcp.contacts[0].normal;
  BOOST_TEST(!facts_of(other.lcp).is_planar);
}

BOOST_AUTO_TEST_CASE(where_the_first_choice_has_no_answer_the_next_one_is_tried_and_both_are_reported) {
  // x = 1 x - 1 >= 0 for the first; the second pair has no solution: w = -1 for every z.
  const OwnedLcp half = own(MatrixX{{1.0, 0.0}, {0.0, 0.0}}, VectorX::Constant(2, -1.0), LcpClass::symmetric);
  const LcpSolution solution = solve(auto_solver, half.lcp);
  BOOST_TEST((solution.status != Status::converged));
  BOOST_TEST((solution.failure == LcpFailure::ray));
  BOOST_TEST(solution.ray.size() == 2);
  BOOST_TEST(solution.ray[0] == 0.0);
  BOOST_TEST(solution.ray[1] > 0.0);
  BOOST_REQUIRE(solution.attempts.size() >= 3U);
  BOOST_TEST((solution.attempts[0].status == Status::converged));
  BOOST_TEST((solution.attempts[1].failure == LcpFailure::ray));
  BOOST_TEST(!solution.attempts[1].is_fallback);
  for (std::size_t k = 2; k < solution.attempts.size(); ++k) BOOST_TEST(solution.attempts[k].is_fallback);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_solver_choice
