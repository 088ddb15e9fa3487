// Forces that follow laws of the state: their stiffness and damping at rest, compared with differences.
#include <boost/test/unit_test.hpp>

#include "kernel/dynamics/linearize_forces.hpp"
#include "tests/support/laws.hpp"

namespace perpend::test::of_law_forces {

namespace {

using Op = TimeFunction::Op;
using Kind = StateSignal::Kind;

void add_motor(Model& model, std::vector<TimeFunction::Instruction> program) {
  auto inputs = std::make_shared<LawInputs>();
  inputs->signals = {{.kind = Kind::coordinate, .joint = 0}, {.kind = Kind::coordinate_rate, .joint = 0}};
  Force motor;
  motor.name = "motor";
  motor.type = &motor_force;
  motor.push = TimeFunction(std::move(program), inputs);
  motor.signals = motor.push.signals();
  motor.joint = 0;
  model.forces.push_back(std::move(motor));
}

/// K and D as the sums of what LinearForces holds.
std::pair<MatrixX, MatrixX> sums_of(const LinearForces& forces, int n) {
  MatrixX stiffness = MatrixX::Zero(n, n), damping = MatrixX::Zero(n, n);
  for (const LinearForces::Element& element : forces.elements)
    for (std::size_t i = 0; i < element.columns.size(); ++i)
      for (std::size_t j = 0; j < element.columns.size(); ++j) {
        const double product = element.gradient[i] * element.gradient[j];
        stiffness(element.columns[i], element.columns[j]) += element.stiffness * product;
        damping(element.columns[i], element.columns[j]) += element.damping * product;
      }
  for (const LinearForces::Entry& entry : forces.rest) {
    stiffness(entry.row, entry.column) += entry.value;
    if (entry.row != entry.column) stiffness(entry.column, entry.row) += entry.value;
  }
  return {stiffness, damping};
}

VectorX force_at(const Model& model, State state) {
  Evaluation evaluation = allocate_evaluation(model);
  evaluate(model, state, evaluation);
  return evaluation.force;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(law_forces)

// Without gravity, and with a law that pushes by 0 there, the joint carries no force at rest: K and D are those of the
// applied forces alone.
BOOST_AUTO_TEST_CASE(stiffness_and_damping_of_a_controller_are_the_derivatives_of_its_force) {
  Model model = two_rods();
  // -5 sin c - 2 rate
  add_motor(model, {{Op::number, 5.0},
                    signal(0),
                    {Op::sin, 0.0},
                    {Op::multiply, 0.0},
                    {Op::negate, 0.0},
                    {Op::number, 2.0},
                    signal(1),
                    {Op::multiply, 0.0},
                    {Op::subtract, 0.0}});
  const State start = initial_state(model);
  const LinearForces forces = linearize_forces(model, start);
  BOOST_REQUIRE_EQUAL(forces.objection, "");
  const auto [stiffness, damping] = sums_of(forces, 6);
  const double e = 1e-6;
  for (int j = 0; j < 6; ++j) {
    State more = start, less = start;
    more.q[j] += e;
    less.q[j] -= e;
    const VectorX of_pose = -(force_at(model, more) - force_at(model, less)) / (2 * e);
    more = less = start;
    more.v[j] += e;
    less.v[j] -= e;
    const VectorX of_rate = -(force_at(model, more) - force_at(model, less)) / (2 * e);
    BOOST_TEST((of_pose - stiffness.col(j)).cwiseAbs().maxCoeff() < 1e-8);  // rounding of forces of 5 over 1e-6
    BOOST_TEST((of_rate - damping.col(j)).cwiseAbs().maxCoeff() < 1e-8);
  }
  BOOST_TEST(stiffness(2, 2) == 5.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(damping(2, 5) == -2.0, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_law_with_a_corner_or_a_skew_answer_is_not_linearized) {
  Model corner = two_rods();
  add_motor(corner, {signal(0), {Op::abs, 0.0}, {Op::negate, 0.0}});
  BOOST_TEST(linearize_forces(corner, initial_state(corner)).objection.find("not smooth") != std::string::npos);
  Model skew = two_rods();
  auto inputs = std::make_shared<LawInputs>();
  inputs->signals = {{.kind = Kind::velocity, .body = {1, world_body}, .component = 0}};
  Force load;
  load.name = "load";
  load.type = &load_force;
  load.body = {0, world_body};
  load.load = {TimeFunction({signal(0)}, inputs), TimeFunction(0.0)};
  load.signals = inputs->signals;
  skew.forces.push_back(load);
  BOOST_TEST(linearize_forces(skew, initial_state(skew)).objection.find("not symmetric") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_law_forces
