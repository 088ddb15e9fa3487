// Contact solves: what a solver may claim, and each way to be wrong.
#include <boost/test/unit_test.hpp>

#include <random>

#include "tests/verification/contacts/contact_case.hpp"
#include "verification/contacts/contact_errors.hpp"
#include "verification/contacts/contact_solve.hpp"
#include "verification/solves/inertia_rows.hpp"

namespace perpend::test::of_contact_solve {

using namespace perpend;
using namespace perpend::test;

namespace {

Certificate certify(const ContactProblem& problem, const ContactSolution& solution) {
  return ContactCertifier(*problem.joints.rows).certify(problem, solution);
}

/// Every vector of a solution, to be tampered with.
std::vector<Eigen::Map<VectorX>> vectors(ContactSolution& s) {
  const auto view = [](auto& v) { return Eigen::Map<VectorX>(v.data(), v.size()); };
  return {view(s.joints.x), view(s.joints.multiplier), view(s.normal),           view(s.tangential),
          view(s.slip),     view(s.normal_slack),      view(s.tangential_slack), view(s.slip_slack)};
}

void require_that_no_change_passes(const ContactProblem& problem, const ContactSolution& solution) {
  for (std::size_t which = 0; which < 8; ++which) {
    ContactSolution changed = solution;
    Eigen::Map<VectorX> vector = vectors(changed)[which];
    const VectorX original = vector;
    for (Eigen::Index i = 0; i < original.size(); ++i)
      for (const double amount : {1e-5, -1e-5, 1.0, -1.0, 1e6, std::nan("")}) {
        vector = original;
        vector[i] += amount;
        const Certificate certificate = certify(problem, changed);
        BOOST_TEST((certificate.verdict != Verdict::proved), "vector " << which << " entry " << i << " + " << amount);
        BOOST_TEST((std::isnan(amount) || certificate.verdict == Verdict::refuted));
      }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_solve)

BOOST_AUTO_TEST_CASE(an_exact_slip_is_proved_with_no_error_at_all) {
  // mu c_n = 2 cannot hold the push of 8; all numbers are exact in binary.
  PushedDisk slips(8.0, 0.5);
  const ContactSolution solution = solve_by_trial(slips.problem);
  BOOST_TEST(solution.normal[0] == 4.0);
  BOOST_TEST(solution.tangential[0] == 2.0);
  const Certificate certificate = certify(slips.problem, solution);
  BOOST_TEST((certificate.verdict == Verdict::proved), certificate.reason);
  using enum ContactSolveBound;
  for (const ContactSolveBound bound : {backward_error, motion, joints, normal, tangential, cone, granted_rows})
    BOOST_TEST(certificate[bound] == 0.0);
}

BOOST_AUTO_TEST_CASE(answers_of_every_law_are_proved_to_rounding) {
  for (const FrictionLaw law : {FrictionLaw::pyramid, FrictionLaw::convex}) {
    const Corner corner(law);
    const ContactSolution solution = solve_by_trial(corner.problem);
    const Certificate certificate = certify(corner.problem, solution);
    BOOST_TEST((certificate.verdict == Verdict::proved), certificate.reason);
    BOOST_TEST(certificate[ContactSolveBound::backward_error] < 1e-14);
  }
  ContactCase sliding(Vec3(2.0, 2.0, 1.0));
  sliding.problem.law = FrictionLaw::sliding;
  sliding.problem.joints.motion = Vec3(0.0, -4.0, 0.0);
  sliding.add_contact(ground_rows(), 0.5);
  sliding.finish();
  sliding.problem.slide[0] = {1.0, 0.0};
  ContactSolution solution;
  solution.status = Status::converged;
  solution.joints.x = Vec3(1.0, 0.0, 2.0);  // friction -2 along the tangent (-1, 0), torque 2
  solution.joints.multiplier = VectorX(0);
  solution.normal = VectorX::Constant(1, 4.0);
  solution.normal_slack = VectorX::Zero(1);
  BOOST_TEST((certify(sliding.problem, solution).verdict == Verdict::proved));
  solution.joints.x[0] = -1.0;
  BOOST_TEST((certify(sliding.problem, solution).verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(a_change_of_any_entry_is_seen) {
  for (const double push : {0.5, 8.0}) {
    const PushedDisk disk(push);
    require_that_no_change_passes(disk.problem, solve_by_trial(disk.problem));
  }
  for (const FrictionLaw law : {FrictionLaw::pyramid, FrictionLaw::convex}) {
    const Corner corner(law);
    require_that_no_change_passes(corner.problem, solve_by_trial(corner.problem));
  }
}

BOOST_AUTO_TEST_CASE(pairs_are_complementary_to_the_last_bit_or_refuted) {
  const PushedDisk disk(8.0);
  ContactSolution solution = solve_by_trial(disk.problem);
  solution.normal_slack[0] = 1e-300;
  BOOST_TEST((certify(disk.problem, solution).verdict == Verdict::refuted));
  solution = solve_by_trial(disk.problem);
  solution.tangential[1] = -1e-300;
  BOOST_TEST((certify(disk.problem, solution).verdict == Verdict::refuted));
  PushedDisk smooth(8.0, 0.0);
  solution = solve_by_trial(smooth.problem);
  BOOST_TEST((certify(smooth.problem, solution).verdict == Verdict::proved));
  solution.slip[0] = 1e-300;
  BOOST_TEST((certify(smooth.problem, solution).verdict == Verdict::refuted));
}

/// mu c_n - beta = -beta is then all that stands in the row of the cone; the momenta are 8, and 1000 n u of them 1e-11.
BOOST_AUTO_TEST_CASE(friction_without_a_normal_impulse_passes_only_below_the_rounding_of_the_momenta) {
  PushedDisk lifted(8.0);
  lifted.problem.joints.motion[1] = 4.0;
  ContactSolution solution = solve_by_trial(lifted.problem);
  BOOST_TEST(solution.normal[0] == 0.0);
  BOOST_TEST(granted_rows(certify(lifted.problem, solution)) == 0);
  Eigen::Index against = 0;
  const double excess = solution.tangential_slack.minCoeff(&against);
  solution.slip[0] -= excess;
  solution.tangential_slack.array() -= excess;
  for (const double friction : {1e-300, 1e-14}) {
    solution.tangential[against] = friction;
    BOOST_TEST((certify(lifted.problem, solution).verdict == Verdict::proved), friction);
    BOOST_TEST(granted_rows(certify(lifted.problem, solution)) == 1, friction);
  }
  for (const double friction : {1e-9, 1e-5}) {
    solution.tangential[against] = friction;
    BOOST_TEST((certify(lifted.problem, solution).verdict == Verdict::refuted), friction);
  }
}

BOOST_AUTO_TEST_CASE(contacts_in_space_with_any_number_of_directions_are_proved) {
  for (const int directions : {4, 8}) {
    ContactCase ball(Eigen::Vector3d(2.0, 2.0, 2.0), 3, directions);
    ball.problem.joints.motion = Vec3(3.0, 1.3, -4.0);
    ball.add_contact((MatrixX(3, 3) << 0, 0, 1, 1, 0, 0, 0, 1, 0).finished(), 0.5);
    ball.finish();
    const ContactSolution solution = solve_by_trial(ball.problem);
    BOOST_REQUIRE((solution.status == Status::converged));
    const Certificate certificate = certify(ball.problem, solution);
    BOOST_TEST((certificate.verdict == Verdict::proved), certificate.reason);
    const ContactErrors errors = measure_contact_errors(ball.problem, solution);
    BOOST_TEST(errors.signorini < 1e-14);
    BOOST_TEST(errors.cone == 0.0, boost::test_tools::tolerance(1e-14));
    // The inscribed pyramid leaves at most 1 - cos(pi/k) of the dissipation mu c |slip| undone.
    const double slip = solution.joints.x.head<2>().norm();
    BOOST_TEST(errors.dissipation <= 0.5 * 4.0 * slip * (1.0 - std::cos(M_PI / directions)) + 1e-13);
    BOOST_TEST(errors.dissipation >= -1e-13);
    require_that_no_change_passes(ball.problem, solution);
  }
}

BOOST_AUTO_TEST_CASE(random_piles_of_two_contacts_are_proved_and_scaling_changes_no_verdict) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  int solved = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const double size = std::ldexp(1.0, trial % 3 * 40 - 40);  // masses and impulses of any size
    ContactCase pile(size * Vec3(1.0, 1.0, 0.1));
    pile.problem.joints.motion = size * Vec3{normal(random), normal(random) - 3.0, 0.1 * normal(random)};
    for (int contact = 0; contact < 2; ++contact) {
      MatrixX rows(2, 3);
      for (double& x : rows.reshaped()) x = 0.3 * normal(random);
      rows(0, 1) += 1.0;
      rows(1, 0) -= 1.0;
      pile.add_contact(rows, 0.4);
    }
    pile.finish();
    const ContactSolution solution = solve_by_trial(pile.problem);
    if (solution.status != Status::converged) continue;
    ++solved;
    const Certificate certificate = certify(pile.problem, solution);
    BOOST_TEST((certificate.verdict == Verdict::proved),
               certificate.reason << " " << certificate[ContactSolveBound::backward_error]);
  }
  BOOST_TEST(solved > 20);
}

BOOST_AUTO_TEST_CASE(limits_and_dry_friction_of_joints_count_within_the_same_certificate) {
  ContactCase limited(Vec3(2.0, 2.0, 1.0));
  limited.problem.joints.motion = Vec3(-2.0, -4.0, 3.0);
  limited.add_contact(ground_rows(), 0.0);
  limited.set_joints((MatrixX(2, 3) << 1, 0, 0, 0, 0, 1).finished(), VectorX::Zero(2));
  limited.finish();
  limited.problem.joints.lower = Eigen::Vector2d(0.0, -0.1);
  limited.problem.joints.upper = Eigen::Vector2d(infinity, 0.1);
  ContactSolution solution = solve_by_trial(limited.problem);
  solution.joints.x = Vec3(0.0, 0.0, 2.9);
  solution.joints.multiplier = Eigen::Vector2d(2.0, -0.1);
  BOOST_TEST((certify(limited.problem, solution).verdict == Verdict::proved));
  // A bound missed by rounding is a change of the bound.
  solution.joints.multiplier[1] = std::nextafter(-0.1, 0.0);
  BOOST_TEST((certify(limited.problem, solution).verdict == Verdict::proved));
  solution.joints.multiplier[1] = -0.1 * (1.0 - 1e-6);
  BOOST_TEST((certify(limited.problem, solution).verdict == Verdict::refuted));
  solution.joints.multiplier = Eigen::Vector2d(-2.0, -0.1);
  solution.joints.x[0] = -2.0;
  BOOST_TEST((certify(limited.problem, solution).verdict == Verdict::refuted));
}

/// The multiplier of a limit that opens, or of a friction that slips, is off its bound by what rounding leaves of
/// momenta of 8, 1000 n u of which are 1e-11; where that is all there is, it has no size of its own.
BOOST_AUTO_TEST_CASE(a_multiplier_is_off_its_bound_by_no_more_than_the_rounding_of_the_momenta) {
  ContactCase free(Vec3(2.0, 2.0, 1.0));
  free.problem.joints.motion = Vec3(8.0, -4.0, 3.0);
  free.add_contact(ground_rows(), 0.0);
  free.set_joints((MatrixX(2, 3) << 1, 0, 0, 0, 0, 1).finished(), VectorX::Zero(2));
  free.finish();
  free.problem.joints.lower = Eigen::Vector2d(0.0, -1e-15);
  free.problem.joints.upper = Eigen::Vector2d(infinity, 1e-15);
  ContactSolution solution = solve_by_trial(free.problem);
  solution.joints.x = Vec3(4.0, 0.0, 3.0);
  for (const double impulse : {0.0, 1e-300, 4e-16, -4e-16}) {
    solution.joints.multiplier = Eigen::Vector2d(impulse, -1e-15);
    BOOST_TEST((certify(free.problem, solution).verdict == Verdict::proved), impulse);
    BOOST_TEST(granted_rows(certify(free.problem, solution)) == (impulse == 0.0 ? 0 : 1), impulse);
    solution.joints.multiplier = Eigen::Vector2d(0.0, impulse);
    BOOST_TEST((certify(free.problem, solution).verdict == Verdict::proved), impulse);
    BOOST_TEST(granted_rows(certify(free.problem, solution)) == 1, impulse);
  }
  for (const double impulse : {1e-9, -1e-9, 1e-5, 1.0}) {
    solution.joints.multiplier = Eigen::Vector2d(impulse, -1e-15);
    BOOST_TEST((certify(free.problem, solution).verdict == Verdict::refuted), impulse);
    solution.joints.multiplier = Eigen::Vector2d(0.0, impulse);
    BOOST_TEST((certify(free.problem, solution).verdict == Verdict::refuted), impulse);
  }
}

BOOST_AUTO_TEST_CASE(bad_ground_is_undecided) {
  const PushedDisk disk(8.0);
  const ContactSolution good = solve_by_trial(disk.problem);
  ContactSolution failed = good;
  failed.status = Status::iteration_limit;
  BOOST_TEST((certify(disk.problem, failed).verdict == Verdict::undecided));
  ContactSolution cut = good;
  cut.slip.resize(0);
  BOOST_TEST((certify(disk.problem, cut).verdict == Verdict::undecided));
  for (const double poison : {std::nan(""), infinity}) {
    PushedDisk unknown(8.0);
    unknown.problem.bias[0] = poison;
    BOOST_TEST((certify(unknown.problem, good).verdict != Verdict::proved));
    PushedDisk friction(8.0);
    friction.problem.rows.contacts[0].friction = poison;
    BOOST_TEST((certify(friction.problem, good).verdict != Verdict::proved));
  }
  PushedDisk outside(8.0);
  outside.problem.rows.blocks[0].first_column[1] = 1;
  BOOST_TEST((certify(outside.problem, good).verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(the_class_follows_from_the_structure_alone) {
  for (const FrictionLaw law : {FrictionLaw::pyramid, FrictionLaw::convex}) {
    Corner corner(law);
    const Certificate certificate = certify_contact_class(corner.problem);
    BOOST_TEST((certificate.verdict == Verdict::proved));
    BOOST_TEST(certificate[ContactClassBound::smallest_friction] == 0.3);
    BOOST_TEST(certificate[ContactClassBound::largest_friction] == 0.4);
    corner.problem.rows.contacts[1].friction = -0x1p-1074;
    BOOST_TEST((certify_contact_class(corner.problem).verdict == Verdict::undecided));
  }
  Corner sliding(FrictionLaw::sliding);
  BOOST_TEST((certify_contact_class(sliding.problem).verdict == Verdict::undecided));
  Corner soft;
  soft.problem.compliance[0] = -1e-9;
  BOOST_TEST((certify_contact_class(soft.problem).verdict == Verdict::undecided));
  Corner heavy;
  heavy.mass.diagonal[1] = 0.0;
  BOOST_TEST((certify_contact_class(heavy.problem).verdict == Verdict::undecided));
  MassMatrix inertia = diagonal_mass(VectorX::Ones(3));
  inertia.blocks.push_back({.first = 0, .xy = 0.5, .xz = 0.5, .yz = 0.5});
  BOOST_TEST(is_positive_definite(inertia));
  inertia.blocks[0].xy = -1.0;
  BOOST_TEST(!is_positive_definite(inertia));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_solve
