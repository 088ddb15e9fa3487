// Inertia blocks of bodies in space: dependence, residuals and definiteness against exact rational arithmetic.
#include <boost/test/unit_test.hpp>

#include "tests/verification/solves/exact_rank.hpp"
#include "tests/verification/solves/spatial_problem.hpp"
#include "verification/arithmetic/eigenvalues.hpp"
#include "verification/solves/kkt_residual.hpp"
#include "verification/solves/mass_root.hpp"
#include "verification/solves/rank.hpp"

namespace perpend::test::of_mass_blocks {

using namespace perpend;
using namespace perpend::test;

namespace {

bool is_exactly_definite(const MassMatrix& mass) {
  RationalRows m = exact_rows(dense_mass(mass));
  return eliminate(m) == mass.size();
}

/// Small whole numbers, sometimes with a last bit that decides; some masses are indefinite or nearly so.
MassMatrix random_mass(std::mt19937_64& random) {
  std::uniform_int_distribution<int> entry(-3, 3);
  MassMatrix mass = diagonal_mass(VectorX::Constant(6, 1.0 + static_cast<double>(random() % 4)));
  const double nudge = random() % 3 == 0 ? std::ldexp(1.0, -static_cast<int>(random() % 54)) : 0.0;
  mass.blocks.push_back({3, entry(random) + nudge, 1.0 * entry(random), 1.0 * entry(random)});
  mass.diagonal.tail(3) = Vec3(3.0 + static_cast<double>(random() % 3), 3.0, 4.0);
  return mass;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mass_blocks)

BOOST_AUTO_TEST_CASE(nothing_is_proved_against_exact_arithmetic) {
  std::mt19937_64 random(23);
  std::uniform_int_distribution<int> entry(-2, 2);
  int proved = 0;
  int refuted = 0;
  int indefinite = 0;
  for (int trial = 0; trial < 10000; ++trial) {
    const int m = 1 + static_cast<int>(random() % 4);
    MatrixX j(m, 6);
    for (double& x : j.reshaped()) x = entry(random);
    if (m > 1 && trial % 3 == 0) j.row(m - 1) = entry(random) * j.row(0);
    if (trial % 5 == 0) j(m - 1, 5) += std::ldexp(1.0, -static_cast<int>(random() % 53));
    const MassMatrix mass = random_mass(random);
    const ConstraintRows rows = rows_of(j);
    const Verdict verdict = DelassusCertifier(rows).certify(mass, rows, VectorX::Zero(m)).verdict;
    const bool is_definite = is_exactly_definite(mass);
    const bool is_full = exact_rank(j) == m;
    if (verdict == Verdict::proved) BOOST_TEST((is_definite && is_full));
    if (verdict == Verdict::refuted) BOOST_TEST((is_definite && !is_full));
    if (trial % 10 == 0) {
      const Verdict exactly = escalate_delassus_exact(mass, rows, VectorX::Zero(m)).verdict;
      BOOST_TEST((exactly == (!is_definite ? Verdict::undecided : is_full ? Verdict::proved : Verdict::refuted)));
    }
    proved += verdict == Verdict::proved ? 1 : 0;
    refuted += verdict == Verdict::refuted ? 1 : 0;
    indefinite += is_definite ? 0 : 1;
  }
  BOOST_TEST(proved > 3000);
  BOOST_TEST(refuted > 500);
  BOOST_TEST(indefinite > 500);
}

BOOST_AUTO_TEST_CASE(rows_of_chains_in_space_are_independent_and_the_bound_is_sharp) {
  for (const int links : {1, 3, 20}) {
    const SpatialChain chain(links);
    const Certificate certificate =
        DelassusCertifier(chain.rows).certify(chain.mass, chain.rows, VectorX::Zero(chain.rows.num_rows));
    const MatrixX j = dense_rows(chain.rows);
    const MatrixX w = j * dense_mass(chain.mass).inverse() * j.transpose();
    const VectorX scale = w.diagonal().cwiseSqrt().cwiseInverse();
    const double truth = symmetric_eigen(scale.asDiagonal() * w * scale.asDiagonal()).values[0];
    BOOST_TEST((certificate.verdict == Verdict::proved), certificate.reason);
    BOOST_TEST(certificate[DelassusBound::smallest_eigenvalue] <=
               truth * (1.0 + 1e-10));  // rounding of the eigenvalue solver
    BOOST_TEST(certificate[DelassusBound::smallest_eigenvalue] > 0.45 * truth);
  }
}

BOOST_AUTO_TEST_CASE(the_bounds_of_the_root_hold_in_exact_arithmetic) {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 300; ++trial) {
    MassMatrix mass = random_mass(random);
    MassRoot root(6);
    if (root.factorize(mass) != nullptr) continue;
    // L^-1 I L^-T of the unit vectors: the identity up to eta and the substitution.
    const double most = 2.0 * (root.perturbation() + 3.0 * root.substitution_error());
    MatrixX inverse(6, 6);
    for (int c = 0; c < 6; ++c) {
      const VectorX unit = VectorX::Unit(6, c);
      VectorX column(6);
      BOOST_REQUIRE(root.divide(
          0, 6, 1, [&](int i, int) { return unit[i]; }, [&](int i, int, double quotient) { column[i] = quotient; }));
      inverse.col(c) = column;
    }
    const RationalRows k = exact_rows(inverse);
    const RationalRows m = exact_rows(dense_mass(mass));
    for (int a = 3; a < 6; ++a)
      for (int b = 3; b < 6; ++b) {
        Rational sum = a == b ? -1 : 0;
        for (int p = 3; p < 6; ++p)
          for (int q = 3; q < 6; ++q) sum += k[a][p] * m[p][q] * k[b][q];
        // Norms of rows of L^-1 and L^T: the bounds are relative to them.
        BOOST_TEST((abs(sum) <= exact(most * 10.0)));
      }
  }
}

BOOST_AUTO_TEST_CASE(a_root_that_keeps_what_did_not_change_is_as_a_new_one) {
  std::mt19937_64 random(6);
  MassRoot kept(6);
  MassMatrix mass = random_mass(random);
  const auto quotient = [](const MassRoot& root) {
    VectorX result(6);
    BOOST_REQUIRE(root.divide(
        0, 6, 1, [](int i, int) { return 1.0 + i; }, [&](int i, int, double number) { result[i] = number; }));
    return result;
  };
  int usable = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const MassMatrix other = random_mass(random);
    if (trial % 3 == 0) mass = other;
    if (trial % 3 == 1) mass.diagonal.head(3) = other.diagonal.head(3);
    MassRoot fresh(6);
    const char* reason = fresh.factorize(mass);
    BOOST_REQUIRE((kept.factorize(mass) == nullptr) == (reason == nullptr));
    if (reason != nullptr) continue;
    ++usable;
    BOOST_TEST(kept.perturbation() == fresh.perturbation());
    BOOST_TEST(kept.substitution_error() == fresh.substitution_error());
    BOOST_TEST((quotient(kept) == quotient(fresh)));
  }
  BOOST_TEST(usable > 100);
}

