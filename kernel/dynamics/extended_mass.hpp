// The mass matrix in extended precision, as its root: M = L L^T, block by block.
#pragma once

#include <vector>

#include "kernel/dynamics/body_motion.hpp"
#include "kernel/model/model.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

using Extended = long double;
using ExtendedVector = Eigen::Matrix<Extended, Eigen::Dynamic, 1>;
using ExtendedMatrix = Eigen::Matrix<Extended, Eigen::Dynamic, Eigen::Dynamic>;

/// I in world axes [kg m^2].
[[nodiscard]] Matrix33<Extended> world_inertia(const Body& body, const SpatialMotion<Extended>& motion);

/// Square roots of masses, and a Cholesky factor for each inertia in world axes.
class ExtendedMassRoot {
 public:
  explicit ExtendedMassRoot(const Model& model);

  /// Bodies in space have turned. `motions`: one a body.
  void turn(const Model& model, const std::vector<SpatialMotion<Extended>>& motions);

  /// Column of X := L^-1 X, and X := L^-T X.
  void divide(Eigen::Ref<ExtendedVector> x) const;
  void divide_transposed(Eigen::Ref<ExtendedVector> x) const;
  /// X := L^T X.
  void multiply_transposed(Eigen::Ref<ExtendedVector> x) const;

 private:
  // The diagonal holds 1 where a block stands, so that both parts may be applied one after the other.
  ExtendedVector diagonal_;
  std::vector<int> first_;                  // row of the first angular velocity of each body with a block
  std::vector<Matrix33<Extended>> factor_;  // lower triangular
};

}  // namespace perpend
