// Laws that every registered force obeys.
#include <boost/test/unit_test.hpp>

#include "kernel/dynamics/body_motion.hpp"
#include "tests/support/schema_values.hpp"

namespace perpend::test::of_forces {

namespace {

using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

struct Sample {
  Model model;
  Force force;
  RealVector q;
  RealVector v;
};

Sample make_sample(const ForceType& type, BodyKind second, std::uint64_t seed) {
  Random random(seed);
  Sample sample;
  for (BodyKind kind : {BodyKind::rigid, second}) {
    Body body;
    body.kind = kind;
    body.position = random.point(1.0);
    body.angle = random.uniform(-3.0, 3.0);
    sample.model.bodies.push_back(body);
  }
  number_unknowns(sample.model);
  const Properties values = random_force_values(type, static_cast<int>(seed % 2), random);
  const JointSite site{{&sample.model.bodies[0], type.num_bodies == 2 ? &sample.model.bodies[1] : nullptr}};
  sample.force = std::get<Force>(type.make(values, site));
  sample.force.type = &type;
  sample.force.body = {0, type.num_bodies == 2 ? 1 : world_body};
  sample.q = random.vector(sample.model.num_velocities, 2.0).cast<Real>();
  sample.v = random.vector(sample.model.num_velocities, 2.0).cast<Real>();
  return sample;
}

ForceValue<Real> value_at(const Sample& sample, const RealVector& q, Real time = 0.3L) {
  std::array<BodyMotion<Real>, 2> motions;
  for (int side = 0; side < 2; ++side)
    if (sample.force.body[side] != world_body)
      motions[side] = body_motion<Real>(sample.model.bodies[side], q, sample.v);
  ForceValue<Real> value;
  sample.force.type->evaluate_extended(sample.force, motions, time, value);
  return value;
}

/// A particle does not turn, so that no torque acts between it and another body.
bool can_act(const ForceType& type, BodyKind second) {
  if (type.evaluate == nullptr) return false;  // a motor pushes a joint
  return second != BodyKind::particle || (type.spec.name != "angular_damper" && type.spec.name != "bushing");
}

template <class Check>
void for_each_sample(Check check) {
  for (const ForceType& type : force_types())
    for (BodyKind second : {BodyKind::rigid, BodyKind::particle, BodyKind::fixed})
      for (std::uint64_t seed = 1; can_act(type, second) && seed <= 10; ++seed) {
        BOOST_TEST_INFO_SCOPE(type.spec.name << " second body " << static_cast<int>(second) << " seed " << seed);
        check(make_sample(type, second, seed));
      }
}

const Real step = std::cbrt(std::numeric_limits<Real>::epsilon());

}  // namespace

BOOST_AUTO_TEST_SUITE(forces)

// Central differences: h^2/6 |V'''| with third derivatives below 1e3 (stiffness 2, lengths 5, distances above 0.05),
// and rounding.
BOOST_AUTO_TEST_CASE(conservative_forces_are_minus_the_gradient_of_the_potential) {
  for_each_sample([](const Sample& sample) {
    const ForceValue<Real> value = value_at(sample, sample.q);
    for (int side = 0; side < 2; ++side) {
      if (sample.force.body[side] == world_body) continue;
      const Body& body = sample.model.bodies[side];
      for (int j = 0; j < body.dof; ++j) {
        const RealVector shift = step * RealVector::Unit(sample.q.size(), body.offset + j);
        const Real gradient =
            (value_at(sample, sample.q + shift).potential - value_at(sample, sample.q - shift).potential) /
            (2.0L * step);
        BOOST_TEST(std::abs(value.conservative[side][j] + gradient) < 1e3L * step * step);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(two_body_forces_have_no_sum_and_no_moment) {
  for_each_sample([](const Sample& sample) {
    if (sample.force.type->num_bodies != 2) return;
    const ForceValue<Real> value = value_at(sample, sample.q);
    for (const auto* wrench : {&value.conservative, &value.other}) {
      std::array<Real, 3> sum{};
      for (int side = 0; side < 2; ++side) {
        const Body& body = sample.model.bodies[side];
        const Vector2<Real> p =
            body.dof == 0 ? Vector2<Real>(body.position.cast<Real>()) : Vector2<Real>(sample.q.segment<2>(body.offset));
        const auto& w = (*wrench)[side];
        sum[0] += w[0];
        sum[1] += w[1];
        sum[2] += (body.kind == BodyKind::particle ? Real(0) : w[2]) + p.x() * w[1] - p.y() * w[0];
      }
      for (Real entry : sum)
        BOOST_TEST(std::abs(entry) < 1e3L * std::numeric_limits<Real>::epsilon());  // forces of 10, arms of 5
    }
  });
}

// Composite Simpson around a closed smooth path in configuration space; the integrand is periodic, so that it converges
// faster than any power of the spacing: 400 points leave rounding.
BOOST_AUTO_TEST_CASE(conservative_forces_do_no_work_around_a_loop) {
  for_each_sample([](const Sample& sample) {
    const int points = 400;
    const Real two_pi = 2.0L * std::acos(-1.0L);
    // Around a place where the two bodies are 3 m apart: the length of the spring stays positive.
    RealVector centre = sample.q;
    centre.head(2).setZero();
    if (sample.model.bodies[1].dof > 0) centre.segment<2>(3) = Vector2<Real>(6.0L, 0.0L);
    if (sample.model.bodies[1].dof == 0) centre.head(2) = Vector2<Real>(6.0L, 0.0L);
    Real work = 0.0L;
    for (int i = 0; i < points; ++i) {
      const Real s = two_pi * i / points;
      RealVector q = centre;
      RealVector rate = RealVector::Zero(q.size());
      for (Eigen::Index k = 0; k < q.size(); ++k) {
        q[k] += 0.5L * std::cos(s + Real(k));
        rate[k] = -0.5L * std::sin(s + Real(k));
      }
      const ForceValue<Real> value = value_at(sample, q);
      for (int side = 0; side < 2; ++side) {
        if (sample.force.body[side] == world_body) continue;
        const Body& body = sample.model.bodies[side];
        for (int j = 0; j < body.dof; ++j)
          work += value.conservative[side][j] * rate[body.offset + j] * two_pi / points;
      }
    }
    BOOST_TEST(std::abs(work) < 1e-14L);
  });
}

BOOST_AUTO_TEST_CASE(a_damper_never_gives_energy) {
  for_each_sample([](const Sample& sample) {
    const std::string_view name = sample.force.type->spec.name;
    if (!sample.force.pull.empty() || (!name.ends_with("damper") && name != "bushing")) return;
    const ForceValue<Real> value = value_at(sample, sample.q);
    Real power = 0.0L;
    for (int side = 0; side < 2; ++side) {
      const Body& body = sample.model.bodies[side];
      for (int j = 0; j < body.dof; ++j) power += value.other[side][j] * sample.v[body.offset + j];
    }
    BOOST_TEST(power < 0.0L);
  });
}

BOOST_AUTO_TEST_CASE(double_and_long_double_agree_to_rounding) {
  for_each_sample([](const Sample& sample) {
    const VectorX q = sample.q.cast<double>();
    const VectorX v = sample.v.cast<double>();
    std::array<BodyMotion<double>, 2> motions;
    for (int side = 0; side < 2; ++side)
      if (sample.force.body[side] != world_body) motions[side] = body_motion<double>(sample.model.bodies[side], q, v);
    ForceValue<double> value;
    sample.force.type->evaluate(sample.force, motions, 0.25, value);
    const ForceValue<Real> extended = value_at(sample, sample.q, 0.25L);
    // Forces below 20, arms below 3, thirty operations, directions of short springs lose a factor 100.
    const double bound = 20.0 * 3.0 * 30.0 * 100.0 * 0x1p-53;
    BOOST_TEST(std::abs(static_cast<double>(value.potential - extended.potential)) < bound);
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < 3; ++j) {
        BOOST_TEST(std::abs(static_cast<double>(value.conservative[side][j] - extended.conservative[side][j])) < bound);
        BOOST_TEST(std::abs(static_cast<double>(value.other[side][j] - extended.other[side][j])) < bound);
      }
  });
}

BOOST_AUTO_TEST_CASE(coincident_ends_give_no_force_and_no_nan) {
  for (std::string_view name : {"spring", "damper"}) {
    Model model;
    add_particle(model, "a", 1.0, Vec2(0.5, 0.5));
    add_particle(model, "b", 1.0, Vec2(0.5, 0.5), Vec2(1.0, 0.0));
    add_force(model, name, "f", 0, 1,
              properties_of({{"stiffness", 10.0}, {"damping", 10.0}, {"rest", TimeFunction(0.0)}}));
    number_unknowns(model);
    Evaluation evaluation = allocate_evaluation(model);
    evaluate(model, initial_state(model), evaluation);
    BOOST_TEST(evaluation.force.isZero(0.0));
  }
}

BOOST_AUTO_TEST_CASE(a_torque_on_a_particle_is_refused) {
  Body particle;
  particle.kind = BodyKind::particle;
  const auto made = torque_force.make(properties_of({{"torque", TimeFunction(1.0)}}), {{&particle, nullptr}});
  BOOST_TEST(std::holds_alternative<FactoryError>(made));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_forces
