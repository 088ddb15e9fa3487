// How many impulses and motions solve a contact problem: known answers, and what must not change the count.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <random>

#include "tests/verification/contacts/solution_counts.hpp"
#include "verification/certificates.hpp"
#include "verification/contacts/contact_elimination.hpp"

namespace perpend::test::of_contact_solutions {

using namespace perpend;
using namespace perpend::test;
using namespace perpend::test::counting;

namespace {

/// m = 1, I = 1/3, sin = 4/5, cos = 3/5, mu = 2, sliding to the left: A = -4/5, b = 4/5 spin^2 - 10.
struct Painleve : ContactCase {
  explicit Painleve(double spin_squared, double friction = 2.0) : ContactCase(Vec3(1.0, 1.0, 1.0 / 3.0)) {
    problem.law = FrictionLaw::sliding;
    problem.joints.motion = Vec3(0.0, -10.0, 0.0);
    add_contact((MatrixX(2, 3) << 0.0, 1.0, 0.6, -1.0, 0.0, -0.8).finished(), friction, 0.8 * spin_squared);
    problem.slide[0] = {-1.0, 0.0};
    finish();
  }
};

/// Whether the inner point of `piece` solves the LCP by the choice of `other` too.
bool is_of(const ExactLcp& lcp, const ExactPiece& piece, const ExactPiece& other) {
  for (int i = 0; i < lcp.size(); ++i) {
    const bool is_active = std::find(other.active.begin(), other.active.end(), i) != other.active.end();
    if (is_active ? slack_of(lcp, piece.inner, i) != 0 : piece.inner[i] != 0) return false;
  }
  return true;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_solutions)

BOOST_AUTO_TEST_CASE(two_supports_without_friction_share_a_weight_in_one_way) {
  BOOST_TEST(count(Beam({-0.5, 0.5}, 0.0).problem) == one);
}

BOOST_AUTO_TEST_CASE(three_supports_trade_their_forces_and_the_beam_rests_all_the_same) {
  BOOST_TEST(count(Beam({-0.5, 0.0, 0.5}, 0.0).problem) == (Counts{0, 1, 1, 0}));
}

BOOST_AUTO_TEST_CASE(friction_lets_two_supports_be_squeezed_together) {
  BOOST_TEST(count(Beam({-0.5, 0.5}, 0.5).problem).continua >= 1);
  BOOST_TEST(count(Beam({-0.5, 0.5}, 0.5).problem).motions == 1);
}

BOOST_AUTO_TEST_CASE(friction_of_one_contact_counts_once_however_its_directions_cancel) {
  BOOST_TEST(count(Beam({0.0}, 0.5).problem) == one);
}

/// Without a normal impulse of its own the contact rubs by the one that it was given, or sticks.
BOOST_AUTO_TEST_CASE(a_normal_impulse_that_is_given_is_part_of_the_problem) {
  for (const double given : {0.0, 0.5, 50.0}) {
    Beam leaving({0.0}, 0.5);
    leaving.problem.joints.motion = Vec3(3.0, 1.0, 0.0);
    ContactCase::append(leaving.problem.given_normal, given);
    BOOST_TEST(count(leaving.problem) == one);
  }
  Beam negative({0.0}, 0.5);
  ContactCase::append(negative.problem.given_normal, -1.0);
  BOOST_TEST((count_contact_solutions(negative.problem).verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(the_rod_of_painleve_has_no_one_or_two_solutions) {
  BOOST_TEST(count(Painleve(10.0).problem) == none);
  BOOST_TEST(count(Painleve(15.0).problem) == (Counts{2, 0, 2, 0}));
  BOOST_TEST(count(Painleve(10.0, 0.5).problem) == one);
  // b = 0 with A < 0: nothing but 0, and with A = 0 every force.
  BOOST_TEST(count(Painleve(12.5).problem) == one);
}

BOOST_AUTO_TEST_CASE(joints_and_limits_are_part_of_the_problem) {
  // A beam on a hinge in its middle and two supports: one of three reactions is free.
  Beam hinged({-0.5, 0.5}, 0.0);
  hinged.set_joints((MatrixX(2, 3) << 1, 0, 0, 0, 1, 0).finished(), VectorX::Zero(2));
  hinged.finish();
  BOOST_TEST(count(hinged.problem) == (Counts{0, 1, 1, 0}));
  // The height held by a limit from below instead: three supports again.
  Beam limited({-0.5, 0.5}, 0.0);
  limited.set_joints((MatrixX(1, 3) << 0, 1, 0).finished(), VectorX::Zero(1));
  limited.finish();
  limited.problem.joints.lower = VectorX::Zero(1);
  limited.problem.joints.upper = VectorX::Constant(1, infinity);
  BOOST_TEST(num_pairs(limited.problem) == 3);
  BOOST_TEST(count(limited.problem) == (Counts{0, 1, 1, 0}));
  // A soft limit gives way and carries nothing.
  limited.problem.joints.compliance[0] = 0.5;
  BOOST_TEST(count(limited.problem) == one);
  // A joint that holds the body in an overlap leaves no solution.
  Beam held({0.0}, 0.0);
  held.problem.bias[0] = -1.0;
  held.set_joints((MatrixX(1, 3) << 0, 1, 0).finished(), VectorX::Zero(1));
  held.finish();
  BOOST_TEST(count(held.problem) == none);
}

BOOST_AUTO_TEST_CASE(a_positive_definite_problem_has_one_solution) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 30; ++trial) {
    ContactCase problem(VectorX::Constant(6, 1.0 + trial % 3));
    for (double& x : problem.problem.joints.motion) x = normal(random);
    for (int contact = 0; contact < 4; ++contact) {
      MatrixX rows(2, 6);
      for (double& x : rows.reshaped()) x = normal(random);
      problem.add_contact(rows, 0.0, normal(random));
    }
    problem.finish();
    BOOST_TEST(count(problem.problem) == one);
    problem.problem.compliance.setConstant(0.1);
    BOOST_TEST(count(problem.problem) == one);
  }
}

/// Small whole numbers, so that contacts often rest, slide and open at once.
BOOST_AUTO_TEST_CASE(choices_that_are_left_out_have_no_solution_of_their_own) {
  std::mt19937_64 random(11);
  const auto whole = [&](int most) { return static_cast<double>(random() % (2 * most + 1)) - most; };
  for (int trial = 0; trial < 60; ++trial) {
    ContactCase problem(Vec3(1.0, 1.0, 1.0));
    problem.problem.law = trial % 3 == 0 ? FrictionLaw::convex : FrictionLaw::pyramid;
    problem.problem.joints.motion = Vec3(whole(2), whole(2), whole(1));
    for (int contact = 0; contact < 1 + trial % 2; ++contact)
      problem.add_contact((MatrixX(2, 3) << whole(1), 1.0, whole(2), 1.0, whole(1), whole(1)).finished(),
                          trial % 5 == 0 ? 0.0 : 0.5, whole(1));
    problem.finish();
    JointElimination<Rational> elimination(problem.problem);
    ExactLcp lcp;
    BOOST_REQUIRE(elimination.form(lcp));
    JointElimination<Interval> enclosing(problem.problem);
    EnclosedLcp around;
    BOOST_REQUIRE(enclosing.form(around));
    const std::vector<ExactPiece> kept =
        list_pieces(lcp, judge_choices(around, contact_choices(problem.problem)).possible);
    for (const ExactPiece& piece : list_pieces(lcp, all_choices(lcp.size())))
      BOOST_TEST(
          std::any_of(kept.begin(), kept.end(), [&](const ExactPiece& other) { return is_of(lcp, piece, other); }));
  }
}

/// With forces that are no whole numbers hardly any sign is 0.
BOOST_AUTO_TEST_CASE(where_enclosures_decide_they_find_the_pieces_of_exact_arithmetic) {
  std::mt19937_64 random(12);
  std::normal_distribution<double> normal;
  std::array<int, 3> num_decided{};
  for (int trial = 0; trial < 60; ++trial) {
    const bool is_spatial = trial % 3 == 2;
    ContactCase problem(VectorX::Constant(6, 1.0), is_spatial ? 3 : 2, is_spatial ? 4 : 2);
    problem.problem.law = trial % 3 == 1 ? FrictionLaw::convex : FrictionLaw::pyramid;
    for (double& x : problem.problem.joints.motion) x = normal(random);
    for (int contact = 0; contact < (is_spatial ? 1 : 2); ++contact) {
      MatrixX rows(is_spatial ? 3 : 2, 6);
      for (double& x : rows.reshaped()) x = normal(random);
      problem.add_contact(rows, 0.8, normal(random));
    }
    problem.finish();
    JointElimination<Rational> elimination(problem.problem);
    ExactLcp lcp;
    BOOST_REQUIRE(elimination.form(lcp));
    EnclosedLcp around;
    BOOST_REQUIRE(JointElimination<Interval>(problem.problem).form(around));
    const std::vector<LcpChoice> choices = contact_choices(problem.problem);
    const JudgedChoices judged = judge_choices(around, choices);
    if (!judged.are_decided()) continue;
    ++num_decided[trial % 3];
    BOOST_TEST(judged.points.size() == list_pieces(lcp, choices).size());
  }
  for (const int decided : num_decided) BOOST_TEST(decided > 0);
  BOOST_TEST(num_decided[0] > 10);
}

BOOST_AUTO_TEST_CASE(a_matrix_that_is_known_to_leave_one_solution_is_told_from_another) {
  ContactSolutionCounter counter;
  Beam two({-0.5, 0.5}, 0.0), three({-0.5, 0.0, 0.5}, 0.0);
  for (const double weight : {-0.1, 0.3, -2.0}) {
    two.problem.joints.motion[1] = three.problem.joints.motion[1] = weight;
    BOOST_TEST(counter.count(two.problem)[NumSolutionsBound::most_impulses] == 1.0);
    BOOST_TEST(counter.count(three.problem)[NumSolutionsBound::impulse_continua] == (weight < 0.0 ? 1.0 : 0.0));
  }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_tried_or_formed_is_undecided_with_its_reason) {
  const auto reason = [](const ContactProblem& problem, int largest = 12) {
    const Certificate c = count_contact_solutions(problem, largest);
    BOOST_TEST((c.verdict == Verdict::undecided));
    return std::string(c.reason);
  };
  Beam beam({-0.5, 0.5}, 0.5);
  BOOST_TEST(reason(beam.problem, 7) == "too many pairs: 2^n choices");
  beam.set_joints((MatrixX(2, 3) << 1, 0, 0, 1, 0, 0).finished(), VectorX::Zero(2));
  beam.finish();
  BOOST_TEST(reason(beam.problem) == "the joints are redundant");
  Beam alone({}, 0.0);
  alone.set_joints((MatrixX(2, 3) << 1, 0, 0, 1, 0, 0).finished(), VectorX::Zero(2));
  alone.finish();
  BOOST_TEST(reason(alone.problem) == "the joints are redundant");
  beam.problem.joints.lower = Eigen::Vector2d(-1.0, -infinity);
  beam.problem.joints.upper = Eigen::Vector2d(1.0, infinity);
  BOOST_TEST(reason(beam.problem) == "a joint has dry friction");
  Beam broken({0.0}, 0.5);
  broken.problem.bias[0] = std::nan("");
  BOOST_TEST(reason(broken.problem) == "the problem is not finite");
  BOOST_TEST(!reason(ContactProblem{}).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_solutions
