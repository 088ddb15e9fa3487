// Motions and forces of one rigid body in space: three numbers of translation and three of rotation, each in a vector
// of four whose last lane does not count.
#pragma once

namespace perpend {

/// The alignment that a processor with registers of this size asks for, also where the compiler may not use them.
using ThreeLanes = double __attribute__((vector_size(4 * sizeof(double)), aligned(4 * sizeof(double))));

struct SpatialVector {
  ThreeLanes linear{};
  ThreeLanes angular{};
};

}  // namespace perpend
