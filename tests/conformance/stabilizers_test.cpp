// Laws that every registered method obeys.
#include <array>
#include <boost/test/unit_test.hpp>
#include <Eigen/LU>
#include <set>

#include "tests/support/led_mechanisms.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/observed_order.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"
#include "tests/support/turning_chain.hpp"

namespace perpend::test::of_stabilizers {

namespace {

constexpr double h = 1e-3;

State run(const Model& model, const TestedMethod& tested, long steps, double step = h) {
  StateObserver observer;
  const SimulationResult result =
      simulate(model, initial_state(model), step_of(tested.stabilizer()), {.step = step, .num_steps = steps}, observer);
  BOOST_REQUIRE(result.status == Status::converged);
  return result.state;
}

/// Largest component of the residual of a solve in extended precision, against the terms that it is the difference of.
double backward_error(const KeptSolve& kept) {
  using Real = long double;
  const Problem& problem = kept.problem;
  const MatrixX j = dense_jacobian(*problem.rows);
  const MatrixX m = dense(*problem.mass);
  const auto x = kept.solution.x.cast<Real>().eval();
  const auto y = kept.solution.multiplier.cast<Real>().eval();
  Real worst = 0;
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    Real r = -Real(problem.motion[k]);
    Real size = std::abs(Real(problem.motion[k]));
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      r += Real(m(k, i)) * x[i];
      size += std::abs(Real(m(k, i)) * x[i]);
    }
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      r -= Real(j(i, k)) * y[i];
      size += std::abs(Real(j(i, k)) * y[i]);
    }
    if (size > 0) worst = std::max(worst, std::abs(r) / size);
  }
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    Real r = Real(problem.compliance[i]) * y[i] - Real(problem.target[i]);
    Real size =
        x.cwiseAbs().maxCoeff() + std::abs(Real(problem.target[i])) + std::abs(Real(problem.compliance[i]) * y[i]);
    for (Eigen::Index k = 0; k < x.size(); ++k) r += Real(j(i, k)) * x[k];
    if (size > 0) worst = std::max(worst, std::abs(r) / size);
  }
  return static_cast<double>(worst);
}

