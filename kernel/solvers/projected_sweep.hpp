// Projected Gauss-Seidel with over-relaxation omega (1: plain), which also solves the slip rows of friction.
//
// A row with diagonal a_ii > 0:  z_i <- max(0, z_i - omega w_i / a_ii).                          [Cryer71]
// Rows of Coulomb's law have no diagonal in the slip sigma. Each tangent has its opposite, so with f_i the impulse
// along one less that along the other, and r_i the rate along it,
//     0 <= +-r_i + sigma  perp  beta_i >= 0,    0 <= bound - sum(beta)  perp  sigma >= 0,    bound = mu c_n
// are the conditions of: f minimizes a convex quadratic with gradient r over sum |f_i| <= bound. So beta and sigma are
// updated together by a projected gradient step,
//     f <- P(f - omega r / l),    sigma <- l tau / omega,
// with l at least the norm of the block of A and tau the shift by which P projects: an f that stays put solves the rows
// exactly. In the plane, and with omega = 1, the step is the exact minimum.
#pragma once

#include "kernel/solvers/sweep_solver.hpp"

namespace perpend {

class ProjectedSweep final : public SweepSolver {
 public:
  ProjectedSweep(SweepLimits limits, double omega) : SweepSolver(limits), omega_(omega) {}

 protected:
  [[nodiscard]] bool prepare(const Lcp& lcp, const SweepBlocks& blocks, std::string& note) override;
  void visit(const Lcp& lcp, const SweepBlocks& blocks, int block, GrowingVector& z) override;

 private:
  void visit_row(const Lcp& lcp, int row, double diagonal, GrowingVector& z) const;
  void visit_friction(const Lcp& lcp, const LcpContact& contact, double norm, GrowingVector& z);
  [[nodiscard]] bool pair_tangents(const SweepBlock& block, std::span<const int> rows, const double* a);

  double omega_;
  GrowingVector norm_;         // l, one a block
  std::vector<int> opposite_;  // of a tangent: the row of the other
  std::vector<double> target_, size_;
  std::vector<double> sorted_;
};

/// tau >= 0 with sum_i max(0, x_i - tau) <= bound, the least one. `sorted` is work space. [HeldWolfeCrowder74]
[[nodiscard]] double projection_shift(const std::vector<double>& x, double bound, std::vector<double>& sorted);

}  // namespace perpend
