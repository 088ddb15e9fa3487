// Contacts next to rows of joints that were left out as redundant: what is claimed of both, and each way to be wrong.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/verification/contacts/contact_case.hpp"
#include "verification/contacts/contact_kept_rows.hpp"

namespace perpend::test::of_contact_kept_rows {

using namespace perpend;
using namespace perpend::test;

namespace {

constexpr double miss = 0x1p-16;

/// The corner, whose joint row is there twice: the copy has `beyond` along y of its own and asks for another rate.
struct TwiceHeld : Corner {
  explicit TwiceHeld(double beyond) {
    solution = solve_by_trial(problem);
    const double target = 0.05 + miss + beyond * solution.joints.x[1];
    set_joints((MatrixX(2, 3) << 0.1, 0.0, 1.0, 0.1, beyond, 1.0).finished(), Vec2(0.05, target));
    finish();
    problem.compliance[1] = 0.125;
    problem.rows.rate_t[1] = 0.03;
    solution.joints.multiplier.conservativeResize(2);
    solution.joints.multiplier[1] = 0.0;
    solution.joints.dependent_rows = {1};
  }

  [[nodiscard]] Certificate certify() const { return ContactKeptRowsCertifier(joints).certify(problem, solution); }

  ContactSolution solution;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_kept_rows)

BOOST_AUTO_TEST_CASE(rows_kept_are_proved_and_the_miss_of_the_row_left_out_is_stated) {
  for (const double beyond : {0.0, 0x1p-20, 0x1p-7}) {
    const TwiceHeld held(beyond);
    const Certificate certificate = held.certify();
    BOOST_TEST((certificate.verdict == Verdict::proved), certificate.reason);
    BOOST_TEST(certificate[ContactKeptRowsBound::backward_error] < 1e-14);
    BOOST_TEST(certificate[ContactKeptRowsBound::miss] >= miss - 1e-15);
    BOOST_TEST(certificate[ContactKeptRowsBound::miss] <= miss + 1e-15);
    const double share = beyond / std::sqrt(1.0 + 0.1 * 0.1 + beyond * beyond);
    BOOST_TEST(certificate[ContactKeptRowsBound::share_beyond] >= share * (1.0 - 1e-15));
    BOOST_TEST(certificate[ContactKeptRowsBound::share_beyond] <= share + 1e-15);
    BOOST_TEST(certificate[ContactKeptRowsBound::num_left_out] == 1.0);
  }
}

BOOST_AUTO_TEST_CASE(the_certificate_of_all_rows_does_not_pass_a_row_that_is_missed) {
  const TwiceHeld held(0.0);
  BOOST_TEST((ContactCertifier(held.joints).certify(held.problem, held.solution).verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(a_row_that_is_missed_is_excused_only_by_its_name) {
  TwiceHeld held(0.0);
  held.solution.joints.dependent_rows = {0};
  BOOST_TEST((held.certify().verdict == Verdict::refuted));
  held.solution.joints.dependent_rows = {};
  BOOST_TEST((held.certify().verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(an_independent_row_that_was_left_out_is_not_excused) {
  for (const double beyond : {0x1p-5, 1.0}) {
    const Certificate certificate = TwiceHeld(beyond).certify();
    BOOST_TEST((certificate.verdict == Verdict::undecided));
    BOOST_TEST(*certificate.reason != '\0');
  }
}

BOOST_AUTO_TEST_CASE(tampered_motions_and_impulses_are_refuted) {
  const auto is_refuted = [](auto change) {
    TwiceHeld held(0.0);
    change(held.solution);
    return held.certify().verdict == Verdict::refuted;
  };
  for (int i = 0; i < 3; ++i) BOOST_TEST(is_refuted([&](ContactSolution& s) { s.joints.x[i] += 1e-4; }), i);
  // The impulse of a row that was left out pushes like any other.
  for (int i = 0; i < 2; ++i) BOOST_TEST(is_refuted([&](ContactSolution& s) { s.joints.multiplier[i] += 1e-4; }), i);
  for (int i = 0; i < 2; ++i) {
    BOOST_TEST(is_refuted([&](ContactSolution& s) { s.normal[i] += 1e-4; }), i);
    BOOST_TEST(is_refuted([&](ContactSolution& s) { s.normal_slack[i] += 1e-4; }), i);
  }
}

// An impulse of the row left out, taken back along the row kept, pushes by what the two rows differ in.
BOOST_AUTO_TEST_CASE(an_impulse_may_not_push_through_a_row_that_was_left_out) {
  for (const double impulse : {1e-3, 1.0, 1e6}) {
    TwiceHeld held(0x1p-7);
    held.solution.joints.multiplier += impulse * Vec2(-1.0, 1.0);
    held.solution.joints.x[1] += impulse * 0x1p-7 / 2.0;  // the mass is 2
    held.problem.joints.target[1] = 0.05;
    held.solution.normal_slack[0] = std::max(held.solution.normal_slack[0], 0.0);
    BOOST_TEST((held.certify().verdict != Verdict::proved), impulse);
  }
  TwiceHeld idle(0x1p-7);
  idle.solution.joints.multiplier += 1e-9 * Vec2(-1.0, 1.0);
  BOOST_TEST((idle.certify().verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(what_has_bounds_or_is_named_twice_is_no_equation_left_out) {
  TwiceHeld bounded(0.0);
  bounded.problem.joints.lower = VectorX::Constant(2, -infinity);
  bounded.problem.joints.upper = VectorX::Constant(2, infinity);
  BOOST_TEST((bounded.certify().verdict == Verdict::proved));
  bounded.problem.joints.lower[1] = -100.0;
  BOOST_TEST((bounded.certify().verdict == Verdict::undecided));
  TwiceHeld twice(0.0);
  twice.solution.joints.dependent_rows = {1, 1};
  BOOST_TEST((twice.certify().verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(what_is_no_number_or_no_row_is_undecided) {
  TwiceHeld target(0.0);
  target.problem.joints.target[1] = std::nan("");
  BOOST_TEST((target.certify().verdict == Verdict::undecided));
  for (const int row : {-1, 7}) {
    TwiceHeld left_out(0.0);
    left_out.solution.joints.dependent_rows = {1, row};
    BOOST_TEST((left_out.certify().verdict == Verdict::undecided));
  }
  TwiceHeld failed(0.0);
  failed.solution.status = Status::singular;
  BOOST_TEST((failed.certify().verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_kept_rows
