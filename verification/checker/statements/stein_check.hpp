// Which side of the unit circle the eigenvalues of X lie on, from a matrix that is given.
#pragma once

#include "verification/checker/statements/sparse.hpp"
#include "verification/checker/statements/statement.hpp"

namespace perpend::checker {

/// With H - X^T H X positive definite no eigenvalue lies on the circle, for of an eigenvector
/// (1 - |lambda|^2) v* H v > 0; all lie inside exactly when H is positive definite (Stein) [HornJohnson13]. Refuted:
/// x with x^T H x < 0.
[[nodiscard]] Finding check_stein(Judgement& judgement, const SparseMatrix& x);

}  // namespace perpend::checker
