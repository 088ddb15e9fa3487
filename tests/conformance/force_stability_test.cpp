// What is decided of forces that depend on the state, against the steps that each method makes: the derivative of the
// step at rest in balance, by differences, and its eigenvalues.
#include <boost/test/unit_test.hpp>

#include <map>
#include <optional>

#include "kernel/dynamics/linearize_forces.hpp"
#include "tests/support/mechanisms_spatial.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"
#include "verification/arithmetic/plain_numerics.hpp"
#include "verification/motion/force_stability.hpp"
#include "verification/solves/delassus.hpp"

namespace perpend::test::of_force_stability {

namespace {

/// alpha h and omega0 h of the methods stay well inside of their own limits.
constexpr double h = 4e-3;

double log_uniform(Random& random, double low, double high) {
  return std::exp(random.uniform(std::log(low), std::log(high)));
}

/// Loads at the centres and torques that, with random forces of the joints, balance everything.
void balance(Model& model, Random& random, double size) {
  number_unknowns(model);
  Evaluation at = allocate_evaluation(model);
  State start = initial_state(model);
  evaluate(model, start, at);
  VectorX load = -at.force;
  add_jacobian_transposed(at.rows, random.vector(model.num_rows, size), load);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int first = model.bodies[i].offset, body = static_cast<int>(i);
    add_force(model, "load", "load", body, world_body,
              properties_of({{"force", TimeVector{TimeFunction(load[first]), TimeFunction(load[first + 1])}}}));
    add_force(model, "torque", "turn", body, world_body, properties_of({{"torque", TimeFunction(load[first + 2])}}));
  }
  number_unknowns(model);
}

Properties between(Vec2 first, Vec2 second, std::string_view name, double value) {
  return properties_of({{"at_first", first}, {"at_second", second}, {name, value}});
}

/// Rods hung on each other or on the ground, with springs and dampers between points of them and on their hinges.
Model random_linkage(std::uint64_t seed) {
  Random random(seed);
  Model model;
  const int rods = 1 + random.below(3);
  const bool is_damped = random.below(2) == 0;
  const double stiffness = log_uniform(random, 1e2, 1e6), damping = is_damped ? log_uniform(random, 1.0, 1e3) : 0.0;
  for (int i = 0; i < rods; ++i) {
    const Vec2 from = random.point(0.5);
    const double mass = random.uniform(0.2, 2.0);
    add_rod_between(model, "rod", mass, from, from + Vec2{random.uniform(0.2, 0.6), random.uniform(-0.4, 0.4)});
  }
  for (int i = 0; i < rods; ++i) {
    const int other = random.below(i + 1) - 1;
    add_joint(model, "revolute", "hinge", other, i, at(model.bodies[i].position + random.point(0.2)));
    CoordinateElement& element = model.joints.back().element[0];
    element.stiffness = 0.05 * stiffness * random.uniform(0.2, 1.0);
    element.damping = 0.05 * damping * random.uniform(0.2, 1.0);
    element.rest = element.at_start;
    const auto add = [&](const std::string& name, std::string_view property, double value) {
      const Vec2 fixed = random.point(1.0);
      const Vec2 own = model.bodies[i].position + random.point(0.2);
      add_force(model, name, name, world_body, i, between(fixed, own, property, value));
    };
    add("spring", "stiffness", stiffness);
    if (is_damped) add("damper", "damping", damping);
  }
  const bool is_loaded = random.below(2) == 0;
  if (is_loaded) balance(model, random, 0.1 * stiffness);
  number_unknowns(model);
  return model;
}

/// A linkage held by the forces of its joints alone, which turn with it.
Model random_hanging_linkage(std::uint64_t seed) {
  Random random(seed);
  Model model;
  model.gravity = Vec2(0.0, -log_uniform(random, 1e2, 1e6));
  const int rods = 1 + random.below(3);
  double top = 0.0;
  for (int i = 0; i < rods; ++i) {
    const double length = random.uniform(0.2, 0.6);
    add_rod(model, "rod", length, random.uniform(0.2, 2.0), Vec2(0.0, top - 0.5 * length));
    add_joint(model, "revolute", "hinge", i - 1, i, at(Vec2(0.0, top)));
    top -= length;
  }
  number_unknowns(model);
  return model;
}

/// Bars on ball joints and hinges with unstretched springs.
Model random_spatial_linkage(std::uint64_t seed) {
  Random random(seed);
  Model model = spatial_world(Vec3::Zero());
  const int bars = 1 + random.below(2);
  const double stiffness = log_uniform(random, 1e2, 1e6);
  const auto point = [&](double size) -> Vec3 { return random.vector(3, size); };
  const auto force = [&](std::string_view type, int body, const Vec3& at, std::string_view name, double value) {
    for (const ForceType& row : spatial_force_types()) {
      if (row.spec.name != type) continue;
      const Properties properties = properties_of({{"at_first", point(1.0)}, {"at_second", at}, {name, value}});
      Force made = std::get<Force>(row.make(properties, {{nullptr, &model.bodies[body]}}));
      made.name = type;
      made.type = &row;
      made.body = {world_body, body};
      model.forces.push_back(made);
    }
  };
  Vec3 end = Vec3::Zero();
  for (int i = 0; i < bars; ++i) {
    const Vec3 next = end + Vec3(0.4, 0.0, 0.0) + point(0.2);
    add_bar(model, "bar", random.uniform(0.2, 2.0), end, next);
    const bool is_ball = random.below(2) == 0;
    const Properties place =
        is_ball ? properties_of({{"at", end}}) : properties_of({{"at", end}, {"axis", point(1.0)}});
    add_spatial_joint(model, is_ball ? "ball" : "revolute", "joint", i - 1, i, place);
    for (int k = 0; k < 3; ++k) force("spring", i, end + point(0.3), "stiffness", stiffness);
    if (random.below(2) == 0) force("damper", i, end + point(0.3), "damping", 1e-3 * stiffness);
    end = next;
  }
  number_unknowns(model);
  return model;
}

/// q2 as a twist away from q1.
VectorX twist_between(const Model& model, const VectorX& q1, const VectorX& q2) {
  if (model.space == Space::planar) return q2 - q1;
  VectorX twist = VectorX::Zero(model.num_velocities);
  for (const Body& body : model.bodies) {
    twist.segment<3>(body.offset) = q2.segment<3>(body.q_offset) - q1.segment<3>(body.q_offset);
    Vec4 back = q1.segment<4>(body.q_offset + 3);
    back.tail<3>() *= -1.0;
    const Vec4 turn = quaternion_product(Vec4(q2.segment<4>(body.q_offset + 3)), back);
    const double sine = turn.tail<3>().norm();
    if (sine > 0.0) twist.segment<3>(body.offset + 3) = turn.tail<3>() * (2.0 * std::atan2(sine, turn[0]) / sine);
  }
  return twist;
}

/// A method that takes its velocities off the constraints by a constant, such as shake, has its own point of rest.
State point_of_rest(Stepper& stepper, const Stabilizer& stabilizer, const State& start) {
  State rest = start;
  for (int i = 0; i < 3; ++i) {
    const State next = stepper.step(stabilizer, rest, h);
    rest.v = next.v;
  }
  return rest;
}

/// Differences of order 4 in q and v: (1e-3)^4 times fifth derivatives, and rounding over 1e-3. Nothing where a step
/// does not end: rattle and shake iterate on forces of the velocity, which strong dampers make diverge, and on the new
/// position, which a spring far too stiff throws out of reach.
std::optional<MatrixX> derivative_of_step(const Model& model, const Stabilizer& stabilizer) {
  Stepper stepper(model);
  const int n = model.num_velocities;
  const State rest = point_of_rest(stepper, stabilizer, initial_state(model));
  // Far from it the iteration may end at another position that meets the joints: that one is no point of rest.
  const State again = stepper.step(stabilizer, rest, h);
  const double left = twist_between(model, rest.q, again.q).norm() + h * (again.v - rest.v).norm();
  bool has_ended = stepper.status == Status::converged && left < 1e-6;
  const auto moved = [&](int k, double e) {
    State state = rest;
    const VectorX twist = VectorX::Unit(n, k % n);
    if (k < n)
      advance_position(model, RotationUpdate::exponential, e, twist, state.q);
    else
      state.v += e / h * twist;
    const State next = stepper.step(stabilizer, state, h);
    has_ended = has_ended && stepper.status == Status::converged;
    VectorX all(2 * n);
    all << twist_between(model, rest.q, next.q), h * (next.v - rest.v);
    return all;
  };
  MatrixX x(2 * n, 2 * n);
  constexpr double e = 1e-3;
  for (int k = 0; k < 2 * n; ++k)
    x.col(k) = (8.0 * (moved(k, e) - moved(k, -e)) - (moved(k, 2 * e) - moved(k, -2 * e))) / (12.0 * e);
  if (!has_ended) return std::nullopt;
  return x;
}

double radius(const MatrixX& x) {
  return plain_spectral_radius(x);
}

struct Linearized {
  Evaluation at;
  LinearForces forces;
  double independence = 1.0;
  explicit Linearized(const Model& model)
      : at(allocate_evaluation(model)), forces(linearize_forces(model, initial_state(model))) {
    evaluate_rows(model, initial_state(model), at);
    const Certificate rows = DelassusCertifier(at.rows).certify(at.mass, at.rows, VectorX::Zero(at.rows.num_rows));
    BOOST_REQUIRE((rows.verdict == Verdict::proved));
    independence = rows[DelassusBound::smallest_eigenvalue];
  }
  [[nodiscard]] ForcedMechanism mechanism() const { return {at.mass, at.rows, {}, forces, independence}; }
};

bool is_damped(const LinearForces& forces) {
  return std::any_of(forces.elements.begin(), forces.elements.end(),
                     [](const LinearForces::Element& element) { return element.damping > 0.0; });
}

using Counts = std::map<std::string, std::map<Verdict, int>>;

/// The law of one mechanism under every method.
void compare(const Model& model, Counts& counts) {
  const Linearized linearized(model);
  BOOST_TEST(linearized.forces.objection == "");
  BOOST_TEST(linearized.forces.is_balanced);
  for (const TestedMethod& tested : tested_methods()) {
    if (tested.type == "reference") continue;  // an extrapolation to 1e-17: no step of one formula
    BOOST_TEST_INFO_SCOPE(tested.label);
    const auto stabilizer = tested.stabilizer();
    const ForceProof proof = certify_forces(linearized.mechanism(), stabilizer->force_rule(), h);
    if (proof.verdict == Verdict::undecided) continue;
    const std::optional<MatrixX> derivative = derivative_of_step(model, *stabilizer);
    const bool may_not_end = stabilizer->force_rule() == ForceRule::leapfrog &&
                             (is_damped(linearized.forces) || proof.verdict == Verdict::refuted);
    BOOST_TEST((derivative.has_value() || may_not_end));
    if (!derivative) continue;
    const double measured = radius(*derivative);
    ++counts[tested.label][proof.verdict];
    // 1e-6: differences leave 1e-8, which a pair of equal eigenvalues turns into less than that only if they are
    // half as large again; what is decided wrongly shows as more.
    if (proof.verdict == Verdict::proved) BOOST_TEST(measured < 1.0 + 1e-6);
    if (proof.verdict == Verdict::refuted) {
      BOOST_TEST(measured > 1.0 - 1e-6);
      BOOST_TEST(measured > proof.rho_at_least * (1.0 - 1e-6));
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(force_stability)

BOOST_AUTO_TEST_CASE(forces_of_springs_and_dampers_are_decided_as_the_steps_of_every_method_behave) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    BOOST_TEST_INFO_SCOPE("seed " << seed);
    compare(random_linkage(seed), counts);
  }
  for (const TestedMethod& tested : tested_methods()) {
    const bool is_decided = tested.stabilizer()->force_rule() != ForceRule::unknown;
    BOOST_TEST((counts[tested.label][Verdict::refuted] > 0) == is_decided, tested.label);
    BOOST_TEST_MESSAGE(tested.label << ": " << counts[tested.label][Verdict::proved] << " proved, "
                                    << counts[tested.label][Verdict::refuted] << " refuted");
  }
  for (const char* label : {"none", "implicit", "rattle", "shake", "projection", "none_trapezoidal"})
    BOOST_TEST(counts[label][Verdict::proved] > 0, label);
}

BOOST_AUTO_TEST_CASE(forces_that_joints_carry_are_decided_as_the_steps_of_every_method_behave) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    BOOST_TEST_INFO_SCOPE("seed " << seed);
    compare(random_hanging_linkage(seed), counts);
  }
  for (const char* label : {"none", "implicit", "ggl", "rattle", "shake"})
    BOOST_TEST((counts[label][Verdict::proved] > 0 && counts[label][Verdict::refuted] > 0), label);
}

