// Systems of A + T over bodies, or over pairs of contacts, are those of the matrix by its entries, whatever T is, and
// the bodies of contacts are their matrix.
#include "kernel/solvers/factors/body_factor.hpp"

#include <boost/test/unit_test.hpp>
#include <Eigen/LU>
#include <utility>

#include "kernel/lcp/contact_operator.hpp"
#include "kernel/lcp/contact_structure.hpp"
#include "kernel/solvers/factors/contact_factor.hpp"
#include "kernel/solvers/factors/coupling_factor.hpp"
#include "tests/support/random.hpp"
#include "tests/support/schema_values.hpp"
#include "tests/support/spatial_contact_worlds.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_shifted_systems {

namespace {

/// A chain of bodies with two unknowns between neighbours, and two between every third and what does not move.
LcpBodies random_bodies(int width, int num_bodies, Random& random) {
  LcpBodies bodies;
  bodies.width = width;
  bodies.num_bodies = num_bodies;
  const auto add = [&](int a, int b) {
    for (int k = 0; k < 2; ++k) {
      bodies.body.push_back({a, b});
      for (const int side : {a, b})
        for (int j = 0; j < width; ++j) bodies.row.push_back(side < 0 ? 0.0 : random.uniform(-1.0, 1.0));
    }
  };
  for (int i = 0; i + 1 < num_bodies; ++i) add(i, i + 1);
  for (int i = 0; i < num_bodies; i += 3) add(-1, i);
  for (int i = 0; i < num_bodies; ++i) {
    MatrixX factor(width, width);
    for (int j = 0; j < width; ++j) factor.col(j) = random.vector(width, 1.0);
    const MatrixX mass = factor * factor.transpose() + MatrixX::Identity(width, width);
    bodies.mass.insert(bodies.mass.end(), mass.data(), mass.data() + mass.size());
  }
  return bodies;
}

MatrixX dense(const LcpBodies& bodies) {
  const int size = static_cast<int>(bodies.body.size());
  MatrixX g = MatrixX::Zero(size, bodies.width * bodies.num_bodies);
  MatrixX mass = MatrixX::Zero(g.cols(), g.cols());
  for (int i = 0; i < size; ++i)
    for (int side = 0; side < 2; ++side)
      for (int j = 0; bodies.body[i][side] >= 0 && j < bodies.width; ++j)
        g(i, bodies.body[i][side] * bodies.width + j) = bodies.row[(2 * i + side) * bodies.width + j];
  for (int body = 0; body < bodies.num_bodies; ++body)
    for (int r = 0; r < bodies.width; ++r)
      for (int c = 0; c < bodies.width; ++c)
        mass(body * bodies.width + r, body * bodies.width + c) =
            bodies.mass[(body * bodies.width + r) * bodies.width + c];
  return g * mass.inverse() * g.transpose();
}

/// Boxes and a ball that lean on each other and on the ground.
Model leaning_solids() {
  Model model = spatial_world_with_ground(0.4);
  for (int i = 0; i < 2; ++i) {
    model.bodies.push_back(box(Vec3(0.5, 0.25, 0.375), 1.0 + i, Vec3(0.1 * i, 0.0, 0.1875 + 0.375 * i)));
    model.bodies.back().spatial.spin = Vec3(0.0, 0.1, 0.2);
  }
  model.bodies.push_back(ball(0.25, 1.5, Vec3(0.5, 0.0, 0.25)));
  number_unknowns(model);
  return model;
}

/// What the step of `stabilized_lcp` solves first.
KeptContactSolve first_solve(const Model& model, bool convex) {
  ContactKeeper keeper;
  (void)run_contacts(model, *std::get<0>(stabilizer_type("stabilized_lcp").make(properties_of({{"convex", convex}}))),
                     0.01, 1, keeper);
  return keeper.last;
}

/// |(A + T) x - r| on the rows that are in; others have x = 0.
double residual(const MatrixX& a, const GrowingVector& inverse, const VectorX& right, const GrowingVector& x) {
  double largest = 0.0;
  const VectorX product = a * x;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    largest = std::max(largest, std::abs(inverse[i] == 0.0 ? x[i] : product[i] + x[i] / inverse[i] - right[i]));
  return largest;
}

/// Sums of some hundred terms near 1, divided by T >= 0.1.
constexpr double rounding = 1e-11;

}  // namespace

BOOST_AUTO_TEST_SUITE(shifted_systems)

