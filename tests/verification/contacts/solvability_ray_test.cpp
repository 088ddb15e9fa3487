// Contradictions of many rows, planted with the weights that show them: a ray that has the weights proves them at any
// size, and one that has not proves nothing.
#include <boost/test/unit_test.hpp>

#include <random>

#include "tests/verification/contacts/contact_case.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/certificates.hpp"
#include "verification/contacts/solvability_ray.hpp"

namespace perpend::test::of_solvability_ray {

using namespace perpend;
using namespace perpend::test;

namespace {

/// Particles in a row along `along`, each touching the next; a wall at the left, and at the right a wall or a joint
/// that holds the last one. Every contact asks for `overlap` of room.
struct Row : ContactCase {
  Row(int particles, const Vec2& along, double overlap, bool is_held = false)
      : ContactCase(VectorX::Ones(2 * particles)) {
    add(0, 1, along, overlap);
    for (int i = 0; i + 1 < particles; ++i) add(i, 2, along, overlap);
    if (is_held) {
      MatrixX hold = MatrixX::Zero(1, 2 * particles);
      hold.rightCols(2) = along.transpose();
      set_joints(hold, VectorX::Zero(1));
    } else {
      add(particles - 1, 1, -along, overlap);
    }
    finish();
  }

  /// The weights of a sum without motion: the same of every normal.
  [[nodiscard]] ContactRay ray(double weight = 1.0) const {
    ContactRay ray;
    ray.normal.setConstant(problem.rows.size(), weight);
    ray.tangential.setZero(problem.rows.size() * problem.num_directions);
    ray.joints.setZero(joints.num_rows);
    return ray;
  }

 private:
  void add(int first, int particles, const Vec2& n, double overlap) {
    MatrixX rows(2, 2 * particles);
    if (particles == 1)
      rows << n.x(), n.y(), -n.y(), n.x();
    else
      rows << -n.x(), -n.y(), n.x(), n.y(), n.y(), -n.x(), -n.y(), n.x();
    add_contact(rows, 0.3, -overlap);
    problem.rows.blocks.back().first_column[1] = 2 * first;
    problem.rows.blocks.back().num_columns[1] = 2 * particles;
  }
};

/// A particle wedged by two walls under the convex law: edges of both cones point down, and others up.
struct Wedged : ContactCase {
  explicit Wedged(double friction) : ContactCase(Vec2(1.0, 1.0)) {
    problem.law = FrictionLaw::convex;
    add_contact((MatrixX(2, 2) << 0.8, 0.6, -0.6, 0.8).finished(), friction, -0.1);
    add_contact((MatrixX(2, 2) << -0.8, 0.6, -0.6, -0.8).finished(), friction, -0.2);
    finish();
    const double down = 0.8 * friction - 0.6, up = 0.8 * friction + 0.6;
    ray.normal.setConstant(2, down + up);
    ray.tangential = Eigen::Vector4d(down, up, up, down) * friction;
    ray.joints.resize(0);
  }
  ContactRay ray;
};

const Vec2 directions[] = {Vec2(1, 0), Vec2(0, -1), Vec2(0.6, 0.8), Vec2(std::cos(0.7), std::sin(0.7))};

}  // namespace

BOOST_AUTO_TEST_SUITE(solvability_ray)

BOOST_AUTO_TEST_CASE(a_squeezed_row_of_any_length_has_no_solution_by_its_ray_and_is_undecided_without) {
  for (const int particles : {2, 40, 150})
    for (const bool is_held : {false, true})
      for (const Vec2& along : directions) {
        const Row row(particles, along, 1e-3, is_held);
        BOOST_TEST_INFO_SCOPE(particles << " particles, held " << is_held << ", along " << along.transpose());
        BOOST_TEST((certify_solvability(row.problem, row.ray()).verdict == Verdict::refuted));
        const Verdict alone = certify_solvability(row.problem).verdict;
        BOOST_TEST((alone == (particles == 2 ? Verdict::refuted : Verdict::undecided)));
      }
}

/// What comes from a solver is rounded, of any size, and has traces of what is 0.
BOOST_AUTO_TEST_CASE(a_ray_need_not_be_exact) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (const double size : {1e-9, 1.0, 1e12})
    for (const double noise : {1e-15, 1e-9}) {
      Row row(60, directions[3], 1e-3);
      const int spare = row.problem.rows.size();
      row.problem.joints.rows = &row.joints;
      row.add_contact((MatrixX(2, 120) << MatrixX::Ones(1, 120), MatrixX::Zero(1, 120)).finished(), 0.3, 5.0);
      ContactRay ray = row.ray(size);
      for (double& x : ray.normal) x *= 1.0 + noise * normal(random);
      ray.normal[spare] = 1e-14 * size;
      for (double& x : ray.tangential) x = 1e-15 * size * normal(random);
      BOOST_TEST(contradicts(row.problem, ray), size << ", noise " << noise);
    }
}

