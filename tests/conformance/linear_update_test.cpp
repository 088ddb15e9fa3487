// The linear update that a method claims, against the step that it makes. Particles on straight wires are exactly
// linear: phi = J q with constant J, so that a step is a matrix whose columns are the steps of unit vectors. [Hong06]
// (19), (22)
#include <boost/test/unit_test.hpp>
#include <Eigen/LU>

#include "tests/support/methods.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_linear_update {

namespace {

constexpr double h = 0x1p-7;

/// Four particles at the origin, joined by wires through it that never turn: one to the ground, a loop of three others.
/// Built by hand, because a scene may not hang a direction on a particle; here it is what makes phi exactly linear.
Model wires() {
  Model model;
  for (int i = 0; i < 4; ++i) add_particle(model, "p" + std::to_string(i), 0.5 + i, Vec2(0.0, 0.0));
  const auto wire = [&](const std::string& name, int a, int b, Vec2 axis) {
    Joint joint;
    joint.name = name;
    joint.type = &point_on_line_joint;
    joint.body = {a, b};
    joint.axis = axis.normalized();
    model.joints.push_back(joint);
  };
  wire("ground", world_body, 0, Vec2(0.6, 0.8));
  wire("pair", 0, 1, Vec2(1.0, 0.5));
  wire("loop", 2, 0, Vec2(-0.3, 0.7));
  wire("close", 1, 2, Vec2(0.2, 0.9));
  number_unknowns(model);
  return model;
}

double value(const ExactProduct& product) {
  return product.factors[0] * product.factors[1] * product.factors[2] * std::pow(h, product.step_power);
}

/// M^-1 J^T (J M^-1 J^T + E)^-1 J.
MatrixX projector(const Stepper& stepper, const MatrixX& j, double cfm) {
  const MatrixX weighted = stepper.mass().cwiseInverse().asDiagonal() * j.transpose();
  const MatrixX delassus = j * weighted + cfm * MatrixX::Identity(j.rows(), j.rows());
  return weighted * delassus.inverse() * j;
}

MatrixX claimed_update(const LinearUpdate& update, const MatrixX& p) {
  const MatrixX one = MatrixX::Identity(p.rows(), p.rows());
  MatrixX x(2 * p.rows(), 2 * p.rows());
  x << one - value(update.qq) * p, h * (one - value(update.qv) * p), -value(update.vq) / h * p,
      one - value(update.vv) * p;
  return x;
}

MatrixX measured_update(Stepper& stepper, const Model& model, const Stabilizer& stabilizer) {
  const int n = model.num_velocities;
  MatrixX x(2 * n, 2 * n);
  for (int k = 0; k < 2 * n; ++k) {
    State unit = initial_state(model);
    (k < n ? unit.q : unit.v)[k % n] = 1.0;
    const State next = stepper.step(stabilizer, unit, h);
    BOOST_REQUIRE(stepper.status == Status::converged);
    x.col(k) << next.q, next.v;
  }
  return x;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(linear_updates)

BOOST_AUTO_TEST_CASE(a_step_on_a_linear_mechanism_is_the_claimed_polynomial_of_the_projector) {
  const Model model = wires();
  std::vector<TestedMethod> methods = tested_methods();
  methods.push_back({"erp with cfm", "erp", {{"erp", 0.5}, {"cfm", 0.25}}});
  methods.push_back({"two iterations", "post_stabilization", {{"iterations", 2.0}}});
  int compared = 0;
  for (const TestedMethod& tested : methods) {
    BOOST_TEST_INFO_SCOPE(tested.label);
    const auto stabilizer = tested.stabilizer();
    const auto update = stabilizer->linear_update();
    const bool is_product =
        tested.type != "reference" && tested.type != "small_steps" && tested.label != "baumgarte_acceleration_rk4";
    BOOST_TEST(update.has_value() == is_product);
    if (!update) continue;
    const double cfm = tested.label == "erp with cfm" ? 0.25 : 0.0;
    BOOST_TEST(update->compliant == (cfm > 0.0));
    Stepper stepper(model);
    const MatrixX p = projector(stepper, dense_jacobian(stepper.at(initial_state(model)).rows), cfm);
    const MatrixX difference = measured_update(stepper, model, *stabilizer) - claimed_update(*update, p);
    // Entries up to 1/h = 128; dense inverse and sparse factorization differ by the condition of W, below 100.
    BOOST_TEST(difference.cwiseAbs().maxCoeff() < 128.0 * 100.0 * 0x1p-52);
    ++compared;
  }
  BOOST_TEST(compared == 21);
}

BOOST_AUTO_TEST_CASE(the_step_is_linear_there) {
  const Model model = wires();
  Random random(5);
  for (const TestedMethod& tested : tested_methods()) {
    if (tested.type == "reference") continue;
    BOOST_TEST_INFO_SCOPE(tested.label);
    Stepper stepper(model);
    const MatrixX x = measured_update(stepper, model, *tested.stabilizer());
    State state = initial_state(model);
    state.q = random.vector(model.num_velocities, 1.0);
    state.v = random.vector(model.num_velocities, 1.0);
    VectorX stacked(2 * model.num_velocities);
    stacked << state.q, state.v;
    const State next = stepper.step(*tested.stabilizer(), state, h);
    VectorX result(2 * model.num_velocities);
    result << next.q, next.v;
    BOOST_TEST(largest(result - x * stacked) < 128.0 * 100.0 * 0x1p-52);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_linear_update
