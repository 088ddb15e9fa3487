// Random joints in space, at random states near and far from their constraint, in extended precision.
#pragma once

#include <boost/test/unit_test.hpp>
#include <functional>

#include "kernel/dynamics/body_motion.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/model/state.hpp"
#include "tests/support/schema_values.hpp"

namespace perpend::test {

using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

struct SpatialSample {
  Model model;
  Properties values;  // that the joint was made from
  Joint joint;
  RealVector start;  // q that it was made in
  RealVector q;      // elsewhere: the constraint is violated
  RealVector v;
  std::array<Real, 2> near{};  // coordinates at q
};

/// q after moving for a time t with the velocity v, which stays constant in world axes.
inline RealVector moved(const Model& model, const RealVector& q, const RealVector& v, Real t) {
  RealVector result = q;
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    result.segment<3>(body.q_offset) += t * v.segment<3>(body.offset);
    if (body.dof != 6) continue;
    const Vector3<Real> turn = t * v.segment<3>(body.offset + 3);
    const Vector4<Real> rotation = q.segment<4>(body.q_offset + 3);
    result.segment<4>(body.q_offset + 3) = quaternion_product(quaternion_exponential(turn), rotation);
  }
  return result;
}

template <class Scalar, class Vector>
std::array<SpatialMotion<Scalar>, num_sides> motions(const Model& model, const Joint& joint, const Vector& q,
                                                     const Vector& v) {
  std::array<SpatialMotion<Scalar>, num_sides> result;
  for (int side = 0; side < num_sides; ++side)
    if (const int index = bodies_of(joint)[side]; index != world_body)
      result[side] = spatial_motion<Scalar>(model.bodies[index], q, v);
  return result;
}

inline SpatialRows<Real> rows_at(const SpatialSample& sample, const RealVector& q, const RealVector& v) {
  SpatialRows<Real> rows;
  sample.joint.type->evaluate_spatial_extended(sample.joint, motions<Real>(sample.model, sample.joint, q, v), Real(0),
                                               sample.near.data(), rows);
  return rows;
}

inline CoordinateValue<Real, 6> coordinate_at(const SpatialSample& sample, int which, const RealVector& q,
                                              const RealVector& v) {
  CoordinateValue<Real, 6> value;
  sample.joint.type->coordinate_spatial_extended(sample.joint, motions<Real>(sample.model, sample.joint, q, v), which,
                                                 sample.near[which], value);
  return value;
}

/// Entries of one row, [side][column], as a vector over all velocities.
inline RealVector over_velocities(const SpatialSample& sample,
                                  const std::array<std::array<Real, 6>, num_sides>& entries) {
  RealVector row = RealVector::Zero(sample.model.num_velocities);
  for (int side = 0; side < num_sides; ++side) {
    const int index = bodies_of(sample.joint)[side];
    if (index == world_body) continue;
    const Body& body = sample.model.bodies[index];
    for (int j = 0; j < body.dof; ++j) row[body.offset + j] += entries[side][j];
  }
  return row;
}

inline RealMatrix jacobian(const SpatialSample& sample, const SpatialRows<Real>& rows) {
  RealMatrix result(sample.joint.type->num_rows, sample.model.num_velocities);
  for (int i = 0; i < result.rows(); ++i)
    result.row(i) =
        over_velocities(sample, {rows.jacobian[0][i], rows.jacobian[1][i], rows.jacobian[2][i]}).transpose();
  return result;
}

inline RealVector phi(const SpatialSample& sample, const SpatialRows<Real>& rows) {
  RealVector result(sample.joint.type->num_rows);
  for (int i = 0; i < result.size(); ++i) result[i] = rows.phi[i];
  return result;
}

inline Body random_spatial_body(Random& random, BodyKind kind) {
  Body body;
  body.kind = kind;
  body.mass = random.uniform(0.5, 2.0);
  body.spatial.inertia = random_tensor(random);
  body.spatial.position = random.vector(3, 1.0);
  body.spatial.rotation = random_rotation(random);
  return body;
}

/// The joint of `type` with these values and bodies. Pre: the factory takes them.
inline Joint made_joint(const JointType& type, const Properties& values, const JointSite& site) {
  auto made = type.make(values, site);
  if (const auto* error = std::get_if<FactoryError>(&made)) BOOST_FAIL(error->message);
  Joint joint = std::get<Joint>(made);
  joint.type = &type;
  return joint;
}

