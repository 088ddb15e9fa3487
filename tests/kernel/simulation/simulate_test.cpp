// The simulation loop: what it counts, when it stops and what it says then.
#include <boost/test/unit_test.hpp>

#include "tests/support/contact_worlds.hpp"
#include "tests/support/mechanisms.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_simulate {

namespace {

SimulationResult run(const Model& model, std::string_view name, const SimulationSettings& settings,
                     SimulationObserver& observer) {
  return simulate(model, initial_state(model), step_of(method(name)), settings, observer);
}

/// Ends the run at a given step.
class StoppingObserver final : public SimulationObserver {
 public:
  explicit StoppingObserver(long last) : last_(last) {}
  void on_solve(const Problem&, const Solution&) override { ++solves; }
  bool on_instant(const Instant& instant) override {
    ++instants;
    return instant.step < last_;
  }
  int solves = 0;
  int instants = 0;

 private:
  long last_;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(simulation)

BOOST_AUTO_TEST_CASE(times_are_multiples_of_the_step_without_accumulated_rounding) {
  StateObserver observer;
  const SimulationResult result = run(chain(2), "implicit", {.step = 0.1e-2, .num_steps = 1000}, observer);
  BOOST_TEST(result.status == Status::converged);
  BOOST_TEST(result.message.empty());
  BOOST_TEST(result.steps == 1000);
  BOOST_REQUIRE(observer.states.size() == 1001U);
  for (std::size_t k = 0; k < observer.states.size(); ++k)
    BOOST_TEST(observer.states[k].time == static_cast<double>(k) * 0.1e-2);
  BOOST_TEST(same_bits(result.state, observer.states.back()));
}

BOOST_AUTO_TEST_CASE(a_run_starts_at_the_time_and_state_that_it_is_given) {
  const Model model = particle_pendulum();
  State start = initial_state(model);
  start.time = 2.0;
  StateObserver observer;
  const SimulationResult result =
      simulate(model, start, step_of(method("none")), {.step = 0x1p-10, .num_steps = 4}, observer);
  BOOST_TEST(observer.states.front().time == 2.0);
  BOOST_TEST(result.state.time == 2.0 + 4.0 * 0x1p-10);
}

BOOST_AUTO_TEST_CASE(two_halves_are_one_whole) {
  const Model model = four_bar();
  StateObserver observer;
  const auto step = step_of(method("post_stabilization"));
  const State whole = simulate(model, initial_state(model), step, {.step = 1e-3, .num_steps = 40}, observer).state;
  const State middle = simulate(model, initial_state(model), step, {.step = 1e-3, .num_steps = 15}, observer).state;
  State end = simulate(model, middle, step, {.step = 1e-3, .num_steps = 25}, observer).state;
  BOOST_TEST(std::abs(end.time - whole.time) < 1e-15);
  end.time = whole.time;
  BOOST_TEST(same_bits(end, whole));
}

BOOST_AUTO_TEST_CASE(the_observer_sees_every_solve_and_instant_and_can_stop) {
  StoppingObserver observer(7);
  const SimulationResult result = run(chain(2), "post_stabilization", {.step = 1e-3, .num_steps = 100}, observer);
  BOOST_TEST(result.status == Status::converged);
  BOOST_TEST(result.steps == 7);
  BOOST_TEST(observer.instants == 8);
  BOOST_TEST(observer.solves == 14);
  BOOST_TEST(result.solves == 14);
  BOOST_TEST(result.factorizations == 14);
  StoppingObserver at_once(0);
  BOOST_TEST(run(chain(2), "none", {.step = 1e-3, .num_steps = 100}, at_once).steps == 0);
  BOOST_TEST(at_once.solves == 0);
}

BOOST_AUTO_TEST_CASE(divergence_is_found_and_its_state_shown) {
  const Model model = chain(6);
  StateObserver observer;
  const auto step = step_of(method("baumgarte", {{"alpha", 2050.0}}));
  const SimulationResult result =
      simulate(model, initial_state(model), step, {.step = 1e-3, .num_steps = 2000}, observer);
  BOOST_TEST(result.status == Status::diverged);
  BOOST_TEST(result.steps < 2000);
  BOOST_TEST(observer.states.size() == static_cast<std::size_t>(result.steps) + 1);
  BOOST_TEST_INFO(result.message);
  BOOST_TEST(contains(result.message, "at step " + std::to_string(result.steps)));
  BOOST_TEST(is_finite(result.state));
}

BOOST_AUTO_TEST_CASE(a_value_that_is_not_finite_stops_before_it_is_shown) {
  Model model = chain(2);
  using Op = TimeFunction::Op;
  // 1 / (t - 1/64): infinite at the 16th step of 1/1024.
  const TimeFunction pole(
      {{Op::number, 1.0}, {Op::time, 0.0}, {Op::number, 0x1p-6}, {Op::subtract, 0.0}, {Op::divide, 0.0}});
  add_force(model, "torque", "pole", 0, world_body, properties_of({{"torque", pole}}));
  StateObserver observer;
  const SimulationResult result = run(model, "none", {.step = 0x1p-10, .num_steps = 100}, observer);
  BOOST_TEST(result.status == Status::not_finite);
  BOOST_TEST(result.steps == 16);
  BOOST_TEST(contains(result.message, "at step 17 (t = 0.015625 s): the law of 'pole' is not finite"), result.message);
  for (const State& state : observer.states) BOOST_TEST(is_finite(state));
}

BOOST_AUTO_TEST_CASE(a_value_that_is_not_finite_is_reported_with_the_largest_contact_impulse_and_its_bodies) {
  Model model = contact_world(0.0);
  const int ground = add_ground(model);
  const int light = add_body(model, disk_shape(0.5), 1.0, {0.0, 0.5});
  const int heavy = add_body(model, disk_shape(0.5), 3.0, {2.0, 0.5});
  number_unknowns(model);
  const auto resting = method("stabilized_lcp");
  const StepFunction step = [&](StepContext& context, const State& now, State& next) {
    const Status status = resting->step(context, now, next);
    if (now.time > 0.003) next.q[0] = std::numeric_limits<double>::infinity();
    return status;
  };
  StateObserver observer;
  const SimulationResult result =
      simulate(model, initial_state(model), step, {.step = 0x1p-10, .num_steps = 10}, observer);
  BOOST_TEST(result.status == Status::not_finite);
  BOOST_TEST(result.steps == 4);
  // What carries the heavier disk over one step: 3 kg 9.81 m/s^2 / 1024 s = 0.02874 N s.
  for (const std::string& part : {std::string("at step 5: a value is not finite"), std::string("0.0287 N s"),
                                  "'" + model.bodies[heavy].name + "'", "'" + model.bodies[ground].name + "'"})
    BOOST_TEST(contains(result.message, part), result.message);
  BOOST_TEST(!contains(result.message, model.bodies[light].name));
}

// The angle is finite, but its sine is not known, and with it no point of the body.
BOOST_AUTO_TEST_CASE(an_angle_whose_sine_is_not_known_ends_the_run) {
  Model model = contact_world(0.0);
  add_body(model, disk_shape(0.5), 1.0, {0.0, 0.5});
  const int fast = add_body(model, disk_shape(0.5), 1.0, {2.0, 0.5}, Vec2::Zero(), 0x1p38);
  number_unknowns(model);
  StateObserver observer;
  const SimulationResult result = run(model, "stabilized_lcp", {.step = 0x1p-10, .num_steps = 10}, observer);
  BOOST_TEST(result.status == Status::not_finite);
  BOOST_TEST(result.steps == 4);  // 2^30 rad, which is still known
  BOOST_TEST(contains(result.message, "'" + model.bodies[fast].name + "' has turned by 1.34e+09 rad"), result.message);

  State start = initial_state(model);
  start.q[2] = -2e9;
  const SimulationResult none =
      simulate(model, start, step_of(method("stabilized_lcp")), {.step = 0x1p-10, .num_steps = 10}, observer);
  BOOST_TEST(none.status == Status::not_finite);
  BOOST_TEST(none.steps == 0);
}

BOOST_AUTO_TEST_CASE(a_bad_start_is_not_a_success) {
  const Model model = chain(2);
  State start = initial_state(model);
  start.v[0] = std::nan("");
  StateObserver observer;
  const SimulationResult result =
      simulate(model, start, step_of(method("none")), {.step = 1e-3, .num_steps = 5}, observer);
  BOOST_TEST(result.status == Status::not_finite);
  BOOST_TEST(result.steps == 0);
}

BOOST_AUTO_TEST_CASE(iteration_limits_stop_the_run_by_name) {
  StateObserver observer;
  const Model model = chain(3);
  const SimulationResult result =
      simulate(model, initial_state(model), step_of(method("projection", {{"max_iterations", 1.0}})),
               {.step = 1e-2, .num_steps = 5}, observer);
  BOOST_TEST(result.status == Status::iteration_limit);
  BOOST_TEST(contains(result.message, "at step 1: the iteration of the method stopped before its tolerance"));
}

BOOST_AUTO_TEST_CASE(rows_have_names) {
  const Model model = mixed_mechanism();
  BOOST_TEST(row_name(model, 0) == "rail row 1");
  BOOST_TEST(row_name(model, 1) == "rail row 2");
  BOOST_TEST(row_name(model, 6) == "weld row 3");
  BOOST_TEST(row_name(model, 7) == "string");
  BOOST_TEST(row_name(model, 8) == "wire");
}

BOOST_AUTO_TEST_CASE(results_that_were_not_made_do_not_look_like_success) {
  BOOST_TEST(SimulationResult().status == Status::not_run);
  BOOST_TEST(Solution().status == Status::not_run);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_simulate