/// Without limits, friction or contacts, moving within the first half second.
std::vector<std::pair<const char*, Model>> smooth_mechanisms() {
  return {{"double pendulum", chain(2, 9.81, 0.5)},
          {"mixed mechanism", mixed_mechanism()},
          {"rods led at one end", led_rods()},
          {"chain in space", turning_chain(2)},
          {"bar on a driven crank", bar_on_driven_crank()},
          {"four-bar in space", spatial_four_bar()}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stabilizers)

BOOST_AUTO_TEST_CASE(every_registered_method_is_tested) {
  std::set<std::string_view> tested;
  for (const TestedMethod& row : tested_methods()) tested.insert(row.type);
  for (const StabilizerType& type : stabilizer_types()) {
    BOOST_TEST_INFO_SCOPE(type.spec.name);
    BOOST_TEST(tested.count(type.spec.name) == 1U);
    BOOST_TEST((type.position_order > 0) == (type.spec.name != "reference"));
    BOOST_TEST(!type.spec.summary.empty());
    BOOST_TEST(!type.spec.citation.empty());
    BOOST_TEST(type.variants.find(type.spec.name) == 0U);
  }
}

// Four steps, the largest twice the next. The next term of the error is O(h) relative: a tenth of an order at 4 ms for
// motions with time scales of 0.1 s.
BOOST_AUTO_TEST_CASE(the_constraint_error_has_the_stated_order) {
  for (const TestedMethod& tested : tested_methods()) {
    const int order = drift_order(tested);
    // An error of order 4 sinks into rounding below 1 ms.
    const double smallest = order > 2 ? 1e-3 : 0.25e-3;
    const std::vector<double> steps{8.0 * smallest, 4.0 * smallest, 2.0 * smallest, smallest};
    for (const auto& [name, model] : {std::pair{"pendulum", chain(1, 9.81, 0.5)},
                                      {"double pendulum", chain(2, 9.81, 0.5)},
                                      {"four-bar", four_bar()}}) {
      BOOST_TEST_INFO_SCOPE(tested.label << " on the " << name);
      if (order == 0) {
        // To the solver's tolerance: 1e-12 for projection by default, rounding for the reference.
        BOOST_TEST(observe_run(model, tested.stabilizer(), 4e-3, 0.2).max_error <= 1e-12);
        continue;
      }
      std::vector<double> errors;
      for (double step : steps) errors.push_back(observe_run(model, tested.stabilizer(), step, 0.5).max_error);
      const double observed = fitted_order(steps, errors);
      BOOST_TEST(observed > order - 0.15);
      // The error of a single rod lies along it, where phi is linear to one order more: a correction leaves even less.
      const bool is_symmetric = model.bodies.size() == 1 && order > 2;
      if (!is_symmetric) BOOST_TEST(observed < order + 0.15);
    }
  }
}

// Against rk4 with steps small enough that its error is below 1e-9 of what is compared. From 8 ms down the next term is
// O(h) relative, as above.
BOOST_AUTO_TEST_CASE(the_position_has_the_stated_order) {
  constexpr double duration = 0.25;
  const std::vector<double> steps{0x1p-7, 0x1p-8, 0x1p-9};
  for (const auto& [name, model] : smooth_mechanisms()) {
    const TestedMethod& exact = *std::find_if(tested_methods().begin(), tested_methods().end(), [](const auto& tested) {
      return tested.label == "baumgarte_acceleration_rk4";
    });
    const VectorX end = run(model, exact, std::lround(duration * 0x1p12), 0x1p-12).q;
    for (const TestedMethod& tested : tested_methods()) {
      BOOST_TEST_INFO_SCOPE(tested.label << " on the " << name);
      const int order = position_order(tested);
      if (order == 0) continue;
      if (order > 4) {  // rounding at these steps: the next test
        BOOST_TEST(largest(run(model, tested, std::lround(duration * 0x1p9), 0x1p-9).q - end) < 1e-9);
        continue;
      }
      std::vector<double> errors;
      for (double step : steps)
        errors.push_back(largest(run(model, tested, std::lround(duration / step), step).q - end));
      const double observed = fitted_order(steps, errors);
      BOOST_TEST(observed > order - 0.25);
      BOOST_TEST(observed < order + 0.35);
    }
  }
}

// An error of order 8 is above rounding at steps of 62 ms to 8 ms only, where the terms after the first still count,
// for the largest error at four instants (at a single one the terms may cancel): half an order less, or one more, since
// the tableau is one whose first term is small. It is compared with the same method at 2 ms, which the test before
// compares with rk4.
BOOST_AUTO_TEST_CASE(a_position_of_order_8_has_it_at_long_steps) {
  constexpr double rounding = 1e-13;
  const std::array instants{0.125, 0.25, 0.375, 0.5};
  int num_tested = 0;
  for (const auto& [name, model] : smooth_mechanisms())
    for (const TestedMethod& tested : tested_methods()) {
      const int order = position_order(tested);
      if (order <= 4) continue;
      BOOST_TEST_INFO_SCOPE(tested.label << " on the " << name);
      const auto at = [&, &model = model](double instant, double step) {
        return VectorX(run(model, tested, std::lround(instant / step), step).q);
      };
      std::vector<double> steps, errors;
      for (const double step : {0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7}) {
        double error = 0.0;
        for (const double instant : instants) error = std::max(error, largest(at(instant, step) - at(instant, 0x1p-9)));
        if (error < rounding) continue;
        steps.push_back(step);
        errors.push_back(error);
      }
      BOOST_REQUIRE(steps.size() >= 2U);
      const double observed = fitted_order(steps, errors);
      BOOST_TEST(observed > order - 0.5);
      BOOST_TEST(observed < order + 1.0);
      ++num_tested;
    }
  BOOST_TEST(num_tested == 6);
}

BOOST_AUTO_TEST_CASE(every_linear_system_goes_through_the_given_solve_and_is_solved) {
  for (const TestedMethod& tested : tested_methods())
    for (const Model& model : {chain(4), four_bar(), mixed_mechanism(), turning_chain(3), hinge_chain(3)}) {
      BOOST_TEST_INFO_SCOPE(tested.label);
      Stepper stepper(model);
      State state = initial_state(model);
      for (int i = 0; i < 10; ++i) {
        state = stepper.step(*tested.stabilizer(), state, h);
        BOOST_REQUIRE(stepper.status == Status::converged);
        // The reference factorizes densely in extended precision on purpose.
        BOOST_TEST((stepper.solves.empty() == (tested.type == "reference")));
        BOOST_TEST(stepper.report.has_impulses);
        // L D L^T without pivoting on mechanisms of a dozen bodies: measured 1e-14; the bound leaves growth of 1e3.
        for (const KeptSolve& kept : stepper.solves) BOOST_TEST(backward_error(kept) < 1e-12);
      }
    }
}

BOOST_AUTO_TEST_CASE(a_step_keeps_nothing) {
  const Model one = four_bar();
  const Model other = chain(5);
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    const auto stabilizer = tested.stabilizer();
    Stepper first(one), second(other), fresh(one);
    State a = initial_state(one), b = initial_state(other), c = initial_state(one);
    for (int i = 0; i < 10; ++i) {
      const State again = first.step(*stabilizer, a, h);
      BOOST_TEST(same_bits(first.step(*stabilizer, a, h), again));
      a = again;
      b = second.step(*stabilizer, b, h);  // the same object, another mechanism in between
      c = fresh.step(*tested.stabilizer(), c, h);
      BOOST_TEST(same_bits(a, c));
    }
  }
}

