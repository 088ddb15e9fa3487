// Answers a Problem by any route: primary rows together with M, auxiliary rows in a dense system
//     W y = t - J_aux x0,    W = J_aux K + E,    K = columns x of the primary system for the right-hand sides J_aux^T,
//     0
// with the bounds of their multipliers, then one more substitution. [Baraff96] 7, [CfmBlog05]
#pragma once

#include "kernel/linear/kkt_solver.hpp"
#include "kernel/model/linear_algebra.hpp"
#include "kernel/solvers/boxed_pivoting.hpp"

namespace perpend {

class RouteSolver {
 public:
  RouteSolver(const ConstraintRows& layout, const MassMatrix& mass, const LinearAlgebra& linear_algebra,
              DependentRows policy);

  /// Factorizes and solves, with one step of refinement over the complete system. Without auxiliary rows this is
  /// KktSolver::solve, bit by bit. Bounds are honoured on auxiliary rows, which all rows with bounds are.
  ///
  /// Rows of joints that others imply: Status::singular or least-norm multipliers over all of them, by the policy.
  /// Status singular also when a bounded row is violated and follows from others: no multiplier changes that. It is
  /// then the one in Solution::dependent_rows, whatever the policy, and implying_rows() has the others.
  ///
  /// Rows that `expect` names stay out for as long as they follow within the constraint error: redundant_rows.hpp.
  ///
  /// Allocates nothing after the first call while the number of dependent rows does not grow.
  void solve(const Problem& problem, Solution& solution);

  /// Rows that followed from others where the run began.
  void expect(const RedundantRows& redundant);

  /// Solves again with other right-hand sides; M, J, E must be those of the last `solve`. The active set stays: a row
  /// at a bound keeps its multiplier there, or 0 when the problem has no bounds.
  void solve_again(const Problem& problem, Solution& solution);

  [[nodiscard]] long num_factorizations() const { return primary_.num_factorizations(); }
  [[nodiscard]] int num_auxiliary_rows() const { return static_cast<int>(auxiliary_.size()); }
  [[nodiscard]] const std::vector<int>& auxiliary_rows() const { return auxiliary_; }
  [[nodiscard]] std::size_t num_factor_entries() const { return primary_.num_factor_entries(); }
  /// Changes of side of the last solve.
  [[nodiscard]] int num_pivots() const { return pivoting_.num_pivots(); }
  [[nodiscard]] const std::vector<int>& implying_rows() const { return implying_rows_; }
  [[nodiscard]] const RedundancyCounts& redundancy() const {
    return auxiliary_.empty() ? primary_.redundancy() : judge_.counts();
  }

 private:
  [[nodiscard]] Status solve_bounded(const Problem& problem, Solution& solution);
  void choose_candidates(const Problem& problem);
  [[nodiscard]] double kinetic_size(const MassMatrix& mass, const VectorX& motion, const VectorX& x);
  void assemble(const Problem& problem);
  [[nodiscard]] Status pivot(const Problem& problem);
  void collect_dependent_rows(Solution& solution);
  [[nodiscard]] Status factorize(const Problem& problem, Solution& solution);
  [[nodiscard]] bool find_null_space(const Problem& problem);
  void find_implying_rows(const ConstraintRows& rows, int row);
  void find_combination(const ConstraintRows& rows, int row);
  void solve_free(const ConstraintRows& rows, const VectorX& motion, const VectorX& target, Solution& solution);
  void solve_with_active_set(const Problem& problem, Solution& solution);
  void refine(const Problem& problem, Solution& solution);
  void keep_within_bounds(const Problem& problem, VectorX& multiplier) const;

  int num_columns_ = 0;
  int num_rows_ = 0;
  DependentRows policy_;
  RowAccess access_;
  KktSolver primary_;
  std::vector<int> auxiliary_;
  std::vector<int> candidates_;  // auxiliary rows whose multiplier is not fixed: rows of the dense system
  BoxedProblem boxed_;
  BoxedPivoting pivoting_;
  VectorX z_;  // multipliers of the candidates
  std::vector<int> dependent_rows_;
  std::vector<int> implying_rows_;
  RedundancyJudge judge_;
  LeftNullSpace null_space_;
  VectorX fixed_;  // multipliers of rows at a bound
  VectorX loaded_motion_;
  VectorX right_;
  VectorX column_;
  VectorX motion_residual_;
  VectorX target_residual_;
  VectorX zero_target_;
  Solution base_;
  Solution correction_;
  Solution combination_;
};

}  // namespace perpend
