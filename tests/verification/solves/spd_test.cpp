#include <boost/test/unit_test.hpp>

#include <numeric>
#include <random>

#include "verification/arithmetic/rational.hpp"
#include "verification/solves/spd.hpp"

namespace perpend::test::of_spd {

using namespace perpend;

namespace {

/// Hilbert matrix times lcm(1, ..., 2n - 1): whole numbers, exact in double up to n = 20.
MatrixX scaled_hilbert(int n, double& factor) {
  std::int64_t multiple = 1;
  for (std::int64_t k = 2; k < 2 * n; ++k) multiple = std::lcm(multiple, k);
  factor = static_cast<double>(multiple);
  MatrixX a(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = factor / (i + j + 1);
  return a;
}

MatrixX two_by_two(double a, double b, double c) {
  return (MatrixX(2, 2) << a, b, b, c).finished();
}

constexpr double e = 0x1p-52;

}  // namespace

BOOST_AUTO_TEST_SUITE(spd)

BOOST_AUTO_TEST_CASE(the_smallest_eigenvalue_of_a_hilbert_matrix_is_bounded_sharply) {
  double factor = 0.0;
  const MatrixX a = scaled_hilbert(6, factor);
  const SpdReport report = certify_spd(a);
  const double truth = 1.08279948456555e-7 * factor;
  BOOST_TEST((report.verdict == Verdict::proved));
  BOOST_TEST(report.lambda_min <= truth * (1.0 + 1e-13));
  // n gamma trace / lambda is 5e-8 here: the price of rounding to nearest.
  BOOST_TEST(report.lambda_min >= truth * (1.0 - 1e-6));
}

BOOST_AUTO_TEST_CASE(ill_conditioned_hilbert_matrices_are_left_to_exact_arithmetic) {
  double factor = 0.0;
  const MatrixX a = scaled_hilbert(14, factor);
  BOOST_TEST((certify_spd(a).verdict == Verdict::undecided));
  BOOST_TEST((escalate_spd_exact(a).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(one_rounding_unit_from_singular_only_exact_arithmetic_tells) {
  const MatrixX definite = two_by_two(1.0, 1.0 - e, 1.0);
  BOOST_TEST((certify_spd(definite).verdict == Verdict::undecided));
  BOOST_TEST((escalate_spd_exact(definite).verdict == Verdict::proved));
  const MatrixX singular = two_by_two(1.0, 1.0, 1.0);
  BOOST_TEST((certify_spd(singular).verdict == Verdict::undecided));
  BOOST_TEST((escalate_spd_exact(singular).verdict == Verdict::refuted));
  const MatrixX indefinite = two_by_two(1.0, 1.0 + e, 1.0);
  BOOST_TEST((certify_spd(indefinite).verdict != Verdict::proved));
  BOOST_TEST((escalate_spd_exact(indefinite).verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(an_indefinite_matrix_is_refuted_by_a_direction_and_still_bounded_below) {
  MatrixX w21 = MatrixX::Zero(21, 21);  // Wilkinson's W21+
  for (int i = 0; i < 21; ++i) {
    w21(i, i) = std::abs(i - 10);
    if (i > 0) w21(i, i - 1) = w21(i - 1, i) = 1.0;
  }
  const SpdReport report = certify_spd(w21);
  BOOST_TEST((report.verdict == Verdict::refuted));
  BOOST_TEST(enclose_quadratic_form(w21, report.witness).hi < 0.0);
  constexpr double truth = -1.12544152211998;
  BOOST_TEST(report.lambda_min <= truth + 1e-14);
  BOOST_TEST(report.lambda_min >= truth - 1e-11);  // gamma_24 trace = 3e-13, and 60 bisections
  const SpdReport plain = certify_spd(two_by_two(1.0, 2.0, 1.0));
  BOOST_TEST((plain.verdict == Verdict::refuted));
  BOOST_TEST(plain.lambda_min <= -1.0);
  BOOST_TEST(plain.lambda_min > -1.0 - 1e-12);
}

BOOST_AUTO_TEST_CASE(what_is_not_a_finite_symmetric_matrix_is_undecided) {
  BOOST_TEST((certify_spd(two_by_two(1.0, std::nan(""), 1.0)).verdict == Verdict::undecided));
  BOOST_TEST((certify_spd(two_by_two(infinity, 0.0, 1.0)).verdict == Verdict::undecided));
  MatrixX lopsided = two_by_two(1.0, 0.0, 1.0);
  lopsided(0, 1) = 0.5;
  BOOST_TEST((certify_spd(lopsided).verdict == Verdict::undecided));
  BOOST_TEST((escalate_spd_exact(lopsided).verdict == Verdict::undecided));
  BOOST_TEST((certify_spd(MatrixX::Zero(3, 3)).verdict == Verdict::undecided));
  BOOST_TEST((escalate_spd_exact(MatrixX::Zero(3, 3)).verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(a_tampered_witness_proves_nothing) {
  const MatrixX a = two_by_two(1.0, 2.0, 1.0);
  const VectorX witness = certify_spd(a).witness;
  BOOST_TEST(enclose_quadratic_form(a, witness).hi < 0.0);
  VectorX tampered = witness;
  tampered[0] = -tampered[0];
  BOOST_TEST(!(enclose_quadratic_form(a, tampered).hi < 0.0));
}

/// 20,000 matrices G G^T + perturbation: definite, exactly singular and indefinite ones by a few rounding units.
BOOST_AUTO_TEST_CASE(no_small_matrix_is_judged_against_exact_arithmetic) {
  std::mt19937_64 random(3);
  std::uniform_int_distribution<int> entry(-3, 3);
  std::uniform_int_distribution<int> exponent(-52, -2);
  int proved = 0;
  int refuted = 0;
  int singular_or_worse = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const int n = 2 + trial % 3;
    const int rank = trial % 5 == 0 ? n : n - 1;
    MatrixX g(n, rank);
    for (double& x : g.reshaped()) x = entry(random);
    MatrixX a = g * g.transpose();
    if (trial % 2 == 0) {
      const double nudge = std::ldexp(trial % 4 == 0 ? 1.0 : -1.0, exponent(random));
      const int i = static_cast<int>(random() % n);
      a(i, i) += nudge;
    }
    const Verdict truth = escalate_spd_exact(a).verdict;
    const Verdict verdict = certify_spd(a).verdict;
    if (verdict == Verdict::proved && truth != Verdict::proved) BOOST_ERROR("falsely proved, trial " << trial);
    if (verdict == Verdict::refuted && truth != Verdict::refuted) BOOST_ERROR("falsely refuted, trial " << trial);
    proved += verdict == Verdict::proved;
    refuted += verdict == Verdict::refuted;
    singular_or_worse += truth == Verdict::refuted;
  }
  BOOST_TEST(proved > 3000);
  BOOST_TEST(refuted > 2000);
  BOOST_TEST(singular_or_worse > 8000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spd
