// Linearized systems and the discrete updates whose stability is proved by structure.
#pragma once

#include <array>

#include "kernel/model/mass_matrix.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

/// M q'' = B^T lambda with B q = 0: what a mechanism looks like near one configuration.
struct LinearSystem {
  MassMatrix mass;  ///< M, n x n
  MatrixX b;        ///< rows x n
};

/// An exact real number: the product of three numbers and a power of the step, never rounded. Each stands for the
/// shortest decimal that reads back as the double, which is what the scene says.
struct ExactProduct {
  std::array<double, 3> factors{1.0, 1.0, 1.0};
  int step_power = 0;
};

/// One step of a method on LinearSystem is X = F(P) with the M-orthogonal projector P onto the constrained directions
/// and
///     F(p) = [ 1 - qq p          h (1 - qv p) ]
///            [   - vq p / h        1 - vv p   ]
/// acting on (q, v). All four coefficients are exact and dimensionless. [Hong06] (19), (22)
struct LinearUpdate {
  ExactProduct qq;
  ExactProduct qv;
  ExactProduct vq;
  ExactProduct vv;
  /// Compliant rows: P is not a projector, its eigenvalues lie anywhere in [0, 1] rather than in {0, 1}.
  bool compliant = false;
};

}  // namespace perpend
