// Which side of a circle of radius R eigenvalues lie on, from a matrix H with R^2 H - X^T H X positive definite: of an
// eigenvector
//     (R^2 - |lambda|^2) v* H v > 0,
// so that no eigenvalue lies on the circle, and all lie inside exactly when H is positive definite.
#pragma once

#include "verification/statements/statements.hpp"

namespace perpend {

struct SteinProof {
  Verdict verdict = Verdict::undecided;  ///< proved: all inside; refuted: some outside
  MatrixX h{};                           ///< symmetric to the last bit
  VectorX direction{};                   ///< refuted: x with x^T H x < 0
};

/// Inside: H near sum_k (X^k)^T X^k / R^2k, by doubling.
[[nodiscard]] SteinProof prove_inside(const MatrixX& x, double radius = 1.0);

/// Outside: H = W* D W with W the inverse of the eigenvectors, D = 1 inside and -1 outside.
[[nodiscard]] SteinProof prove_outside(const MatrixX& x, double radius = 1.0);

/// Both, as measured on full matrices.
[[nodiscard]] double seconds_of_stein(double n);

}  // namespace perpend
