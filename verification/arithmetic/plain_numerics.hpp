// What a program says that computes in doubles and takes the outcome as the truth: shown next to proofs, never a proof.
#pragma once

#include "kernel/model/contacts/lcp.hpp"
#include "kernel/model/linear_system.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

/// Whether a Cholesky factorization of A runs to its end. In place: a matrix that is moved here is not copied.
[[nodiscard]] bool cholesky_ends(MatrixX a);
[[nodiscard]] bool cholesky_ends(const SparseRows& a);

/// Smallest eigenvalue of a symmetric A; NaN when the iteration does not converge.
[[nodiscard]] double plain_smallest_eigenvalue(const MatrixX& a);

/// Largest modulus of an eigenvalue; NaN when the iteration does not converge.
[[nodiscard]] double plain_spectral_radius(const MatrixX& x);

/// By Householder's QR with column pivoting and its customary threshold.
[[nodiscard]] int plain_rank(const MatrixX& j);

[[nodiscard]] bool are_principal_minors_positive(const MatrixX& a);

/// A^-1 b by elimination with partial pivoting.
[[nodiscard]] VectorX plain_solution(const MatrixX& a, const VectorX& b);

/// The largest modulus of the computed eigenvalues of X = F(P) for M, B at step h, as a dense matrix. NaN when
/// B M^-1 B^T cannot be factorized. Off by up to 1e-7 at rho = 1, where the eigenvalue is defective.
[[nodiscard]] double floating_spectral_radius(const LinearSystem& system, const LinearUpdate& update, double h);

/// The product, rounded.
[[nodiscard]] double rounded_value(const ExactProduct& product, double h);

}  // namespace perpend