// Gravity, masses and inertias all scale M; multipliers scale with it, motions do not. Powers of two are exact, and of
// four so are the square roots in the reference.
BOOST_AUTO_TEST_CASE(the_motion_under_gravity_does_not_depend_on_the_unit_of_mass) {
  for (const TestedMethod& tested : tested_methods())
    for (double factor : {0x1p-8, 0x1p6}) {
      BOOST_TEST_INFO_SCOPE(tested.label);
      Model heavy = chain(4);
      for (Body& body : heavy.bodies) {
        body.mass *= factor;
        body.inertia *= factor;
      }
      const long steps = tested.type == "reference" ? 20 : 200;
      BOOST_TEST(same_bits(run(chain(4), tested, steps), run(heavy, tested, steps)));
    }
}

// Other orders of elimination round differently; 100 steps of a falling linkage amplify it by less than 1e4.
constexpr double same_motion = 1e-12;

BOOST_AUTO_TEST_CASE(the_order_of_bodies_and_joints_does_not_matter) {
  const Model model = four_bar();
  Model turned = model;
  std::reverse(turned.bodies.begin(), turned.bodies.end());
  std::reverse(turned.joints.begin(), turned.joints.end());
  const int last = static_cast<int>(model.bodies.size()) - 1;
  for (Joint& joint : turned.joints)
    for (int& body : joint.body) body = body == world_body ? world_body : last - body;
  number_unknowns(turned);
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    const long steps = tested.type == "reference" ? 10 : 100;
    const State a = run(model, tested, steps);
    const State b = run(turned, tested, steps);
    for (int i = 0; i <= last; ++i) {
      const VectorX difference =
          a.q.segment<3>(model.bodies[i].offset) - b.q.segment<3>(turned.bodies[last - i].offset);
      BOOST_TEST(largest(difference) < same_motion);
    }
  }
}

/// Everything a quarter turn about the origin, body frames staying as they are: anchors and axes turn inside them.
Model quarter_turned(Model model) {
  const auto turn = [](Vec2& a) { a = Vec2(-a.y(), a.x()); };
  turn(model.gravity);
  for (Body& body : model.bodies) {
    turn(body.position);
    turn(body.velocity);
  }
  for (Joint& joint : model.joints) {
    for (Vec2& anchor : joint.anchor) turn(anchor);
    turn(joint.axis);
  }
  return model;
}

// Every product is the same number or its negative; sums of more than two meet in another order, except for a lone
// particle.
BOOST_AUTO_TEST_CASE(turning_the_world_by_a_quarter_turns_the_motion) {
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    const long steps = tested.type == "reference" ? 10 : 100;
    const State bob = run(particle_pendulum(), tested, steps);
    const State turned_bob = run(quarter_turned(particle_pendulum()), tested, steps);
    // J v is not 0 under shake: its residuals have three terms.
    const double allowed = tested.type == "shake" ? same_motion : 0.0;
    BOOST_TEST(std::abs(turned_bob.q[0] + bob.q[1]) <= allowed);
    BOOST_TEST(std::abs(turned_bob.q[1] - bob.q[0]) <= allowed);
    const State a = run(four_bar(), tested, steps);
    const State b = run(quarter_turned(four_bar()), tested, steps);
    for (int i = 0; i < 3; ++i) {
      BOOST_TEST(std::abs(b.q[3 * i] + a.q[3 * i + 1]) < same_motion);
      BOOST_TEST(std::abs(b.q[3 * i + 1] - a.q[3 * i]) < same_motion);
      BOOST_TEST(std::abs(b.q[3 * i + 2] - a.q[3 * i + 2]) < same_motion);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_same_invariances_hold_in_space) {
  const Vec3 spin(0.4, -0.7, 1.1);
  const Vec4 attitude = normalized(Vec4(0.8, -0.3, 0.4, 0.2));
  const Matrix3 turn = rotation_matrix(attitude);
  const Model model = turning_chain(3);
  const Model reversed = reversed_bodies(model);
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    const long steps = tested.type == "reference" ? 5 : 100;
    const State plain = run(model, tested, steps);
    const State turned = run(turning_chain(3, spin, attitude), tested, steps);
    const State scaled = run(turning_chain(3, spin, Vec4::UnitX(), 0x1p6), tested, steps);
    const State swapped = run(reversed, tested, steps);
    BOOST_TEST(same_bits(plain, scaled));
    for (int i = 0; i < 3; ++i) {
      const int other = reversed.bodies[2 - i].q_offset;
      BOOST_TEST(largest(plain.q.segment<7>(7 * i) - swapped.q.segment<7>(other)) < same_motion);
      BOOST_TEST(largest(Vec3(turn * plain.q.segment<3>(7 * i)) - turned.q.segment<3>(7 * i)) < same_motion);
      // Attitudes are of bodies whose frames turned with the world: R(turned) = turn R(plain).
      const Matrix3 expected = turn * rotation_matrix(Vec4(plain.q.segment<4>(7 * i + 3)));
      const Matrix3 found = rotation_matrix(Vec4(turned.q.segment<4>(7 * i + 3)));
      BOOST_TEST((expected - found).cwiseAbs().maxCoeff() < 10.0 * same_motion);
    }
  }
}

