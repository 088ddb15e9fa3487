// M = L L^T of one state, block by block, with proved bounds of what rounding did to it.
#pragma once

#include <vector>

#include "kernel/model/mass_matrix.hpp"

namespace perpend {

/// Masses, and diagonal entries of W, within these bounds keep every intermediate number (entries of J are at most
/// sqrt(W_ii m) <= 2^300) so far from underflow and overflow that one more unit in the roundings counted covers it.
[[nodiscard]] inline bool is_in_scale(double x) {
  return x >= 0x1p-300 && x <= 0x1p300;
}

/// Exact object: the doubles of M. The computed L has L L^T = M + dM with -eta M <= dM <= eta M in the order of
/// quadratic forms, eta = `perturbation()`; so M is positive definite. `divide` solves with L up to a Euclidean error
/// of `substitution_error()` times the result, body by body.
class MassRoot {
 public:
  explicit MassRoot(int num_columns) : place_(num_columns, 0), inverse_root_(num_columns, 0.0) {}

  /// Why M cannot be used, or nullptr. Allocates nothing after the first call.
  [[nodiscard]] const char* factorize(const MassMatrix& mass);

  [[nodiscard]] double perturbation() const { return perturbation_; }
  [[nodiscard]] double substitution_error() const { return substitution_error_; }

  /// out = L^-1 x for `count` consecutive entries that begin at `column`. False when they cut an inertia in two.
  [[nodiscard]] bool divide(int column, int count, const double* x, double* out) const;

 private:
  /// Below the diagonal of L; the reciprocals of its diagonal stand in `inverse_root_`.
  struct Block {
    double l21, l31, l32;
  };
  [[nodiscard]] const char* factorize_block(const InertiaBlock& inertia, const VectorX& diagonal, Block& block);

  std::vector<int> place_;  ///< of the inertia that begins at this column, from 1; 0: none begins; -1: inside of one
  std::vector<double> inverse_root_;
  std::vector<Block> blocks_;
  double perturbation_ = 0.0;
  double substitution_error_ = 0.0;
};

}  // namespace perpend
