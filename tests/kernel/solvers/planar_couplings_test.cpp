// Systems of contacts in the plane are solved to rounding, or refused, whatever the contacts do.
#include "kernel/solvers/factors/planar_couplings.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "kernel/lcp/contact_operator.hpp"
#include "kernel/solvers/contact_path.hpp"
#include "tests/support/contact_worlds.hpp"
#include "tests/support/random.hpp"
#include "tests/support/schema_values.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_planar_couplings {

namespace {

/// The contacts of a heap of disks as its step has them.
struct Heap {
  explicit Heap(int rows) : model(heap(rows, 0.5)) {
    (void)run_contacts(model, *std::get<0>(stabilizer_type("stabilized_lcp").make(properties_of({}))), 0.01, 1, keeper);
    ContactProblem& problem = keeper.last.problem;
    problem.joints.mass = &keeper.last.mass;
    problem.joints.rows = &keeper.last.joint_rows;
    unknowns.number(problem);
    matrix.set(problem, unknowns);
    unknowns.mass = 1.0 / matrix.mean_inverse_mass();
    lcp.matrix = &matrix;
    lcp.b.setZero(unknowns.size());
    lcp.contacts = unknowns.contacts;
    lacks = contacts.prepare(lcp);
  }

  Model model;
  ContactKeeper keeper;
  ContactUnknowns unknowns;
  ContactOperator matrix;
  Lcp lcp;
  PlanarContacts contacts;
  const char* lacks = nullptr;
};

PlanarStates random_states(const PlanarContacts& contacts, Random& random) {
  constexpr PlanarState all[] = {PlanarState::open, PlanarState::sticks, PlanarState::slides};
  PlanarStates states;
  for (std::size_t c = 0; c < contacts.contacts().size(); ++c) {
    states.state.push_back(all[random.below(3)]);
    states.sign.push_back(random.below(2) == 0 ? 1.0 : -1.0);
  }
  return states;
}

/// K by its definition.
SparseRows written_out(const PlanarContacts& contacts, const PlanarStates& states, double shift) {
  const SparseRows& w = contacts.matrix();
  MatrixX k;
  to_dense(w, k);
  k += shift * MatrixX::Identity(w.num_rows, w.num_rows);
  for (std::size_t c = 0; c < contacts.contacts().size(); ++c) {
    const auto [n, t, friction] = contacts.contacts()[c];
    if (states.state[c] == PlanarState::open) k.row(n) = VectorX::Unit(w.num_rows, n).transpose();
    if (states.state[c] == PlanarState::sticks || t < 0) continue;
    k.row(t) = VectorX::Unit(w.num_rows, t).transpose();
    k(t, n) = states.sign[c] * friction;
  }
  return sparse_rows(k);
}

double miss(const SparseRows& k, const GrowingVector& x, const GrowingVector& right) {
  MatrixX dense;
  to_dense(k, dense);
  return (dense * x - right).cwiseAbs().maxCoeff() / (dense.cwiseAbs() * x.cwiseAbs() + right.cwiseAbs()).maxCoeff();
}

/// For a right side drawn at random. 2^-40 is what a solution is refused for.
void check_solution(PlanarCouplings& factor, const SparseRows& k, Random& random) {
  const GrowingVector right = random.vector(k.num_rows, 1.0);
  GrowingVector x;
  BOOST_TEST_REQUIRE(factor.factorize(k));
  BOOST_TEST_REQUIRE(factor.solve(k, right, x));
  BOOST_TEST(miss(k, x, right) <= 0x1p-40);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(planar_couplings)

BOOST_AUTO_TEST_CASE(solutions_are_those_of_the_matrix_whatever_contacts_do) {
  Heap heap(6);
  BOOST_TEST_REQUIRE(heap.lacks == nullptr);
  BOOST_TEST_REQUIRE(heap.contacts.contacts().size() > 20u);
  PlanarCouplings factor;
  BOOST_TEST_REQUIRE(factor.set(heap.contacts));
  Random random(11);
  for (const double shift : {1.0, 0x1p-7, 0x1p-12})
    for (int round = 0; round < 20; ++round) {
      BOOST_TEST_INFO_SCOPE("shift " << shift << " round " << round);
      const PlanarStates states = random_states(heap.contacts, random);
      check_solution(factor, written_out(heap.contacts, states, shift), random);
    }
}

/// States drawn at random are far from any that a pile is in: with the least shift of `parametric` some are too ill
/// conditioned.
BOOST_AUTO_TEST_CASE(with_a_tiny_shift_a_solution_is_right_or_refused) {
  Heap heap(6);
  PlanarCouplings factor;
  BOOST_TEST_REQUIRE(factor.set(heap.contacts));
  Random random(13);
  int refused = 0;
  for (int round = 0; round < 40; ++round) {
    const PlanarStates states = random_states(heap.contacts, random);
    const SparseRows k = written_out(heap.contacts, states, 0x1p-24);
    const GrowingVector right = random.vector(k.num_rows, 1.0);
    GrowingVector x;
    BOOST_TEST_REQUIRE(factor.factorize(k));
    if (factor.solve(k, right, x))
      BOOST_TEST(miss(k, x, right) <= 0x1p-40);
    else
      ++refused;
  }
  BOOST_TEST(refused < 40);
}

BOOST_AUTO_TEST_CASE(a_row_without_friction_and_contacts_of_another_pile_are_solved_by_the_same_factor) {
  PlanarCouplings factor;
  Random random(14);
  for (const int rows : {4, 4, 3}) {
    Heap heap(rows);
    MatrixX a;
    to_dense(heap.matrix.sparse(), a);
    const LcpContact left = heap.lcp.contacts.back();
    for (const int i : {left.first_tangent, left.first_tangent + 1, left.slip}) {
      a.row(i).setZero();
      a.col(i).setZero();
      a(i, i) = 1.0;
    }
    SparseLcpMatrix matrix{GrowingMatrix(a)};
    heap.lcp.matrix = &matrix;
    heap.lcp.contacts.pop_back();
    BOOST_TEST_REQUIRE(heap.contacts.prepare(heap.lcp) == nullptr);
    BOOST_TEST(heap.contacts.contacts().back().tangent == -1);
    const PlanarStates states = random_states(heap.contacts, random);
    BOOST_TEST_REQUIRE(factor.set(heap.contacts));
    check_solution(factor, written_out(heap.contacts, states, 0x1p-7), random);
  }
}

BOOST_AUTO_TEST_CASE(a_solution_that_refinement_does_not_reach_is_refused) {
  Heap heap(4);
  PlanarCouplings factor;
  BOOST_TEST_REQUIRE(factor.set(heap.contacts));
  Random random(12);
  const PlanarStates states = random_states(heap.contacts, random);
  SparseRows other = written_out(heap.contacts, states, 1.0);
  BOOST_TEST_REQUIRE(factor.factorize(other));
  for (double& value : other.value) value *= -3.0;
  GrowingVector x;
  BOOST_TEST(!factor.solve(other, random.vector(other.num_rows, 1.0), x));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_planar_couplings
