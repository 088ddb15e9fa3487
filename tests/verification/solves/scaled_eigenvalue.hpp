// What certificates of Delassus matrices are measured against.
#pragma once

#include "tests/verification/chain.hpp"
#include "verification/arithmetic/eigenvalues.hpp"

namespace perpend::test {

/// Smallest eigenvalue of J M^-1 J^T + E with its diagonal scaled to 1, in floating point.
inline double scaled_lambda_min(const ConstraintRows& rows, const MassMatrix& mass, double compliance = 0.0) {
  const MatrixX j = dense_rows(rows);
  MatrixX w = j * dense_mass(mass).inverse() * j.transpose();
  w.diagonal().array() += compliance;
  const VectorX scale = w.diagonal().cwiseSqrt().cwiseInverse();
  return symmetric_eigen(scale.asDiagonal() * w * scale.asDiagonal()).values[0];
}

}  // namespace perpend::test
