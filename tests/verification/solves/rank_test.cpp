#include <boost/test/unit_test.hpp>

#include "tests/verification/chain.hpp"
#include "verification/solves/rank.hpp"

namespace perpend::test::of_rank {

using namespace perpend;
using namespace perpend::test;

namespace {

RankCertificate certify(const MatrixX& j, std::vector<int> dependent) {
  return certify_rank(rows_of(j), unit_mass(j.cols()), dependent);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rank_of_rows)

BOOST_AUTO_TEST_CASE(a_sum_of_rows_is_named_with_exact_coefficients) {
  MatrixX j(3, 4);
  j << 1, 0, 0, 0.125, 0, 1, 0, 0.3, 1, 1, 0, 0.425;
  j(2, 3) = 0.125 + 0.3;  // exact: the sum of these two doubles is a double
  BOOST_REQUIRE(j(2, 3) - 0.3 == 0.125);
  const RankCertificate result = certify(j, {2});
  BOOST_TEST((result.certificate.verdict == Verdict::proved));
  BOOST_TEST(result.rank == 2);
  BOOST_TEST(result.epsilon == 0.0);
  BOOST_REQUIRE(result.combinations.size() == 1);
  const std::vector<std::pair<int, double>> expected{{2, 1.0}, {0, -1.0}, {1, -1.0}};
  BOOST_TEST((result.combinations[0] == expected));
}

BOOST_AUTO_TEST_CASE(a_repeated_joint_has_the_rank_of_the_chain) {
  Chain chain(6);
  chain.repeat_joint(2);
  const std::vector<int> dependent{12, 13};
  const RankCertificate result = certify_rank(chain.rows, chain.mass, dependent);
  BOOST_TEST((result.certificate.verdict == Verdict::proved));
  BOOST_TEST(result.rank == 12);
  BOOST_TEST(result.epsilon == 0.0);
  const std::vector<std::pair<int, double>> expected{{12, 1.0}, {4, -1.0}};
  BOOST_TEST((result.combinations[0] == expected));
}

BOOST_AUTO_TEST_CASE(rows_dependent_up_to_rounding_are_within_a_proved_distance) {
  MatrixX j(3, 3);
  j << 0.3, 0.7, 0.1, 0.9, -0.2, 0.4, 0, 0, 0;
  j.row(2) = j.row(0) / 3.0 - j.row(1) * 0.77;
  const RankCertificate result = certify(j, {2});
  BOOST_TEST((result.certificate.verdict == Verdict::proved));
  BOOST_TEST(result.rank == 2);
  BOOST_TEST(result.epsilon > 0.0);
  BOOST_TEST(result.epsilon < 1e-15);  // a few roundings of numbers below 1
  j(2, 0) += 1e-10;
  const RankCertificate moved = certify(j, {2});
  // The distance to rank 2 is the last pivot of the nudge, 1e-10 times a cosine: neither hidden nor invented.
  BOOST_TEST(moved.epsilon > 1e-12);
  BOOST_TEST(moved.epsilon < 1e-10);
}

BOOST_AUTO_TEST_CASE(an_independent_row_called_dependent_is_not_accepted) {
  MatrixX j(2, 3);
  j << 1, 0, 0, 0, 1, 0;
  const RankCertificate result = certify(j, {1});
  BOOST_TEST((result.certificate.verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(dependent_rows_called_independent_are_not_accepted) {
  Chain chain(3);
  chain.repeat_joint(1);
  const std::vector<int> only_one{6};
  BOOST_TEST((certify_rank(chain.rows, chain.mass, only_one).certificate.verdict == Verdict::undecided));
  BOOST_TEST((certify_rank(chain.rows, chain.mass, {}).certificate.verdict == Verdict::undecided));
  const std::vector<int> missing{99};
  BOOST_TEST((certify_rank(chain.rows, chain.mass, missing).certificate.verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(full_rank_needs_no_combination) {
  const Chain chain(4);
  const RankCertificate result = certify_rank(chain.rows, chain.mass, {});
  BOOST_TEST((result.certificate.verdict == Verdict::proved));
  BOOST_TEST(result.rank == 8);
  BOOST_TEST(result.combinations.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_rank
