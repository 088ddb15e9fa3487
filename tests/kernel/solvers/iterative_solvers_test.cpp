// What is particular to each of the LCP solvers that iterate.
#include "kernel/solvers/solver_types.hpp"

#include <boost/test/unit_test.hpp>

#include "kernel/solvers/contact_block.hpp"
#include "kernel/solvers/projected_sweep.hpp"
#include "tests/support/contact_piles.hpp"

namespace perpend::test::of_iterative_solvers {

namespace {

std::unique_ptr<LcpSolver> make(const LcpSolverType& type, const Properties& options = {}) {
  return std::move(std::get<std::unique_ptr<LcpSolver>>(type.make(options)));
}

Properties option(std::string_view name, PropertyValue value) {
  Properties options;
  options.set(name, std::move(value));
  return options;
}

LcpSolution solve(const LcpSolverType& type, const Lcp& lcp, const Properties& options = {},
                  const GrowingVector* start = nullptr) {
  LcpSolution solution;
  make(type, options)->solve(lcp, start, solution);
  return solution;
}

/// One disk of mass 1 on a floor: (v_n, v_t) before contact, mu. Unknowns c_n, beta_1, beta_2, sigma.
OwnedLcp one_contact(double v_n, double v_t, double friction) {
  DiskPile pile({.rows = 1});
  pile.inverse_mass << 1.0, 1.0, 2.0;
  pile.velocity << v_t, v_n, 0.0;
  return contact_lcp(pile, PileLaw::pyramid, friction);
}

/// A problem that only solvers by sweeps can read.
class NoEntries final : public LcpMatrix {
 public:
  explicit NoEntries(LcpMatrix& matrix) : matrix_(matrix) {}
  [[nodiscard]] int size() const override { return matrix_.size(); }
  void multiply(const GrowingVector& z, GrowingVector& out) override { matrix_.multiply(z, out); }
  [[nodiscard]] double diagonal(int i) const override { return matrix_.diagonal(i); }
  [[nodiscard]] const GrowingVector& term_sizes(const GrowingVector& z) override { return matrix_.term_sizes(z); }
  void start_sweeps(const GrowingVector& z) override { matrix_.start_sweeps(z); }
  [[nodiscard]] double product(int i) const override { return matrix_.product(i); }
  void change(int j, double amount) override { matrix_.change(j, amount); }
  [[nodiscard]] const SparseRows& sparse() override {
    BOOST_FAIL("asked for the entries");
    return matrix_.sparse();
  }

