// Cholesky factorizations of A with its diagonal lowered. With D = diag(sqrt(a_ii)) and s_ii <= a_ii (1 - c), a
// factorization of S that runs to its end has |S - L L^T|_ij <= g sqrt(s_ii s_jj), g = gamma_k / (1 - gamma_k), so that
//     D^-1 A D^-1  >=  c - n g > 0                                                                          [Rump06]
// k = n + 3 for dense matrices (a blocked algorithm multiplies by reciprocals), the longest row of L + 3 for sparse.
#pragma once

#include <arb_mat.h>

#include <memory>

#include "kernel/model/contacts/lcp.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

class ShiftedCholesky {
 public:
  virtual ~ShiftedCholesky() = default;
  /// Factorizes S, which is A but for s_ii = a_ii (1 - c), rounded down. False when it breaks down.
  [[nodiscard]] virtual bool factorize(double c) = 0;
  /// n g of what was factorized last.
  [[nodiscard]] virtual double rounding() const = 0;
  /// S^-1 right, rounded.
  [[nodiscard]] virtual VectorX solve(const VectorX& right) const = 0;
};

/// Both keep a reference to the matrix, whose diagonal is within 2^-900 and 2^900: nothing underflows.
[[nodiscard]] std::unique_ptr<ShiftedCholesky> dense_cholesky(const SparseRows& a);
[[nodiscard]] std::unique_ptr<ShiftedCholesky> sparse_cholesky(const SparseRows& a);

/// n gamma_k / (1 - gamma_k), rounded up.
[[nodiscard]] double rounding_of_factor(int n, int k);
[[nodiscard]] VectorX diagonal_of(const SparseRows& a);

/// Time of the same factorization without a shift, copies included; 0 when it breaks down.
[[nodiscard]] double seconds_of_plain_dense(const SparseRows& a);
[[nodiscard]] double seconds_of_plain_sparse(const SparseRows& a);

/// L L^T = A in ball arithmetic: it ends only when every pivot is positive. [Johansson17]
class BallCholesky {
 public:
  /// Pre: A symmetric. Keeps a reference to it.
  BallCholesky(const MatrixX& a, int bits);
  ~BallCholesky();
  BallCholesky(const BallCholesky&) = delete;
  BallCholesky& operator=(const BallCholesky&) = delete;

  [[nodiscard]] bool is_positive() const { return is_positive_; }
  /// A lower bound of the smallest eigenvalue of A with its diagonal scaled to 1; 0: none that a double holds. Pre:
  /// is_positive.
  [[nodiscard]] double smallest_scaled() const;

 private:
  const MatrixX& a_;
  int bits_;
  arb_mat_t factor_;
  bool is_positive_ = false;
};

}  // namespace perpend
