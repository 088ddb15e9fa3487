// Whether contacts with friction have an answer: known cases, both ways.
#include <boost/test/unit_test.hpp>

#include "tests/statements/planted_contacts.hpp"
#include "verification/statements/friction_statements.hpp"

namespace perpend::test {
namespace {

FrictionOrigin local_origin(int dimension, double mu, const MatrixX& w, const VectorX& q) {
  return {.is_local = true,
          .has_equations = false,
          .dimension = dimension,
          .mu = VectorX::Constant(q.size() / dimension, mu),
          .energy = rows_of(w),
          .motion = rows_of(w),
          .offset = q};
}

VectorX numbers(std::initializer_list<double> entries) {
  VectorX x(static_cast<Eigen::Index>(entries.size()));
  std::copy(entries.begin(), entries.end(), x.begin());
  return x;
}

std::string verdict(const FrictionOrigin& problem, const Effort& effort = {}) {
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

BOOST_AUTO_TEST_SUITE(friction_existence)

BOOST_AUTO_TEST_CASE(a_regular_energy_gives_an_answer_whatever_the_velocities) {
  for (const int dimension : {2, 3})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const PlantedContacts contacts = planted_contacts(dimension, 5, seed);
      FrictionOrigin origin = local_origin(dimension, 0.5, contacts.w, contacts.q);
      const Statement statement = state_friction_existence(origin);
      BOOST_TEST((statement.verdict == Verdict::proved), statement.reason);
      BOOST_TEST(fact(statement, "class") == "W positive definite");
      origin.motion = rows_of(contacts.h.transpose());
      origin.energy = rows_of(MatrixX::Identity(contacts.h.rows(), contacts.h.rows()));
      origin.is_local = false;
      const Statement global = state_friction_existence(origin);
      BOOST_TEST((global.verdict == Verdict::proved), global.reason);
    }
}

BOOST_AUTO_TEST_CASE(a_body_between_walls_that_close_in_has_none_and_between_walls_that_part_has_one) {
  for (const int dimension : {2, 3}) {
    VectorX q = VectorX::Zero(2 * dimension);
    q[0] = q[dimension] = -1.0;
    const Statement closing = state_friction_existence(local_origin(dimension, 0.5, between_walls(dimension), q));
    BOOST_TEST((closing.verdict == Verdict::refuted), closing.reason);
    const Statement parting = state_friction_existence(local_origin(dimension, 0.5, between_walls(dimension), -q));
    BOOST_TEST((parting.verdict == Verdict::proved), parting.reason);
  }
}

BOOST_AUTO_TEST_CASE(walls_that_drift_past_are_decided_in_the_plane_and_left_open_in_space) {
  // One wall comes as fast as the other leaves: no motion opens both, and the theorem is silent.
  const VectorX plane = numbers({-1, 0, 1, 0}), space = numbers({-1, 0, 0, 1, 0, 0});
  BOOST_TEST(verdict(local_origin(2, 0.5, between_walls(2), plane)) == "proved");
  BOOST_TEST(verdict(local_origin(3, 0.5, between_walls(3), space)) == "undecided");
}

BOOST_AUTO_TEST_CASE(a_contact_that_nothing_can_stop_is_refuted_and_one_that_leaves_needs_no_reactions) {
  const MatrixX none = MatrixX::Zero(3, 3);
  BOOST_TEST(verdict(local_origin(3, 0.5, none, numbers({-1, 0, 0}))) == "refuted");
  const Statement leaving = state_friction_existence(local_origin(3, 0.5, none, numbers({0, 9, 0})));
  BOOST_TEST((leaving.verdict == Verdict::proved));
  BOOST_TEST((leaving.decided_by().level == Level::structure));
}

BOOST_AUTO_TEST_CASE(an_energy_that_is_not_definite_is_said_to_be_so) {
  const MatrixX w = matrix(3, {1, 0, 0, 0, -1, 0, 0, 0, 1});
  const Statement statement = state_friction_existence(local_origin(3, 0.5, w, numbers({-1, 0, 0})));
  BOOST_TEST((statement.verdict == Verdict::undecided));
  BOOST_TEST(statement.reason == "W is not shown to be positive semidefinite");
  const MatrixX crooked = matrix(3, {1, 2, 0, 0, 1, 0, 0, 0, 1});
  BOOST_TEST(state_friction_existence(local_origin(3, 0.5, crooked, numbers({-1, 0, 0}))).reason ==
             "W is neither symmetric nor shown to be positive definite");
  const MatrixX nearly = matrix(3, {1, 1, 0, 0, 1, 0, 0, 0, 1});
  BOOST_TEST(verdict(local_origin(3, 0.5, nearly, numbers({-1, 0, 0}))) == "proved");
}

BOOST_AUTO_TEST_CASE(problems_with_equations_are_left_open) {
  FrictionOrigin origin = local_origin(3, 0.5, MatrixX::Identity(3, 3), numbers({-1, 0, 0}));
  origin.has_equations = true;
  BOOST_TEST(verdict(origin) == "undecided");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test
