// Newton's method on a nonsmooth equation whose zeros are the solutions, globalized by a line search on the merit of
// Fischer and Burmeister. [DeLucaFacchineiKanzow96, DeLucaFacchineiKanzow00]
// Two equations give its steps: min(z, w) = 0, by the active set, and phi(z, w) = 0 of Fischer and Burmeister.
#pragma once

#include "kernel/solvers/factors/shifted_system.hpp"
#include "kernel/solvers/factors/sparse_factor.hpp"
#include "kernel/solvers/lcp_solver.hpp"

namespace perpend {

/// The Newton step of min(z, w) = 0, w = A z + b: with alpha = { i : w_i < z_i } it asks for
///     w_i + (A d)_i = 0 in alpha,    z_i + d_i = 0 elsewhere.
/// A_alpha,alpha is singular wherever supports are redundant, so a small multiple of the unit matrix is added: the step
/// then stays near z in the directions that do not matter, and repeating it refines the others.
class ActiveSetStep {
 public:
  /// From here on by `system`, which knows the structure of the LCP; null: by its entries.
  void work_over(ShiftedSystem* system) { structured_ = system; }
  /// From here on for A + P in place of A, P a diagonal that must outlive the use; null: P = 0.
  void add_diagonal(const GrowingVector* p) { added_ = p; }
  /// d from (z, w). False when the system has no solution in floating point.
  [[nodiscard]] bool compute(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w, GrowingVector& d);
  /// alpha of the last step: 1 where w_i < z_i.
  [[nodiscard]] const std::vector<char>& active() const { return active_; }

  /// What is added to the diagonal, against the largest entry of A, or of its diagonal by structure: half way, in bits,
  /// between losing eigenvalues that matter and losing the digits that one refinement needs.
  static constexpr double shift = 0x1p-32;

 private:
  friend double finish_on_active_set(ActiveSetStep& step, const Lcp& lcp, int most, GrowingVector& z, GrowingVector& w);

  void choose(const GrowingVector& z, const GrowingVector& w);
  void extract(const SparseRows& a, const GrowingVector& z, const GrowingVector& w);
  [[nodiscard]] bool compute_by_structure(const Lcp& lcp, const GrowingVector& z, const GrowingVector& w,
                                          GrowingVector& d);

  ShiftedSystem* structured_ = nullptr;
  const GrowingVector* added_ = nullptr;
  SparseFactor factor_;
  SparseRows block_, shifted_;
  std::vector<int> diagonal_at_;
  GrowingVector right_, solved_, left_, inverse_;
  std::vector<char> active_;
  std::vector<int> place_;  // in the block, -1 outside alpha
  struct {
    GrowingVector z, w, d, best, best_slack;
  } way_;  // of finish_on_active_set
};

/// Steps from z while they help, `most` at most: leaves z >= 0 and w of the least natural residual met, and returns it.
/// What an iteration knows to half its digits this makes complementary to rounding.
double finish_on_active_set(ActiveSetStep& step, const Lcp& lcp, int most, GrowingVector& z, GrowingVector& w);

/// The largest entry on the diagonal of A; of all entries where A is semidefinite.
[[nodiscard]] double largest_diagonal(const LcpMatrix& matrix);

/// L D L^T where A is symmetric by construction.
[[nodiscard]] SparseFactor::Kind factor_kind(const Lcp& lcp);

/// The function of Fischer and Burmeister, whose zeros are the solutions, and half its square as a merit. [Fischer92]
///     phi_i = z_i + w_i - sqrt(z_i^2 + w_i^2),    merit = |phi|^2 / 2,    J = D_z + D_w A
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

struct NewtonLimits {
  double tolerance = 1e-10;  ///< of the natural residual
  long iterations = 200;
};

/// What is tried first in each iteration.
enum class NewtonStep { active_set, fischer_burmeister };

class GlobalizedNewton final : public LcpSolver {
 public:
  GlobalizedNewton(NewtonLimits limits, NewtonStep first) : limits_(limits), first_(first) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override;

 private:
  [[nodiscard]] LcpFailure iterate(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] bool step_on_active_set(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] bool search_along_line(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] double clipped_residual(const Lcp& lcp, const GrowingVector& z);
  void move_to_trial(LcpSolution& solution);

  NewtonLimits limits_;
  NewtonStep first_;
  ActiveSetStep active_set_;
  FischerBurmeister function_;
  GrowingVector direction_, gradient_, trial_, trial_slack_, clipped_, clipped_slack_;
  std::vector<double> merits_;
};

inline constexpr FieldSpec newton_tolerance_field{.name = "tolerance",
                                                  .type = FieldType::number,
                                                  .doc = "largest natural residual, relative, that counts as solved",
                                                  .default_text = "1e-10",
                                                  .minimum = 0.0,
                                                  .exclusive_minimum = true};
inline constexpr FieldSpec newton_iterations_field{.name = "iterations",
                                                   .type = FieldType::integer,
                                                   .doc = "most Newton steps",
                                                   .default_text = "200",
                                                   .minimum = 1.0};
[[nodiscard]] NewtonLimits newton_limits_of(const Properties& options);

/// Empties what an earlier call left, and puts the finite start, or 0, into z with its w.
void start_newton(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution);

}  // namespace perpend
