// M = L L^T of one state, block by block, with proved bounds of what rounding did to it.
#pragma once

#include <span>
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
  /// Whether L has no numbers off its diagonal.
  [[nodiscard]] bool is_diagonal() const { return blocks_.empty(); }
  /// 1/L_cc of each column.
  [[nodiscard]] std::span<const double> inverse_diagonal() const { return inverse_root_; }

  /// L^-1 x of several x, for `count` consecutive entries of each that begin at `column`: entry(i, k) is number i of
  /// x number k, or of two x, and goes through `keep(i, k, quotient)`. False when they cut an inertia in two.
  template <class Entry, class Keep>
  [[nodiscard]] bool divide(int column, int count, int num_x, Entry entry, Keep keep) const {
    for (int j = 0; j < count;) {
      const int place = place_[column + j];
      const double* r = &inverse_root_[column + j];
      if (place == 0) {
        for (int k = 0; k < num_x; ++k) keep(j, k, entry(j, k) * r[0]);
        ++j;
        continue;
      }
      if (place < 0 || j + 3 > count) return false;
      const Block block = blocks_[place - 1];
      for (int k = 0; k < num_x; ++k) {
        const auto first = entry(j, k) * r[0];
        const auto second = (entry(j + 1, k) - block.l21 * first) * r[1];
        keep(j, k, first);
        keep(j + 1, k, second);
        keep(j + 2, k, (entry(j + 2, k) - block.l31 * first - block.l32 * second) * r[2]);
      }
      j += 3;
    }
    return true;
  }

 private:
  /// Below the diagonal of L; the reciprocals of its diagonal stand in `inverse_root_`.
  struct Block {
    double l21, l31, l32;
    double perturbation, substitution_error;
  };
  [[nodiscard]] bool has_layout_of(const MassMatrix& mass) const;
  void take_layout(const MassMatrix& mass);
  [[nodiscard]] bool has_same_inertia(const MassMatrix& mass, std::size_t b) const;
  [[nodiscard]] const char* factorize_block(const InertiaBlock& inertia, const VectorX& diagonal, Block& block);

  MassMatrix mass_{};       ///< factorized last; empty: none
  std::vector<int> place_;  ///< of the inertia that begins at this column, from 1; 0: none begins; -1: inside of one
  std::vector<double> inverse_root_;
  std::vector<Block> blocks_;
  double perturbation_ = 0.0;
  double substitution_error_ = 0.0;
};

}  // namespace perpend
