#include <Eigen/Cholesky>

#include "kernel/dynamics/extended_dynamics.hpp"

namespace perpend {

// The diagonal holds 1 where a block stands, so that both parts may be applied one after the other.

void ExtendedMassRoot::divide(Eigen::Ref<ExtendedVector> x) const {
  x = x.cwiseQuotient(diagonal);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Vector3<Extended> part = x.segment<3>(first[i]);
    x.segment<3>(first[i]) = factor[i].triangularView<Eigen::Lower>().solve(part);
  }
}

void ExtendedMassRoot::divide_transposed(Eigen::Ref<ExtendedVector> x) const {
  x = x.cwiseQuotient(diagonal);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Vector3<Extended> part = x.segment<3>(first[i]);
    x.segment<3>(first[i]) = factor[i].transpose().triangularView<Eigen::Upper>().solve(part);
  }
}

void ExtendedMassRoot::multiply_transposed(Eigen::Ref<ExtendedVector> x) const {
  x = x.cwiseProduct(diagonal);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Vector3<Extended> part = x.segment<3>(first[i]);
    x.segment<3>(first[i]) = factor[i].transpose() * part;
  }
}

}  // namespace perpend
