// The LCP of a contact problem and its solution: the operator is the matrix, every route gives the same one, and what
// comes back keeps the laws.
#include <boost/test/unit_test.hpp>
#include <Eigen/LU>

#include "tests/support/contact_worlds.hpp"
#include "tests/support/schema_values.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_contact_solver {

namespace {

std::shared_ptr<const Stabilizer> stabilized(bool convex = false) {
  return std::get<0>(stabilizer_type("stabilized_lcp").make(properties_of({{"convex", convex}})));
}

KeptContactSolve first_solve(const Model& model, bool convex = false) {
  ContactKeeper keeper;
  (void)run_contacts(model, *stabilized(convex), 0.01, 1, keeper);
  KeptContactSolve kept = keeper.last;
  return kept;
}

/// The pair points at members of the copy that is asked for.
ContactProblem& attached(KeptContactSolve& kept) {
  kept.problem.joints.mass = &kept.mass;
  kept.problem.joints.rows = &kept.joint_rows;
  return kept.problem;
}

MatrixX dense_operator(LcpMatrix& matrix) {
  MatrixX dense(matrix.size(), matrix.size());
  GrowingVector column;
  for (int j = 0; j < matrix.size(); ++j) {
    matrix.multiply(VectorX::Unit(matrix.size(), j), column);
    dense.col(j) = column;
  }
  return dense;
}

/// A slip and another unknown of its contact: sigma of the pyramid, or s of a wide cone.
double slip_entry(const LcpContact& contact, bool is_wide, int other, bool is_row) {
  const double mu = contact.friction;
  if (other == contact.normal) return is_wide ? (is_row ? 1.0 : -1.0) : is_row ? mu : 0.0;
  return (is_row ? -1.0 : 1.0) / (is_wide ? mu : 1.0);
}

/// [G M^-1 G^T of the unknowns, E; mu, -E^T] from its definition.
MatrixX expected_matrix(const ContactProblem& problem, const ContactUnknowns& unknowns) {
  const int num_base = unknowns.num_contact_rows;
  MatrixX rows = MatrixX::Zero(num_base, problem.rows.num_columns);
  for (int i = 0; i < num_base; ++i) {
    VectorX row = VectorX::Zero(problem.rows.num_columns);
    add_contact_transposed(problem.rows, i / problem.rows.rows_per_contact, i % problem.rows.rows_per_contact, 1.0,
                           row);
    rows.row(i) = row.transpose();
  }
  const MatrixX base = rows * dense(*problem.joints.mass).inverse() * rows.transpose();
  MatrixX a = MatrixX::Zero(unknowns.size(), unknowns.size());
  for (int i = 0; i < unknowns.size(); ++i) {
    for (int j = 0; j < unknowns.size(); ++j) {
      const LcpUnknown& u = unknowns.unknowns[i];
      const LcpUnknown& v = unknowns.unknowns[j];
      const LcpContact& contact = unknowns.contacts[u.contact];
      const bool is_wide = is_wide_cone(problem, u.contact);
      if (u.contact == v.contact && u.is_slip != v.is_slip)
        a(i, j) = slip_entry(contact, is_wide, u.is_slip ? j : i, u.is_slip);
      if (u.is_slip || v.is_slip) continue;
      for (int r = 0; r < u.num_base; ++r)
        for (int s = 0; s < v.num_base; ++s)
          a(i, j) += unknowns.mass * u.row[r] * base(u.first_base + r, v.first_base + s) * v.column[s];
    }
  }
  return a;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_solver)

BOOST_AUTO_TEST_CASE(the_operator_its_sparse_rows_and_its_diagonal_are_the_matrix_by_definition) {
  for (const auto& [convex, friction] : {std::pair{false, 0.3}, {true, 0.3}, {false, 1e4}, {true, 1e4}}) {
    KeptContactSolve kept = first_solve(heap(4, friction), convex);
    const ContactProblem& problem = attached(kept);
    BOOST_REQUIRE(problem.rows.size() > 10);
    ContactUnknowns unknowns;
    unknowns.number(problem);
    ContactOperator matrix;
    matrix.set(problem, unknowns);
    unknowns.mass = 1.0 / matrix.mean_inverse_mass();
    const MatrixX expected = expected_matrix(problem, unknowns);
    // Sums of a few dozen products of numbers near 1.
    const double tolerance = 1e-13 * expected.cwiseAbs().maxCoeff();
    MatrixX sparse;
    to_dense(matrix.sparse(), sparse);
    BOOST_TEST((dense_operator(matrix) - expected).cwiseAbs().maxCoeff() < tolerance);
    BOOST_TEST((sparse - expected).cwiseAbs().maxCoeff() < tolerance);
    for (int i = 0; i < matrix.size(); ++i) BOOST_TEST(std::abs(matrix.diagonal(i) - expected(i, i)) < tolerance);
  }
}

BOOST_AUTO_TEST_CASE(sweeps_keep_the_product_while_entries_change) {
  KeptContactSolve kept = first_solve(heap(4, 0.3));
  const ContactProblem& problem = attached(kept);
  ContactUnknowns unknowns;
  unknowns.number(problem);
  ContactOperator matrix;
  matrix.set(problem, unknowns);
  Random random(7);
  VectorX z = random.vector(matrix.size(), 1.0);
  matrix.start_sweeps(z);
  for (int k = 0; k < 200; ++k) {
    const int j = random.below(matrix.size());
    const double change = random.uniform(-1.0, 1.0);
    z[j] += change;
    matrix.change(j, change);
  }
  GrowingVector product;
  matrix.multiply(z, product);
  for (int i = 0; i < matrix.size(); ++i) BOOST_TEST(std::abs(matrix.product(i) - product[i]) < 1e-11);
}

BOOST_AUTO_TEST_CASE(sparse_rows_grow_with_the_contacts_and_not_with_their_square) {
  const auto entries_a_contact = [](int rows) {
    KeptContactSolve kept = first_solve(heap(rows, 0.3));
    const ContactProblem& problem = attached(kept);
    ContactUnknowns unknowns;
    unknowns.number(problem);
    ContactOperator matrix;
    matrix.set(problem, unknowns);
    return static_cast<double>(matrix.sparse().value.size()) / problem.rows.size();
  };
  // A disk in the heap has six neighbours, so a contact shares bodies with at most ten others.
  BOOST_TEST(entries_a_contact(12) < 1.3 * entries_a_contact(6));
}

BOOST_AUTO_TEST_CASE(a_heap_at_rest_carries_its_weight_and_stays) {
  const Model model = heap(3, 1.5);
  double weight = 0.0;
  for (const Body& body : model.bodies) weight += 9.81 * body.mass;
  ContactKeeper keeper;
  const SimulationResult result = run_contacts(model, *stabilized(), 0.01, 20, keeper);
  BOOST_TEST(result.status == Status::converged);
  BOOST_TEST(result.message == "");
  double ground = 0.0;
  for (int c = 0; c < keeper.last.problem.rows.size(); ++c)
    if (keeper.last.problem.rows.contacts[c].body[0] == 0) ground += keeper.last.solution.normal[c];
  // 20 solves, each to a residual of about 1e-12 of the impulses.
  BOOST_TEST(std::abs(ground - 0.01 * weight) < 1e-10 * weight);
  BOOST_TEST(keeper.state.v.lpNorm<Eigen::Infinity>() < 1e-10);
}

// The LCP of Coulomb's law need not have one solution. Lemke's path ends at another than sweeps from rest do.
BOOST_AUTO_TEST_CASE(a_heap_that_can_stand_may_also_have_a_solution_that_slips) {
  const Model model = heap(3, 0.6);
  const auto speed_by = [&](std::string_view solver) {
    ContactKeeper keeper;
    const SimulationResult result = run_contacts(model, *stabilized(), 0.01, 20, keeper, by(solver));
    BOOST_TEST(result.status == Status::converged);
    return keeper.state.v.lpNorm<Eigen::Infinity>();
  };
  BOOST_TEST(speed_by("pgs") < 1e-6);
  BOOST_TEST(speed_by("lemke") > 0.1);
}

BOOST_AUTO_TEST_CASE(a_pile_of_three_disks_stands_from_the_tangent_of_fifteen_degrees_on) {
  // Two disks on the ground and one on top: both contacts of a lower disk must hold tan 15 degrees = 0.26795. Just
  // below that the pile gives way at about (0.268 - mu) g, 5e-4 m/s after 0.3 s.
  const auto falls = [](double mu) {
    Model model = contact_world(mu);
    add_ground(model);
    add_body(model, disk_shape(0.5), 1.0, Vec2(-0.5, 0.5));
    add_body(model, disk_shape(0.5), 1.0, Vec2(0.5, 0.5));
    add_body(model, disk_shape(0.5), 1.0, Vec2(0.0, 0.5 + 0.5 * std::numbers::sqrt3));
    number_unknowns(model);
    ContactKeeper keeper;
    (void)run_contacts(model, *stabilized(), 0.01, 30, keeper);
    return keeper.state.v.lpNorm<Eigen::Infinity>() > 1e-6;
  };
  BOOST_TEST(!falls(0.2681));
  BOOST_TEST(falls(0.2678));
}

BOOST_AUTO_TEST_CASE(a_sliding_disk_rolls_at_two_thirds_of_its_speed) {
  Model model = contact_world(0.3);
  add_ground(model);
  add_body(model, disk_shape(0.5), 1.0, Vec2(0.0, 0.5), Vec2(6.0, 0.0));
  number_unknowns(model);
  ContactKeeper keeper;
  (void)run_contacts(model, *stabilized(), 0.005, 300, keeper);
  BOOST_TEST(std::abs(keeper.state.v[0] - 4.0) < 1e-10);
  BOOST_TEST(std::abs(keeper.state.v[0] + 0.5 * keeper.state.v[2]) < 1e-10);
}

// One contact without friction: both laws are v+ = -e v, and the impulses m (1 + e) |v| do work 1/2 m (e^2 - 1) v^2.
BOOST_AUTO_TEST_CASE(a_ball_leaves_the_ground_with_the_share_e_by_either_law) {
  for (const RestitutionLaw law : {RestitutionLaw::newton, RestitutionLaw::poisson}) {
    Model model = contact_world(0.0, 0.0);
    model.contacts.law = law;
    model.contacts.restitution = 0.5;
    add_ground(model);
    add_body(model, disk_shape(0.5), 2.0, Vec2(0.0, 0.5), Vec2(0.0, -3.0));
    number_unknowns(model);
    ContactKeeper keeper;
    const SimulationResult result = run_contacts(model, *stabilized(), 0.01, 1, keeper);
    BOOST_TEST(result.status == Status::converged);
    BOOST_TEST(std::abs(keeper.state.v[1] - 1.5) < 1e-12);
    BOOST_TEST(std::abs(keeper.ledger.contact - (1.5 * 1.5 - 3.0 * 3.0)) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(dry_friction_of_a_joint_takes_its_share_once_over_both_phases_of_poisson) {
  // A slider of mass 1 against a wall: F h slows it before the wall, and has nothing left for the way back.
  Model model = contact_world(0.0, 0.0);
  model.contacts.law = RestitutionLaw::poisson;
  model.contacts.restitution = 1.0;
  add_ground(model, Vec2::Zero(), -std::numbers::pi / 2);
  const int slider = add_body(model, disk_shape(0.5), 1.0, Vec2(0.5, 0.0), Vec2(-3.0, 0.0));
  add_joint(model, "prismatic", "guide", world_body, slider, properties_of({{"axis", Vec2(1.0, 0.0)}}));
  model.joints[0].element[0].friction = 20.0;
  number_unknowns(model);
  ContactKeeper keeper;
  BOOST_REQUIRE(run_contacts(model, *stabilized(), 0.01, 1, keeper).status == Status::converged);
  BOOST_TEST(std::abs(keeper.state.v[0] - (3.0 - 20.0 * 0.01)) < 1e-12);
}

BOOST_AUTO_TEST_CASE(the_work_of_contacts_and_friction_closes_the_ledger) {
  Model model = contact_world(0.3);
  add_ground(model);
  add_body(model, disk_shape(0.5), 1.0, Vec2(0.0, 0.7), Vec2(6.0, 0.0));
  number_unknowns(model);
  ContactKeeper keeper;
  (void)run_contacts(model, *stabilized(), 0.005, 300, keeper);
  const Ledger& ledger = keeper.ledger;
  const double sum = ledger.applied + ledger.joints + ledger.contact + ledger.friction + ledger.stabilization +
                     ledger.correction + ledger.integration;
  BOOST_TEST(std::abs(sum - (keeper.energy - keeper.first_energy)) < 1e-10);
  BOOST_TEST(ledger.friction < -1.0);
  BOOST_TEST(ledger.contact < -0.5);
}

BOOST_AUTO_TEST_CASE(joints_and_contacts_give_one_motion_on_every_route) {
  // A pendulum of two rods whose lower end strikes the ground.
  Model model = contact_world(0.4);
  add_ground(model, Vec2(0.0, -0.9));
  add_rod(model, "upper", 0.5, 1.0, Vec2(0.25, 0.0));
  add_rod(model, "lower", 0.5, 1.0, Vec2(0.75, 0.0));
  add_joint(model, "revolute", "pin", world_body, 1, at(Vec2(0.0, 0.0)));
  add_joint(model, "revolute", "knee", 1, 2, at(Vec2(0.5, 0.0)));
  model.joints[1].element[0].upper = 0.4;
  model.joints[0].element[0].friction = 0.05;
  number_unknowns(model);
  std::vector<State> ends;
  for (const Route route : {Route::kkt, Route::baraff, Route::smith}) {
    ContactKeeper keeper;
    const SimulationResult result = run_contacts(model, *stabilized(), 0.002, 400, keeper, {}, {.route = route});
    BOOST_TEST(result.status == Status::converged);
    BOOST_TEST(keeper.all_converged);
    ends.push_back(keeper.state);
  }
  BOOST_TEST((ends[0].q - ends[1].q).lpNorm<Eigen::Infinity>() < 1e-9);
  BOOST_TEST((ends[0].q - ends[2].q).lpNorm<Eigen::Infinity>() < 1e-9);
}

BOOST_AUTO_TEST_CASE(a_solver_that_fails_is_followed_by_the_next_and_both_are_named) {
  Model model = heap(3, 0.5);
  std::vector<LcpSolverChoice> solvers = by("pgs");
  solvers[0].options.set("sweeps", 1.0);
  solvers.push_back(by("lemke")[0]);
  ContactKeeper keeper;
  const SimulationResult result = run_contacts(model, *stabilized(), 0.01, 1, keeper, solvers);
  BOOST_TEST(result.status == Status::converged);
  BOOST_REQUIRE(result.lcp_use.size() == 2U);
  BOOST_TEST(result.lcp_use[0].solver == "pgs");
  BOOST_TEST(result.lcp_use[0].failed == 1);
  BOOST_TEST(result.lcp_use[1].solved == 1);
  BOOST_TEST((result.lcp_use[0].first_failure == LcpFailure::limit));
  BOOST_TEST(result.lcp_use[0].first_failure_step == 1);
  BOOST_TEST(keeper.last.solution.attempts.size() == 2U);
}

/// A disk that leaves the ground sliding, and was given a normal impulse: friction up to mu times that slows it, and
/// stops it where it would do more. Both laws, as nothing presses that could open the contact.
BOOST_AUTO_TEST_CASE(friction_acts_by_the_normal_impulse_that_is_given) {
  constexpr double mu = 0.25, given = 2.0, mass = 1.5, radius = 0.5, rise = 4.0;
  const double inverse = 1.0 / mass + radius * radius / (0.5 * mass * radius * radius);  // of the point of contact
  Model model = contact_world(mu);
  add_ground(model);
  add_body(model, disk_shape(radius), mass, Vec2(0.0, radius));
  number_unknowns(model);
  for (const bool convex : {false, true})
    for (const double slide : {3.0, 0.25}) {
      KeptContactSolve kept = first_solve(model, convex);
      ContactProblem& problem = attached(kept);
      BOOST_REQUIRE(problem.rows.size() == 1);
      problem.joints.motion = mass * Vec3(slide, rise, 0.0);
      problem.bias.setZero();
      problem.given_normal.setConstant(1, given);
      problem.start.clear();
      const double friction = std::min(mu * given, slide / inverse);
      int num_solved = 0;
      for (const LcpSolverType* type : lcp_solver_types()) {
        BOOST_TEST_INFO_SCOPE(type->spec.name << (convex ? ", convex, " : ", ") << slide);
        RouteSolver joints(kept.joint_rows, kept.mass, {}, DependentRows::stop);
        ContactSolution solution;
        Random random(3);
        const std::vector<LcpSolverChoice> choice{
            {type, random_values(type->spec.arguments, random), std::string(type->spec.name)}};
        ContactSolver(kept.joint_rows, joints, choice).solve(problem, solution);
        if (solution.status != Status::converged) {
          BOOST_REQUIRE(!solution.attempts.empty());
          // Sweeps by contacts know the convex law by its generators alone, and may not end.
          if (!convex) BOOST_TEST((solution.attempts.back().failure == LcpFailure::unsuited));
          continue;
        }
        ++num_solved;
        // Iterations stop at 1e-8 of the speeds.
        BOOST_TEST(std::abs(solution.joints.x[0] - (slide - friction / mass)) <= 1e-7);
        BOOST_TEST(std::abs(solution.joints.x[1] - rise) <= 1e-7);
        BOOST_TEST(solution.normal[0] == 0.0);
        BOOST_TEST(std::abs(solution.slip[0] - (slide - friction * inverse)) <= 1e-7);
      }
      BOOST_TEST(num_solved >= 8);
    }
}

BOOST_AUTO_TEST_CASE(a_soft_contact_gives_way_by_its_own_compliance_and_the_others_by_that_of_all) {
  // Without feedback of gaps a body at rest sinks at cfm m g h.
  Model model = contact_world(0.0);
  const int ground = add_ground(model);
  const int first = add_body(model, disk_shape(0.5), 2.0, Vec2(0.0, 0.5));
  const int second = add_body(model, disk_shape(0.5), 2.0, Vec2(2.0, 0.5));
  const int third = add_body(model, disk_shape(0.5), 2.0, Vec2(4.0, 0.5));
  model.contacts.compliance = 0.25;
  ContactPair soft{.name = "pad", .body = {second, ground}};
  soft.compliance = 0.5;
  ContactPair hard{.name = "anvil", .body = {ground, third}};
  hard.compliance = 0.0;
  model.contact_pairs = {soft, hard};
  number_unknowns(model);
  const double h = 0.01;
  for (const char* name : {"stabilized_lcp", "none"}) {
    ContactKeeper keeper;
    const auto method = std::get<0>(stabilizer_type(name).make({}));
    BOOST_REQUIRE(run_contacts(model, *method, h, 1, keeper).status == Status::converged);
    const VectorX& compliance = keeper.last.problem.compliance;
    BOOST_TEST((compliance - Vec3(0.25, 0.5, 0.0)).isZero(0.0), name);
    for (const int body : {first, second, third}) {
      const double own = body == first ? 0.25 : body == second ? 0.5 : 0.0;
      // 1/m + cfm shares what gravity gives; a few roundings of m g h.
      const double expected = -9.81 * h * own / (0.5 + own);
      BOOST_TEST(std::abs(keeper.state.v[model.bodies[body].offset + 1] - expected) < 1e-15, name << " " << body);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_run_whose_solver_finds_nothing_stops_and_says_why) {
  Model model = heap(3, 0.5);
  std::vector<LcpSolverChoice> solvers = by("pgs");
  solvers[0].options.set("sweeps", 1.0);
  ContactKeeper keeper;
  const SimulationResult result = run_contacts(model, *stabilized(), 0.01, 3, keeper, solvers);
  BOOST_TEST(result.status == Status::iteration_limit);
  BOOST_TEST(result.steps == 0);
  BOOST_TEST(result.message.find("at step 1: the LCP of ") == 0U);
  BOOST_TEST(result.message.find("pgs (limit)") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_solver
