// The numbers that TreeFactor keeps of a body and of its joint: see tree_factor.hpp.
#pragma once

#include <array>

namespace perpend {

/// The alignment that a processor with registers of this size asks for, also where the compiler may not use them.
using ThreeLanes = double __attribute__((vector_size(4 * sizeof(double)), aligned(4 * sizeof(double))));

/// A motion or a force of one rigid body in space: three numbers of translation and three of rotation, each in a vector
/// of four whose last lane does not count.
struct SpatialVector {
  ThreeLanes linear{};
  ThreeLanes angular{};
};

/// M of one body, and the part that turns as L D L^T.
struct BodyInertia {
  ThreeLanes masses;
  ThreeLanes turning[3];  ///< columns
  ThreeLanes inverse_masses;
  double inverse_pivots[3];
  double lower[3];  ///< of the rows 2, 3, 3 and the columns 1, 1, 2
};

/// A, by columns.
using ArticulatedInertia = std::array<SpatialVector, 6>;

/// L D L^T of A of a body that nothing carries, row by row, and the inverse pivots.
struct FloatingFactor {
  std::array<double, 36> lower;
  std::array<double, 6> inverse;
};

/// A row of a joint that turns: n, and its n+ with n+_i . n_j = 1 for i = j, else 0.
struct TurningRow {
  ThreeLanes row;
  ThreeLanes dual;
};

/// One direction about which a joint leaves a body free.
struct FreeDirection {
  SpatialVector motion;    ///< s
  SpatialVector momentum;  ///< U
  SpatialVector carried;   ///< V
  double inverse;          ///< 1 / D
  double load;             ///< b of the last right-hand side
  double coupling[2];      ///< U . s of the directions behind it
};

/// The joint that carries a body, with as many rows that turn.
template <int num_turning>
struct TreeJoint {
  static constexpr int num_free = 3 - num_turning;

  ThreeLanes arm;         ///< from the centre of the body to the joint
  ThreeLanes parent_arm;  ///< from that of its carrier; 0 for the ground
  std::array<TurningRow, num_turning> turning;
  std::array<FreeDirection, num_free> free;
};

}  // namespace perpend
