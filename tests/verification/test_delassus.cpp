#include <boost/test/unit_test.hpp>

#include <random>

#include <Eigen/Eigenvalues>

#include "chain.hpp"
#include "verification/delassus.hpp"
#include "verification/rational.hpp"

using namespace perpend;
using namespace perpend::test;

namespace {

Certificate certify(const ConstraintRows& rows, const VectorX& mass, double compliance = 0.0) {
  return DelassusCertifier(rows).certify(mass, rows, VectorX::Constant(rows.num_rows, compliance));
}

Certificate certify(const MatrixX& j) {
  return certify(rows_of(j), VectorX::Ones(j.cols()));
}

int exact_rank(const MatrixX& j) {
  std::vector<std::vector<Rational>> a(j.rows(), std::vector<Rational>(j.cols()));
  for (int i = 0; i < j.rows(); ++i)
    for (int k = 0; k < j.cols(); ++k) a[i][k] = exact(j(i, k));
  int rank = 0;
  for (int c = 0; c < j.cols() && rank < j.rows(); ++c) {
    int pivot = rank;
    while (pivot < j.rows() && a[pivot][c] == 0) ++pivot;
    if (pivot == j.rows()) continue;
    std::swap(a[pivot], a[rank]);
    for (int i = rank + 1; i < j.rows(); ++i) {
      const Rational factor = a[i][c] / a[rank][c];
      for (int k = c; k < j.cols(); ++k) a[i][k] -= factor * a[rank][k];
    }
    ++rank;
  }
  return rank;
}

/// Smallest eigenvalue of J M^-1 J^T with its diagonal scaled to 1, in floating point.
double scaled_lambda_min(const Chain& chain) {
  const MatrixX j = dense_rows(chain.rows);
  const MatrixX w = j * chain.mass.cwiseInverse().asDiagonal() * j.transpose();
  const VectorX scale = w.diagonal().cwiseSqrt().cwiseInverse();
  return Eigen::SelfAdjointEigenSolver<MatrixX>(scale.asDiagonal() * w * scale.asDiagonal()).eigenvalues()[0];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(delassus)

BOOST_AUTO_TEST_CASE(rows_of_chains_are_independent_and_the_bound_is_sharp) {
  for (const int links : {1, 2, 6, 40}) {
    const Chain chain(links);
    const Certificate certificate = certify(chain.rows, chain.mass);
    const double truth = scaled_lambda_min(chain);
    BOOST_TEST((certificate.verdict == Verdict::proved));
    // 1e-12: rounding of the eigenvalue solver. The search halves the shift, so it ends within a factor of two.
    BOOST_TEST(certificate.bounds[0] <= truth * (1.0 + 1e-12) + 1e-15);
    BOOST_TEST(certificate.bounds[0] > 0.45 * truth);
    BOOST_TEST(certificate.bounds[1] >= 1.0);
    BOOST_TEST(certificate.bounds[2] < 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(a_sequence_of_states_keeps_the_verdict_and_the_sharpness) {
  DelassusCertifier certifier(Chain(6).rows);
  for (int step = 0; step < 200; ++step) {
    const Chain chain(6, 0.01 * step, 0.2 + 0.005 * step);
    const Certificate certificate = certifier.certify(chain.mass, chain.rows, VectorX::Zero(12));
    BOOST_TEST((certificate.verdict == Verdict::proved));
    BOOST_TEST(certificate.bounds[0] > 0.4 * scaled_lambda_min(chain));
    BOOST_TEST(certificate.bounds[0] <= scaled_lambda_min(chain) * (1.0 + 1e-12));
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
  const VectorX ones = VectorX::Ones(3);
  const VectorX rigid = VectorX::Zero(3);
  BOOST_TEST((escalate_delassus_exact(ones, rows_of(hidden), rigid).verdict == Verdict::proved));
  hidden(2, 2) = 0.0;
  BOOST_TEST((escalate_delassus_exact(ones, rows_of(hidden), rigid).verdict == Verdict::refuted));
  hidden(2, 2) = std::nan("");
  BOOST_TEST((escalate_delassus_exact(ones, rows_of(hidden), rigid).verdict == Verdict::undecided));
  hidden(2, 2) = 0x1p-20;
  BOOST_TEST((certify(hidden).verdict == Verdict::proved));
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
  BOOST_TEST((certify(rows, VectorX::Ones(1)).verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(bad_ground_is_undecided) {
  const Chain chain(2);
  for (const double poison : {std::nan(""), infinity, -1.0, 0.0, 1e-310}) {
    VectorX mass = chain.mass;
    mass[1] = poison;
    BOOST_TEST((certify(chain.rows, mass).verdict == Verdict::undecided));
  }
  Chain broken = chain;
  broken.rows.values[2] = std::nan("");
  BOOST_TEST((certify(broken.rows, chain.mass).verdict == Verdict::undecided));
  BOOST_TEST((certify(chain.rows, chain.mass, -1.0).verdict == Verdict::undecided));
  BOOST_TEST((certify(chain.rows, chain.mass, std::nan("")).verdict == Verdict::undecided));
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
    if (trial % 4 > 1) j.row(m - 1) = entry(random) * j.row(0) + entry(random) * j.row(m - 2);
    if (trial % 2 == 0) j(m - 1, 3) += std::ldexp(1.0, exponent(random));
    const Verdict verdict = certify(j).verdict;
    const bool is_full = exact_rank(j) == m;
    if (verdict == Verdict::undecided)
      BOOST_TEST((escalate_delassus_exact(VectorX::Ones(4), rows_of(j), VectorX::Zero(m)).verdict == Verdict::proved) ==
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
