// Contact problems that no solver answered: those with a solution, those without, and those where theory is silent.
#include <boost/test/unit_test.hpp>

#include <random>

#include "tests/verification/contacts/contact_case.hpp"
#include "verification/arithmetic/exact_program.hpp"
#include "verification/certificates.hpp"

namespace perpend::test::of_solvability {

using namespace perpend;
using namespace perpend::test;

namespace {

Verdict verdict(const ContactProblem& problem) {
  return certify_solvability(problem).verdict;
}

/// A particle between two walls, each of them overlapping by -bias.
struct Wedge : ContactCase {
  Wedge(double sin, double cos, double friction, double left, double right) : ContactCase(Eigen::Vector2d(1.0, 1.0)) {
    problem.joints.motion = Eigen::Vector2d(0.3, -1.0);
    add_contact((MatrixX(2, 2) << sin, cos, -cos, sin).finished(), friction, left);
    add_contact((MatrixX(2, 2) << -sin, cos, -cos, -sin).finished(), friction, right);
    finish();
  }
};

/// The sliding rod of Painleve: m = l = 1, I = 1/3, g = 10, sin = 4/5, cos = 3/5, mu = 2.
struct Painleve : ContactCase {
  explicit Painleve(double spin_squared) : ContactCase(Vec3(1.0, 1.0, 1.0 / 3.0)) {
    problem.law = FrictionLaw::sliding;
    problem.joints.purpose = SolvePurpose::acceleration;
    problem.joints.motion = Vec3(0.0, -10.0, 0.0);
    add_contact((MatrixX(2, 3) << 0.0, 1.0, 0.6, -1.0, 0.0, -0.8).finished(), 2.0, 0.8 * spin_squared);
    problem.slide[0] = {-1.0, 0.0};
    finish();
  }
};

/// Particles in a row; contacts between two of them, or of one with a wall.
struct Crowd : ContactCase {
  explicit Crowd(int particles) : ContactCase(VectorX::Ones(2 * particles)) {
    for (int i = 0; i < particles; ++i) problem.joints.motion[2 * i + 1] = -1.0;
  }
  void add_wall(int particle, const Vec2& normal, double bias, double friction = 0.3) {
    add_contact((MatrixX(2, 2) << normal.x(), normal.y(), -normal.y(), normal.x()).finished(), friction, particle,
                bias);
  }
  /// The second one lies along +x of the first.
  void add_between(int first, double bias) {
    add_contact((MatrixX(2, 4) << -1.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 1.0).finished(), 0.3, first, bias);
  }

