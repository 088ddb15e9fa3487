// Rows of drives and constraints in extended precision, in the plane and in space, and the laws that tie phi, J, phi_t
// and jdot_v together along a motion.
#pragma once

#include <boost/test/unit_test.hpp>
#include <functional>
#include <limits>

#include "kernel/constraints/constraint_types.hpp"
#include "kernel/drives/drive_types.hpp"
#include "kernel/dynamics/body_motion.hpp"
#include "kernel/joints/joint_types.hpp"
#include "tests/support/schema_values.hpp"

namespace perpend::test {

using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// One joint, drive or constraint of a model at a state that need not satisfy it.
struct RowSample {
  Model model;
  Joint joint;
  Real time = 0.0L;
  RealVector q;
  RealVector v;
  RealVector near;  ///< branches of the coordinates; empty: none given
};

struct DenseRows {
  RealVector phi;
  RealVector phi_t;
  RealVector jdot_v;
  RealMatrix jacobian;
};

template <class Scalar, class Vector>
std::array<BodyMotion<Scalar>, num_sides> planar_motions(const RowSample& sample, const Vector& q, const Vector& v) {
  std::array<BodyMotion<Scalar>, num_sides> motions;
  for (int side = 0; side < 2; ++side)
    if (sample.joint.body[side] != world_body)
      motions[side] = body_motion<Scalar>(sample.model.bodies[sample.joint.body[side]], q, v);
  return motions;
}

template <class Scalar, class Vector>
std::array<SpatialMotion<Scalar>, num_sides> spatial_motions(const RowSample& sample, const Vector& q,
                                                             const Vector& v) {
  std::array<SpatialMotion<Scalar>, num_sides> motions;
  for (int side = 0; side < 2; ++side)
    if (sample.joint.body[side] != world_body)
      motions[side] = spatial_motion<Scalar>(sample.model.bodies[sample.joint.body[side]], q, v);
  return motions;
}

inline int count_rows(const Joint& joint) {
  return joint.type->count_rows != nullptr ? joint.type->count_rows(joint) : joint.type->num_rows;
}

template <class Rows>
DenseRows dense_rows(const RowSample& sample, const Rows& rows) {
  const int n = count_rows(sample.joint);
  DenseRows dense{RealVector(n), RealVector(n), RealVector(n), RealMatrix::Zero(n, sample.model.num_velocities)};
  for (int i = 0; i < n; ++i) {
    dense.phi[i] = rows.phi[i];
    dense.phi_t[i] = rows.phi_t[i];
    dense.jdot_v[i] = rows.jdot_v[i];
    for (int side = 0; side < 2; ++side) {
      if (sample.joint.body[side] == world_body) continue;
      const Body& body = sample.model.bodies[sample.joint.body[side]];
      for (int j = 0; j < body.dof; ++j) dense.jacobian(i, body.offset + j) += rows.jacobian[side][i][j];
    }
  }
  return dense;
}

/// Through the function of the registry for long double (double: rounded arguments, function for double).
inline DenseRows rows_at(const RowSample& sample, const RealVector& q, const RealVector& v, Real time) {
  const Real* near = sample.near.size() == 0 ? nullptr : sample.near.data();
  if (sample.model.space == Space::planar) {
    JointRows<Real> rows;
    sample.joint.type->evaluate_extended(sample.joint, planar_motions<Real>(sample, q, v), time, rows);
    return dense_rows(sample, rows);
  }
  SpatialRows<Real> rows;
  sample.joint.type->evaluate_spatial_extended(sample.joint, spatial_motions<Real>(sample, q, v), time, near, rows);
  return dense_rows(sample, rows);
}

inline DenseRows rows_in_double(const RowSample& sample) {
  const VectorX q = sample.q.cast<double>();
  const VectorX v = sample.v.cast<double>();
  const VectorX near = sample.near.cast<double>();
  const auto time = static_cast<double>(sample.time);
  if (sample.model.space == Space::planar) {
    JointRows<double> rows;
    sample.joint.type->evaluate(sample.joint, planar_motions<double>(sample, q, v), time, rows);
    return dense_rows(sample, rows);
  }
  SpatialRows<double> rows;
  sample.joint.type->evaluate_spatial(sample.joint, spatial_motions<double>(sample, q, v), time,
                                      near.size() == 0 ? nullptr : near.data(), rows);
  return dense_rows(sample, rows);
}

/// q (+) h v with a constant velocity: no acceleration.
inline RealVector moved(const Model& model, const RealVector& q, const RealVector& v, Real h) {
  if (model.space == Space::planar) return q + h * v;
  RealVector result = q;
  for (const Body& body : model.bodies) {
    for (int j = 0; j < std::min(body.dof, 3); ++j) result[body.q_offset + j] += h * v[body.offset + j];
    if (body.kind != BodyKind::rigid) continue;
    const Vector3<Real> turn = h * v.segment<3>(body.offset + 3);
    const Vector4<Real> rotation = q.segment<4>(body.q_offset + 3);
    result.segment<4>(body.q_offset + 3) = normalized(quaternion_product(quaternion_exponential(turn), rotation));
  }
  return result;
}

/// d/ds of f at s = 0 by central differences, with a bound of the error from the change between two steps and from
/// rounding of values up to 2^10 in up to 2^8 operations.
inline void expect_derivative(const std::function<Real(Real)>& f, Real claimed) {
  const Real h = 1e-5L;
  const auto central = [&](Real step) { return (f(step) - f(-step)) / (2.0L * step); };
  const Real fine = central(h / 2.0L);
  const Real bound = 4.0L * std::abs(central(h) - fine) + 0x1p18L * std::numeric_limits<Real>::epsilon() / h;
  BOOST_TEST(std::abs(claimed - fine) <= bound);
}

inline Body random_rigid(Random& random, Space space, BodyKind kind) {
  Body body;
  body.kind = kind;
  body.mass = random.uniform(0.5, 2.0);
  body.inertia = random.uniform(0.5, 2.0);
  body.position = random.point(1.0);
  body.angle = random.uniform(-3.0, 3.0);
  if (space == Space::planar) return body;
  body.spatial.inertia = random_tensor(random);
  body.spatial.position = random.vector(3, 1.0);
  body.spatial.rotation = random_rotation(random);
  return body;
}

inline RealVector random_positions(Random& random, const Model& model) {
  RealVector q = random.vector(model.num_positions, 2.0).cast<Real>();
  for (const Body& body : model.bodies)
    if (model.space == Space::spatial && body.kind == BodyKind::rigid)
      q.segment<4>(body.q_offset + 3) = normalized<Real>(random_rotation(random).cast<Real>());
  return q;
}

/// J is the derivative of the holonomic phi by each velocity, and J v + phi_t its derivative along the motion.
inline void expect_first_derivatives(const RowSample& sample) {
  const DenseRows rows = rows_at(sample, sample.q, sample.v, sample.time);
  const int num_holonomic = std::max(0, count_rows(sample.joint) - sample.joint.type->num_nonholonomic);
  for (int i = 0; i < num_holonomic; ++i) {
    const auto along = [&](const RealVector& v, Real rate_of_time) {
      return [&, v, rate_of_time, i](Real s) {
        return rows_at(sample, moved(sample.model, sample.q, v, s), sample.v, sample.time + s * rate_of_time).phi[i];
      };
    };
    for (Eigen::Index k = 0; k < sample.v.size(); ++k)
      expect_derivative(along(RealVector::Unit(sample.v.size(), k), 0.0L), rows.jacobian(i, k));
    expect_derivative(along(RealVector::Zero(sample.v.size()), 1.0L), rows.phi_t[i]);
    expect_derivative(along(sample.v, 1.0L), (rows.jacobian * sample.v)[i] + rows.phi_t[i]);
  }
}

/// jdot_v is the derivative of J v + phi_t along the motion without acceleration, of holonomic and other rows alike.
inline void expect_second_derivatives(const RowSample& sample) {
  const DenseRows rows = rows_at(sample, sample.q, sample.v, sample.time);
  for (int i = 0; i < count_rows(sample.joint); ++i)
    expect_derivative(
        [&](Real s) {
          const DenseRows there =
              rows_at(sample, moved(sample.model, sample.q, sample.v, s), sample.v, sample.time + s);
          return (there.jacobian * sample.v)[i] + there.phi_t[i];
        },
        rows.jdot_v[i]);
}

/// Rounding of double: `condition` is how much a function magnifies that of its arguments.
inline void expect_double_agrees(const RowSample& sample, Real condition) {
  const DenseRows extended = rows_at(sample, sample.q, sample.v, sample.time);
  const DenseRows rounded = rows_in_double(sample);
  // Values below 4 and speeds below 4; some 64 operations; jdot_v has the square of a speed times a length.
  const Real bound = 64.0L * 0x1p-53L * condition;
  for (Eigen::Index i = 0; i < extended.phi.size(); ++i) {
    BOOST_TEST(std::abs(extended.phi[i] - rounded.phi[i]) <= 4.0L * bound);
    BOOST_TEST(std::abs(extended.phi_t[i] - rounded.phi_t[i]) <= 16.0L * bound);
    BOOST_TEST(std::abs(extended.jdot_v[i] - rounded.jdot_v[i]) <= 256.0L * bound);
    BOOST_TEST((extended.jacobian.row(i) - rounded.jacobian.row(i)).cwiseAbs().maxCoeff() <= 4.0L * bound);
  }
}

}  // namespace perpend::test
