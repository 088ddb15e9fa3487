// M: a number a velocity, and for each rigid body in space a symmetric 3 x 3 block of inertia in world axes.
#pragma once

#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// Off-diagonal entries of the inertia of one body; its diagonal stands in MassMatrix::diagonal.
struct InertiaBlock {
  int first = 0;  ///< row of the first of its three angular velocities
  double xy = 0.0;
  double xz = 0.0;
  double yz = 0.0;
};

/// Symmetric positive definite by construction from masses and inertias.
struct MassMatrix {
  VectorX diagonal;                    ///< num_velocities
  std::vector<InertiaBlock> blocks{};  ///< in increasing order of `first`; empty in the plane

  [[nodiscard]] Eigen::Index size() const { return diagonal.size(); }
};

/// out = M x.
void multiply(const MassMatrix& mass, const VectorX& x, VectorX& out);
/// out = M^-1 x, block by block (Cholesky of each 3 x 3). `out` may be `x`.
void divide(const MassMatrix& mass, const VectorX& x, VectorX& out);
/// M as a dense matrix: for reports, tests and small proofs.
[[nodiscard]] MatrixX dense(const MassMatrix& mass);

}  // namespace perpend
