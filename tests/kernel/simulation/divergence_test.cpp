// When a joint counts as apart, and what a run says of it.
#include "kernel/simulation/divergence.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "kernel/dynamics/stiff_elements.hpp"
#include "kernel/model/linkage.hpp"
#include "tests/support/mechanisms.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_divergence {

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

SimulationResult run(const Model& model, double step, long steps, std::string_view name,
                     const std::vector<std::pair<std::string_view, double>>& options = {}) {
  StateObserver observer;
  return simulate(model, initial_state(model), step_of(method(name, options)), {.step = step, .num_steps = steps},
                  observer);
}

/// Gain above its limit: grows by 5 % a step.
SimulationResult blow_up(const Model& model) {
  return run(model, 1e-3, 2000, "baumgarte", {{"alpha", 2050.0}});
}

/// A rod of length L pinned at its end, with a spring and a damper in the pin; no gravity. I = m L^2/3 about the pin.
Model sprung_pin(double length, double stiffness, double damping) {
  Model model;
  const int rod = add_rod(model, "rod", length, 2.0, Vec2(length / 2.0, 0.0));
  add_joint(model, "revolute", "pin", world_body, rod, at(Vec2(0.0, 0.0)));
  model.joints[0].element[0].stiffness = stiffness;
  model.joints[0].element[0].damping = damping;
  model.joints[0].element[0].rest = 1e-3;  // so small a swing that the pin drifts by little in all steps
  number_unknowns(model);
  return model;
}

constexpr double length = 0.6;
constexpr double inertia = 2.0 * length * length / 3.0;
constexpr double step = 0x1p-8;

}  // namespace

BOOST_AUTO_TEST_SUITE(divergence)

