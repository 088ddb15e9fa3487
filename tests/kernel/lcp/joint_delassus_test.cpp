// The matrix of contacts through joints, group by group, against its definition in dense arithmetic.
#include "kernel/lcp/joint_delassus.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <string>

#include "kernel/lcp/contact_solver.hpp"
#include "tests/support/contact_worlds.hpp"
#include "tests/support/schema_values.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_joint_delassus {

namespace {

/// Pairs of disks on the ground, hinged at the point where they touch, each next to the other, and a disk without a
/// joint at the end. The first pair's hinge has dry friction.
Model linked_pairs(int num_pairs) {
  Model model = contact_world(0.3);
  add_ground(model);
  for (int i = 0; i <= 2 * num_pairs; ++i)
    add_body(model, disk_shape(0.25), 1.0 + 0.1 * i, Vec2(0.5 * i, 0.25), Vec2(0.0, -0.5));
  for (int i = 0; i < num_pairs; ++i)
    add_joint(model, "revolute", "hinge" + std::to_string(i), 1 + 2 * i, 2 + 2 * i, at(Vec2(i + 0.25, 0.25)));
  model.joints[0].element[0].friction = 0.05;
  number_unknowns(model);
  return model;
}

/// G K^-1 G^T, the upper left block of K^-1 with the bounded rows left out.
MatrixX base_matrix(const ContactProblem& problem, const ContactUnknowns& unknowns, const RowAccess& access) {
  const Eigen::Index n = problem.rows.num_columns;
  const MatrixX all = dense_jacobian(*problem.joints.rows);
  std::vector<Eigen::Index> bilateral;
  for (int i = 0; i < all.rows(); ++i)
    if (problem.joints.rows->kinds[i] < RowKind::lower_limit) bilateral.push_back(i);
  const auto m = static_cast<Eigen::Index>(bilateral.size());
  MatrixX k = MatrixX::Zero(n + m, n + m);
  k.topLeftCorner(n, n) = dense(*problem.joints.mass);
  for (Eigen::Index i = 0; i < m; ++i) {
    k.row(n + i).head(n) = all.row(bilateral[i]);
    k.col(n + i).head(n) = -all.row(bilateral[i]).transpose();
    k(n + i, n + i) = problem.joints.compliance[bilateral[i]];
  }
  MatrixX g = MatrixX::Zero(unknowns.num_base_rows(), n);
  for (int i = 0; i < unknowns.num_base_rows(); ++i) {
    VectorX row = VectorX::Zero(n);
    if (i < unknowns.num_contact_rows)
      add_contact_transposed(problem.rows, i / problem.rows.rows_per_contact, i % problem.rows.rows_per_contact, 1.0,
                             row);
    else
      access.add_transposed(*problem.joints.rows, unknowns.joint_rows[i - unknowns.num_contact_rows], 1.0, row);
    g.row(i) = row.transpose();
  }
  return g * k.inverse().topLeftCorner(n, n) * g.transpose();
}

MatrixX expected_matrix(const ContactUnknowns& unknowns, const MatrixX& base) {
  MatrixX a = MatrixX::Zero(unknowns.size(), unknowns.size());
  for (int i = 0; i < unknowns.size(); ++i)
    for (int j = 0; j < unknowns.size(); ++j) {
      const LcpUnknown &u = unknowns.unknowns[i], &v = unknowns.unknowns[j];
      if (u.contact == v.contact && u.is_slip != v.is_slip) a(i, j) = unknowns.slip_entry(i, j);
      if (u.is_slip || v.is_slip) continue;
      for (int r = 0; r < u.num_base; ++r)
        for (int s = 0; s < v.num_base; ++s)
          a(i, j) += unknowns.mass * u.row[r] * base(u.first_base + r, v.first_base + s) * v.column[s];
    }
  return a;
}

struct Assembled {
  MatrixX matrix, expected;
  int num_base_rows = 0;
  int num_solutions = 0;
  std::size_t num_entries = 0;
};

Assembled assemble(const Model& model, bool convex) {
  ContactKeeper keeper;
  (void)run_contacts(model, *std::get<0>(stabilizer_type("stabilized_lcp").make(properties_of({{"convex", convex}}))),
                     0.01, 1, keeper);
  KeptContactSolve& kept = keeper.last;
  kept.problem.joints.mass = &kept.mass;
  kept.problem.joints.rows = &kept.joint_rows;
  const ContactProblem& problem = kept.problem;
  ContactUnknowns unknowns;
  unknowns.number(problem);
  Problem bilateral = problem.joints;
  for (int i = 0; bilateral.lower.size() > 0 && i < problem.joints.rows->num_rows; ++i)
    if (problem.joints.rows->kinds[i] >= RowKind::lower_limit) bilateral.lower[i] = bilateral.upper[i] = 0.0;
  RouteSolver joints(kept.joint_rows, kept.mass, {}, DependentRows::stop);
  Solution free;
  joints.solve(bilateral, free);
  const RowAccess access(kept.joint_rows);
  JointDelassus delassus(kept.joint_rows);
  BOOST_TEST_REQUIRE(delassus.assemble(problem, unknowns, access, bilateral, joints));
  unknowns.mass = delassus.mean_mass();
  SparseRows rows;
  delassus.write(unknowns, problem.rows.rows_per_contact, rows);
  Assembled out{.matrix = {},
                .expected = expected_matrix(unknowns, base_matrix(problem, unknowns, access)),
                .num_base_rows = unknowns.num_base_rows(),
                .num_solutions = delassus.num_solutions(),
                .num_entries = rows.value.size()};
  to_dense(rows, out.matrix);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(joint_delassus)

BOOST_AUTO_TEST_CASE(its_entries_are_the_matrix_by_definition) {
  for (const bool convex : {true, false}) {
    const Assembled a = assemble(linked_pairs(4), convex);
    BOOST_TEST_REQUIRE(a.num_base_rows > 20);
    // Sums of some dozen products of numbers near 1, and an inverse of condition below 100.
    BOOST_TEST((a.matrix - a.expected).cwiseAbs().maxCoeff() < 1e-12 * a.expected.cwiseAbs().maxCoeff());
  }
}

BOOST_AUTO_TEST_CASE(entries_grow_with_the_groups_and_solutions_do_not) {
  const Assembled few = assemble(linked_pairs(10), true), many = assemble(linked_pairs(40), true);
  BOOST_TEST(many.num_entries < 5 * few.num_entries);
  BOOST_TEST(many.num_solutions == few.num_solutions);
  BOOST_TEST((many.matrix - many.expected).cwiseAbs().maxCoeff() < 1e-12 * many.expected.cwiseAbs().maxCoeff());
}

/// A rod that turns about its lowest corner on the ground: the pin holds that corner, and leaves nothing to the
/// contact.
Model pinned_rod(double friction, double beside = 0.0) {
  constexpr double angle = 1.4;
  Model model = contact_world(friction);
  add_ground(model);
  const Vec2 center = Eigen::Rotation2D<double>(angle) * Vec2(0.5, 0.01);
  const int rod = add_body(model, box_shape(1.0, 0.02), 1.0, center);
  model.bodies[rod].angle = angle;
  add_joint(model, "revolute", "pin", world_body, rod, at(Vec2(beside, 0.0)));
  number_unknowns(model);
  return model;
}

BOOST_AUTO_TEST_CASE(contacts_whose_normals_joints_hold_carry_nothing) {
  for (const char* name : {"stabilized_lcp", "none", "implicit"})
    for (const double friction : {0.0, 0.5}) {
      BOOST_TEST_INFO_SCOPE(name << ", friction " << friction);
      ContactKeeper keeper;
      const SimulationResult result =
          run_contacts(pinned_rod(friction), *std::get<0>(stabilizer_type(name).make({})), 1e-3, 50, keeper);
      BOOST_TEST((result.status == Status::converged));
      BOOST_TEST_REQUIRE(keeper.last.solution.normal.size() == 1);
      BOOST_TEST(keeper.last.solution.normal[0] == 0.0);
      BOOST_TEST(keeper.last.solution.joints.multiplier.norm() < 9.82e-3);  // the weight
    }
}

// A pin a micrometre beside the corner leaves the contact an arm: the rod stands on both.
BOOST_AUTO_TEST_CASE(a_short_arm_is_no_rounding) {
  for (const double beside : {1e-3, 1e-6}) {
    BOOST_TEST_INFO_SCOPE("the pin " << beside << " m beside");
    ContactKeeper keeper;
    const SimulationResult result =
        run_contacts(pinned_rod(0.0, -beside), *std::get<0>(stabilizer_type("none").make({})), 1e-3, 20, keeper);
    BOOST_TEST((result.status == Status::converged));
    BOOST_TEST_REQUIRE(keeper.last.solution.normal.size() == 1);
    // The moment of the weight about the pin, over the arm. An arm of 1e-6 m has lost 10 of its 16 digits, squared in A
    // 4 are left.
    const double arm = result.state.q[0] + beside;
    BOOST_TEST(std::abs(keeper.last.solution.normal[0] * beside / (9.81e-3 * arm) - 1.0) < 1e-3);
  }
}

BOOST_AUTO_TEST_CASE(a_contact_that_joints_drive_together_has_no_answer) {
  ContactKeeper keeper;
  (void)run_contacts(pinned_rod(0.5), *std::get<0>(stabilizer_type("none").make({})), 1e-3, 1, keeper);
  KeptContactSolve& kept = keeper.last;
  kept.problem.joints.mass = &kept.mass;
  kept.problem.joints.rows = &kept.joint_rows;
  for (const double down : {0.0, 0.1}) {
    kept.problem.joints.target[1] = -down;
    RouteSolver joints(kept.joint_rows, kept.mass, {}, DependentRows::stop);
    ContactSolver solver(kept.joint_rows, joints, {});
    ContactSolution solution;
    solver.solve(kept.problem, solution);
    BOOST_TEST((solution.status == Status::converged) == (down == 0.0));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_joint_delassus
