#include <boost/test/unit_test.hpp>

#include "tests/verification/chain.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/solves/kept_rows.hpp"

namespace perpend::test::of_kept_rows {

using namespace perpend;
using namespace perpend::test;

namespace {

/// Rows 0 and 1 kept; row 2 their sum but for `gap` in a direction of its own, left out. M = 1.
struct NearlyRedundant {
  explicit NearlyRedundant(double gap) {
    MatrixX j(3, 4);
    j << 1, 0, 0.5, 0, 0, 1, 0.25, 0, 1, 1, 0.75, gap;
    rows = rows_of(j);
    problem.mass = &mass;
    problem.rows = &rows;
    problem.compliance = problem.target = VectorX::Zero(3);
    problem.motion = Vec4(1.0, -2.0, 0.5, 3.0);
    const MatrixX kept = j.topRows(2);
    solution.multiplier = VectorX::Zero(3);
    solution.multiplier.head(2) = (kept * kept.transpose()).inverse() * (-kept * problem.motion);
    solution.x = problem.motion + j.transpose() * solution.multiplier;
    solution.status = Status::converged;
    solution.dependent_rows = {2};
  }
  NearlyRedundant(const NearlyRedundant&) = delete;

  [[nodiscard]] Certificate certify() const { return KeptRowsCertifier(rows).certify(problem, solution); }

  MassMatrix mass = unit_mass(4);
  ConstraintRows rows;
  Problem problem;
  Solution solution;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(kept_rows)

BOOST_AUTO_TEST_CASE(the_miss_of_a_row_left_out_is_enclosed_and_its_distance_stated) {
  for (const double gap : {1e-12, 1e-6, 1e-3}) {
    const NearlyRedundant made(gap);
    const Certificate certificate = made.certify();
    BOOST_TEST((certificate.verdict == Verdict::proved));
    BOOST_TEST(certificate[KeptRowsBound::backward_error] < 16 * unit_roundoff);
    // The remainder is the gap itself, apart from a few roundings of the fit.
    const double share = gap / std::sqrt(1.0 + 1.0 + 0.75 * 0.75 + gap * gap);
    BOOST_TEST(certificate[KeptRowsBound::share_beyond] >= share * (1.0 - 4.0 * unit_roundoff));
    BOOST_TEST(certificate[KeptRowsBound::share_beyond] <= share + 16 * unit_roundoff);
    Rational miss = 0;
    for (int c = 0; c < 4; ++c) miss += exact(made.rows.values[8 + c]) * exact(made.solution.x[c]);
    BOOST_TEST((exact(certificate[KeptRowsBound::miss]) >= abs(miss)));
    BOOST_TEST((exact(certificate[KeptRowsBound::miss]) <= abs(miss) + exact(16 * unit_roundoff)));
    BOOST_TEST(certificate[KeptRowsBound::num_left_out] == 1.0);
  }
}

BOOST_AUTO_TEST_CASE(the_certificate_of_all_rows_does_not_pass_a_row_that_is_missed) {
  const NearlyRedundant made(1e-3);
  BOOST_TEST((KktResidualCertifier(made.rows).certify(made.problem, made.solution).verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(a_tampered_solution_of_the_rows_kept_is_refuted) {
  for (int i = 0; i < 4; ++i) {
    NearlyRedundant made(1e-3);
    made.solution.x[i] += 1e-4;
    BOOST_TEST((made.certify().verdict == Verdict::refuted));
  }
}

BOOST_AUTO_TEST_CASE(an_independent_row_that_was_left_out_is_not_excused) {
  for (const double gap : {0.1, 1.0, 100.0}) {
    const Certificate certificate = NearlyRedundant(gap).certify();
    BOOST_TEST((certificate.verdict == Verdict::undecided));
    BOOST_TEST(*certificate.reason != '\0');
  }
}

// A row with bounds is no equation: that the row left out equals it proves nothing.
BOOST_AUTO_TEST_CASE(rows_with_bounds_imply_no_row) {
  NearlyRedundant made(1e-6);
  BOOST_TEST((made.certify().verdict == Verdict::proved));
  made.problem.lower = VectorX::Constant(3, -infinity);
  made.problem.upper = VectorX::Constant(3, infinity);
  made.problem.lower[0] = -100.0;
  BOOST_TEST((made.certify().verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(what_is_no_number_or_no_row_is_undecided) {
  NearlyRedundant target(1e-6);
  target.problem.target[2] = std::nan("");
  BOOST_TEST((target.certify().verdict == Verdict::undecided));
  NearlyRedundant row(1e-6);
  row.solution.dependent_rows = {2, 7};
  BOOST_TEST((row.certify().verdict == Verdict::undecided));
  NearlyRedundant failed(1e-6);
  failed.solution.status = Status::singular;
  BOOST_TEST((failed.certify().verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_kept_rows