BOOST_AUTO_TEST_CASE(solutions_are_those_of_the_matrix_by_its_entries_in_the_plane_and_in_space) {
  for (const int width : {3, 6}) {
    Random random(5);
    const LcpBodies bodies = random_bodies(width, 9, random);
    const MatrixX a = dense(bodies);
    BodyFactor factor;
    BOOST_TEST_REQUIRE(factor.set(bodies));
    for (int round = 0; round < 4; ++round) {
      BOOST_TEST_INFO_SCOPE("width " << width << " round " << round);
      GrowingVector inverse(VectorX::Zero(a.rows())), x;
      for (Eigen::Index i = 0; i < a.rows(); ++i)
        if (round == 0 || random.below(3) > 0) inverse[i] = random.uniform(0.1, 10.0);
      const VectorX right = random.vector(static_cast<int>(a.rows()), 1.0);
      BOOST_TEST_REQUIRE(factor.factorize(inverse));
      BOOST_TEST_REQUIRE(factor.solve(right, x));
      BOOST_TEST(residual(a, inverse, right, x) < rounding);
    }
  }
}

BOOST_AUTO_TEST_CASE(another_problem_of_the_same_graph_and_one_of_another_are_solved_by_the_same_factor) {
  Random random(6);
  BodyFactor factor;
  for (const int num_bodies : {5, 5, 8, 2}) {
    const LcpBodies bodies = random_bodies(3, num_bodies, random);
    const MatrixX a = dense(bodies);
    const GrowingVector inverse(VectorX::Constant(a.rows(), 2.0));
    const VectorX right = random.vector(static_cast<int>(a.rows()), 1.0);
    GrowingVector x;
    BOOST_TEST_REQUIRE(factor.set(bodies));
    BOOST_TEST_REQUIRE(factor.factorize(inverse));
    BOOST_TEST_REQUIRE(factor.solve(right, x));
    BOOST_TEST(residual(a, inverse, right, x) < rounding);
  }
}

BOOST_AUTO_TEST_CASE(the_bodies_of_a_pile_are_its_matrix_but_for_slips) {
  for (const Model& model : {heap(4, 0.3), leaning_solids()})
    for (const bool convex : {true, false}) {
      BOOST_TEST_INFO_SCOPE((model.space == Space::spatial ? "space" : "plane") << (convex ? ", convex" : ""));
      KeptContactSolve kept = first_solve(model, convex);
      kept.problem.joints.mass = &kept.mass;
      kept.problem.joints.rows = &kept.joint_rows;
      ContactUnknowns unknowns;
      unknowns.number(kept.problem);
      BOOST_TEST_REQUIRE(unknowns.size() > 10);
      ContactOperator matrix;
      matrix.set(kept.problem, unknowns);
      unknowns.mass = 1.0 / matrix.mean_inverse_mass();
      const LcpBodies* bodies = matrix.bodies();
      BOOST_TEST_REQUIRE(bodies != nullptr);
      MatrixX expected;
      to_dense(matrix.sparse(), expected);
      for (int i = 0; i < unknowns.size(); ++i) {
        if (!unknowns.unknowns[i].is_slip) continue;
        expected.row(i).setZero();
        expected.col(i).setZero();
      }
      // Sums of a few dozen products of numbers near 1.
      BOOST_TEST((dense(*bodies) - expected).cwiseAbs().maxCoeff() < 1e-12 * expected.cwiseAbs().maxCoeff());
    }
}

BOOST_AUTO_TEST_CASE(a_part_of_the_unknowns_has_the_rows_of_the_whole_and_the_bodies_that_it_needs) {
  Random random(7);
  const LcpBodies whole = random_bodies(3, 9, random);
  const std::vector<int> unknowns{2, 3, 4, 5, 16};
  LcpBodiesPart part;
  const LcpBodies& taken = *part.take(whole, unknowns);
  BOOST_TEST(taken.num_bodies == 4);
  const MatrixX a = dense(whole), of_part = dense(taken);
  for (std::size_t i = 0; i < unknowns.size(); ++i)
    for (std::size_t j = 0; j < unknowns.size(); ++j)
      BOOST_TEST(std::abs(of_part(i, j) - a(unknowns[i], unknowns[j])) < rounding);
}

/// A pile under Coulomb's law, as the first solve of a step has it.
struct FrictionPile {
  explicit FrictionPile(const Model& model) {
    kept = first_solve(model, false);
    kept.problem.joints.mass = &kept.mass;
    kept.problem.joints.rows = &kept.joint_rows;
    unknowns.number(kept.problem);
    matrix.set(kept.problem, unknowns);
    unknowns.mass = 1.0 / matrix.mean_inverse_mass();
    lcp.matrix = &matrix;
    lcp.contacts = unknowns.contacts;
    lcp.structure = LcpClass::copositive;
    to_dense(matrix.sparse(), dense);
  }

