// Bounds that a state takes over from one nearby are true and sharp, whatever changes on the way.
#include "verification/solves/nearby_delassus.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/verification/solves/scaled_eigenvalue.hpp"
#include "tests/verification/solves/spatial_problem.hpp"
#include "verification/arithmetic/rounding.hpp"
#include "verification/solves/delassus.hpp"

namespace perpend::test::of_nearby_delassus {

using namespace perpend;
using namespace perpend::test;

namespace {

constexpr double sharp_within = 0.4;      // 0.87 by the step of the search, half of that nearby
constexpr double of_eigenvalues = 1e-12;  // rounding of the eigenvalue solver

/// As a solve would ask.
void check_bound(DelassusCertifier& certifier, const ConstraintRows& rows, const MassMatrix& mass,
                 double compliance = 0.0, double sharp = sharp_within) {
  const Certificate certificate = certifier.certify(mass, rows, VectorX::Constant(rows.num_rows, compliance));
  const double truth = scaled_lambda_min(rows, mass, compliance);
  BOOST_TEST((certificate.verdict == Verdict::proved));
  BOOST_TEST(certificate[DelassusBound::smallest_eigenvalue] <= truth * (1.0 + of_eigenvalues));
  BOOST_TEST(certificate[DelassusBound::smallest_eigenvalue] >= sharp * truth);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(nearby_delassus)

BOOST_AUTO_TEST_CASE(a_walk_in_the_plane_keeps_every_bound) {
  DelassusCertifier certifier(Chain(6).rows);
  for (int step = 0; step < 600; ++step) {
    const Chain chain(6, 1e-3 * step, 0.2 + 5e-3 * std::sin(0.01 * step));
    check_bound(certifier, chain.rows, chain.mass);
  }
}

BOOST_AUTO_TEST_CASE(a_walk_in_space_keeps_every_bound) {
  DelassusCertifier certifier(SpatialChain(4).rows);
  for (int step = 0; step < 300; ++step) {
    const SpatialChain chain(4, 2e-3 * step);
    check_bound(certifier, chain.rows, chain.mass);
  }
}

BOOST_AUTO_TEST_CASE(masses_and_compliances_may_change_on_the_way) {
  DelassusCertifier certifier(Chain(6).rows);
  for (int step = 0; step < 200; ++step) {
    Chain chain(6, 1e-3 * step);
    if (step / 10 % 2 == 1) chain.mass.diagonal[5] = 100.0;
    check_bound(certifier, chain.rows, chain.mass, step / 30 % 2 == 1 ? 2.0 : 0.0,
                0.0);  // the search comes from another matrix
  }
}

BOOST_AUTO_TEST_CASE(rows_that_become_dependent_are_never_proved_by_their_past) {
  for (const double pace : {0.5, 0.9, 0.999}) {
    DelassusCertifier certifier(rows_of((MatrixX(2, 2) << 1.0, 0.0, 1.0, 1.0).finished()));
    const auto certify = [&](double e) {
      return certifier.certify(unit_mass(2), rows_of((MatrixX(2, 2) << 1.0, 0.0, 1.0, e).finished()), VectorX::Zero(2));
    };
    for (double e = 1.0; e > 1e-4; e *= pace) {
      const double truth = e * e / (1.0 + e * e + std::sqrt(1.0 + e * e));  // 1 - 1/sqrt(1 + e^2)
      const Certificate certificate = certify(e);
      BOOST_TEST((certificate.verdict == Verdict::proved));
      BOOST_TEST(certificate[DelassusBound::smallest_eigenvalue] <= truth * (1.0 + of_eigenvalues));
    }
    BOOST_TEST((certify(0.0).verdict == Verdict::refuted));
    BOOST_TEST((certify(1e-300).verdict != Verdict::proved));
    BOOST_TEST((certify(1.0).verdict == Verdict::proved));
    BOOST_TEST((certify(std::nan("")).verdict == Verdict::undecided));
    BOOST_TEST((certify(infinity).verdict == Verdict::undecided));
  }
}

BOOST_AUTO_TEST_CASE(a_row_that_becomes_active_counts_at_once) {
  Chain chain(3);
  chain.repeat_joint(1);
  Problem problem = fall_problem(chain);
  Solution solution;
  solution.status = Status::converged;
  solution.x = VectorX::Zero(chain.rows.num_columns);
  solution.multiplier = VectorX::Constant(chain.rows.num_rows, 1.0);
  problem.lower = VectorX::Constant(chain.rows.num_rows, -infinity);
  problem.upper = VectorX::Constant(chain.rows.num_rows, infinity);
  problem.lower.tail(2).setZero();
  DelassusCertifier certifier(chain.rows);
  for (int round = 0; round < 20; ++round) {
    const bool is_active = round % 5 == 4;
    solution.multiplier.tail(2).setConstant(is_active ? 1.0 : 0.0);
    const Verdict verdict = certifier.certify(problem, solution).verdict;
    BOOST_TEST((verdict == (is_active ? Verdict::refuted : Verdict::proved)));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_nearby_delassus
