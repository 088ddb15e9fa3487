// The energy ledger: what each entry must be on motions where it is known.
#include <boost/test/unit_test.hpp>

#include "tests/support/methods.hpp"
#include "tests/support/observed_order.hpp"

namespace perpend::test::of_ledger {

namespace {

Ledger ledger_of(const Model& model, std::string_view name, double step, double duration,
                 const std::vector<std::pair<std::string_view, double>>& options = {}) {
  SimulationResult result;
  const DriftObserver observer =
      observe_run(model, method(name, options), step, duration, &result, DependentRows::stop, true);
  BOOST_REQUIRE(result.status == Status::converged);
  return observer.ledger;
}

/// A particle thrown along a straight wire under gravity.
Model bead_on_wire(Vec2 velocity) {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  add_particle(model, "bead", 2.0, Vec2(0.0, 0.0), velocity);
  add_joint(model, "point_on_line", "wire", world_body, 0,
            properties_of({{"axis", Vec2(0.8, 0.6)}, {"at", Vec2(0.0, 0.0)}}));
  number_unknowns(model);
  return model;
}

Model free_bar() {
  Model model;
  add_rod(model, "bar", 1.0, 2.0, Vec2(0.0, 0.0));
  return model;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ledger)

BOOST_AUTO_TEST_CASE(entries_add_up_to_the_change_of_energy) {
  for (const TestedMethod& tested : tested_methods()) {
    if (tested.type == "reference") continue;
    BOOST_TEST_INFO_SCOPE(tested.label);
    const DriftObserver seen =
        observe_run(mixed_mechanism(), tested.stabilizer(), 1e-3, 0.3, nullptr, DependentRows::stop, true);
    const Ledger& l = seen.ledger;
    if (std::isnan(l.joints)) {  // a step of several dynamic solves
      const bool has_several = tested.type == "ggl" || tested.type == "rattle" || tested.type == "shake" ||
                               tested.type == "runge_kutta" || tested.label.find("rk4") != std::string::npos;
      BOOST_TEST(has_several);
      continue;
    }
    const double sum = l.applied + l.joints + l.stabilization + l.correction + l.integration;
    // 300 steps of energies of 30 J.
    BOOST_TEST(std::abs(sum - (seen.energy - seen.initial_energy)) < 300.0 * 30.0 * 0x1p-52);
  }
}

BOOST_AUTO_TEST_CASE(a_straight_wire_does_no_work) {
  // J is constant and J v = 0 before and after: the impulse is orthogonal to the mean velocity.
  const Ledger l = ledger_of(bead_on_wire(Vec2(0.8, 0.6)), "none", 1e-3, 1.0);
  BOOST_TEST(std::abs(l.joints) < 1e-13);  // a thousand steps of impulses of 0.02 N s
  BOOST_TEST(l.stabilization == 0.0);
  BOOST_TEST(l.correction == 0.0);
  BOOST_TEST(l.applied == 0.0);
}

BOOST_AUTO_TEST_CASE(a_plastic_start_against_the_wire_costs_the_normal_energy) {
  // Speed 2 across the wire is lost at once: m v^2/2 = 4 J, all of it by the joint.
  const Ledger l = ledger_of(bead_on_wire(Vec2(-1.2, 1.6)), "none", 1e-6, 1e-6);
  BOOST_TEST(std::abs(l.joints + 4.0) < 1e-4);  // gravity acts for 1e-6 s on a momentum of 4
}

BOOST_AUTO_TEST_CASE(free_fall_has_an_exact_integration_entry) {
  // v+ = v - g h, y+ = y + h v+: the energy changes by -m g^2 h^2/2 a step.
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  add_particle(model, "stone", 2.0, Vec2(0.0, 0.0));
  number_unknowns(model);
  const Ledger l = ledger_of(model, "none", 1e-3, 1.0);
  BOOST_TEST(std::abs(l.integration + 1000.0 * 2.0 * 9.81 * 9.81 * 1e-6 / 2.0) < 1e-10);
}

BOOST_AUTO_TEST_CASE(integration_is_of_second_order_a_step_and_of_first_in_total) {
  const std::vector<double> steps{2e-3, 1e-3, 0.5e-3, 0.25e-3};
  std::vector<double> single, total;
  const Model model = four_bar();
  for (double step : steps) {
    single.push_back(std::abs(ledger_of(model, "none", step, step).integration));
    total.push_back(std::abs(ledger_of(model, "none", step, 0.2).integration));
  }
  BOOST_TEST(std::abs(fitted_order(steps, single) - 2.0) < 0.1);
  BOOST_TEST(std::abs(fitted_order(steps, total) - 1.0) < 0.1);
}

BOOST_AUTO_TEST_CASE(a_constant_load_works_by_force_times_displacement) {
  Model model = free_bar();
  const Vec2 force(3.0, -1.0);
  add_force(model, "load", "push", 0, world_body,
            properties_of({{"force", TimeVector{TimeFunction(force.x()), TimeFunction(force.y())}}}));
  number_unknowns(model);
  const double h = 1e-3;
  SimulationResult result;
  const DriftObserver seen = observe_run(model, method("none"), h, 1.0, &result, DependentRows::stop, true);
  const double work = force.dot(Vec2(result.state.q.head<2>()));
  // The mean of old and new velocity against the new one alone: h F.(v_end - v_start)/2.
  BOOST_TEST(std::abs(seen.ledger.applied - (work - h * force.dot(Vec2(result.state.v.head<2>())) / 2.0)) < 1e-12);
  BOOST_TEST(std::abs(seen.ledger.applied - seen.energy) < 1e-12);  // nothing else takes energy
}

BOOST_AUTO_TEST_CASE(a_damper_takes_energy_in_every_step_of_smooth_motion) {
  Model model;
  add_particle(model, "a", 1.0, Vec2(0.0, 0.0), Vec2(-0.5, 0.2));
  add_particle(model, "b", 2.0, Vec2(1.0, 0.0), Vec2(0.7, 0.1));
  add_force(model, "damper", "damper", 0, 1, properties_of({{"damping", 2.0}}));
  number_unknowns(model);
  double before = 0.0;
  for (int steps : {1, 10, 100, 1000}) {
    const double applied = ledger_of(model, "none", 1e-3, steps * 1e-3).applied;
    BOOST_TEST(applied < before);
    before = applied;
  }
}

BOOST_AUTO_TEST_CASE(stabilization_and_correction_have_their_own_entries) {
  Model apart = chain(3);
  apart.bodies[1].position.x() += 0.01;
  const Ledger baumgarte = ledger_of(apart, "baumgarte", 1e-3, 0.05, {{"alpha", 100.0}});
  BOOST_TEST(baumgarte.stabilization > 1e-3);  // pulls 0.01 m shut at 1 m/s
  BOOST_TEST(baumgarte.correction == 0.0);
  const Ledger post = ledger_of(apart, "post_stabilization", 1e-3, 0.05);
  BOOST_TEST(post.stabilization == 0.0);
  BOOST_TEST(post.correction != 0.0);
  const Ledger none = ledger_of(apart, "none", 1e-3, 0.05);
  BOOST_TEST(none.stabilization == 0.0);
  BOOST_TEST(none.correction == 0.0);
}

BOOST_AUTO_TEST_CASE(methods_without_a_single_solve_have_no_ledger) {
  for (const char* method : {"reference", "ggl", "rattle", "shake"}) {
    BOOST_TEST_INFO_SCOPE(method);
    const Ledger l = ledger_of(particle_pendulum(), method, 1e-2, 0.02);
    for (double entry : {l.applied, l.joints, l.stabilization, l.correction, l.integration})
      BOOST_TEST(std::isnan(entry));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_ledger
