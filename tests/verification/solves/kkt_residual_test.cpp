#include <boost/test/unit_test.hpp>

#include "tests/verification/chain.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/solves/kkt_residual.hpp"

namespace perpend::test::of_kkt_residual {

using namespace perpend;
using namespace perpend::test;

namespace {

Certificate certify(const Chain& chain, const Problem& problem, const Solution& solution) {
  return KktResidualCertifier(chain.rows).certify(problem, solution);
}

/// Largest |b - A z|_i / (|A| |z| + |b|)_i in exact arithmetic, and the two largest residuals.
struct ExactResiduals {
  Rational backward_error = 0, motion = 0, constraint = 0;
  long above_limit = 0;  ///< rows, by their own size

  ExactResiduals(const Problem& problem, const Solution& solution) {
    const MatrixX j = dense_rows(*problem.rows);
    for (int i = 0; i < j.cols() + j.rows(); ++i) {
      const bool is_motion = i < j.cols();
      const int r = is_motion ? i : i - static_cast<int>(j.cols());
      const double diagonal = is_motion ? problem.mass->diagonal[r] : problem.compliance[r];
      const double unknown = is_motion ? solution.x[r] : solution.multiplier[r];
      const Rational b = exact(is_motion ? problem.motion[r] : problem.target[r]);
      Rational sum = exact(diagonal) * exact(unknown) - b;
      Rational size = abs(exact(diagonal) * exact(unknown)) + abs(b);
      for (int k = 0; k < (is_motion ? j.rows() : j.cols()); ++k) {
        const Rational term = is_motion ? Rational(-exact(j(k, r)) * exact(solution.multiplier[k]))
                                        : Rational(exact(j(r, k)) * exact(solution.x[k]));
        sum += term;
        size += abs(term);
      }
      Rational& largest = is_motion ? motion : constraint;
      largest = std::max(largest, Rational(abs(sum)));
      if (size != 0) backward_error = std::max(backward_error, Rational(abs(sum) / size));
      if (abs(sum) > exact(kkt_backward_error_limit) * size) ++above_limit;
    }
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(kkt_residual)

BOOST_AUTO_TEST_CASE(a_good_solution_is_proved_near_the_rounding_unit) {
  const Chain chain(6);
  const Problem problem = fall_problem(chain);
  const Certificate certificate = certify(chain, problem, solve_dense(problem));
  BOOST_TEST((certificate.verdict == Verdict::proved));
  // A refined solution is accurate to a few units in each row.
  BOOST_TEST(certificate[KktResidualBound::backward_error] < 16 * unit_roundoff);
}

BOOST_AUTO_TEST_CASE(bounds_hold_and_are_tight_against_exact_arithmetic) {
  for (int links = 1; links <= 8; ++links) {
    const Chain chain(links, 0.1 * links, 0.37);
    Problem problem = fall_problem(chain);
    problem.target.setConstant(-1e-3);
    problem.compliance.setConstant(1e-4);
    Solution solution = solve_dense(problem);
    solution.x[links] *= 1.0 + 1e-12;
    const Certificate certificate = certify(chain, problem, solution);
    const ExactResiduals truth(problem, solution);
    BOOST_TEST((exact(certificate[KktResidualBound::backward_error]) >= truth.backward_error));
    BOOST_TEST((exact(certificate[KktResidualBound::motion_residual]) >= truth.motion));
    BOOST_TEST((exact(certificate[KktResidualBound::constraint_residual]) >= truth.constraint));
    // Doubled precision leaves 1e-13 relative even where the residual cancels by twelve digits.
    BOOST_TEST((exact(certificate[KktResidualBound::backward_error]) <= truth.backward_error * exact(1.0 + 1e-12)));
    BOOST_TEST(
        (exact(certificate[KktResidualBound::motion_residual]) <= truth.motion * exact(1.0 + 1e-12) + exact(1e-290)));
  }
}

BOOST_AUTO_TEST_CASE(a_tampered_number_is_refuted_and_its_row_named) {
  const Chain chain(6);
  const Problem problem = fall_problem(chain);
  const Solution good = solve_dense(problem);
  for (int i = 0; i < good.x.size(); ++i) {
    Solution bad = good;
    bad.x[i] += 1e-6 * good.x.cwiseAbs().maxCoeff();
    const Certificate certificate = certify(chain, problem, bad);
    BOOST_TEST((certificate.verdict == Verdict::refuted), "velocity " << i);
  }
  for (int i = 0; i < good.multiplier.size(); ++i) {
    Solution bad = good;
    bad.multiplier[i] += 1e-6 * good.multiplier.cwiseAbs().maxCoeff();
    BOOST_TEST((certify(chain, problem, bad).verdict == Verdict::refuted), "multiplier " << i);
  }
  Problem wrong_target = problem;
  wrong_target.target[3] = 1e-3;
  const Certificate certificate = certify(chain, wrong_target, good);
  BOOST_TEST((certificate.verdict == Verdict::refuted));
  BOOST_TEST(certificate[KktResidualBound::worst_row] == 18 + 3);
}

BOOST_AUTO_TEST_CASE(rounding_noise_beside_a_large_solution_is_no_failure) {
  // A chain hanging straight down has no horizontal motion; noise there is judged against the rest of the solution.
  const Chain chain(6, -1.5707963267948966, 0.0);
  const Problem problem = fall_problem(chain);
  Solution solution = solve_dense(problem);
  solution.x[0] = 3e-21;
  solution.multiplier[0] = -5e-21;
  BOOST_TEST((certify(chain, problem, solution).verdict == Verdict::proved));
  solution.x[0] = 3e-9;
  BOOST_TEST((certify(chain, problem, solution).verdict == Verdict::refuted));
}

/// What is accepted as rounding of the rest is no share of its own row: the certificate says of how many rows.
BOOST_AUTO_TEST_CASE(rows_granted_as_rounding_are_counted) {
  for (const auto& [hangs, links] : {std::pair(true, 6), {false, 6}, {true, 5}, {false, 5}}) {  // 5: odd columns
    const Chain chain = hangs ? Chain(links, -1.5707963267948966, 0.0) : Chain(links);
    const Problem problem = fall_problem(chain);
    Solution solution = solve_dense(problem);
    if (hangs) solution.x[0] = 3e-21;
    const Certificate certificate = certify(chain, problem, solution);
    const ExactResiduals truth(problem, solution);
    BOOST_TEST((certificate.verdict == Verdict::proved));
    BOOST_TEST((truth.above_limit > 0) == hangs, links);
    BOOST_TEST(granted_rows(certificate) == truth.above_limit);
  }
}

BOOST_AUTO_TEST_CASE(a_chain_at_rest_in_equilibrium_is_proved_and_small_errors_in_it_are_not) {
  const Chain chain(6, -1.5707963267948966, 0.0);
  const Problem problem = fall_problem(chain);
  Solution solution = solve_dense(problem);
  solution.x = 1e-19 * VectorX::Random(18);  // exactly at rest but for noise
  BOOST_TEST((certify(chain, problem, solution).verdict == Verdict::proved));
  solution.x.setZero();
  Problem pulled = problem;
  pulled.target[0] = 1e-11;  // small compared with the fall of 0.01 m/s in a step, yet far above its rounding
  BOOST_TEST((certify(chain, pulled, solution).verdict == Verdict::refuted));
  solution.x[1] = 1e-8;
  BOOST_TEST((certify(chain, problem, solution).verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(the_zero_solution_of_a_zero_problem_is_proved) {
  const Chain chain(3);
  Problem problem = fall_problem(chain);
  problem.motion.setZero();
  Solution solution{Status::converged, VectorX::Zero(9), VectorX::Zero(6), {}};
  const Certificate certificate = certify(chain, problem, solution);
  BOOST_TEST((certificate.verdict == Verdict::proved));
  BOOST_TEST(certificate[KktResidualBound::backward_error] == 0.0);
}

BOOST_AUTO_TEST_CASE(what_is_not_a_finished_finite_solution_is_undecided) {
  const Chain chain(3);
  const Problem problem = fall_problem(chain);
  const Solution good = solve_dense(problem);
  Solution bad = good;
  bad.status = Status::not_run;
  BOOST_TEST((certify(chain, problem, bad).verdict == Verdict::undecided));
  for (const double poison : {std::nan(""), infinity, -infinity}) {
    bad = good;
    bad.x[4] = poison;
    BOOST_TEST((certify(chain, problem, bad).verdict == Verdict::undecided));
    bad = good;
    bad.multiplier[1] = poison;
    BOOST_TEST((certify(chain, problem, bad).verdict == Verdict::undecided));
    Chain broken = chain;
    broken.rows.values[7] = poison;
    Problem poisoned = problem;
    poisoned.rows = &broken.rows;
    BOOST_TEST((certify(chain, poisoned, good).verdict == Verdict::undecided));
    poisoned = problem;
    poisoned.motion[2] = poison;
    BOOST_TEST((certify(chain, poisoned, good).verdict != Verdict::proved));
  }
  bad = good;
  bad.x.conservativeResize(5);
  BOOST_TEST((certify(chain, problem, bad).verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(terms_that_underflow_prove_nothing) {
  const Chain chain(1);
  Problem problem = fall_problem(chain);
  problem.motion.setZero();
  const MassMatrix tiny_mass = diagonal_mass(VectorX::Constant(3, 1e-200));
  problem.mass = &tiny_mass;
  const Solution solution{Status::converged, VectorX::Constant(3, 1e-200), VectorX::Zero(2), {}};
  BOOST_TEST((certify(chain, problem, solution).verdict != Verdict::proved));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_kkt_residual
