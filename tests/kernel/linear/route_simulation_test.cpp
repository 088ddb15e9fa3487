// Runs of the simulation loop on every route: stops, dry friction, compliance, the ledger and what a run says of
// itself.
#include <boost/test/unit_test.hpp>

#include "tests/support/families.hpp"
#include "tests/support/led_mechanisms.hpp"
#include "tests/support/mechanisms_spatial.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_route_simulation {

namespace {

/// Crank, rod and a piston that a stop keeps from its outer dead centre; dry friction in the main bearing.
Model stopped_slider_crank() {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  const Vec2 crank_pin(0.06, 0.08);
  const Vec2 wrist(crank_pin.x() + std::sqrt(0.09 - 0.0064), 0.0);
  const int crank = add_rod_between(model, "crank", 0.5, Vec2(0.0, 0.0), crank_pin);
  const int rod = add_rod_between(model, "rod", 0.8, crank_pin, wrist);
  const int piston = add_rod(model, "piston", 0.05, 1.2, wrist);
  add_joint(model, "revolute", "main", world_body, crank, at(Vec2(0.0, 0.0)));
  add_joint(model, "revolute", "big_end", crank, rod, at(crank_pin));
  add_joint(model, "revolute", "small_end", rod, piston, at(wrist));
  add_joint(model, "prismatic", "rail", world_body, piston, properties_of({{"axis", Vec2(1.0, 0.0)}}));
  model.joints[0].element[0].friction = 0.05;
  model.joints[3].element[0].at_start = wrist.x();
  model.joints[3].element[0].upper = 0.38;
  number_unknowns(model);
  return model;
}

class LedgerObserver final : public SimulationObserver {
 public:
  void on_solve(const Problem& problem, const Solution& solution) override {
    if (problem.lower.size() == 0 || solution.status != Status::converged) return;
    for (int i = 0; i < problem.lower.size(); ++i) {
      if (problem.rows->kinds[i] == RowKind::upper_limit && solution.multiplier[i] > 0.0) ++active_solves;
      is_within &= problem.lower[i] <= solution.multiplier[i] && solution.multiplier[i] <= problem.upper[i];
    }
  }
  bool on_instant(const Instant& instant) override {
    ledger = instant.ledger;
    states.push_back(instant.state);
    energies.push_back(instant.evaluation.energies.total());
    return true;
  }
  std::vector<State> states;
  std::vector<double> energies;
  Ledger ledger;
  long active_solves = 0;
  bool is_within = true;
};

SimulationResult run(const Model& model, const LinearAlgebra& linear_algebra, long steps, SimulationObserver& observer,
                     DependentRows policy = DependentRows::stop, std::string_view name = "implicit") {
  return simulate(
      model, initial_state(model), step_of(method(name)),
      {.step = 1e-3, .num_steps = steps, .ledger = true, .dependent_rows = policy, .linear_algebra = linear_algebra},
      observer);
}

double largest_difference(const std::vector<State>& a, const std::vector<State>& b) {
  BOOST_REQUIRE(a.size() == b.size());
  double difference = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) difference = std::max(difference, largest(a[i].q - b[i].q));
  return difference;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(route_simulation)

BOOST_AUTO_TEST_CASE(a_piston_with_a_stop_moves_alike_on_every_route) {
  const Model model = stopped_slider_crank();
  for (const char* name : {"none", "implicit", "post_stabilization"}) {
    BOOST_TEST_INFO_SCOPE(name);
    LedgerObserver kkt;
    BOOST_TEST(run(model, {}, 2000, kkt, DependentRows::stop, name).message == "");
    BOOST_TEST(kkt.active_solves > 0);
    BOOST_TEST(kkt.is_within);
    for (const Route route : {Route::baraff, Route::smith}) {
      LedgerObserver other;
      const SimulationResult result = run(model, {.route = route}, 2000, other, DependentRows::stop, name);
      BOOST_TEST_INFO_SCOPE(to_string(route));
      BOOST_TEST(result.message == "");
      BOOST_TEST(result.factorizations == result.solves);
      BOOST_TEST(largest_difference(kkt.states, other.states) < 1e-10);
      BOOST_TEST(other.is_within);
    }
  }
}

BOOST_AUTO_TEST_CASE(mechanisms_in_space_move_alike_on_every_route) {
  for (const Model& model : {spatial_four_bar(), slider_crank()}) {
    LedgerObserver kkt;
    BOOST_TEST(run(model, {}, 500, kkt).message == "");
    for (const Route route : {Route::baraff, Route::smith}) {
      LedgerObserver other;
      BOOST_TEST_INFO_SCOPE(to_string(route));
      BOOST_TEST(run(model, {.route = route}, 500, other).message == "");
      BOOST_TEST(largest_difference(kkt.states, other.states) < 1e-10);
    }
  }
}

// The ledger splits the change of energy: its parts add up on every route, and are the same.
BOOST_AUTO_TEST_CASE(the_ledger_is_the_same_on_every_route) {
  const Model model = stopped_slider_crank();
  LedgerObserver kkt;
  run(model, {}, 600, kkt);
  BOOST_TEST(kkt.active_solves > 0);
  for (const Route route : {Route::kkt, Route::baraff, Route::smith}) {
    LedgerObserver observer;
    run(model, {.route = route}, 600, observer);
    const Ledger& ledger = observer.ledger;
    const double sum = ledger.applied + ledger.joints + ledger.stabilization + ledger.correction + ledger.integration;
    // 600 steps of sums of a few J.
    BOOST_TEST(std::abs(sum - (observer.energies.back() - observer.energies.front())) < 1e-11);
    BOOST_TEST(std::abs(ledger.joints - kkt.ledger.joints) < 1e-9);
    BOOST_TEST(std::abs(ledger.stabilization - kkt.ledger.stabilization) < 1e-9);
    // Friction and the stop only take energy.
    BOOST_TEST(ledger.joints < 0.0);
  }
}

BOOST_AUTO_TEST_CASE(a_run_says_what_its_linear_algebra_was) {
  LedgerObserver observer;
  const SimulationResult result = run(four_bar(), {.route = Route::baraff, .cfm = 1e-6}, 1, observer);
  BOOST_TEST(result.status == Status::converged);
  BOOST_TEST((result.route.route == Route::baraff));
  BOOST_TEST(result.route.num_primary_rows == 6);
  BOOST_TEST(result.route.num_auxiliary_rows == 2);
  BOOST_TEST(result.route.compliance == "cfm 1e-06 on 2 of 8 rows (pin[4])");
  BOOST_TEST(result.dependence == "");
}

BOOST_AUTO_TEST_CASE(a_run_with_dependent_rows_says_which_and_what_it_chose) {
  for (const Route route : {Route::kkt, Route::baraff, Route::smith}) {
    LedgerObserver observer;
    const SimulationResult stopped = run(four_bar(true), {.route = route}, 5, observer);
    BOOST_TEST(stopped.status == Status::singular);
    BOOST_TEST_INFO(stopped.message);
    BOOST_TEST(stopped.message.find("follow from the others (10 joint rows of rank 8, 1 degree of freedom)") !=
               std::string::npos);
    const SimulationResult chosen = run(four_bar(true), {.route = route}, 5, observer, DependentRows::leave_out);
    BOOST_TEST(chosen.message == "");
    BOOST_TEST(chosen.dependence.find("; multipliers of least norm") != std::string::npos);
  }
}

// A planar four-bar built in space: 20 rows of rank 17. [CfmBlog05]
BOOST_AUTO_TEST_CASE(a_planar_loop_in_space_has_three_rows_too_many_on_every_route) {
  const Model model = lifted_four_bar();
  LedgerObserver kkt;
  run(model, {}, 200, kkt, DependentRows::leave_out);
  for (const Route route : {Route::kkt, Route::baraff, Route::smith}) {
    BOOST_TEST_INFO_SCOPE(to_string(route));
    LedgerObserver observer;
    const SimulationResult result = run(model, {.route = route}, 200, observer, DependentRows::leave_out);
    BOOST_TEST(result.message == "");
    BOOST_TEST(result.dependent_rows.size() == 3U);
    BOOST_TEST_INFO(result.dependence);
    BOOST_TEST(result.dependence.find("(20 joint rows of rank 17, 1 degree of freedom)") != std::string::npos);
    BOOST_TEST(largest_difference(kkt.states, observer.states) < 1e-10);
    BOOST_TEST(run(model, {.route = route, .cfm = 1e-6, .cfm_rows = CfmRows::all}, 200, observer).message == "");
  }
}

// Friction in what a motor leads is paid by the motor; the ledger has both under `joints`, where they cancel.
BOOST_AUTO_TEST_CASE(friction_that_a_motor_overcomes_leaves_motion_and_ledger_as_they_were) {
  const auto led = [](double friction) {
    Model model = stopped_slider_crank();
    model.joints[0].element[0].friction = 0.0;
    model.joints[3].element[0] = {.friction = friction};
    add_drive(model, angle_drive, "motor", 0, properties_of({{"value", one_less_cosine(0.5, 4.0)}}));
    model.joints.back().element[0] = {};
    number_unknowns(model);
    return model;
  };
  for (const char* name : {"none", "implicit", "post_stabilization"})
    for (const Route route : {Route::kkt, Route::baraff, Route::smith}) {
      BOOST_TEST_INFO_SCOPE(name << " " << to_string(route));
      LedgerObserver rough, smooth;
      const LinearAlgebra algebra{.route = route};
      BOOST_TEST(run(led(2.0), algebra, 1000, rough, DependentRows::stop, name).status == Status::converged);
      BOOST_TEST(run(led(0.0), algebra, 1000, smooth, DependentRows::stop, name).status == Status::converged);
      BOOST_REQUIRE(rough.states.size() == smooth.states.size());
      BOOST_TEST(rough.is_within);
      BOOST_TEST(largest(rough.states.back().q - smooth.states.back().q) < 1e-11);
      BOOST_TEST(std::abs(rough.energies.back() - smooth.energies.back()) < 1e-10);
      BOOST_TEST(std::abs(rough.ledger.joints - smooth.ledger.joints) < 1e-10);
      BOOST_TEST(std::abs(rough.ledger.stabilization - smooth.ledger.stabilization) < 1e-10);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_route_simulation
