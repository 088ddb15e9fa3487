// How far contact solves are from the laws of contact, in units and compared with what it is measured against.
#include <boost/test/unit_test.hpp>

#include <random>

#include "tests/verification/contacts/contact_case.hpp"
#include "verification/contacts/contact_errors.hpp"

namespace perpend::test::of_contact_errors {

using namespace perpend;
using namespace perpend::test;

namespace {

/// The numbers of a problem and its answer in a second of 1/t and a kilogram of 1/m.
void change_units(double t, double m, ContactCase& given, ContactSolution& solution, VectorX& velocity, double& h) {
  const bool is_acceleration = given.problem.joints.purpose == SolvePurpose::acceleration;
  const double rate = is_acceleration ? 1.0 / (t * t) : 1.0 / t;
  given.mass.diagonal *= m;
  given.problem.joints.motion *= m * rate;
  given.problem.bias *= rate;
  given.problem.compliance /= m;
  for (double& x : given.problem.rows.rate_t) x *= rate;
  solution.joints.x *= rate;
  solution.normal *= m * rate;
  solution.tangential *= m * rate;
  solution.slip *= rate;
  velocity /= t;
  h *= t;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_errors)

BOOST_AUTO_TEST_CASE(the_convex_law_opens_a_slipping_contact_by_mu_times_its_slip) {
  PushedDisk disk(8.0);
  disk.problem.law = FrictionLaw::convex;
  const ContactSolution solution = solve_by_trial(disk.problem);
  BOOST_REQUIRE(solution.normal[0] > 0.0);
  const ContactErrors errors = measure_contact_errors(disk.problem, solution);
  BOOST_TEST(errors.signorini == 0.5 * solution.slip[0], boost::test_tools::tolerance(1e-14));
}

BOOST_AUTO_TEST_CASE(errors_and_their_scales_change_with_the_units_that_they_name) {
  std::mt19937_64 random(9);
  std::normal_distribution<double> normal;
  for (const bool is_acceleration : {false, true})
    for (int trial = 0; trial < 20; ++trial) {
      Corner corner(is_acceleration ? FrictionLaw::sliding : FrictionLaw::pyramid);
      if (is_acceleration) {
        corner.problem.joints.purpose = SolvePurpose::acceleration;
        corner.problem.slide = {{1.0, 0.0}, {-1.0, 0.0}};
        std::fill(corner.problem.rows.rate_t.begin(), corner.problem.rows.rate_t.end(), 0.0);
      }
      ContactSolution solution = solve_by_trial(Corner().problem);
      for (double& x : solution.joints.x) x += normal(random);  // breaks every law
      solution.normal.array() += 1.0;
      solution.tangential.array() += 0.5 * trial;
      VectorX velocity = Vec3{normal(random), normal(random), normal(random)};
      double h = 0.01;
      const auto errors = [&] {
        const StepStart start{velocity, h};
        return measure_contact_errors(corner.problem, solution, is_acceleration ? &start : nullptr);
      };
      const ContactErrors before = errors();
      const double t = 0.25;  // powers of two: no rounding
      const double m = 8.0;
      change_units(t, m, corner, solution, velocity, h);
      const ContactErrors after = errors();
      BOOST_TEST(before.signorini > 0.0);
      BOOST_TEST(before.dissipation > 0.0);
      BOOST_TEST(after.signorini == before.signorini / t);
      BOOST_TEST(after.cone == before.cone * m / t);
      BOOST_TEST(after.dissipation == before.dissipation * m / (t * t));
      BOOST_TEST(after.rate == before.rate / t);
      BOOST_TEST(after.friction == before.friction * m / t);
      BOOST_TEST(after.work == before.work * m / (t * t));
    }
}

/// Forces against a slip that continues lose all that they can; against one that turns within the step they drive it.
BOOST_AUTO_TEST_CASE(a_solve_for_accelerations_is_judged_by_the_velocity_after_it) {
  PushedDisk disk(0.0);
  disk.problem.law = FrictionLaw::sliding;
  disk.problem.joints.purpose = SolvePurpose::acceleration;
  disk.problem.slide[0] = {1.0, 0.0};
  ContactSolution solution = solve_by_trial(PushedDisk(0.0).problem);
  solution.normal[0] = 4.0;  // N; mu = 0.5: a friction of 2 N along +x, which the tangent (-1, 0) slides against
  solution.joints.x = Vec3(2.0, 0.0, 0.0);
  const double h = 0.125;
  for (const double speed : {-1.0, -0.25, 0.5}) {
    const VectorX velocity = Vec3(speed, 0.0, 0.0);
    const StepStart start{velocity, h};
    const ContactErrors errors = measure_contact_errors(disk.problem, solution, &start);
    const double slip = -(speed + h * 2.0);  // along the tangent
    BOOST_TEST(errors.dissipation == h * 2.0 * (std::abs(slip) - slip));
    BOOST_TEST(errors.friction == h * 2.0);
    BOOST_TEST(errors.cone == 0.0);
    BOOST_TEST(errors.signorini == 0.0);
  }
  solution.joints.x[1] = 3.0;  // m/s^2 away from the ground while it pushes
  const VectorX rest = VectorX::Zero(3);
  const StepStart start{rest, h};
  BOOST_TEST(measure_contact_errors(disk.problem, solution, &start).signorini == h * 3.0);
  BOOST_TEST(std::isnan(measure_contact_errors(disk.problem, solution).signorini));  // no step, no velocity
}

/// A disk at rest: what is left of its velocities is rounding, and the scales say so.
BOOST_AUTO_TEST_CASE(rounding_at_rest_is_small_beside_the_scales) {
  const PushedDisk disk(0.0);
  ContactSolution solution = solve_by_trial(disk.problem);
  for (double& x : solution.joints.x) x = 1e-16;
  const ContactErrors errors = measure_contact_errors(disk.problem, solution);
  BOOST_TEST(errors.rate >= 4.0);  // what the push would make of it
  BOOST_TEST(errors.signorini <= 1e-15 * errors.rate);
  BOOST_TEST(errors.dissipation <= 1e-15 * errors.work);
}

BOOST_AUTO_TEST_CASE(errors_are_those_of_the_laws_in_their_units) {
  const PushedDisk disk(8.0);
  ContactSolution solution = solve_by_trial(disk.problem);
  solution.joints.x[1] = 0.25;  // leaves the ground while it pushes
  BOOST_TEST(measure_contact_errors(disk.problem, solution).signorini == 0.25);
  solution.normal[0] = 0.0;
  solution.joints.x[1] = -0.5;
  BOOST_TEST(measure_contact_errors(disk.problem, solution).signorini == 0.5);
  solution = solve_by_trial(disk.problem);
  solution.tangential[0] = 3.0;
  BOOST_TEST(measure_contact_errors(disk.problem, solution).cone == 1.0);
  solution.tangential[0] = 0.0;  // slips without friction: all of mu c |slip| is missing
  const double slip = std::abs(-solution.joints.x[0] - solution.joints.x[2]);
  BOOST_TEST(measure_contact_errors(disk.problem, solution).dissipation == 2.0 * slip);
  solution.joints.x[0] = std::nan("");
  BOOST_TEST(std::isnan(measure_contact_errors(disk.problem, solution).signorini) ==
             std::isnan(measure_contact_errors(disk.problem, solution).dissipation));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_errors
