// Laws that every registered joint in space obeys, in every pairing of rigid bodies, particles, fixed bodies and the
// world that it allows.
#include <bit>
#include <Eigen/LU>

#include "kernel/joints/spatial/hinge_rows.hpp"
#include "tests/support/spatial_samples.hpp"

namespace perpend::test::of_spatial_joints {

namespace {

constexpr Real epsilon = std::numeric_limits<Real>::epsilon();

/// Gears and racks count against their carrier, which takes part.
bool is_carried_by_the_world(const SpatialSample& sample) {
  return has_carrier(*sample.joint.type) && sample.joint.carrier == world_body;
}

bool is_of_rigid_bodies(const SpatialSample& sample) {
  return sample.joint.body[0] != world_body && sample.model.bodies[0].dof == 6 && sample.model.bodies[1].dof == 6;
}

/// phi and J, each as its norm over the rows of a length and over the rows of an angle.
struct Sizes {
  std::array<Real, 2> phi{};
  std::array<Real, 2> jacobian{};
  std::array<Real, 2> jdot_v{};
};

Sizes sizes(const SpatialSample& sample, const RealVector& q, const RealVector& v) {
  const SpatialRows<Real> rows = rows_at(sample, q, v);
  const RealMatrix entries = jacobian(sample, rows);
  Sizes result;
  for (int i = 0; i < sample.joint.type->num_rows; ++i) {
    const int kind = sample.joint.type->row_dimension[i] == dimension::angle ? 1 : 0;
    result.phi[kind] = std::hypot(result.phi[kind], rows.phi[i]);
    result.jacobian[kind] = std::hypot(result.jacobian[kind], entries.row(i).norm());
    result.jdot_v[kind] = std::hypot(result.jdot_v[kind], rows.jdot_v[i]);
  }
  return result;
}

/// Everything turned by `rotation` about the origin, then shifted.
void move_world(const Model& model, const Vector4<Real>& rotation, const Vector3<Real>& shift, RealVector& q,
                RealVector& v) {
  const Matrix33<Real> turn = rotation_matrix(rotation);
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    const Vector3<Real> position = q.segment<3>(body.q_offset);
    const Vector3<Real> velocity = v.segment<3>(body.offset);
    q.segment<3>(body.q_offset) = turn * position + shift;
    v.segment<3>(body.offset) = turn * velocity;
    if (body.dof != 6) continue;
    const Vector4<Real> own = q.segment<4>(body.q_offset + 3);
    const Vector3<Real> spin = v.segment<3>(body.offset + 3);
    q.segment<4>(body.q_offset + 3) = quaternion_product(rotation, own);
    v.segment<3>(body.offset + 3) = turn * spin;
  }
}

/// The same joint with its bodies named in the other order.
Joint exchanged(const SpatialSample& sample) {
  const auto partner = [](std::string_view name) -> std::string_view {
    if (name == "at_first") return "at_second";
    if (name == "at_second") return "at_first";
    return name == "axis" ? "axis_second" : name == "axis_second" ? "axis" : name;
  };
  Properties values;
  for (const auto& [name, value] : sample.values.entries()) {
    const std::string_view other = sample.values.has(partner(name)) ? partner(name) : name;
    values.set(other, name == "ratio" ? PropertyValue(1.0 / std::get<double>(value)) : value);
  }
  const Body* carrier = sample.joint.carrier == world_body ? nullptr : &sample.model.bodies[sample.joint.carrier];
  Joint joint =
      made_joint(*sample.joint.type, values, {{&sample.model.bodies[1], &sample.model.bodies[0]}, nullptr, carrier});
  joint.body = {1, 0};
  joint.carrier = sample.joint.carrier;
  return joint;
}

/// Newton's method to phi = 0, each step the shortest one; converges from a tenth of a radian.
RealVector on_the_manifold(const SpatialSample& sample, RealVector q) {
  for (int i = 0; i < 8; ++i) {
    const SpatialRows<Real> rows = rows_at(sample, q, sample.v);
    const RealMatrix j = jacobian(sample, rows);
    const RealMatrix delassus = j * j.transpose();
    const RealVector multiplier = delassus.fullPivLu().solve(phi(sample, rows));
    q = moved(sample.model, q, RealVector(-(j.transpose() * multiplier)), 1.0L);
  }
  return q;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spatial_joints)

BOOST_AUTO_TEST_CASE(j_is_the_derivative_of_phi) {
  for_each_spatial_sample([](const SpatialSample& sample, std::uint64_t) {
    const RealMatrix entries = jacobian(sample, rows_at(sample, sample.q, sample.v));
    for (Eigen::Index k = 0; k < entries.cols(); ++k) {
      const RealVector direction = RealVector::Unit(entries.cols(), k);
      for (Eigen::Index i = 0; i < entries.rows(); ++i) {
        const Real difference = derivative(
            [&](Real t) { return rows_at(sample, moved(sample.model, sample.q, direction, t), direction).phi[i]; });
        BOOST_TEST(std::abs(entries(i, k) - difference) < difference_bound);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(jdot_v_is_the_derivative_of_j_v_along_the_motion) {
  for_each_spatial_sample([](const SpatialSample& sample, std::uint64_t) {
    const SpatialRows<Real> rows = rows_at(sample, sample.q, sample.v);
    for (int i = 0; i < sample.joint.type->num_rows; ++i) {
      const Real difference = derivative([&](Real t) {
        const RealVector q = moved(sample.model, sample.q, sample.v, t);
        return jacobian(sample, rows_at(sample, q, sample.v)).row(i).dot(sample.v.transpose());
      });
      BOOST_TEST(std::abs(rows.jdot_v[i] - difference) < difference_bound);
      BOOST_TEST(rows.phi_t[i] == 0.0L);  // no registered joint moves by itself
    }
  });
}

BOOST_AUTO_TEST_CASE(phi_is_zero_in_the_pose_that_the_joint_was_made_in) {
  for_each_spatial_sample([](const SpatialSample& sample, std::uint64_t) {
    const State start = initial_state(sample.model);
    SpatialRows<double> rows;
    sample.joint.type->evaluate_spatial(sample.joint, motions<double>(sample.model, sample.joint, start.q, start.v),
                                        0.0, nullptr, rows);
    // Positions and arms below 4: forward and back through one rotation, made from a quaternion, costs twenty
    // roundings.
    for (int i = 0; i < sample.joint.type->num_rows; ++i) BOOST_TEST(std::abs(rows.phi[i]) < 80.0 * 0x1p-53);
  });
}

BOOST_AUTO_TEST_CASE(rows_are_independent_for_rigid_bodies) {
  for_each_spatial_sample([](const SpatialSample& sample, std::uint64_t) {
    if (!is_of_rigid_bodies(sample)) return;
    for (const RealVector& q : {sample.start, sample.q}) {
      const RealMatrix j = jacobian(sample, rows_at(sample, q, sample.v));
      // Entries below 8: what rounding leaves of a pivot that vanishes is below 1e-17.
      Eigen::FullPivLU<RealMatrix> lu(j);
      lu.setThreshold(1e-12L);
      BOOST_TEST(lu.rank() == sample.joint.type->num_rows);
    }
  });
}

BOOST_AUTO_TEST_CASE(double_and_long_double_agree_to_rounding) {
  for_each_spatial_sample([](const SpatialSample& sample, std::uint64_t) {
    const VectorX q = sample.q.cast<double>();
    const VectorX v = sample.v.cast<double>();
    const std::array<double, 2> near{static_cast<double>(sample.near[0]), static_cast<double>(sample.near[1])};
    SpatialRows<double> rows;
    sample.joint.type->evaluate_spatial(sample.joint, motions<double>(sample.model, sample.joint, q, v), 0.0,
                                        near.data(), rows);
    const SpatialRows<Real> extended = rows_at(sample, q.cast<Real>(), v.cast<Real>());
    // Values below 8 (phi, J) and 8 3.5^2 (Jdot v), 40 operations; 1 / 0.26 from the twist, 1 / 0.5 from directions,
    // squared in their rates.
    const double bound = 40.0 * 8.0 * 16.0 * 0x1p-53;
    const auto close = [](double a, Real b, double tolerance) {
      return std::abs(static_cast<double>(static_cast<Real>(a) - b)) < tolerance;
    };
    for (int i = 0; i < sample.joint.type->num_rows; ++i) {
      BOOST_TEST(close(rows.phi[i], extended.phi[i], bound));
      BOOST_TEST(close(rows.jdot_v[i], extended.jdot_v[i], 12.0 * bound));
      for (int side = 0; side < num_sides; ++side)
        for (int j = 0; j < 6; ++j) BOOST_TEST(close(rows.jacobian[side][i][j], extended.jacobian[side][i][j], bound));
    }
  });
}

BOOST_AUTO_TEST_CASE(a_hinge_has_the_same_bits_with_its_vectors_two_at_once) {
  int num_hinges = 0;
  for_each_spatial_sample([&](const SpatialSample& sample, std::uint64_t) {
    if (sample.joint.type->spec.name != spatial_revolute_joint.spec.name) return;
    ++num_hinges;
    const VectorX q = sample.q.cast<double>();
    const VectorX v = sample.v.cast<double>();
    const auto body = motions<double>(sample.model, sample.joint, q, v);
    SpatialRows<double> rows;
    set_hinge_rows(sample.joint, body, rows);
    SpatialRows<double> expected;
    set_coincidence_rows<double>(sample.joint, body, expected);
    set_axis_rows<double>(sample.joint, body, 3, expected);
    const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
    for (int i = 0; i < 5; ++i) {
      BOOST_TEST(bits(rows.phi[i]) == bits(expected.phi[i]));
      BOOST_TEST(bits(rows.jdot_v[i]) == bits(expected.jdot_v[i]));
      for (int side = 0; side < 2; ++side)
        for (int j = 0; j < 6; ++j) BOOST_TEST(bits(rows.jacobian[side][i][j]) == bits(expected.jacobian[side][i][j]));
    }
  });
  BOOST_TEST(num_hinges > 10);
}

// Coincidence rows turn with the world as one vector; all others stay.
BOOST_AUTO_TEST_CASE(sizes_of_rows_do_not_change_when_everything_moves_rigidly) {
  for_each_spatial_sample([](const SpatialSample& sample, std::uint64_t seed) {
    if (!is_of_rigid_bodies(sample) || is_carried_by_the_world(sample)) return;
    Random random(seed + 1000);
    const Vector4<Real> rotation = normalized<Real>(random_rotation(random).cast<Real>());
    const Vector3<Real> shift = random.vector(3, 5.0).cast<Real>();
    RealVector q = sample.q;
    RealVector v = sample.v;
    move_world(sample.model, rotation, shift, q, v);
    const Sizes before = sizes(sample, sample.q, sample.v);
    const Sizes after = sizes(sample, q, v);
    // Values below 100 and quaternions that are unit to a double's rounding times none of it: their own length enters
    // both sides alike.
    const Real bound = 1000.0L * 100.0L * epsilon;
    for (int kind = 0; kind < 2; ++kind) {
      BOOST_TEST(std::abs(before.phi[kind] - after.phi[kind]) < bound);
      BOOST_TEST(std::abs(before.jacobian[kind] - after.jacobian[kind]) < bound);
      BOOST_TEST(std::abs(before.jdot_v[kind] - after.jdot_v[kind]) < bound);
    }
  });
}

// J of a translation of everything is zero always; of a rotation it is zero where phi is: joints do not push on the
// whole.
BOOST_AUTO_TEST_CASE(joint_forces_have_no_sum_and_no_moment) {
  for_each_spatial_sample([](const SpatialSample& sample, std::uint64_t) {
    if (sample.joint.body[0] == world_body || is_carried_by_the_world(sample)) return;
    const SpatialRows<Real> rows = rows_at(sample, sample.start, sample.v);
    for (int i = 0; i < sample.joint.type->num_rows; ++i) {
      Vector3<Real> force = Vector3<Real>::Zero();
      Vector3<Real> moment = Vector3<Real>::Zero();
      for (int side = 0; side < static_cast<int>(sample.model.bodies.size()); ++side) {
        const Body& body = sample.model.bodies[side];
        const auto& row = rows.jacobian[side][i];
        const Vector3<Real> push(row[0], row[1], row[2]);
        force += push;
        moment += cross<Real>(body.spatial.position.cast<Real>(), push);
        if (body.kind != BodyKind::particle) moment += Vector3<Real>(row[3], row[4], row[5]);
      }
      BOOST_TEST(force.norm() == 0.0L);
      BOOST_TEST(moment.norm() < 1e-14L);  // anchors and frames are rounded to double: 1e-16 times arms of 6
    }
  });
}

BOOST_AUTO_TEST_CASE(exchanging_the_bodies_gives_the_same_manifold) {
  for_each_spatial_sample([](const SpatialSample& sample, std::uint64_t) {
    const std::string_view name = sample.joint.type->spec.name;
    if (name == "point_on_line" || name == "rack_and_pinion" || !is_of_rigid_bodies(sample))
      return;  // their sides differ
    SpatialSample other = sample;
    other.joint = exchanged(sample);
    SpatialSample own = sample;
    own.near = other.near = {};
    const RealVector nearby = moved(sample.model, sample.start, sample.v, 0.1L);
    const RealVector q = on_the_manifold(own, nearby);
    BOOST_TEST(rows_at(own, nearby, sample.v).phi[0] != 0.0L);
    const RealVector here = phi(own, rows_at(own, q, sample.v));
    const RealVector there = phi(other, rows_at(other, q, sample.v));
    BOOST_TEST(here.norm() < 1e-16L);
    BOOST_TEST(there.norm() < 1e-14L);  // another rounding of anchors and frames, arms of 6, ratios below 4
  });
}

BOOST_AUTO_TEST_CASE(a_joint_beside_a_particle_shows_the_gap) {
  Body bead;
  bead.kind = BodyKind::particle;
  bead.spatial.position = Vec3(1.0, 2.0, 3.0);
  Properties values;
  values.set("at", Vec3(0.75, 2.5, 3.0));
  const Joint joint = made_joint(spatial_ball_joint, values, {{nullptr, &bead}});
  SpatialMotion<double> motion;
  motion.position = bead.spatial.position;
  SpatialRows<double> rows;
  spatial_ball_joint.evaluate_spatial(
      joint, std::array<SpatialMotion<double>, num_sides>{SpatialMotion<double>{}, motion}, 0.0, nullptr, rows);
  BOOST_TEST(rows.phi[0] == 0.25);
  BOOST_TEST(rows.phi[1] == -0.5);
  BOOST_TEST(rows.phi[2] == 0.0);
}

BOOST_AUTO_TEST_CASE(registered_rows_are_whole) {
  for (const JointType& type : spatial_joint_types()) {
    BOOST_TEST_INFO_SCOPE(type.spec.name);
    BOOST_TEST(!type.spec.summary.empty());
    BOOST_TEST((type.space == Space::spatial && type.kind == JointKind::joint && type.num_nonholonomic == 0));
    BOOST_TEST((type.num_rows >= 1 && type.num_rows <= 6));
    BOOST_TEST((type.make != nullptr && type.evaluate_spatial != nullptr && type.evaluate_spatial_extended != nullptr));
    BOOST_TEST((type.num_coordinates > 0) == (type.coordinate_spatial != nullptr));
    BOOST_TEST((type.num_coordinates > 0) == (type.coordinate_spatial_extended != nullptr));
    BOOST_TEST(&spatial_joint_type(type.spec.name) == &type);
    for (int i = 0; i < type.num_rows; ++i)
      BOOST_TEST((type.row_dimension[i] == dimension::length || type.row_dimension[i] == dimension::angle));
    for (int k = 0; k < type.num_coordinates; ++k) BOOST_TEST(!type.coordinate_spec[k].name.empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spatial_joints
