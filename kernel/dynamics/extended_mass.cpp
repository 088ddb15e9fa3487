#include "kernel/dynamics/extended_mass.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/Cholesky>

namespace perpend {

Matrix33<Extended> world_inertia(const Body& body, const SpatialMotion<Extended>& motion) {
  return motion.rotation * body.spatial.inertia.cast<Extended>() * motion.rotation.transpose();
}

ExtendedMassRoot::ExtendedMassRoot(const Model& model) : diagonal_(ExtendedVector::Ones(model.num_velocities)) {
  const bool planar = model.space == Space::planar;
  for (const Body& body : model.bodies) {
    for (int j = 0; j < std::min(body.dof, planar ? 2 : 3); ++j)
      diagonal_[body.offset + j] = std::sqrt(Extended(body.mass));
    if (body.kind != BodyKind::rigid) continue;
    if (planar)
      diagonal_[body.offset + 2] = std::sqrt(Extended(body.inertia));
    else
      first_.push_back(body.offset + 3);
  }
  factor_.resize(first_.size());
}

void ExtendedMassRoot::turn(const Model& model, const std::vector<SpatialMotion<Extended>>& motions) {
  std::size_t block = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (model.bodies[i].kind == BodyKind::rigid)
      factor_[block++] = world_inertia(model.bodies[i], motions[i]).llt().matrixL();
}

void ExtendedMassRoot::divide(Eigen::Ref<ExtendedVector> x) const {
  x = x.cwiseQuotient(diagonal_);
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const Vector3<Extended> part = x.segment<3>(first_[i]);
    x.segment<3>(first_[i]) = factor_[i].triangularView<Eigen::Lower>().solve(part);
  }
}

void ExtendedMassRoot::divide_transposed(Eigen::Ref<ExtendedVector> x) const {
  x = x.cwiseQuotient(diagonal_);
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const Vector3<Extended> part = x.segment<3>(first_[i]);
    x.segment<3>(first_[i]) = factor_[i].transpose().triangularView<Eigen::Upper>().solve(part);
  }
}

void ExtendedMassRoot::multiply_transposed(Eigen::Ref<ExtendedVector> x) const {
  x = x.cwiseProduct(diagonal_);
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const Vector3<Extended> part = x.segment<3>(first_[i]);
    x.segment<3>(first_[i]) = factor_[i].transpose() * part;
  }
}

}  // namespace perpend
