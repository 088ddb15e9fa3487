// Rounded factorizations of dense matrices: guesses, of which nothing is claimed. In one place, as those of
// orthogonal_factors.hpp are, because Eigen's take seconds to compile wherever they are named.
#pragma once

#include <memory>

#include "kernel/model/types.hpp"

namespace perpend {

/// P A = L U with the largest pivot of each column. Pre: A is square; one that is singular gives values that are not
/// finite.
class RoundedLu {
 public:
  explicit RoundedLu(const MatrixX& a);
  ~RoundedLu();
  RoundedLu(const RoundedLu&) = delete;
  RoundedLu& operator=(const RoundedLu&) = delete;

  /// A^-1 b.
  [[nodiscard]] VectorX solve(const VectorX& b) const;
  [[nodiscard]] MatrixX inverse() const;
  /// L below the diagonal and U, in one matrix.
  [[nodiscard]] const MatrixX& factors() const;
  /// P x.
  [[nodiscard]] VectorX permuted(const VectorX& x) const;

 private:
  class Factors;
  std::unique_ptr<Factors> factors_;
};

/// P^T L D L^T P = A with the largest diagonal entry as pivot. Pre: A is symmetric.
class RoundedLdlt {
 public:
  explicit RoundedLdlt(const MatrixX& a);
  ~RoundedLdlt();
  RoundedLdlt(const RoundedLdlt&) = delete;
  RoundedLdlt& operator=(const RoundedLdlt&) = delete;

  [[nodiscard]] bool is_done() const;
  [[nodiscard]] VectorX solve(const VectorX& b) const;
  [[nodiscard]] MatrixX solve(const MatrixX& b) const;
  /// x with x^T A x near the least pivot.
  [[nodiscard]] VectorX lowest_direction() const;

 private:
  class Factors;
  std::unique_ptr<Factors> factors_;
};

/// Whether a Cholesky factorization runs to its end; A is overwritten by L below its diagonal.
[[nodiscard]] bool factorize_cholesky(MatrixX& a);

[[nodiscard]] Eigen::MatrixXcd rounded_inverse(const Eigen::MatrixXcd& a);

}  // namespace perpend