BOOST_AUTO_TEST_CASE(a_mutated_ray_proves_nothing) {
  const Row row(40, directions[2], 1e-3);
  BOOST_REQUIRE(contradicts(row.problem, row.ray()));
  for (const int mutated : {0, 17, 40}) {
    ContactRay ray = row.ray();
    ray.normal[mutated] = 0.0;
    BOOST_TEST(!contradicts(row.problem, ray));
    ray.normal[mutated] = -1.0;
    BOOST_TEST(!contradicts(row.problem, ray));
    ray.normal[mutated] = std::nan("");
    BOOST_TEST(!contradicts(row.problem, ray));
  }
  BOOST_TEST(!contradicts(row.problem, row.ray(0.0)));
  BOOST_TEST(!contradicts(row.problem, {}));
  ContactRay ray = row.ray();
  ray.normal.resize(3);
  BOOST_TEST(!contradicts(row.problem, ray));
}

/// The same ray on problems that have a solution, each by a change of one number.
BOOST_AUTO_TEST_CASE(a_ray_of_another_problem_refutes_none_that_has_a_solution) {
  const int last = 40;  // contacts 0 .. 40
  const auto judge = [](const Row& row) { return contradicts(row.problem, row.ray()); };
  Row room(last, directions[2], 1e-3);
  room.problem.bias[17] = 1.0;
  BOOST_TEST(!judge(room));
  room.problem.bias[17] = last * 1e-3;
  // The sum of 40 overlaps of a thousandth and of 40 times it, as doubles: it decides which is more.
  BOOST_TEST(judge(room) == (Rational(last) * exact(1e-3) > exact(last * 1e-3)));
  Row soft(last, directions[2], 1e-3);
  soft.problem.compliance[3] = 1e-9;
  BOOST_TEST(!judge(soft));
  Row moved(last, directions[2], 1e-3);
  moved.problem.rows.rate_t[0] = 1.0;
  BOOST_TEST(!judge(moved));
  Row bent(last, directions[2], 1e-3);
  bent.problem.rows.values[20] = std::nextafter(bent.problem.rows.values[20], 2.0);
  BOOST_TEST(!judge(bent));
  Row led(last, directions[2], 1e-3, true);
  BOOST_TEST(judge(led));
  led.problem.joints.target[0] = 1.0;  // a drive that leads the last one away
  BOOST_TEST(!judge(led));
  led.problem.joints.target[0] = 0.0;
  led.problem.joints.compliance[0] = 1e-9;
  BOOST_TEST(!judge(led));
}

/// A limit stands on one side only: weights of the wrong sign prove nothing.
BOOST_AUTO_TEST_CASE(limits_have_a_sign) {
  for (const bool is_at_least : {false, true}) {
    Row row(40, directions[2], 1e-3, true);
    row.problem.joints.lower = VectorX::Constant(1, is_at_least ? 0.0 : -infinity);
    row.problem.joints.upper = VectorX::Constant(1, is_at_least ? infinity : 0.0);
    for (const double weight : {-1.0, 0.0, 1.0}) {
      ContactRay ray = row.ray();
      ray.joints[0] = weight;
      // The row of the limit is +along: only when it may not rise is the row of particles squeezed.
      BOOST_TEST(contradicts(row.problem, ray) == (!is_at_least && weight < 0.0), is_at_least << " " << weight);
    }
  }
}

BOOST_AUTO_TEST_CASE(edges_of_convex_cones_contradict_each_other_where_they_point_down) {
  for (const double friction : {0.8, 1.5, 30.0}) {
    Wedged wedged(friction);
    BOOST_TEST(contradicts(wedged.problem, wedged.ray), friction);
    wedged.problem.bias *= -1.0;
    BOOST_TEST(!contradicts(wedged.problem, wedged.ray), friction);
    wedged.problem.bias *= -1.0;
    wedged.problem.law = FrictionLaw::pyramid;  // its slips need not open the contacts
    BOOST_TEST(!contradicts(wedged.problem, wedged.ray), friction);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_solvability_ray