 private:
  void add_contact(const MatrixX& rows, double friction, int first, double bias) {
    ContactCase::add_contact(rows, friction, bias);
    ContactBlock& block = problem.rows.blocks.back();
    block.first_column[1] = 2 * first;
    block.num_columns[1] = static_cast<int>(rows.cols());
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(solvability)

BOOST_AUTO_TEST_CASE(bodies_that_touch_nothing_make_no_problem_too_large) {
  for (const int others : {0, 3, 100}) {
    Crowd squeezed(1 + others);
    squeezed.add_wall(0, Vec2(0, 1), -0.1);
    squeezed.add_wall(0, Vec2(0, -1), -0.2);
    squeezed.finish();
    BOOST_TEST((verdict(squeezed.problem) == Verdict::refuted), others);
    squeezed.problem.bias[1] = 0.2;
    BOOST_TEST((verdict(squeezed.problem) == Verdict::proved), others);
  }
}

/// Each pair of particles is a problem of its own; one of them decides over all.
BOOST_AUTO_TEST_CASE(parts_that_have_nothing_to_do_with_each_other_are_decided_apart) {
  for (const int jammed : {-1, 0, 7, 19}) {
    Crowd pairs(40);
    for (int i = 0; i < 20; ++i) {
      pairs.add_wall(2 * i, Vec2(1, 0), -0.1);
      pairs.add_between(2 * i, -0.1);
      pairs.add_wall(2 * i + 1, Vec2(-1, 0), i == jammed ? -0.1 : 0.3);
    }
    pairs.finish();
    BOOST_TEST((verdict(pairs.problem) == (jammed < 0 ? Verdict::proved : Verdict::refuted)), jammed);
  }
}

BOOST_AUTO_TEST_CASE(one_body_squeezed_between_walls_refutes_a_pile_of_any_size) {
  for (const int size : {3, 30, 300})
    for (const double tilt : {0.0, 0.3}) {
      Crowd pile(size);
      for (int i = 0; i + 1 < size; ++i) pile.add_between(i, -0.01);
      const Vec2 up(std::sin(tilt), std::cos(tilt));
      pile.add_wall(size / 2, up, -0.1);
      pile.add_wall(size / 2, -up, -0.2);
      pile.finish();
      BOOST_TEST((verdict(pile.problem) == Verdict::refuted), size << " bodies, tilt " << tilt);
    }
}

/// Room 1e15 m away is room: the doubles are what the statement is about.
BOOST_AUTO_TEST_CASE(walls_that_are_parallel_up_to_rounding_leave_room_far_away) {
  Crowd between(1);
  between.add_wall(0, Vec2(0, 1), -0.1, 0.0);
  between.add_wall(0, Vec2(0x1p-53, -1), -0.2, 0.0);
  between.finish();
  BOOST_TEST((verdict(between.problem) == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(without_overlap_every_problem_has_a_solution) {
  Wedge wedge(0.8, 0.6, 1.5, 0.0, 0.01);
  BOOST_TEST((verdict(wedge.problem) == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(overlap_in_a_wedge_whose_cone_is_pointed_has_a_solution) {
  Wedge wedge(0.8, 0.6, 0.7, -0.1, -0.2);  // upward motion opens by 0.6 and slips by 0.8: mu < 3/4
  BOOST_TEST((verdict(wedge.problem) == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(overlap_in_a_wedge_that_jams_is_decided_while_every_choice_can_be_tried) {
  Wedge wedge(0.8, 0.6, 0.8, -0.1, -0.2);
  BOOST_TEST((solve_by_trial(wedge.problem).status != Status::converged));
  BOOST_TEST((verdict(wedge.problem) == Verdict::refuted));
  // Two more overlaps of the same walls: 16 pairs.
  wedge.problem.joints.rows = &wedge.joints;
  wedge.add_contact((MatrixX(2, 2) << 0.8, 0.6, -0.6, 0.8).finished(), 0.8, -0.3);
  wedge.add_contact((MatrixX(2, 2) << -0.8, 0.6, -0.6, -0.8).finished(), 0.8, -0.1);
  const Certificate certificate = certify_solvability(wedge.problem);
  BOOST_TEST((certificate.verdict == Verdict::undecided));
  BOOST_TEST(std::string(certificate.reason).find("not pointed") != std::string::npos);
  // The convex law asks less of theory: what is feasible is solvable, and what is not is refuted.
  wedge.problem.law = FrictionLaw::convex;
  BOOST_TEST((verdict(wedge.problem) != Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(two_walls_that_both_want_the_body_out_contradict_each_other) {
  Wedge between(1.0, 0.0, 0.3, -0.1, -0.2);
  BOOST_TEST((verdict(between.problem) == Verdict::refuted));
  Wedge room(1.0, 0.0, 0.0, -0.1, 0.2);
  BOOST_TEST((verdict(room.problem) == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(joints_that_hold_the_body_in_the_overlap_leave_no_solution) {
  ContactCase held(Vec3(2.0, 2.0, 1.0));
  held.add_contact(ground_rows(), 0.5, -0.1);
  held.set_joints((MatrixX(2, 3) << 0, 1, 0, 0, 0, 1).finished(), VectorX::Zero(2));
  held.finish();
  BOOST_TEST((verdict(held.problem) == Verdict::refuted));
  held.problem.joints.compliance[0] = 0.01;  // a joint that gives way lets it out
  BOOST_TEST((verdict(held.problem) == Verdict::proved));
  held.problem.joints.compliance[0] = 0.0;
  held.problem.joints.target[0] = 0.2;  // a drive that leads it out
  BOOST_TEST((verdict(held.problem) == Verdict::proved));
  held.problem.joints.target[0] = 0.0;
  held.problem.joints.lower = Eigen::Vector2d(0.0, -infinity);  // a limit that only keeps it from going down
  held.problem.joints.upper = Eigen::Vector2d(infinity, infinity);
  BOOST_TEST((verdict(held.problem) == Verdict::proved));
  held.problem.joints.lower[0] = -infinity;  // ... from going up
  held.problem.joints.upper[0] = 0.0;
  BOOST_TEST((verdict(held.problem) == Verdict::refuted));
  held.problem.joints.lower[0] = -0.01;  // friction that is weak
  held.problem.joints.upper[0] = 0.01;
  BOOST_TEST((verdict(held.problem) == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(the_rod_of_painleve_has_no_acceleration_where_its_formula_says_so) {
  BOOST_TEST((verdict(Painleve(10.0).problem) == Verdict::refuted));
  const Painleve two(15.0);  // its matrix is negative and theory has nothing to say: both choices are tried
  BOOST_TEST((verdict(two.problem) == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(large_and_broken_problems_are_undecided) {
  Wedge wedge(0.8, 0.6, 0.7, -0.1, -0.2);
  BOOST_TEST((certify_solvability(wedge.problem, {}, {.opening = 3, .feasibility = 3}).verdict == Verdict::undecided));
  wedge.problem.bias[0] = std::nan("");
  BOOST_TEST((verdict(wedge.problem) == Verdict::undecided));
  wedge.problem.bias[0] = 0.0;
  wedge.problem.compliance[0] = std::nan("");
  BOOST_TEST((verdict(wedge.problem) == Verdict::undecided));
  ContactProblem empty;
  BOOST_TEST((verdict(empty) == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(a_problem_with_an_answer_is_never_refuted) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  int solved = 0;
  for (int trial = 0; trial < 40; ++trial) {
    ContactCase pile(Vec3(1.0, 1.0, 0.25));
    pile.problem.law = trial % 2 == 0 ? FrictionLaw::pyramid : FrictionLaw::convex;
    pile.problem.joints.motion = Vec3{normal(random), normal(random), normal(random)};
    for (int contact = 0; contact < 2; ++contact) {
      MatrixX rows(2, 3);
      for (double& x : rows.reshaped()) x = normal(random);
      pile.add_contact(rows, 0.8 * (contact + trial % 3), 0.3 * normal(random));
    }
    pile.finish();
    const bool has_answer = solve_by_trial(pile.problem).status == Status::converged;
    solved += has_answer ? 1 : 0;
    if (has_answer) BOOST_TEST((verdict(pile.problem) != Verdict::refuted));
    if (!has_answer) BOOST_TEST((verdict(pile.problem) != Verdict::proved));
  }
  BOOST_TEST(solved > 20);
}

BOOST_AUTO_TEST_CASE(exact_linear_programs_return_a_point_or_a_contradiction_that_checks) {
  std::mt19937_64 random(2);
  std::uniform_int_distribution<int> entry(-2, 2);
  int feasible = 0;
  for (int trial = 0; trial < 400; ++trial) {
    LinearSystemOfSigns system;
    const int variables = 1 + static_cast<int>(random() % 5);
    for (int j = 0; j < variables; ++j) system.add_variable(random() % 3 == 0);
    for (int i = 0; i < 4; ++i) {
      LinearRow& row = system.add_row(Rational(entry(random), 3));
      for (Rational& x : row.coefficients) x = Rational(entry(random), 2);
    }
    const Feasibility found = decide_feasibility(system);
    feasible += found.is_feasible ? 1 : 0;
    if (found.is_feasible) {
      for (int j = 0; j < variables; ++j) BOOST_TEST((system.is_free[j] || found.x[j] >= 0));
      for (const LinearRow& row : system.rows) {
        Rational sum = 0;
        for (int j = 0; j < variables; ++j) sum += row.coefficients[j] * found.x[j];
        BOOST_TEST((sum == row.right));
      }
      continue;
    }
    Rational right = 0;
    for (std::size_t i = 0; i < system.rows.size(); ++i) right += found.y[i] * system.rows[i].right;
    BOOST_TEST((right > 0));
    for (int j = 0; j < variables; ++j) {
      Rational sum = 0;
      for (std::size_t i = 0; i < system.rows.size(); ++i) sum += found.y[i] * system.rows[i].coefficients[j];
      BOOST_TEST((system.is_free[j] ? sum == 0 : sum <= 0));
    }
  }
  BOOST_TEST(feasible > 40);
  BOOST_TEST(feasible < 360);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_solvability