BOOST_AUTO_TEST_CASE(a_linkage_is_as_large_as_its_bodies_and_anchors_reach) {
  const Model six = chain(6);
  for (const double size : linkage_sizes(six)) BOOST_TEST(std::abs(size - std::hypot(0.6, 0.1)) < 1e-15);
  // A particle on a string of 1.25 m is as large as the string.
  BOOST_TEST(std::abs(linkage_sizes(particle_pendulum())[0] - 1.25) < 1e-15);
  // What no joint connects does not count, however far away it is, and a fixed body joins nothing.
  Model two = chain(6);
  const int ground = add_fixed(two, "ground", Vec2(0.0, 0.0));
  const int far = add_rod(two, "far", 4.0, 1.0, Vec2(1000.0, 0.0));
  add_joint(two, "revolute", "far pin", ground, far, at(Vec2(998.0, 0.0)));
  number_unknowns(two);
  const std::vector<double> sizes = linkage_sizes(two);
  BOOST_TEST(std::abs(sizes[0] - std::hypot(0.6, 0.1)) < 1e-12);
  BOOST_TEST(std::abs(sizes[6] - 4.0 * std::sqrt(2.0)) < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_run_names_the_joint_that_came_apart_and_how_far) {
  const Model model = chain(6);
  const SimulationResult result = blow_up(model);
  BOOST_TEST(result.status == Status::diverged);
  const double limit = divergence_factor * std::hypot(0.6, 0.1);
  BOOST_TEST(std::abs(result.divergence.limit - limit) < 1e-14);
  BOOST_TEST(result.divergence.error > limit);
  BOOST_TEST(contains(result.message, "at step " + std::to_string(result.steps) + ": the constraint error of pin["));
  BOOST_TEST(contains(result.message, "m, above 6.08 m: 10 times the size of what the joint holds together"));
}

// Lengths and gravity by 2^-10, times and masses as they were: the same motion, smaller. All factors are powers of 2.
BOOST_AUTO_TEST_CASE(whether_a_run_diverges_does_not_depend_on_the_size_of_the_mechanism) {
  const SimulationResult large = blow_up(chain(6, 9.8125, 0.125));
  const SimulationResult small = blow_up(chain(6, 9.8125 * 0x1p-10, 0.125 * 0x1p-10));
  BOOST_TEST(large.status == Status::diverged);
  BOOST_TEST(small.status == Status::diverged);
  BOOST_TEST(large.steps == small.steps);
  BOOST_TEST(large.divergence.row == small.divergence.row);
}

// Joints 60 m apart in a chain of 0.6 m are no run that reached its end with an error.
BOOST_AUTO_TEST_CASE(an_error_of_a_hundred_lengths_is_divergence) {
  const Model model = chain(6);
  ConstraintRows rows = allocate_evaluation(model).rows;
  rows.phi.setZero(rows.num_rows);
  const VectorX limits = divergence_limits(model);
  BOOST_TEST(find_divergence(rows, limits).row == -1);
  rows.phi[3] = -60.0;
  rows.phi[5] = 7.0;
  const Divergence found = find_divergence(rows, limits);
  BOOST_TEST(found.row == 3);
  BOOST_TEST(found.error == 60.0);
}

// Semi-implicit Euler of one oscillator: stable for h omega < 2.
BOOST_AUTO_TEST_CASE(a_spring_that_is_stiff_for_the_step_is_named_as_the_cause) {
  for (const double ratio : {1.9, 3.0}) {
    BOOST_TEST_INFO_SCOPE(ratio);
    const Model model = sprung_pin(length, ratio * ratio / (step * step) * inertia, 0.0);
    const auto found = stiffest_element(model, initial_state(model), step);
    BOOST_REQUIRE(found.has_value());
    BOOST_TEST(found->name == "pin");
    BOOST_TEST(!found->is_damper);
    BOOST_TEST(std::abs(found->ratio - ratio) < 1e-12 * ratio);
    const SimulationResult result = run(model, step, 20000, "none");
    BOOST_TEST((result.status == Status::converged) == (ratio < 2.0), result.message);
    BOOST_TEST(contains(result.message, "the spring of 'pin' is stiff for this step: h omega = 3 ") == (ratio > 2.0),
               result.message);
  }
}

BOOST_AUTO_TEST_CASE(a_damper_that_is_stiff_for_the_step_is_named_too) {
  const Model model = sprung_pin(length, 1.0, 2.5 / step * inertia);
  const auto found = stiffest_element(model, initial_state(model), step);
  BOOST_REQUIRE(found.has_value());
  BOOST_TEST(found->is_damper);
  BOOST_TEST(std::abs(found->ratio - 2.5) < 1e-12);
  BOOST_TEST(contains(run(model, step, 20000, "none").message, "the damper of 'pin' is stiff for this step"));
}

// Two particles on a spring: omega^2 = k (1/m1 + 1/m2). A weld takes all motion from a spring between its bodies.
BOOST_AUTO_TEST_CASE(what_joints_hold_is_not_stiff) {
  Model model;
  const int a = add_particle(model, "a", 2.0, Vec2(0.0, 0.0));
  const int b = add_particle(model, "b", 3.0, Vec2(0.3, 0.4));
  const Properties spring = properties_of({{"stiffness", 1e4}, {"rest", TimeFunction(0.4)}});
  add_force(model, "spring", "link", a, b, spring);
  number_unknowns(model);
  const double omega = std::sqrt(1e4 * (1.0 / 2.0 + 1.0 / 3.0));
  BOOST_TEST(std::abs(stiffest_element(model, initial_state(model), step)->ratio / (step * omega) - 1.0) < 1e-12);
  Model held = chain(2);
  add_joint(held, "weld", "glue", 0, 1, at(Vec2(0.1, 0.0)));
  held.joints.erase(held.joints.begin() + 1);
  add_force(held, "spring", "idle", 0, 1, spring);
  number_unknowns(held);
  const auto idle = stiffest_element(held, initial_state(held), step);
  BOOST_TEST((!idle.has_value() || idle->ratio < 1e-6));
  BOOST_TEST(!stiffest_element(chain(3), initial_state(chain(3)), step).has_value());
}

BOOST_AUTO_TEST_CASE(a_run_that_came_apart_for_another_reason_blames_no_spring) {
  BOOST_TEST(!contains(blow_up(chain(6)).message, "stiff"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_divergence