BOOST_AUTO_TEST_CASE(a_copy_of_a_joint_in_space_is_refuted_and_its_rank_certified) {
  SpatialChain chain(4);
  chain.repeat_joint(2);
  const int rows = chain.rows.num_rows;
  DelassusCertifier certifier(chain.rows);
  BOOST_TEST((certifier.certify(chain.mass, chain.rows, VectorX::Zero(rows)).verdict == Verdict::refuted));
  const std::vector<int> copies{rows - 3, rows - 2, rows - 1};
  const RankCertificate rank = certify_rank(chain.rows, chain.mass, copies);
  BOOST_TEST((rank.certificate.verdict == Verdict::proved), rank.certificate.reason);
  BOOST_TEST(rank.rank == rows - 3);
  BOOST_TEST(rank.epsilon == 0.0);
}

BOOST_AUTO_TEST_CASE(an_inertia_that_is_not_definite_or_cut_in_two_is_undecided) {
  const SpatialChain chain(2);
  const VectorX rigid = VectorX::Zero(chain.rows.num_rows);
  for (const double poison : {std::nan(""), infinity, 1.0, -1.0}) {
    MassMatrix mass = chain.mass;
    mass.blocks[1].xz = poison;
    BOOST_TEST((DelassusCertifier(chain.rows).certify(mass, chain.rows, rigid).verdict == Verdict::undecided));
    BOOST_TEST((escalate_delassus_exact(mass, chain.rows, rigid).verdict == Verdict::undecided));
  }
  MassMatrix shifted = chain.mass;
  shifted.blocks[0].first = 4;  // reaches into the next body
  BOOST_TEST((DelassusCertifier(chain.rows).certify(shifted, chain.rows, rigid).verdict == Verdict::undecided));
  shifted.blocks[1].first = 5;  // over the block before it
  BOOST_TEST((DelassusCertifier(chain.rows).certify(shifted, chain.rows, rigid).verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(a_solution_with_blocks_is_proved_near_rounding_and_each_tampered_number_refuted) {
  const SpatialChain chain(3);
  const Problem problem = chain.fall();
  const Solution good = solve_dense(problem);
  KktResidualCertifier certifier(chain.rows);
  const Certificate certificate = certifier.certify(problem, good);
  BOOST_TEST((certificate.verdict == Verdict::proved), certificate.reason);
  BOOST_TEST(certificate[KktResidualBound::backward_error] < 64 * unit_roundoff);
  for (int i = 0; i < good.x.size(); ++i) {
    Solution bad = good;
    bad.x[i] += 1e-5 * good.x.cwiseAbs().maxCoeff();
    BOOST_TEST((certifier.certify(problem, bad).verdict == Verdict::refuted), "velocity " << i);
  }
  for (std::size_t b = 0; b < chain.mass.blocks.size(); ++b) {
    MassMatrix changed = chain.mass;
    changed.blocks[b].yz += 1e-4 * changed.diagonal[changed.blocks[b].first];
    Problem other = problem;
    other.mass = &changed;
    BOOST_TEST((certifier.certify(other, good).verdict == Verdict::refuted), "inertia " << b);
  }
  MassMatrix diagonal = chain.mass;  // what a certifier that forgets the blocks would prove
  diagonal.blocks.clear();
  Problem forgotten = problem;
  forgotten.mass = &diagonal;
  BOOST_TEST((certifier.certify(forgotten, good).verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_mass_blocks
