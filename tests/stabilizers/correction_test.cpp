// Methods that correct the position after the step: post-stabilization and projection.
#include <boost/test/unit_test.hpp>
#include <Eigen/LU>

#include "tests/support/mechanisms.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_correction {

namespace {

constexpr double h = 1e-3;

/// A chain that has been pulled apart by `gap` at its second pin.
State pulled_apart(const Model& model, double gap) {
  State state = initial_state(model);
  state.q[3] += gap;
  return state;
}

double furthest_motion(const Model& model, const VectorX& dq) {
  double furthest = 0.0;
  for (const Body& body : model.bodies)
    if (body.dof == 3)
      furthest =
          std::max(furthest, dq.segment<2>(body.offset).norm() + std::abs(dq[body.offset + 2]) * bounding_radius(body));
  return furthest;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(corrections)

BOOST_AUTO_TEST_CASE(post_stabilization_is_none_followed_by_one_mass_weighted_newton_step) {
  const Model model = chain(3);
  const State start = pulled_apart(model, 0.01);
  Stepper stepper(model);
  const State none = stepper.step(*method("none"), start, h);
  const State post = stepper.step(*method("post_stabilization"), start, h);
  BOOST_TEST((post.v.array() == none.v.array()).all());  // the velocity is not touched
  const MatrixX j = dense_jacobian(stepper.at(none).rows);
  const VectorX phi = stepper.at(none).rows.phi;
  const MatrixX weighted = stepper.mass().cwiseInverse().asDiagonal() * j.transpose();
  const VectorX dq = -weighted * (j * weighted).inverse() * phi;
  BOOST_TEST(largest(post.q - none.q - dq) < 1e-14);  // dq is 1e-2, the dense inverse loses two digits
  BOOST_TEST(stepper.report.corrected);
  BOOST_TEST((stepper.report.phi_before.array() == phi.array()).all());
}

BOOST_AUTO_TEST_CASE(iterations_square_the_error_each_time) {
  const Model model = chain(3);
  const State start = pulled_apart(model, 0.01);
  Stepper stepper(model);
  std::vector<double> errors;
  for (double iterations : {1.0, 2.0, 3.0}) {
    const State next = stepper.step(*method("post_stabilization", {{"iterations", iterations}}), start, h);
    BOOST_TEST(stepper.report.iterations == static_cast<int>(iterations));
    BOOST_TEST(stepper.solves.size() == 1 + static_cast<std::size_t>(iterations));
    errors.push_back(largest(stepper.at(next).rows.phi));
  }
  // e+ = c e^2 with c the curvature of phi over |J|^2, about 1/length = 10/m; below it the rounding of 0.1 m.
  BOOST_TEST(errors[1] < 20.0 * errors[0] * errors[0] + 1e-15);
  BOOST_TEST(errors[2] < 20.0 * errors[1] * errors[1] + 1e-15);
}

BOOST_AUTO_TEST_CASE(an_error_whose_products_would_underflow_is_left_as_it_is) {
  Model model;
  model.gravity = Vec2::Zero();
  add_rod(model, "rod", 1.0, 1.0, Vec2::Zero());
  add_joint(model, "revolute", "pin", world_body, 0, at(Vec2::Zero()));
  number_unknowns(model);
  Stepper stepper(model);
  for (const double error : {1e-3, 1e-100, 1e-130, 1e-140, 1e-200, 1e-320}) {
    State state = initial_state(model);
    state.q[0] = error;
    state.q[1] = -error;
    const State post = stepper.step(*method("post_stabilization"), state, h);
    const double left = error > 0x1p-450 ? 0.0 : error;
    BOOST_TEST(std::abs(post.q[0] - left) <= 1e-15 * error, error);
    BOOST_TEST(std::abs(post.q[1] + left) <= 1e-15 * error, error);
    if (left != 0.0)  // else it moves
      BOOST_TEST(
          (stepper.step(*method("baumgarte", {{"alpha", 100.0}, {"beta", 100.0}}), state, h).v.array() == 0.0).all(),
          error);
    // Its tolerance is far above.
    if (error < 1e-3)
      BOOST_TEST(same_bits(stepper.step(*method("projection"), state, h), stepper.step(*method("none"), state, h)),
                 error);
  }
}

BOOST_AUTO_TEST_CASE(no_body_point_moves_further_than_the_step_limit) {
  const Model model = chain(4);
  const State start = pulled_apart(model, 0.05);
  Stepper stepper(model);
  const State none = stepper.step(*method("none"), start, h);
  for (double limit : {1e-4, 1e-3, 1e-2}) {
    const State next = stepper.step(*method("post_stabilization", {{"step_limit", limit}}), start, h);
    const double motion = furthest_motion(model, next.q - none.q);
    BOOST_TEST(motion <= limit * (1.0 + 1e-9));  // q+ - q cancels 7 digits of 16
    BOOST_TEST(motion >= limit * (1.0 - 1e-9));  // and the correction, which is 0.05 m, uses all of it
  }
  const State free = stepper.step(*method("post_stabilization"), start, h);
  const State wide = stepper.step(*method("post_stabilization", {{"step_limit", 1.0}}), start, h);
  BOOST_TEST(same_bits(free, wide));  // a limit that is not reached changes nothing
}

BOOST_AUTO_TEST_CASE(projection_reaches_its_tolerance_in_position_and_velocity) {
  const Model model = four_bar();
  for (double tolerance : {1e-6, 1e-9, 1e-13}) {
    State state = initial_state(model);
    Stepper stepper(model);
    for (int i = 0; i < 200; ++i) {
      state = stepper.step(*method("projection", {{"tolerance", tolerance}}), state, 5e-3);
      BOOST_REQUIRE(stepper.status == Status::converged);
      const Evaluation& evaluation = stepper.at(state);
      BOOST_TEST(largest(evaluation.rows.phi) <= tolerance);
      VectorX rate;
      apply_jacobian(evaluation.rows, state.v, rate);
      BOOST_TEST(largest(rate) < 1e-13 * (1.0 + largest(state.v)));  // J entries are below 1: a hundred roundings
    }
  }
}

BOOST_AUTO_TEST_CASE(projection_that_cannot_reach_its_tolerance_says_so) {
  // Two anchors 0.55 m from each other held by 0.5 m of rod: no position meets phi = 0.
  Model model;
  add_rod_between(model, "a", 1.0, Vec2(0.0, 0.0), Vec2(0.25, 0.0));
  add_rod_between(model, "b", 1.0, Vec2(0.3, 0.0), Vec2(0.55, 0.0));
  add_joint(model, "revolute", "left", world_body, 0, at(Vec2(0.0, 0.0)));
  add_joint(model, "revolute", "middle", 0, 1,
            properties_of({{"at_first", Vec2(0.25, 0.0)}, {"at_second", Vec2(0.3, 0.0)}}));
  add_joint(model, "revolute", "right", 1, world_body, at(Vec2(0.55, 0.0)));
  number_unknowns(model);
  State state = initial_state(model);
  state.q[2] = 0.1;  // off the line, where J is regular
  Stepper stepper(model);
  const State next = stepper.step(*method("projection"), state, h);
  BOOST_TEST(stepper.status == Status::iteration_limit);
  BOOST_TEST(largest(stepper.at(next).rows.phi) > 1e-3);
}

BOOST_AUTO_TEST_CASE(factories_refuse_options_that_make_no_method) {
  const auto refused = [](const Properties& options) {
    return std::holds_alternative<FactoryError>(baumgarte_stabilizer.make(options));
  };
  BOOST_TEST(refused(properties_of({})));
  BOOST_TEST(refused(properties_of({{"beta", 1.0}})));
  BOOST_TEST(refused(properties_of({{"alpha", 1.0}, {"zeta", 1.0}})));
  BOOST_TEST(refused(properties_of({{"omega0", 1.0}})));
  BOOST_TEST(!refused(properties_of({{"omega0", 1.0}, {"zeta", 1.0}})));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_correction