/// M^-1 J^T (J M^-1 J^T)^-1 phi: the shortest motion in M that has made the error, to first order.
VectorX shortest_motion(Stepper& stepper, const State& state) {
  const Evaluation& at = stepper.at(state);
  const MatrixX j = dense_jacobian(at.rows);
  const MatrixX weighted = stepper.mass().cwiseInverse().asDiagonal() * j.transpose();
  return weighted * (j * weighted).partialPivLu().solve(at.rows.phi);
}

// A four-bar at rest without gravity, one pin of which is open by a fifth of its rod: all that a method has to go by is
// the error of position. It starts from there, and what becomes velocity is what its linear update says, -(vq/h) of the
// error; where that is 0, nothing moves however long the run is.
BOOST_AUTO_TEST_CASE(open_joints_at_the_start_are_the_same_for_all_and_become_velocity_by_feedback_alone) {
  const Model model = four_bar(false, 0.0);
  State start = initial_state(model);
  start.q[6] += 0.08;
  Stepper stepper(model);
  const VectorX error = shortest_motion(stepper, start);
  int closed_without_velocity = 0;
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    const auto stabilizer = tested.stabilizer();
    StateObserver observer;
    const SimulationResult result = simulate(model, start, step_of(stabilizer),
                                             {.step = h, .num_steps = tested.type == "reference" ? 3 : 50}, observer);
    BOOST_TEST_REQUIRE((result.status == Status::converged), result.message);
    BOOST_TEST(same_bits(observer.states.front(), start));
    const auto update = stabilizer->linear_update();
    const bool is_rk4 = tested.label == "baumgarte_acceleration_rk4";
    const bool is_implicit_here = tested.type == "small_steps";
    BOOST_TEST((update.has_value() || is_rk4 || is_implicit_here || tested.type == "reference"));
    const double vq = update ? update->vq.factors[0] * update->vq.factors[1] * update->vq.factors[2] *
                                   std::pow(h, update->vq.step_power)
                      : is_rk4           ? 30.0 * 30.0 * h * h
                      : is_implicit_here ? 1.0
                                         : 0.0;
    if (vq != 0.0) {
      // Four stages see the error and the damping change, by 2 alpha h = 0.08 at most.
      const double allowed = (is_rk4 ? 0.08 : 1e-12) * largest(vq / h * error);
      BOOST_TEST(largest(observer.states[1].v + vq / h * error) <= allowed);
      continue;
    }
    // What an iteration leaves of the rows, 1e-12 m, a step may take for a motion.
    for (const State& state : observer.states) BOOST_TEST(largest(state.v) <= 1e-12 / h);
    closed_without_velocity += largest(stepper.at(result.state).rows.phi) <= 1e-12 ? 1 : 0;
  }
  // post_stabilization, projection, ggl, rattle, shake, runge_kutta in both orders, reference
  BOOST_TEST(closed_without_velocity == 8);
}

BOOST_AUTO_TEST_CASE(without_joints_every_method_falls_freely) {
  Model model;
  model.gravity = Vec2(0.5, -9.81);
  add_particle(model, "stone", 2.0, Vec2(0.0, 0.0), Vec2(1.0, 0.0));
  number_unknowns(model);
  for (const TestedMethod& tested : tested_methods()) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    const State end = run(model, tested, 100, 0x1p-7);
    const double t = 100.0 * 0x1p-7;
    BOOST_TEST(largest(end.v - Vec2(1.0 + 0.5 * t, -9.81 * t)) < 1e-13);
    // Semi-implicit: q = q0 + v0 t + g t (t + h)/2.
    const double fall = tested.falls_exactly ? t * t / 2.0 : t * (t + 0x1p-7) / 2.0;
    BOOST_TEST(largest(end.q - Vec2(t + 0.5 * fall, -9.81 * fall)) < 1e-13);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_stabilizers
