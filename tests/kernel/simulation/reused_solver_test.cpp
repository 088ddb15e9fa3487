// A solver that one run after another takes answers each of them as a new one would.
#include "kernel/linear/reused_solver.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/support/families.hpp"
#include "tests/support/mechanisms_spatial.hpp"
#include "tests/support/redundant_mechanisms.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_reused_solver {

namespace {

struct Run {
  SimulationResult result;
  std::vector<State> states;
};

Run run(const Model& model, const LinearAlgebra& linear_algebra, DependentRows policy, std::string_view name,
        ReusedSolver* solver) {
  StateObserver observer;
  SimulationResult result = simulate(model, initial_state(model), step_of(method(name)),
                                     {.step = 1e-3,
                                      .num_steps = 60,
                                      .ledger = true,
                                      .dependent_rows = policy,
                                      .linear_algebra = linear_algebra,
                                      .solver = solver},
                                     observer);
  return {std::move(result), std::move(observer.states)};
}

void require_same(const Run& a, const Run& b) {
  BOOST_TEST(a.result.status == b.result.status);
  BOOST_TEST(a.result.message == b.result.message);
  BOOST_TEST(a.result.solves == b.result.solves);
  BOOST_TEST(a.result.factorizations == b.result.factorizations);
  BOOST_TEST(a.result.dependent_rows == b.result.dependent_rows, boost::test_tools::per_element());
  BOOST_TEST(a.result.redundant_rows == b.result.redundant_rows, boost::test_tools::per_element());
  BOOST_REQUIRE(a.states.size() == b.states.size());
  for (std::size_t i = 0; i < a.states.size(); ++i) BOOST_REQUIRE(same_bits(a.states[i], b.states[i]));
}

Model faster(Model model) {
  for (Body& body : model.bodies) body.spin += 0.25;
  return model;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reused_solver)

// Loops, dependent rows and rows that are auxiliary on a route leave marks in a solver: none is seen by the next run.
BOOST_AUTO_TEST_CASE(a_run_takes_the_same_steps_whatever_its_solver_did_before) {
  const Model models[] = {chain(6),           four_bar(), four_bar(true),          ladder(3),
                          spatial_four_bar(), bricard(),  flat_parallelogram(0.5), mixed_mechanism()};
  for (const Route route : {Route::kkt, Route::baraff, Route::smith})
    for (const DependentRows policy : {DependentRows::stop, DependentRows::leave_out}) {
      ReusedSolver of_all;
      for (const Model& model : models) {
        ReusedSolver own;
        for (const char* name : {"none", "post_stabilization"}) {
          const LinearAlgebra algebra{.route = route};
          const Run alone = run(model, algebra, policy, name, nullptr);
          require_same(run(model, algebra, policy, name, &of_all), alone);
          for (int i = 0; i < 3; ++i) require_same(run(model, algebra, policy, name, &own), alone);
        }
      }
    }
}

BOOST_AUTO_TEST_CASE(runs_of_other_states_of_one_mechanism_share_a_solver) {
  ReusedSolver solver;
  for (const Model& model : {chain(6), faster(chain(6)), chain(6, 1e5), chain(6)})
    require_same(run(model, {}, DependentRows::stop, "implicit", &solver),
                 run(model, {}, DependentRows::stop, "implicit", nullptr));
}

// Compliance, masses and the number of links belong to what a solver is made of.
BOOST_AUTO_TEST_CASE(a_solver_is_made_anew_for_other_arguments) {
  ReusedSolver solver;
  Model heavy = chain(6);
  for (Body& body : heavy.bodies) body.mass *= 3.0;
  const auto compare = [&](const Model& model, const LinearAlgebra& algebra) {
    require_same(run(model, algebra, DependentRows::stop, "none", &solver),
                 run(model, algebra, DependentRows::stop, "none", nullptr));
  };
  for (int i = 0; i < 2; ++i) {
    compare(chain(6), {});
    compare(chain(6), {});
    compare(heavy, {});
    compare(chain(6), {.cfm = 1e-4});
    compare(chain(5), {});
    compare(chain(6), {.route = Route::smith});
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_reused_solver