 private:
  LcpMatrix& matrix_;
};

/// [BenGharbiaGilbert12] a P-matrix with b = (1, 1, 1): z = 0 is the only solution.
OwnedLcp circulant() {
  return own(MatrixX{{1.0, 0.0, 2.0}, {2.0, 1.0, 0.0}, {0.0, 2.0, 1.0}}, VectorX::Ones(3));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(iterative_lcp_solvers)

BOOST_AUTO_TEST_CASE(projection_shifts_by_the_least_that_fits_under_the_bound) {
  std::vector<double> work;
  BOOST_TEST(projection_shift({0.25, 0.5}, 1.0, work) == 0.0);
  BOOST_TEST(projection_shift({2.0, 1.0}, 2.0, work) == 0.5);
  BOOST_TEST(projection_shift({3.0, -5.0, 0.5}, 1.0, work) == 2.0);
  BOOST_TEST(projection_shift({-1.0, 2.0}, 0.0, work) == 2.0);
  BOOST_TEST(projection_shift({-1.0, -2.0}, 0.0, work) == 0.0);
}

BOOST_AUTO_TEST_CASE(sweeps_never_ask_for_the_entries_of_the_matrix) {
  OwnedLcp pile = pile_lcp({.rows = 2, .law = PileLaw::pyramid, .hit = 1.0});
  NoEntries blind(*pile.matrix);
  pile.lcp.matrix = &blind;
  BOOST_TEST((solve(pgs_solver, pile.lcp).status == Status::converged));
  BOOST_TEST((solve(psor_solver, pile.lcp, option("omega", 1.2)).status == Status::converged));
  BOOST_TEST((solve(nsgs_solver, pile.lcp).status == Status::converged));
}

BOOST_AUTO_TEST_CASE(one_contact_takes_one_visit_whether_it_opens_sticks_or_slides) {
  struct Case {
    double v_n, v_t, c_n, tangential, slip;
  };
  // Tangential inertia of a disk at its rim is a third of its mass: v_t = 3 stops at an impulse of 1.
  for (const Case& c :
       {Case{1.0, 2.0, 0.0, 0.0, 2.0}, Case{-3.0, 3.0, 3.0, 1.0, 0.0}, Case{-1.0, 3.0, 1.0, 0.5, 1.5}}) {
    const OwnedLcp contact = one_contact(c.v_n, c.v_t, 0.5);
    for (const LcpSolverType* type : {&pgs_solver, &nsgs_solver}) {
      const LcpSolution solution = solve(*type, contact.lcp);
      BOOST_TEST((solution.status == Status::converged));
      BOOST_TEST(solution.iterations == 1);
      BOOST_TEST(solution.z[0] == c.c_n, boost::test_tools::tolerance(1e-14));
      BOOST_TEST(std::abs(solution.z[1] - solution.z[2]) == c.tangential, boost::test_tools::tolerance(1e-14));
      BOOST_TEST(solution.z[3] == c.slip, boost::test_tools::tolerance(1e-14));
    }
  }
}

BOOST_AUTO_TEST_CASE(supports_of_a_block_are_those_of_at_most_three_impulses) {
  BOOST_TEST(contact_supports(4, true).size() == 16U);
  BOOST_TEST(contact_supports(6, true).size() == 2U * (1 + 5 + 10 + 10));
  BOOST_TEST(contact_supports(4, false).size() == 15U);
}

BOOST_AUTO_TEST_CASE(sweeps_say_what_a_row_without_a_diagonal_lacks) {
  OwnedLcp pile = pile_lcp({.rows = 2, .law = PileLaw::pyramid});
  pile.lcp.contacts.clear();
  const LcpSolution solution = solve(pgs_solver, pile.lcp);
  BOOST_TEST((solution.failure == LcpFailure::unsuited));
  BOOST_TEST(solution.note.find("row 4 ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(residuals_of_sweeps_are_kept_for_the_first_and_every_tenth) {
  const OwnedLcp pile = pile_lcp({.rows = 5, .law = PileLaw::frictionless});
  const LcpSolution solution = solve(pgs_solver, pile.lcp, option("sweeps", 45.0));
  BOOST_TEST(solution.iterations == 45);
  BOOST_TEST(solution.history.size() == 5U);
}

BOOST_AUTO_TEST_CASE(a_relaxation_of_two_is_refused) {
  const auto made = psor_solver.make(option("omega", 2.0));
  BOOST_TEST(std::get<FactoryError>(made).field == "omega");
}

BOOST_AUTO_TEST_CASE(the_plain_newton_method_goes_round_in_a_circle_where_the_globalized_ones_arrive) {
  const OwnedLcp problem = circulant();
  const GrowingVector start = VectorX{{-1.0, 0.0, 0.0}};
  const LcpSolution plain = solve(min_map_solver, problem.lcp, option("globalized", false), &start);
  BOOST_TEST((plain.failure == LcpFailure::cycle));
  BOOST_TEST(plain.iterations == 3);
  for (const LcpSolverType* type : {&min_map_solver, &fischer_burmeister_solver}) {
    const LcpSolution solution = solve(*type, problem.lcp, {}, &start);
    BOOST_TEST((solution.status == Status::converged));
    BOOST_TEST(solution.z.cwiseAbs().maxCoeff() <= 1e-10);
  }
}

BOOST_AUTO_TEST_CASE(newton_on_the_true_active_set_ends_in_one_step) {
  const OwnedLcp pile = pile_lcp({.rows = 4, .law = PileLaw::generators, .hit = 1.0});
  const LcpSolution first = solve(interior_point_solver, pile.lcp);
  GrowingVector start = 1.01 * first.z;
  const LcpSolution again = solve(min_map_solver, pile.lcp, option("globalized", false), &start);
  BOOST_TEST((again.status == Status::converged));
  BOOST_TEST(again.iterations <= 2);
}

BOOST_AUTO_TEST_CASE(the_interior_needs_few_steps_and_none_from_a_good_start) {
  const OwnedLcp pile = pile_lcp({.rows = 6, .columns = 6, .law = PileLaw::generators, .hit = 1.0});
  const LcpSolution cold = solve(interior_point_solver, pile.lcp);
  BOOST_TEST((cold.status == Status::converged));
  BOOST_TEST(cold.iterations <= 20);
  BOOST_TEST(cold.residual <= 1e-13);
  const LcpSolution warm = solve(interior_point_solver, pile.lcp, {}, &cold.z);
  BOOST_TEST((warm.status == Status::converged));
  BOOST_TEST(warm.iterations == 0);
}

BOOST_AUTO_TEST_CASE(the_interior_leaves_along_a_ray_where_there_is_no_solution) {
  const OwnedLcp problem = own(MatrixX{{1.0, -1.0}, {-1.0, 1.0}}, VectorX::Constant(2, -1.0), LcpClass::symmetric);
  const LcpSolution solution = solve(interior_point_solver, problem.lcp);
  BOOST_TEST((solution.status != Status::converged));
  BOOST_TEST((solution.failure == LcpFailure::ray));
  BOOST_TEST_REQUIRE(solution.ray.size() == 2);
  BOOST_TEST(solution.ray[0] == solution.ray[1], boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(a_resting_wall_with_friction_is_solved_by_each) {
  const OwnedLcp wall = pile_lcp({.rows = 4, .columns = 4, .law = PileLaw::pyramid});
  for (const LcpSolverType* type :
       {&pgs_solver, &nsgs_solver, &min_map_solver, &fischer_burmeister_solver, &interior_point_solver}) {
    BOOST_TEST_INFO_SCOPE(type->spec.name);
    const LcpSolution solution = solve(*type, wall.lcp);
    BOOST_TEST((solution.status == Status::converged), solution.residual << solution.note);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_iterative_solvers
