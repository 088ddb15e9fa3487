// Independence against exact rational arithmetic.
#include <boost/test/unit_test.hpp>

#include <random>

#include "tests/verification/chain.hpp"
#include "tests/verification/solves/exact_rank.hpp"
#include "verification/solves/delassus.hpp"

namespace perpend::test::of_delassus_exact {

using namespace perpend;
using namespace perpend::test;

namespace {

Certificate certify(const MatrixX& j) {
  const ConstraintRows rows = rows_of(j);
  return DelassusCertifier(rows).certify(unit_mass(j.cols()), rows, VectorX::Zero(j.rows()));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(delassus_exact)

BOOST_AUTO_TEST_CASE(exact_dependence_is_found_and_rank_hidden_by_rounding_is_not_called_dependent) {
  MatrixX sum(3, 4);
  sum << 1, 0, 0, 2, 0, 1, 0, 5, 1, 1, 0, 7;
  BOOST_TEST((certify(sum).verdict == Verdict::refuted));
  MatrixX zero_row = sum;
  zero_row.row(2).setZero();
  BOOST_TEST((certify(zero_row).verdict == Verdict::refuted));
  MatrixX hidden(3, 3);
  hidden << 1, 0, 0, 0, 1, 0, 1, 1, 0x1p-30;
  BOOST_TEST(exact_rank(hidden) == 3);
  BOOST_TEST((certify(hidden).verdict == Verdict::undecided));
  const MassMatrix ones = unit_mass(3);
  const VectorX rigid = VectorX::Zero(3);
  BOOST_TEST((escalate_delassus_exact(ones, rows_of(hidden), rigid).verdict == Verdict::proved));
  hidden(2, 2) = 0.0;
  BOOST_TEST((escalate_delassus_exact(ones, rows_of(hidden), rigid).verdict == Verdict::refuted));
  hidden(2, 2) = std::nan("");
  BOOST_TEST((escalate_delassus_exact(ones, rows_of(hidden), rigid).verdict == Verdict::undecided));
  hidden(2, 2) = 0x1p-20;
  BOOST_TEST((certify(hidden).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(a_copy_with_compliance_however_small_is_not_called_dependent) {
  Chain chain(6);
  chain.repeat_joint(3);
  VectorX compliance = VectorX::Zero(14);
  compliance.tail(2).setConstant(1e-30);
  BOOST_TEST((DelassusCertifier(chain.rows).certify(chain.mass, chain.rows, compliance).verdict == Verdict::undecided));
  BOOST_TEST((escalate_delassus_exact(chain.mass, chain.rows, compliance).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(small_random_matrices_are_never_judged_against_exact_arithmetic) {
  std::mt19937_64 random(11);
  std::uniform_int_distribution<int> entry(-2, 2);
  std::uniform_int_distribution<int> exponent(-52, 0);
  int proved = 0;
  int refuted = 0;
  int dependent = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const int m = 2 + static_cast<int>(random() % 3);
    MatrixX j(m, 4);
    for (double& x : j.reshaped()) x = entry(random);
    if (trial % 4 > 1) {
      const int first = entry(random), last = entry(random);
      j.row(m - 1) = first * j.row(0) + last * j.row(m - 2);
    }
    if (trial % 2 == 0) j(m - 1, 3) += std::ldexp(1.0, exponent(random));
    const Verdict verdict = certify(j).verdict;
    const bool is_full = exact_rank(j) == m;
    if (verdict == Verdict::undecided)
      BOOST_TEST((escalate_delassus_exact(unit_mass(4), rows_of(j), VectorX::Zero(m)).verdict == Verdict::proved) ==
                 is_full);
    if (verdict == Verdict::proved) BOOST_TEST(is_full);
    if (verdict == Verdict::refuted) BOOST_TEST(!is_full);
    proved += verdict == Verdict::proved;
    refuted += verdict == Verdict::refuted;
    dependent += !is_full;
  }
  BOOST_TEST(proved > 2000);
  BOOST_TEST(dependent > 1000);
  // Combinations with thirds and the like are not found: they stay undecided.
  BOOST_TEST(refuted > 0.9 * dependent);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_delassus_exact