BOOST_AUTO_TEST_CASE(the_same_holds_in_space) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    BOOST_TEST_INFO_SCOPE("seed " << seed);
    compare(random_spatial_linkage(seed), counts);
  }
  for (const char* label : {"none", "implicit", "rattle", "shake"})
    BOOST_TEST((counts[label][Verdict::proved] > 0 && counts[label][Verdict::refuted] > 0), label);
}

/// The limit of the step lies between one that is stable and one that is not.
BOOST_AUTO_TEST_CASE(limits_of_the_step_enclose_where_the_radius_passes_1) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Model model = random_hanging_linkage(seed);
    const Linearized linearized(model);
    for (const ForceRule rule : {ForceRule::new_velocity, ForceRule::leapfrog, ForceRule::midpoint}) {
      const LimitReport limit = limit_of_forces(linearized.mechanism(), rule);
      BOOST_TEST((limit.verdict == Verdict::proved), limit.reason);
      BOOST_TEST(limit.hi - limit.lo < 1e-5 * limit.hi);
      BOOST_TEST((certify_forces(linearized.mechanism(), rule, 0.99 * limit.lo).verdict == Verdict::proved));
      BOOST_TEST((certify_forces(linearized.mechanism(), rule, 1.01 * limit.hi).verdict == Verdict::refuted));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_force_stability
