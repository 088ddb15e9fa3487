// The function of Fischer and Burmeister, whose zeros are the solutions, and half its square as a merit. [Fischer92]
//     phi_i = z_i + w_i - sqrt(z_i^2 + w_i^2),    merit = |phi|^2 / 2,    J = D_z + D_w A
#pragma once

#include "kernel/solvers/sparse_factor.hpp"

namespace perpend {

class FischerBurmeister {
 public:
  /// Everything below is at this point.
  void evaluate(const GrowingVector& z, const GrowingVector& w);
  [[nodiscard]] double merit() const { return 0.5 * phi_.squaredNorm(); }
  /// D_z phi + A^T D_w phi.
  void gradient(const SparseRows& a, GrowingVector& out) const;
  /// J d = -phi. False when J has no inverse in floating point.
  [[nodiscard]] bool newton_direction(const SparseRows& a, GrowingVector& d);

 private:
  void assemble(const SparseRows& a);

  GrowingVector phi_, by_z_, by_w_;  // phi and the diagonals D_z, D_w
  SparseRows jacobian_;
  std::vector<int> diagonal_at_;
  SparseFactor factor_;
  GrowingVector right_;
};

}  // namespace perpend
