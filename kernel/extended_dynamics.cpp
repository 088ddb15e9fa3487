#include "kernel/extended_dynamics.hpp"

#include <cmath>
#include <Eigen/QR>
#include <limits>

#include "kernel/body_motion.hpp"

namespace perpend {

namespace {

std::array<BodyMotion<Extended>, 2> motions_of(const Model& model, const std::array<int, 2>& body,
                                               const ExtendedVector& q, const ExtendedVector& v) {
  std::array<BodyMotion<Extended>, 2> motions;
  for (int side = 0; side < 2; ++side)
    if (body[side] != world_body) motions[side] = body_motion<Extended>(model.bodies[body[side]], q, v);
  return motions;
}

}  // namespace

ExtendedDynamics::ExtendedDynamics(const Model& model)
    : model_(model),
      root_mass_(model.num_velocities),
      scaled_rows_(ExtendedMatrix::Zero(model.num_velocities, model.num_rows)),
      phi_(model.num_rows),
      jdot_v_(model.num_rows),
      force_(model.num_velocities) {
  for (const Body& body : model.bodies)
    for (int j = 0; j < body.dof; ++j)
      root_mass_[body.offset + j] = std::sqrt(Extended(j < 2 ? body.mass : body.inertia));
}

void ExtendedDynamics::evaluate(Extended time, const ExtendedVector& q, const ExtendedVector& v) {
  scaled_rows_.setZero();
  for (const Joint& joint : model_.joints) {
    JointRows<Extended> rows;
    joint.type->evaluate_extended(joint, motions_of(model_, joint.body, q, v), time, rows);
    for (int i = 0; i < joint.num_rows; ++i) {
      phi_[joint.first_row + i] = rows.phi[i];
      jdot_v_[joint.first_row + i] = rows.jdot_v[i];
      for (int side = 0; side < 2; ++side) {
        if (joint.body[side] == world_body) continue;
        const Body& body = model_.bodies[joint.body[side]];
        for (int j = 0; j < body.dof; ++j)
          scaled_rows_(body.offset + j, joint.first_row + i) += rows.jacobian[side][i][j] / root_mass_[body.offset + j];
      }
    }
  }
}

void ExtendedDynamics::smallest_solution(const ExtendedVector& target, ExtendedVector& x) {
  x.setZero(model_.num_velocities);
  if (model_.num_rows == 0) return;
  Eigen::ColPivHouseholderQR<ExtendedMatrix> qr(scaled_rows_);
  // A row counts as dependent when rounding of the doubles that the anchors are given in could have made it so.
  qr.setThreshold(Extended(std::numeric_limits<double>::epsilon()) * Extended(model_.num_velocities));
  const Eigen::Index rank = qr.rank();
  const ExtendedVector permuted = qr.colsPermutation().transpose() * target;
  x.head(rank) =
      qr.matrixR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>().transpose().solve(permuted.head(rank));
  x = (qr.householderQ() * x).cwiseQuotient(root_mass_);
}

void ExtendedDynamics::acceleration(Extended time, const ExtendedVector& q, const ExtendedVector& v,
                                    ExtendedVector& a) {
  evaluate(time, q, v);
  force_.setZero();
  for (const Body& body : model_.bodies)
    for (int j = 0; j < std::min(body.dof, 2); ++j)
      force_[body.offset + j] += Extended(body.mass) * Extended(model_.gravity[j]);
  for (const Force& force : model_.forces) {
    ForceValue<Extended> value;
    force.type->evaluate_extended(force, motions_of(model_, force.body, q, v), time, value);
    for (int side = 0; side < 2; ++side) {
      if (force.body[side] == world_body) continue;
      const Body& body = model_.bodies[force.body[side]];
      for (int j = 0; j < body.dof; ++j) force_[body.offset + j] += value.conservative[side][j] + value.other[side][j];
    }
  }
  a = force_.cwiseQuotient(root_mass_);
  target_ = -jdot_v_ - scaled_rows_.transpose() * a;
  a = a.cwiseQuotient(root_mass_);
  smallest_solution(target_, x_);
  a += x_;
}

Extended ExtendedDynamics::project(Extended time, ExtendedVector& q, ExtendedVector& v) {
  if (model_.num_rows == 0) return Extended(0);
  constexpr int max_iterations = 50;  // Newton doubles the digits; the loop below ends when rounding stops it
  Extended error = std::numeric_limits<Extended>::infinity();
  for (int i = 0; i < max_iterations; ++i) {
    evaluate(time, q, v);
    const Extended now = phi_.cwiseAbs().maxCoeff();
    if (!(now < error)) break;
    error = now;
    if (error == Extended(0)) break;
    target_ = -phi_;
    smallest_solution(target_, x_);
    q += x_;
  }
  evaluate(time, q, v);
  target_ = -(scaled_rows_.transpose() * v.cwiseProduct(root_mass_));
  smallest_solution(target_, x_);
  v += x_;
  return phi_.allFinite() ? phi_.cwiseAbs().maxCoeff() : std::numeric_limits<Extended>::quiet_NaN();
}

}  // namespace perpend