inline SpatialSample make_spatial_sample(const JointType& type, BodyKind first, BodyKind second, bool first_is_world,
                                         bool has_own_carrier, std::uint64_t seed) {
  Random random(seed);
  SpatialSample sample;
  Model& model = sample.model;
  model.space = Space::spatial;
  model.bodies = {random_spatial_body(random, first), random_spatial_body(random, second)};
  number_unknowns(model);
  sample.values = random_values(type.spec.properties, random);
  if (type.spec.name == "gear") sample.values.set("axis_second", Vec3(random.vector(3, 1.0)));
  for (int side = 0; side < 2; ++side) {
    Body& body = model.bodies[side];
    const Vec3 common = sample.values.get_or("at", body.spatial.position);
    if (body.kind == BodyKind::particle)
      body.spatial.position = sample.values.get_or(side == 0 ? "at_first" : "at_second", common);
  }
  if (has_own_carrier) model.bodies.push_back(random_spatial_body(random, BodyKind::rigid));
  number_unknowns(model);
  sample.joint = made_joint(type, sample.values,
                            {{first_is_world ? nullptr : &model.bodies[0], &model.bodies[1]},
                             nullptr,
                             has_own_carrier ? &model.bodies[2] : nullptr});
  sample.joint.body = {first_is_world ? world_body : 0, 1};
  sample.joint.carrier = has_own_carrier ? 2 : world_body;
  sample.start = initial_state(model).q.cast<Real>();
  // Each body turns by at most 1.2 rad: axes that coincided stay 0.7 rad away from pointing apart, where the twist is
  // singular.
  sample.q = moved(model, sample.start, random.vector(model.num_velocities, 0.69).cast<Real>(), 1.0L);
  sample.v = random.vector(model.num_velocities, 1.0).cast<Real>();
  for (int which = 0; which < type.num_coordinates; ++which)
    sample.near[which] = coordinate_at(sample, which, sample.q, sample.v).value;
  return sample;
}

/// Points closer than this make the direction of a distance, axes closer to parallel than its sine the angles of a
/// cross, too curved for differences.
inline constexpr Real least_distance = 0.5L;

inline bool is_too_curved(const SpatialSample& sample) {
  const auto body = motions<Real>(sample.model, sample.joint, sample.q, sample.v);
  const auto& geometry = sample.joint.spatial;
  const auto of = [&](int side) { return geometry.frame[side].col(0).cast<Real>(); };
  const auto at = [&](int side) { return geometry.anchor[side].cast<Real>(); };
  const Vector3<Real> a = body[0].rotation * of(0);
  const Vector3<Real> e = body[1].rotation * of(1);
  const Vector3<Real> p0 = body[0].position + body[0].rotation * at(0);
  const Vector3<Real> p1 = body[1].position + body[1].rotation * at(1);
  const std::string_view name = sample.joint.type->spec.name;
  return (name == "distance" && (p1 - p0).norm() < least_distance) ||
         (name == "universal" && cross(a, e).norm() < least_distance);
}

/// Runs the check on every joint in every pairing of rigid bodies, particles, fixed bodies and the world that it
/// allows, ten seeds each.
inline void for_each_spatial_sample(const std::function<void(const SpatialSample&, std::uint64_t)>& check) {
  using enum BodyKind;
  for (const JointType& type : spatial_joint_types())
    for (BodyKind first : {rigid, particle, fixed})
      for (BodyKind second : {rigid, particle, fixed})
        for (int variant = 0; variant < (has_carrier(type) ? 4 : 2); ++variant) {
          const bool world = variant % 2 == 1;
          const bool own_carrier = variant >= 2;
          if (type.needs_angles && (first == particle || second == particle)) continue;
          if (first != rigid && world) continue;
          if (second == fixed && !own_carrier && (world || first == fixed)) continue;  // J has no columns
          const std::string_view name = type.spec.name;
          if (first == particle && (name == "point_on_line" || name == "rack_and_pinion")) continue;  // refused
          for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            BOOST_TEST_INFO_SCOPE(name << " bodies " << static_cast<int>(first) << " " << static_cast<int>(second)
                                       << " world " << world << " carrier " << own_carrier << " seed " << seed);
            const SpatialSample sample = make_spatial_sample(type, first, second, world, own_carrier, seed);
            if (!is_too_curved(sample)) check(sample, seed);
          }
        }
}

// Central differences of order 4 in 64-bit significands: truncation h^4/30 |f'''''|, rounding 2 u |f|/h. Bodies of
// speed and spin below sqrt(3) a side, arms below 6, least_distance and the 0.7 rad to the singularity of a twist keep
// fifth derivatives below 5! (3.5/0.5)^5 6 = 1.3e7, and 2e8 for the derivative of J v.
inline constexpr Real difference_step = 0x1p-13L;
inline constexpr Real difference_bound =
    2e8L * difference_step * difference_step * difference_step * difference_step / 30.0L;

inline Real derivative(const std::function<Real(Real)>& f) {
  const Real h = difference_step;
  return (8.0L * (f(h) - f(-h)) - (f(2.0L * h) - f(-2.0L * h))) / (12.0L * h);
}

}  // namespace perpend::test
