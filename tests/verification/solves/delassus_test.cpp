#include <boost/test/unit_test.hpp>

#include "tests/verification/solves/scaled_eigenvalue.hpp"
#include "verification/arithmetic/rounding.hpp"
#include "verification/solves/delassus.hpp"

namespace perpend::test::of_delassus {

using namespace perpend;
using namespace perpend::test;

namespace {

Certificate certify(const ConstraintRows& rows, const MassMatrix& mass, double compliance = 0.0) {
  return DelassusCertifier(rows).certify(mass, rows, VectorX::Constant(rows.num_rows, compliance));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(delassus)

BOOST_AUTO_TEST_CASE(rows_of_chains_are_independent_and_the_bound_is_sharp) {
  for (const int links : {1, 2, 6, 40}) {
    const Chain chain(links);
    const Certificate certificate = certify(chain.rows, chain.mass);
    const double truth = scaled_lambda_min(chain.rows, chain.mass);
    BOOST_TEST((certificate.verdict == Verdict::proved));
    // 1e-12: rounding of the eigenvalue solver. The search halves the shift, so it ends within a factor of two.
    BOOST_TEST(certificate[DelassusBound::smallest_eigenvalue] <= truth * (1.0 + 1e-12) + 1e-15);
    BOOST_TEST(certificate[DelassusBound::smallest_eigenvalue] > 0.45 * truth);
    BOOST_TEST(certificate[DelassusBound::condition] >= 1.0);
    BOOST_TEST(certificate[DelassusBound::rounding] < 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(a_sequence_of_states_keeps_the_verdict_and_the_sharpness) {
  DelassusCertifier certifier(Chain(6).rows);
  for (int step = 0; step < 200; ++step) {
    const Chain chain(6, 0.01 * step, 0.2 + 0.005 * step);
    const Certificate certificate = certifier.certify(chain.mass, chain.rows, VectorX::Zero(12));
    BOOST_TEST((certificate.verdict == Verdict::proved));
    BOOST_TEST(certificate[DelassusBound::smallest_eigenvalue] > 0.4 * scaled_lambda_min(chain.rows, chain.mass));
    BOOST_TEST(certificate[DelassusBound::smallest_eigenvalue] <=
               scaled_lambda_min(chain.rows, chain.mass) * (1.0 + 1e-12));
  }
}

BOOST_AUTO_TEST_CASE(a_repeated_joint_is_refuted_by_an_exact_combination) {
  Chain chain(6);
  chain.repeat_joint(3);
  DelassusCertifier certifier(chain.rows);
  for (int again = 0; again < 3; ++again) {
    const Certificate certificate = certifier.certify(chain.mass, chain.rows, VectorX::Zero(14));
    BOOST_TEST((certificate.verdict == Verdict::refuted));
    BOOST_TEST(std::string(certificate.reason).size() > 0);
  }
  // Compliance on all rows makes the matrix definite, and the same certifier recovers.
  BOOST_TEST((certifier.certify(chain.mass, chain.rows, VectorX::Constant(14, 1e-3)).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(rows_left_out_do_not_count) {
  Chain chain(6);
  chain.repeat_joint(3);
  const std::vector<int> left_out{12, 13};
  DelassusCertifier certifier(chain.rows, left_out);
  BOOST_TEST((certifier.certify(chain.mass, chain.rows, VectorX::Zero(14)).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(mixed_units_do_not_hide_independence) {
  Chain chain(6);
  for (RowBlock& block : chain.rows.blocks)  // second row of each joint in units a million million times smaller
    for (int side = 0; side < 2; ++side)
      for (int c = 0; c < block.num_columns[side]; ++c)
        chain.rows.values[block.first_value[side] + block.num_columns[side] + c] *= 1e12;
  BOOST_TEST((certify(chain.rows, chain.mass).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(a_joint_of_a_body_with_itself_is_not_judged) {
  ConstraintRows rows = rows_of((MatrixX(1, 2) << 1.0, 1e-9).finished());
  rows.blocks[0].num_columns = {1, 1};
  rows.blocks[0].first_value = {0, 1};
  rows.num_columns = 1;
  BOOST_TEST((certify(rows, unit_mass(1)).verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(bad_ground_is_undecided) {
  const Chain chain(2);
  for (const double poison : {std::nan(""), infinity, -1.0, 0.0, 1e-310}) {
    MassMatrix mass = chain.mass;
    mass.diagonal[1] = poison;
    BOOST_TEST((certify(chain.rows, mass).verdict == Verdict::undecided));
  }
  Chain broken = chain;
  broken.rows.values[2] = std::nan("");
  BOOST_TEST((certify(broken.rows, chain.mass).verdict == Verdict::undecided));
  BOOST_TEST((certify(chain.rows, chain.mass, -1.0).verdict == Verdict::undecided));
  BOOST_TEST((certify(chain.rows, chain.mass, std::nan("")).verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_delassus