  KeptContactSolve kept;
  ContactUnknowns unknowns;
  ContactOperator matrix;
  Lcp lcp;
  MatrixX dense;
};

/// Six times with other T, some unknowns left out in all but the first.
void check_systems(ShiftedSystem& factor, const MatrixX& a) {
  Random random(8);
  for (int round = 0; round < 6; ++round) {
    BOOST_TEST_INFO_SCOPE("round " << round);
    GrowingVector inverse(VectorX::Zero(a.rows())), x;
    for (Eigen::Index i = 0; i < inverse.size(); ++i)
      if (round == 0 || random.below(3) > 0) inverse[i] = random.uniform(0.1, 10.0);
    const VectorX right = random.vector(static_cast<int>(inverse.size()), 1.0);
    BOOST_TEST_REQUIRE(factor.factorize(inverse));
    BOOST_TEST_REQUIRE(factor.solve(right, x));
    BOOST_TEST(residual(a, inverse, right, x) < rounding * (1.0 + x.lpNorm<Eigen::Infinity>()));
  }
}

/// Whether the contacts are recognized when entry (i, j) of their matrix has changed.
bool is_taken_with(double change, int i, int j, Lcp lcp, MatrixX a) {
  a(i, j) += change;
  SparseLcpMatrix matrix{GrowingMatrix(a)};
  lcp.matrix = &matrix;
  return CouplingFactor().set(lcp);
}

BOOST_AUTO_TEST_CASE(systems_of_contacts_with_friction_are_those_of_the_matrix_by_its_entries) {
  const auto check = [](Model model, int directions) {
    BOOST_TEST_INFO_SCOPE(directions << " directions");
    model.contacts.directions = directions;
    FrictionPile pile(model);
    ContactFactor bodies;
    BOOST_TEST_REQUIRE(bodies.set(pile.lcp));
    check_systems(bodies, pile.dense);
    CouplingFactor couplings;
    BOOST_TEST_REQUIRE(couplings.set(pile.lcp));
    check_systems(couplings, pile.dense);
  };
  check(heap(4, 0.3), 2);
  for (const int directions : {4, 6, 16}) check(leaning_solids(), directions);
}

BOOST_AUTO_TEST_CASE(contacts_of_another_problem_take_the_place_of_those_before) {
  CouplingFactor factor;
  for (const int rows : {4, 3, 3}) {
    FrictionPile pile(heap(rows, 0.3));
    BOOST_TEST_REQUIRE(factor.set(pile.lcp));
    check_systems(factor, pile.dense);
  }
  Model solids = leaning_solids();
  solids.contacts.directions = 4;
  FrictionPile in_space(solids);
  BOOST_TEST_REQUIRE(factor.set(in_space.lcp));
  check_systems(factor, in_space.dense);
}

BOOST_AUTO_TEST_CASE(rows_without_friction_stand_among_those_with_it) {
  for (const Model& model : {heap(4, 0.3), leaning_solids()}) {
    const FrictionPile pile(model);
    Lcp lcp = pile.lcp;
    const LcpContact left = lcp.contacts.back();
    MatrixX a = pile.dense;
    const auto cut = [&](int i) {
      a.row(i).setZero();
      a.col(i).setZero();
      a(i, i) = 1.0;
    };
    for (int k = 0; k < left.num_tangents; ++k) cut(left.first_tangent + k);
    cut(left.slip);
    SparseLcpMatrix matrix{GrowingMatrix(a)};
    lcp.matrix = &matrix;
    lcp.contacts.pop_back();
    CouplingFactor factor;
    BOOST_TEST_REQUIRE(factor.set(lcp));
    check_systems(factor, a);
  }
}

/// Contacts with a bound for each tangent: two, one, and none; rows of any matrix, since beta_- is beta_+ turned round.
struct BoxedContacts {
  explicit BoxedContacts(Random& random) {
    const BoxedFriction box{.normal = {-1, 0, 0, -1, 3, -1, -1, 6, 6}, .friction = {0, 0.5, 0.25, 0, 0.5, 0, 0, 1, 1}};
    const auto size = static_cast<int>(box.normal.size());
    MatrixX factor(size, size);
    for (int j = 0; j < size; ++j) factor.col(j) = random.vector(size, 1.0);
    const MatrixX a = factor * factor.transpose() + MatrixX::Identity(size, size);
    SparseLcpMatrix rows{GrowingMatrix(a)};
    SparseRows split;
    VectorX right;
    split_boxed_friction(rows.sparse(), VectorX::Ones(size), box, split, right);
    lcp.contacts = find_friction_contacts(split);
    lcp.structure = LcpClass::copositive;
    to_dense(split, dense);
    matrix = SparseLcpMatrix(std::move(split));
    lcp.matrix = &matrix;
  }

