// Laws that every registered force in space obeys.
#include <boost/test/unit_test.hpp>

#include "kernel/dynamics/body_motion.hpp"
#include "kernel/forces/force_types.hpp"
#include "tests/support/schema_values.hpp"

namespace perpend::test::of_spatial_forces {

namespace {

using Real = long double;
using Motions = std::array<SpatialMotion<Real>, 2>;

struct Sample {
  std::array<Body, 2> body;
  Force force;
  Motions motions;
};

SpatialMotion<Real> random_motion(const Body& body, const Vec3& centre, Random& random) {
  SpatialMotion<Real> motion;
  motion.position = (centre + random.vector(3, 1.0)).cast<Real>();
  if (body.kind == BodyKind::fixed) motion.position = body.spatial.position.cast<Real>();
  if (body.kind != BodyKind::fixed) motion.velocity = random.vector(3, 2.0).cast<Real>();
  if (body.kind != BodyKind::rigid) return motion;
  motion.rotation = rotation_matrix<Real>(normalized<Real>(random_rotation(random).cast<Real>()));
  motion.spin = random.vector(3, 2.0).cast<Real>();
  return motion;
}

/// The bodies are 3 m apart or more: the length of a spring stays positive.
Sample make_sample(const ForceType& type, BodyKind second, std::uint64_t seed) {
  Random random(seed);
  Sample sample;
  sample.body[1].kind = second;
  for (Body& body : sample.body) {
    body.spatial.position = random.vector(3, 0.3);
    body.spatial.rotation = random_rotation(random);
  }
  const Properties values = random_force_values(type, static_cast<int>(seed % 2), random);
  const bool pair = type.num_bodies == 2;
  sample.force = std::get<Force>(type.make(values, {{&sample.body[0], pair ? &sample.body[1] : nullptr}}));
  sample.force.type = &type;
  sample.motions[0] = random_motion(sample.body[0], Vec3(8.0, 0.0, 0.0), random);
  if (pair) sample.motions[1] = random_motion(sample.body[1], Vec3::Zero(), random);
  return sample;
}

SpatialForceValue<Real> value_at(const Sample& sample, const Motions& motions) {
  SpatialForceValue<Real> value;
  sample.force.type->evaluate_spatial_extended(sample.force, motions, 0.3L, value);
  return value;
}

/// Moved by `amount` along velocity j of one side: a shift, or a turn about a world axis.
Motions moved(const Sample& sample, int side, int j, Real amount) {
  Motions motions = sample.motions;
  if (j < 3)
    motions[side].position[j] += amount;
  else
    motions[side].rotation =
        (rotation_matrix(quaternion_exponential<Real>(amount * Vector3<Real>::Unit(j - 3))) * motions[side].rotation)
            .eval();
  return motions;
}

int dof(const Sample& sample, int side) {
  if (side >= sample.force.type->num_bodies) return 0;
  const BodyKind kind = sample.body[side].kind;
  return kind == BodyKind::rigid ? 6 : kind == BodyKind::particle ? 3 : 0;
}

Real power(const Sample& sample, const std::array<std::array<Real, 6>, 2>& wrench) {
  Real sum = 0.0L;
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < dof(sample, side); ++j)
      sum += wrench[side][j] * (j < 3 ? sample.motions[side].velocity[j] : sample.motions[side].spin[j - 3]);
  return sum;
}

/// A particle does not turn, so that no torque acts between it and another body.
bool can_act(const ForceType& type, BodyKind second) {
  if (type.evaluate_spatial == nullptr) return false;  // a motor pushes a joint
  return second != BodyKind::particle || (type.spec.name != "angular_damper" && type.spec.name != "bushing");
}

template <class Check>
void for_each_sample(Check check) {
  for (const ForceType& type : spatial_force_types())
    for (BodyKind second : {BodyKind::rigid, BodyKind::particle, BodyKind::fixed})
      for (std::uint64_t seed = 1; can_act(type, second) && seed <= 10; ++seed) {
        BOOST_TEST_INFO_SCOPE(type.spec.name << " second body " << static_cast<int>(second) << " seed " << seed);
        check(make_sample(type, second, seed));
      }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spatial_forces)

// Central differences: h^2/6 |V'''| with third derivatives below 1e3 (stiffness 2, lengths 15, arms 2).
BOOST_AUTO_TEST_CASE(conservative_forces_are_minus_the_gradient_of_the_potential) {
  const Real step = std::cbrt(std::numeric_limits<Real>::epsilon());
  for_each_sample([&](const Sample& sample) {
    const SpatialForceValue<Real> value = value_at(sample, sample.motions);
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < dof(sample, side); ++j) {
        const Real gradient = (value_at(sample, moved(sample, side, j, step)).potential -
                               value_at(sample, moved(sample, side, j, -step)).potential) /
                              (2.0L * step);
        BOOST_TEST(std::abs(value.conservative[side][j] + gradient) < 1e3L * step * step);
      }
  });
}

