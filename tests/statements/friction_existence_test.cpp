// Whether contacts with friction have an answer: known cases, both ways.
#include <boost/test/unit_test.hpp>

#include "tests/statements/planted_contacts.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/friction/friction_matrices.hpp"
#include "verification/statements/friction/friction_statements.hpp"

namespace perpend::test::of_friction_existence {
namespace {

FrictionProblem local_problem(int dimension, double mu, const MatrixX& w, const VectorX& q) {
  return {.dimension = dimension, .W = rows_of(w), .q = q, .mu = VectorX::Constant(q.size() / dimension, mu)};
}

/// The same contacts of a body of unit masses, H its directions.
FrictionProblem global_problem(int dimension, double mu, const MatrixX& h, const VectorX& w) {
  return {.form = FrictionProblem::Form::global,
          .dimension = dimension,
          .M = rows_of(MatrixX::Identity(h.rows(), h.rows())),
          .H = rows_of(h),
          .w = w,
          .mu = VectorX::Constant(w.size() / dimension, mu)};
}

VectorX numbers(std::initializer_list<double> entries) {
  VectorX x(static_cast<Eigen::Index>(entries.size()));
  std::copy(entries.begin(), entries.end(), x.begin());
  return x;
}

std::string verdict(const FrictionProblem& problem, const Effort& effort = {}) {
  return to_string(state_friction_existence(problem, effort).verdict);
}

/// Two walls that face each other and a body between them: only the normals of both see it.
MatrixX between_walls(int dimension) {
  MatrixX w = MatrixX::Zero(2 * dimension, 2 * dimension);
  for (int i = 0; i < dimension; ++i)
    for (const int a : {0, 1})
      for (const int b : {0, 1}) w(a * dimension + i, b * dimension + i) = i == 0 && a != b ? -1.0 : 1.0;
  return w;
}

/// Contacts of one body with dimension + 1 coordinates: normals of 1, tangents of either sign; each product rounded.
MatrixX rounded_redundant_w(int dimension, int num_contacts, std::uint64_t seed) {
  Random random(seed);
  MatrixX h(dimension + 1, dimension * num_contacts);
  for (Eigen::Index j = 0; j < h.cols(); ++j)
    for (Eigen::Index i = 0; i < h.rows(); ++i)
      h(i, j) = (i == 0 && j % dimension == 0 ? 10.0 : 1.0) * (random.below(1000) + 1.0) / 7000.0;
  MatrixX w = h.transpose() * h;
  for (Eigen::Index i = 0; i < w.rows(); ++i)
    for (Eigen::Index j = 0; j < w.cols(); ++j) w(i, j) *= 1.0 + (random.below(3) - 1.0) * 0x1p-52;
  return w;
}

BOOST_AUTO_TEST_SUITE(friction_existence)

BOOST_AUTO_TEST_CASE(a_regular_energy_gives_an_answer_whatever_the_velocities) {
  for (const int dimension : {2, 3})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const PlantedContacts contacts = planted_contacts(dimension, 5, seed);
      const Statement statement = state_friction_existence(local_problem(dimension, 0.5, contacts.w, contacts.q));
      BOOST_TEST((statement.verdict == Verdict::proved), statement.reason);
      BOOST_TEST(fact(statement, FactKind::class_name) == "W positive definite");
      const Statement global = state_friction_existence(global_problem(dimension, 0.5, contacts.h, contacts.q));
      BOOST_TEST((global.verdict == Verdict::proved), global.reason);
    }
}

BOOST_AUTO_TEST_CASE(a_body_between_walls_that_close_in_has_none_and_between_walls_that_part_has_one) {
  for (const int dimension : {2, 3}) {
    VectorX q = VectorX::Zero(2 * dimension);
    q[0] = q[dimension] = -1.0;
    const Statement closing = state_friction_existence(local_problem(dimension, 0.5, between_walls(dimension), q));
    BOOST_TEST((closing.verdict == Verdict::refuted), closing.reason);
    const Statement parting = state_friction_existence(local_problem(dimension, 0.5, between_walls(dimension), -q));
    BOOST_TEST((parting.verdict == Verdict::proved), parting.reason);
  }
}

BOOST_AUTO_TEST_CASE(walls_that_drift_past_are_decided_in_the_plane_and_left_open_in_space) {
  // One wall comes as fast as the other leaves: no motion opens both, and the theorem is silent.
  const VectorX plane = numbers({-1, 0, 1, 0}), space = numbers({-1, 0, 0, 1, 0, 0});
  BOOST_TEST(verdict(local_problem(2, 0.5, between_walls(2), plane)) == "proved");
  BOOST_TEST(verdict(local_problem(3, 0.5, between_walls(3), space)) == "undecided");
}

BOOST_AUTO_TEST_CASE(a_contact_that_nothing_can_stop_is_refuted_and_one_that_leaves_needs_no_reactions) {
  const MatrixX none = MatrixX::Zero(3, 3);
  BOOST_TEST(verdict(local_problem(3, 0.5, none, numbers({-1, 0, 0}))) == "refuted");
  const Statement leaving = state_friction_existence(local_problem(3, 0.5, none, numbers({0, 9, 0})));
  BOOST_TEST((leaving.verdict == Verdict::proved));
  BOOST_TEST((leaving.decided_by().level == Level::structure));
}

BOOST_AUTO_TEST_CASE(an_energy_that_is_not_definite_is_said_to_be_so) {
  const MatrixX w = matrix(3, {1, 0, 0, 0, -1, 0, 0, 0, 1});
  const Statement statement = state_friction_existence(local_problem(3, 0.5, w, numbers({-1, 0, 0})));
  BOOST_TEST((statement.verdict == Verdict::undecided));
  BOOST_TEST(statement.reason == "W is not semidefinite up to rounding");
  const MatrixX crooked = matrix(3, {1, 3, 0, 0, 1, 0, 0, 0, 1});
  BOOST_TEST(state_friction_existence(local_problem(3, 0.5, crooked, numbers({-1, 0, 0}))).reason ==
             "W is not semidefinite up to rounding");
  const MatrixX nearly = matrix(3, {1, 1, 0, 0, 1, 0, 0, 0, 1});
  BOOST_TEST(verdict(local_problem(3, 0.5, nearly, numbers({-1, 0, 0}))) == "proved");
}

BOOST_AUTO_TEST_CASE(a_singular_matrix_that_was_rounded_gives_an_answer_where_forces_open_all_contacts) {
  for (const int dimension : {2, 3})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const MatrixX w = rounded_redundant_w(dimension, 6, seed);
      const VectorX q = VectorX::Constant(w.rows(), -1.0);
      const Statement statement = state_friction_existence(local_problem(dimension, 0.5, w, q));
      BOOST_TEST((statement.verdict == Verdict::proved), statement.reason);
      BOOST_TEST(statement.witness.front().first == "opening forces");
    }
}

