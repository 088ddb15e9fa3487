// The numbers that TreeFactor keeps of a joint: see tree_factor.hpp.
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

/// A, by columns.
using ArticulatedInertia = std::array<SpatialVector, 6>;

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
