// M = L D L^T with L unit lower triangular: a pivot a velocity, and three numbers of L for the inertia of each body in
// space. No roots: what is exact in powers of two stays so.
#pragma once

#include <array>
#include <vector>

#include "kernel/model/mass_matrix.hpp"

namespace perpend {

class MassFactor {
 public:
  MassFactor() = default;
  explicit MassFactor(const MassMatrix& layout);

  /// What has not changed is kept. False when M is not positive definite or not finite. Pre: the
  /// blocks are those of the layout.
  [[nodiscard]] bool factorize(const MassMatrix& mass);
  /// Whether the last factorization differs from the one before.
  [[nodiscard]] bool has_changed() const { return has_changed_; }

  [[nodiscard]] Eigen::Index size() const { return static_cast<Eigen::Index>(inverse_.size()); }

  /// out = D^-1 L^-1 x.
  void divide_by_lower(const VectorX& x, VectorX& out) const;
  /// x = L^-T x.
  void divide_by_upper(VectorX& x) const;

  /// 1 / D_jj, by column.
  [[nodiscard]] const double* inverse_pivots() const { return inverse_.data(); }
  /// L_21, L_31, L_32 of one inertia, by block.
  [[nodiscard]] const std::array<double, 3>& lower(int block) const { return lower_[block]; }

 private:
  [[nodiscard]] bool factorize_plain(const MassMatrix& mass, int end);
  [[nodiscard]] bool factorize_block(const MassMatrix& mass, const InertiaBlock& block, std::size_t k);

  std::vector<int> first_;  // of each inertia block
  std::vector<double> diagonal_;
  std::vector<double> inverse_;
  std::vector<std::array<double, 3>> lower_;
  std::vector<InertiaBlock> known_;  // of the last factorization, and so is diagonal_
  int done_ = 0;
  bool has_changed_ = false;
};

}  // namespace perpend