BOOST_AUTO_TEST_CASE(two_body_forces_have_no_sum_and_no_moment) {
  for_each_sample([](const Sample& sample) {
    if (sample.force.type->num_bodies != 2) return;
    const SpatialForceValue<Real> value = value_at(sample, sample.motions);
    for (const auto* wrench : {&value.conservative, &value.other}) {
      Vector3<Real> force = Vector3<Real>::Zero();
      Vector3<Real> moment = Vector3<Real>::Zero();
      for (int side = 0; side < 2; ++side) {
        const auto& w = (*wrench)[side];
        const Vector3<Real> f(w[0], w[1], w[2]);
        force += f;
        moment += cross(sample.motions[side].position, f) + Vector3<Real>(w[3], w[4], w[5]);
      }
      // Forces of 30, arms of 10.
      BOOST_TEST(std::max(force.norm(), moment.norm()) < 1e4L * std::numeric_limits<Real>::epsilon());
    }
  });
}

BOOST_AUTO_TEST_CASE(a_damper_never_gives_energy_and_a_potential_takes_no_other_force) {
  for_each_sample([](const Sample& sample) {
    const SpatialForceValue<Real> value = value_at(sample, sample.motions);
    const std::string_view name = sample.force.type->spec.name;
    const bool is_law = !sample.force.pull.empty();
    if (!is_law && (name.ends_with("damper") || name == "bushing")) BOOST_TEST(power(sample, value.other) < 0.0L);
    if (!is_law && name == "spring") BOOST_TEST(power(sample, value.other) == 0.0L);
    if (is_law || (name != "spring" && name != "bushing")) BOOST_TEST(value.potential == 0.0L);
  });
}

// To the rounding of numbers of 30. A load does the work of its force at the velocity of its point, a torque that of
// its moment at the spin.
BOOST_AUTO_TEST_CASE(loads_and_torques_do_the_work_that_they_say) {
  for_each_sample([](const Sample& sample) {
    const std::string_view name = sample.force.type->spec.name;
    if (name != "load" && name != "torque") return;
    Vector3<Real> applied;
    for (int j = 0; j < 3; ++j) applied[j] = sample.force.spatial_load[j](0.3L);
    const SpatialMotion<Real>& body = sample.motions[0];
    if (sample.force.in_body_axes) applied = body.rotation * applied;
    const Vector3<Real> arm = body.rotation * sample.force.spatial_anchor[0].cast<Real>();
    const Vector3<Real> rate = name == "load" ? Vector3<Real>(body.velocity + cross(body.spin, arm)) : body.spin;
    BOOST_TEST(std::abs(power(sample, value_at(sample, sample.motions).other) - applied.dot(rate)) < 1e-17L);
  });
}

// Forces below 40, torques below 80, potentials below 400, from some thirty operations.
BOOST_AUTO_TEST_CASE(double_and_long_double_agree_to_rounding) {
  for_each_sample([](const Sample& sample) {
    std::array<SpatialMotion<double>, 2> motions;
    for (int side = 0; side < 2; ++side) {
      motions[side].position = sample.motions[side].position.cast<double>();
      motions[side].velocity = sample.motions[side].velocity.cast<double>();
      motions[side].rotation = sample.motions[side].rotation.cast<double>();
      motions[side].spin = sample.motions[side].spin.cast<double>();
    }
    SpatialForceValue<double> value;
    sample.force.type->evaluate_spatial(sample.force, motions, 0.3, value);
    const SpatialForceValue<Real> exact = value_at(sample, sample.motions);
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < 6; ++j) {
        BOOST_TEST(std::abs(value.conservative[side][j] - exact.conservative[side][j]) < 30 * 80 * 0x1p-53L);
        BOOST_TEST(std::abs(value.other[side][j] - exact.other[side][j]) < 30 * 80 * 0x1p-53L);
      }
    BOOST_TEST(std::abs(value.potential - exact.potential) < 30 * 400 * 0x1p-53L);
  });
}

BOOST_AUTO_TEST_CASE(points_that_coincide_pull_nowhere) {
  for (const ForceType& type : spatial_force_types()) {
    if (type.num_bodies != 2 || !can_act(type, BodyKind::particle)) continue;
    Sample sample = make_sample(type, BodyKind::particle, 1);
    sample.force.spatial_anchor = {Vec3::Zero(), Vec3::Zero()};
    sample.motions[1].position = sample.motions[0].position;
    const SpatialForceValue<Real> value = value_at(sample, sample.motions);
    for (int j = 0; j < 6; ++j) BOOST_TEST(value.conservative[0][j] + value.other[0][j] == 0.0L);
  }
}

BOOST_AUTO_TEST_CASE(a_particle_takes_no_torque) {
  Body bob;
  bob.kind = BodyKind::particle;
  Random random(1);
  const Properties values = properties_of(
      {{"torque", TimeVector3{random_function(random), random_function(random), random_function(random)}}});
  BOOST_TEST(std::holds_alternative<FactoryError>(spatial_torque_force.make(values, {{&bob, nullptr}})));
  const Properties damping = properties_of({{"damping", 1.0}});
  BOOST_TEST(std::holds_alternative<FactoryError>(spatial_angular_damper_force.make(damping, {{&bob, nullptr}})));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spatial_forces
