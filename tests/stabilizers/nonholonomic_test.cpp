// Non-holonomic rows under every method: what is met where, and what the quadrature of the integral decides. [Hong06] 4
#include <boost/test/unit_test.hpp>

#include "stabilizers/nonholonomic.hpp"
#include "tests/support/led_mechanisms.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/observed_order.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_nonholonomic {

namespace {

std::shared_ptr<const Stabilizer> feedback(const char* quadrature, double h, const char* integrator = "semi_implicit") {
  return std::get<0>(baumgarte_stabilizer.make(properties_of({{"alpha", 0.5 / h},
                                                              {"beta", 1.0 / h},
                                                              {"quadrature", std::string(quadrature)},
                                                              {"integrator", std::string(integrator)}})));
}

VectorX error_at(Stepper& stepper, const State& state) {
  VectorX g;
  nonholonomic_error(stepper.at(state).rows, state.v, g);
  return g;
}

/// First component of g_0, g_1, ...
std::vector<double> errors(const Model& model, const Stabilizer& stabilizer, double h, int steps) {
  Stepper stepper(model);
  State state = initial_state(model);
  std::vector<double> g{error_at(stepper, state)[0]};
  for (int i = 0; i < steps; ++i) {
    state = stepper.step(stabilizer, state, h);
    g.push_back(error_at(stepper, state)[0]);
  }
  return g;
}

/// Largest g after the first tenth of a second, when what the start left has gone.
double largest_error(const Model& model, const Stabilizer& stabilizer, double h) {
  Stepper stepper(model);
  State state = initial_state(model);
  double worst = 0.0;
  for (int i = 0; i < std::lround(0.6 / h); ++i) {
    state = stepper.step(stabilizer, state, h);
    state.time = (i + 1) * h;
    if (state.time > 0.1) worst = std::max(worst, largest(error_at(stepper, state)));
  }
  return worst;
}

double observed_order(const Model& model, const std::function<std::shared_ptr<const Stabilizer>(double)>& make) {
  const std::vector<double> steps{0x1p-7, 0x1p-8, 0x1p-9, 0x1p-10};
  std::vector<double> found;
  for (double step : steps) found.push_back(largest_error(model, *make(step), step));
  return fitted_order(steps, found);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(nonholonomic)

// alpha = 1/(2h), beta = 1/h: g_{k+1} = -I_k / h. Powers of two make every number exact.
BOOST_AUTO_TEST_CASE(the_quadrature_decides_between_dead_beat_and_ringing) {
  const double h = 0x1p-6;
  const Model model = violating_particle();
  const auto right = errors(model, *feedback("right", h), h, 12);
  BOOST_TEST(right[1] == -1.0);
  for (int k = 2; k <= 12; ++k) BOOST_TEST(right[k] == 0.0);
  const auto left = errors(model, *feedback("left", h), h, 12);  // z^2 - z + 1: the sixth roots of 1
  for (int k = 0; k <= 6; ++k) BOOST_TEST(left[k + 6] == left[k]);
  BOOST_TEST(left[3] == -1.0);
  const auto trapezoid = errors(model, *feedback("trapezoid", h), h, 12);  // z^2 - z/2 + 1/2
  for (int k = 0; k + 2 <= 12; ++k) BOOST_TEST(trapezoid[k + 2] == 0.5 * trapezoid[k + 1] - 0.5 * trapezoid[k]);
  const auto off = errors(model, *feedback("off", h), h, 12);
  BOOST_TEST(off[1] == 0.0);
}

// Under rk4 the error and its integral are a linear oscillator: I'' + 2 alpha I' + beta^2 I = 0 from I = 0, I' = 1.
BOOST_AUTO_TEST_CASE(runge_kutta_integrates_the_error_along_with_the_motion) {
  const Model model = violating_particle();
  const auto stabilizer = std::get<0>(baumgarte_stabilizer.make(properties_of(
      {{"alpha", 3.0}, {"beta", 5.0}, {"quadrature", std::string("stages")}, {"integrator", std::string("rk4")}})));
  const double w = 4.0;  // sqrt(beta^2 - alpha^2)
  const auto expected = [&](double t) { return std::exp(-3.0 * t) * (std::cos(w * t) - 0.75 * std::sin(w * t)); };
  const auto coarse = errors(model, *stabilizer, 0x1p-5, 32);
  const auto fine = errors(model, *stabilizer, 0x1p-6, 64);
  const double ratio = std::abs(coarse.back() - expected(1.0)) / std::abs(fine.back() - expected(1.0));
  BOOST_TEST(std::log2(ratio) > 3.7);
  BOOST_TEST(std::log2(ratio) < 4.3);
}

BOOST_AUTO_TEST_CASE(the_error_has_the_order_of_each_treatment) {
  for (const Model& model : {led_rods(), led_chain_in_space()}) {
    const auto named = [](const char* name) { return [name](double) { return method(name); }; };
    const auto summed = [](const char* quadrature) {
      return [quadrature](double h) { return feedback(quadrature, h); };
    };
    const double none = observed_order(model, named("none"));
    const double implicit = observed_order(model, named("implicit"));
    const double right = observed_order(model, summed("right"));
    const double off = observed_order(model, summed("off"));
    BOOST_TEST(std::abs(none - 1.0) < 0.2);
    BOOST_TEST(std::abs(implicit - 2.0) < 0.2);
    BOOST_TEST(std::abs(off - 2.0) < 0.2);
    BOOST_TEST(std::abs(right - 3.0) < 0.3);
  }
}

// By hand: N v+ = v0(t + h), with N of the old position.
BOOST_AUTO_TEST_CASE(velocities_prescribed_over_time_hold_at_the_time_of_the_new_velocity) {
  const double h = 0x1p-7;
  const Model model = led_rods();
  for (const char* name : {"none", "post_stabilization", "stabilized_lcp"}) {
    Stepper stepper(model);
    State state = initial_state(model);
    state.time = 20.0 * h;
    const State next = stepper.step(*method(name), state, h);
    VectorX rate;
    apply_jacobian(stepper.at(state).rows, next.v, rate);
    const double t = state.time + h;
    const Vec2 expected(0.5 * std::sin(3.0 * t), 0.4 * (1.0 - std::cos(2.0 * t)));
    BOOST_TEST(largest(Vec2(rate.segment<2>(model.joints[1].first_row)) - expected) < 1e-13, name);  // a few sums
  }
}

// [Hong06] (31), by hand: N v+ = v0(t + h) - h (N v)_q v.
BOOST_AUTO_TEST_CASE(implicit_aims_at_the_end_of_the_step) {
  const double h = 0x1p-7;
  const Model model = led_rods();
  Stepper stepper(model);
  State state = initial_state(model);
  for (int i = 0; i < 20; ++i) state = stepper.step(*method("projection"), state, h);
  state.time = 20.0 * h;
  const State next = stepper.step(*method("implicit"), state, h);
  VectorX rate;
  const ConstraintRows rows = stepper.at(state).rows;
  apply_jacobian(rows, next.v, rate);
  // The end of the rod is 0.25 m behind its centre: (N v)_q v = +0.25 w^2 along the rod.
  const double centripetal = 0.25 * state.v[2] * state.v[2];
  const double t = state.time + h;
  const Vec2 expected = Vec2(0.5 * std::sin(3.0 * t), 0.4 * (1.0 - std::cos(2.0 * t))) -
                        h * centripetal * Vec2(std::cos(state.q[2]), std::sin(state.q[2]));
  const int row = model.joints[1].first_row;
  BOOST_TEST(largest(Vec2(rate.segment<2>(row)) - expected) < 1e-13);  // numbers of size 1, a few sums
}

BOOST_AUTO_TEST_CASE(methods_that_meet_velocities_meet_these_rows_at_the_new_state) {
  const double h = 0x1p-7;
  for (const Model& model : {led_rods(), led_chain_in_space()})
    for (const char* name : {"projection", "ggl", "rattle"}) {
      Stepper stepper(model);
      State state = initial_state(model);
      for (int i = 0; i < 50; ++i) {
        state = stepper.step(*method(name), state, h);
        BOOST_REQUIRE(stepper.status == Status::converged);
        BOOST_TEST(largest(error_at(stepper, state)) < 1e-12);
      }
    }
}

// N dq = 0: the point that the constraint leads is not moved by a correction of the other joints.
BOOST_AUTO_TEST_CASE(position_corrections_move_along_the_admitted_directions) {
  const Model model = led_rods();
  Stepper stepper(model);
  State state = initial_state(model);
  state.q[3] += 0.01;
  stepper.step(*method("post_stabilization"), state, 0x1p-7);
  const KeptSolve& correction = stepper.solves.back();
  VectorX moved;
  apply_jacobian(correction.rows, correction.solution.x, moved);
  BOOST_TEST(largest(moved.tail(2)) < 1e-15);
  BOOST_TEST(largest(moved.head(2)) > 1e-3);
}

BOOST_AUTO_TEST_CASE(a_method_without_its_quadrature_refuses_the_model) {
  const Model model = led_rods();
  const auto silent = method("baumgarte", {{"alpha", 1.0}, {"beta", 1.0}});
  BOOST_REQUIRE(silent->objection(model).has_value());
  BOOST_TEST(silent->objection(model)->find("write quadrature: right, left, trapezoid or off") != std::string::npos);
  BOOST_TEST(!silent->objection(chain(2)).has_value());
  BOOST_TEST(!feedback("off", 0.1)->objection(model).has_value());
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    BOOST_TEST(!tested.stabilizer()->objection(model).has_value());
  }
}

BOOST_AUTO_TEST_CASE(options_that_contradict_each_other_are_refused) {
  const auto refused = [](const std::vector<std::pair<std::string_view, PropertyValue>>& entries) {
    return std::holds_alternative<FactoryError>(baumgarte_stabilizer.make(properties_of(entries)));
  };
  using namespace std::string_literals;
  BOOST_TEST(refused({{"alpha", 1.0}, {"quadrature", "right"s}}));
  BOOST_TEST(refused({{"alpha", 1.0}, {"integrator", "rk4"s}}));
  BOOST_TEST(refused({{"alpha", 1.0}, {"beta", 1.0}, {"quadrature", "stages"s}}));
  BOOST_TEST(refused({{"alpha", 1.0}, {"beta", 1.0}, {"quadrature", "left"s}, {"integrator", "rk4"s}}));
  BOOST_TEST(!refused({{"alpha", 1.0}, {"beta", 1.0}, {"quadrature", "off"s}, {"integrator", "rk4"s}}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_nonholonomic