  SparseLcpMatrix matrix;
  Lcp lcp;
  MatrixX dense;
};

BOOST_AUTO_TEST_CASE(systems_of_boxed_contacts_are_those_of_the_matrix_by_its_entries) {
  Random random(9);
  for (int round = 0; round < 3; ++round) {
    BoxedContacts boxed(random);
    BOOST_TEST(boxed.lcp.contacts.size() == 5U);
    CouplingFactor factor;
    BOOST_TEST_REQUIRE(factor.set(boxed.lcp));
    check_systems(factor, boxed.dense);
  }
}

BOOST_AUTO_TEST_CASE(a_boxed_contact_whose_bounds_are_mixed_up_is_refused) {
  Random random(10);
  const BoxedContacts boxed(random);
  const LcpContact &one = boxed.lcp.contacts[0], &other = boxed.lcp.contacts[1];
  BOOST_TEST_REQUIRE(one.normal == other.normal);
  const auto is_taken = [&](int i, int j, double change) {
    return is_taken_with(change, i, j, boxed.lcp, boxed.dense);
  };
  BOOST_TEST(is_taken(one.normal, one.normal, 0.25));
  BOOST_TEST(!is_taken(one.first_tangent, other.slip, 1.0));   // a direction has one sigma
  BOOST_TEST(!is_taken(other.slip, one.first_tangent, -1.0));  // and a sigma its own directions
  BOOST_TEST(!is_taken(other.slip, other.normal, 0.125));
  BOOST_TEST(!is_taken(one.slip, other.slip, 1.0));
}

/// Entry by entry of a pile on pyramids, every kind that has a fixed meaning.
BOOST_AUTO_TEST_CASE(a_matrix_of_another_form_is_refused) {
  Model model = leaning_solids();
  model.contacts.directions = 4;
  const FrictionPile pile(model);
  const LcpContact& first = pile.lcp.contacts.front();
  const LcpContact& other = pile.lcp.contacts.back();
  const auto is_taken = [&](int i, int j, double change) { return is_taken_with(change, i, j, pile.lcp, pile.dense); };
  BOOST_TEST(is_taken(first.normal, first.normal, 0.25));
  BOOST_TEST(!is_taken(first.first_tangent, first.slip, 0.5));          // 1
  BOOST_TEST(!is_taken(first.slip, first.first_tangent, 0.5));          // -1
  BOOST_TEST(!is_taken(first.slip, first.normal, 0.125));               // mu
  BOOST_TEST(!is_taken(first.slip, first.slip, 0.125));                 // 0
  BOOST_TEST(!is_taken(first.normal, first.slip, -1.0));                // 0
  BOOST_TEST(!is_taken(first.slip, other.normal, 0.125));               // 0
  BOOST_TEST(!is_taken(first.first_tangent, other.slip, 0.125));        // 0
  BOOST_TEST(!is_taken(first.first_tangent + 2, first.normal, 0.125));  // a combination of rows
  BOOST_TEST(!is_taken(first.normal, first.first_tangent + 2, 0.125));  // a combination of columns
  Lcp lcp = pile.lcp;
  lcp.structure = LcpClass::symmetric;
  BOOST_TEST(!CouplingFactor().set(lcp));
}

BOOST_AUTO_TEST_CASE(contacts_that_share_an_unknown_are_refused) {
  const FrictionPile pile(leaning_solids());
  const auto is_taken = [&](auto change) {
    Lcp lcp = pile.lcp;
    change(lcp.contacts.front(), lcp.contacts.back());
    return CouplingFactor().set(lcp);
  };
  BOOST_TEST(is_taken([](LcpContact&, LcpContact&) {}));
  BOOST_TEST(!is_taken([](LcpContact& one, LcpContact& other) { other = one; }));
  BOOST_TEST(!is_taken([](LcpContact& one, LcpContact& other) { other.normal = one.normal; }));
  BOOST_TEST(!is_taken([](LcpContact& one, LcpContact& other) { other.first_tangent = one.first_tangent; }));
  BOOST_TEST(!is_taken([](LcpContact& one, LcpContact& other) { other.slip = one.slip; }));
  BOOST_TEST(!is_taken([](LcpContact& one, LcpContact&) { one.num_tangents = 0; }));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_shifted_systems
