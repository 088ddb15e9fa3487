// Limits and dry friction: what a solver may claim, and each way to be wrong.
#include <boost/test/unit_test.hpp>

#include <random>

#include "tests/verification/chain.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/arithmetic/rounding.hpp"
#include "verification/solves/complementarity.hpp"
#include "verification/solves/delassus.hpp"
#include "verification/solves/kkt_residual.hpp"

namespace perpend::test::of_complementarity {

using namespace perpend;
using namespace perpend::test;

namespace {

/// Three masses of 2, one row each: a limit that holds, a limit that lets go, friction that slips, all exact in binary.
/// Row 3 is bilateral: x_3 = 1.
struct Bounded {
  MassMatrix mass = diagonal_mass(VectorX::Constant(4, 2.0));
  ConstraintRows rows = rows_of(MatrixX::Identity(4, 4));
  Problem problem;
  Solution solution;

  Bounded() {
    problem.mass = &mass;
    problem.rows = &rows;
    problem.compliance = VectorX::Zero(4);
    problem.target = Eigen::Vector4d(0.0, 0.0, 0.0, 1.0);
    problem.motion = Eigen::Vector4d(-1.0, 1.0, 4.0, 0.0);
    problem.lower = Eigen::Vector4d(0.0, 0.0, -0.5, -infinity);
    problem.upper = Eigen::Vector4d(infinity, infinity, 0.5, infinity);
    solution.status = Status::converged;
    solution.x = Eigen::Vector4d(0.0, 0.5, 1.75, 1.0);
    solution.multiplier = Eigen::Vector4d(1.0, 0.0, -0.5, 2.0);
  }
  [[nodiscard]] Certificate certify() const { return ComplementarityCertifier(rows).certify(problem, solution); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(complementarity)

BOOST_AUTO_TEST_CASE(a_held_limit_an_open_limit_and_slipping_friction_are_proved) {
  const Bounded exact_case;
  const Certificate certificate = exact_case.certify();
  BOOST_TEST((certificate.verdict == Verdict::proved), certificate.reason);
  BOOST_TEST(certificate[ComplementarityBound::violation] == 0.0);
  BOOST_TEST((KktResidualCertifier(exact_case.rows).certify(exact_case.problem, exact_case.solution).verdict ==
              Verdict::proved));
}

BOOST_AUTO_TEST_CASE(a_multiplier_beyond_its_bound_by_one_unit_is_refuted) {
  Bounded pulled;
  pulled.solution.multiplier[1] = -0x1p-1074;
  BOOST_TEST((pulled.certify().verdict == Verdict::refuted));
  BOOST_TEST(pulled.certify()[ComplementarityBound::worst_row] == 1);
  Bounded rough;
  rough.solution.multiplier[2] = next_down(-0.5);
  BOOST_TEST((rough.certify().verdict == Verdict::refuted));
  BOOST_TEST(rough.certify()[ComplementarityBound::violation] == 0x1p-53);
  BOOST_TEST(rough.certify()[ComplementarityBound::worst_row] == 2);
}

BOOST_AUTO_TEST_CASE(a_limit_that_holds_must_be_fulfilled_and_one_that_lets_go_must_open) {
  Bounded moved;
  moved.solution.x[0] = 1e-3;  // multiplier 1 > 0: the row must be closed
  BOOST_TEST((moved.certify().verdict == Verdict::refuted));
  Bounded through;
  through.solution.x[1] = -0.5;  // multiplier 0: the row may only open
  BOOST_TEST((through.certify().verdict == Verdict::refuted));
  BOOST_TEST(through.certify()[ComplementarityBound::worst_row] == 1);
}

BOOST_AUTO_TEST_CASE(friction_at_its_bound_must_oppose_the_slip) {
  Bounded wrong_side;
  wrong_side.solution.multiplier[2] = 0.5;
  BOOST_TEST((wrong_side.certify().verdict == Verdict::refuted));
  Bounded inside;
  inside.solution.multiplier[2] = 0.25;  // slips although friction could hold
  BOOST_TEST((inside.certify().verdict == Verdict::refuted));
  Bounded sticks;
  sticks.solution.multiplier[2] = 0.25;
  sticks.solution.x[2] = 0.0;
  BOOST_TEST((sticks.certify().verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(an_idle_row_says_nothing_of_its_speed_and_its_multiplier_is_exactly_the_bound) {
  Bounded idle;
  idle.problem.lower[1] = idle.problem.upper[1] = 0.0;
  idle.solution.x[1] = -7.0;
  BOOST_TEST((idle.certify().verdict == Verdict::proved));
  idle.solution.multiplier[1] = 1e-300;
  BOOST_TEST((idle.certify().verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(bad_ground_is_undecided) {
  Bounded empty;
  std::swap(empty.problem.lower[2], empty.problem.upper[2]);
  BOOST_TEST((empty.certify().verdict == Verdict::undecided));
  for (const double poison : {std::nan(""), infinity}) {
    Bounded unknown;
    unknown.solution.x[0] = poison;
    BOOST_TEST((unknown.certify().verdict == Verdict::undecided));
    Bounded target;
    target.problem.target[0] = poison;
    BOOST_TEST((target.certify().verdict == Verdict::undecided));
  }
  Bounded bound;
  bound.problem.lower[0] = std::nan("");
  BOOST_TEST((bound.certify().verdict == Verdict::undecided));
  Bounded running;
  running.solution.status = Status::not_run;
  BOOST_TEST((running.certify().verdict == Verdict::undecided));
  Bounded cut;
  cut.problem.upper.conservativeResize(2);
  BOOST_TEST((cut.certify().verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(only_rows_between_their_bounds_count_as_dependent_or_independent) {
  // Row 1 repeats row 0. While one of them is at its bound, the other stands alone.
  Bounded twice;
  twice.rows = rows_of((MatrixX(4, 4) << 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1).finished());
  twice.problem.rows = &twice.rows;
  DelassusCertifier certifier(twice.rows);
  BOOST_TEST((certifier.certify(twice.problem, twice.solution).verdict == Verdict::proved));
  BOOST_TEST((escalate_delassus_exact(twice.problem, twice.solution).verdict == Verdict::proved));
  Solution unknown = twice.solution;
  unknown.multiplier.setConstant(std::nan(""));
  BOOST_TEST((certifier.certify(twice.problem, unknown).verdict == Verdict::refuted));
  twice.solution.multiplier[1] = 1.0;
  BOOST_TEST((certifier.certify(twice.problem, twice.solution).verdict == Verdict::refuted));
  BOOST_TEST((escalate_delassus_exact(twice.problem, twice.solution).verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(a_failed_solve_is_undecided_for_every_certificate_whatever_it_left_behind) {
  for (const Status status : {Status::singular, Status::iteration_limit, Status::not_finite, Status::not_run})
    for (const bool is_sized : {false, true}) {
      Bounded failed;
      failed.solution.status = status;
      if (!is_sized) failed.solution.x = failed.solution.multiplier = VectorX();
      const auto check = [](const Certificate& certificate) {
        BOOST_TEST((certificate.verdict == Verdict::undecided));
        BOOST_TEST(std::string(certificate.reason) == "the solver did not report convergence");
      };
      check(failed.certify());
      check(KktResidualCertifier(failed.rows).certify(failed.problem, failed.solution));
      check(DelassusCertifier(failed.rows).certify(failed.problem, failed.solution));
      check(escalate_delassus_exact(failed.problem, failed.solution));
    }
  Bounded cut;
  cut.solution.multiplier.conservativeResize(2);
  BOOST_TEST((DelassusCertifier(cut.rows).certify(cut.problem, cut.solution).verdict == Verdict::undecided));
  BOOST_TEST((escalate_delassus_exact(cut.problem, cut.solution).verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(no_sign_is_proved_against_exact_arithmetic) {
  std::mt19937_64 random(3);
  std::uniform_int_distribution<int> entry(-2, 2);
  int proved = 0;
  for (int trial = 0; trial < 12000; ++trial) {
    MatrixX j(1, 3);
    for (double& x : j.reshaped()) x = entry(random);
    Bounded one;
    one.mass = unit_mass(3);
    one.rows = rows_of(j);
    one.problem.motion = VectorX::Ones(3);
    one.problem.compliance = VectorX::Constant(1, 0.25 * static_cast<double>(random() % 3));
    const int whole = entry(random);
    one.problem.target = VectorX::Constant(1, whole + std::ldexp(1.0, -static_cast<int>(random() % 60)));
    one.problem.lower = VectorX::Constant(1, -1.0);
    one.problem.upper = VectorX::Constant(1, 1.0);
    one.solution.x = Vec3{1.0 * entry(random), 1.0 * entry(random), 1.0 * entry(random)};
    one.solution.multiplier = VectorX::Constant(1, 0.5 * entry(random) * (trial % 7 == 0 ? 1.5 : 1.0));
    const double multiplier = one.solution.multiplier[0];
    Rational w = exact(one.problem.compliance[0]) * exact(multiplier) - exact(one.problem.target[0]);
    for (int c = 0; c < 3; ++c) w += exact(j(0, c)) * exact(one.solution.x[c]);
    // The smallest that a limit of 2^-26.5 on the backward error must see of terms up to 16.
    const Rational seen = exact(0x1p-22);
    const bool is_wrong =
        abs(exact(multiplier)) > 1 || (multiplier < 1.0 && w < -seen) || (multiplier > -1.0 && w > seen);
    const Verdict verdict = one.certify().verdict;
    if (is_wrong) BOOST_TEST((verdict == Verdict::refuted));
    const bool is_right = !is_wrong && (w == 0 || (multiplier == -1.0 && w > 0) || (multiplier == 1.0 && w < 0));
    if (is_right) BOOST_TEST((verdict == Verdict::proved));
    proved += verdict == Verdict::proved ? 1 : 0;
  }
  BOOST_TEST(proved > 1000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_complementarity