BOOST_AUTO_TEST_CASE(walls_that_face_each_other_are_not_proved_when_their_matrix_is_rounded) {
  for (const int dimension : {2, 3}) {
    MatrixX w = between_walls(dimension);
    w(0, dimension) *= 1.0 + 0x1p-52;
    VectorX q = VectorX::Zero(2 * dimension);
    q[0] = q[dimension] = -1.0;
    const Statement closing = state_friction_existence(local_problem(dimension, 0.5, w, q));
    BOOST_TEST((closing.verdict != Verdict::proved), closing.theorem);
  }
}

/// A floor below a body of three coordinates, or of dimension + 1 in general: the contact sees the first ones.
FrictionProblem on_the_floor(int dimension, const MatrixX& g, const VectorX& b, bool is_local) {
  const MatrixX h = MatrixX::Identity(dimension + 1, dimension);
  const VectorX falling = VectorX::Constant(dimension, -1.0);
  FrictionProblem problem =
      is_local ? local_problem(dimension, 0.5, h.transpose() * h, falling) : global_problem(dimension, 0.5, h, falling);
  problem.b = b;
  (is_local ? problem.V : problem.G) = rows_of(is_local ? MatrixX(h.transpose() * g) : g);
  if (is_local) problem.R = rows_of(g.transpose() * g);
  return problem;
}

BOOST_AUTO_TEST_CASE(equations_that_leave_the_contact_free_to_open_leave_an_answer) {
  for (const int dimension : {2, 3})
    for (const bool is_local : {true, false}) {
      MatrixX g = MatrixX::Zero(dimension + 1, 1);
      g(1, 0) = 1.0;
      g(dimension, 0) = 3.0;
      const Statement free = state_friction_existence(on_the_floor(dimension, g, numbers({0.5}), is_local));
      BOOST_TEST((free.verdict == Verdict::proved), free.reason);
      g.setZero();
      g(0, 0) = 1.0;  // no motion along the normal
      const Statement held = state_friction_existence(on_the_floor(dimension, g, numbers({0.0}), is_local));
      BOOST_TEST((held.verdict == Verdict::undecided));
      BOOST_TEST(!held.reason.empty());
    }
}

BOOST_AUTO_TEST_CASE(equations_that_depend_on_each_other_are_said_to_do_so) {
  MatrixX g = MatrixX::Zero(4, 2);
  g(1, 0) = g(1, 1) = 1.0;
  BOOST_TEST(state_friction_existence(on_the_floor(3, g, numbers({0, 0}), false)).reason ==
             "G is not shown to have independent columns");
  BOOST_TEST(state_friction_existence(on_the_floor(3, g, numbers({0, 0}), true)).reason ==
             "R is not shown to be positive definite");
}

BOOST_AUTO_TEST_CASE(a_triangle_is_made_whole) {
  const MatrixX whole = matrix(3, {4, 1, 0, 1, 5, 2, 0, 2, 6});
  for (const bool is_upper : {true, false}) {
    const MatrixX half =
        is_upper ? MatrixX(whole.triangularView<Eigen::Upper>()) : MatrixX(whole.triangularView<Eigen::Lower>());
    BOOST_TEST(is_one_triangle(rows_of(half)));
    BOOST_TEST((dense(whole_of_triangle(rows_of(half))) == whole));
  }
  BOOST_TEST(!is_one_triangle(rows_of(whole)));
  BOOST_TEST(!is_one_triangle(rows_of(MatrixX::Identity(3, 3))));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_friction_existence
