// Solves the saddle-point Problem by sparse L D L^T in an order that makes a tree of joints cost linear time.
#pragma once

#include <vector>

#include "kernel/problem.hpp"
#include "kernel/solution.hpp"
#include "kernel/sparse_ldlt.hpp"

namespace perpend {

/// What to do with rows that others imply.
enum class DependentRows { stop, leave_out };

/// The symmetric form is [M J^T; J -E] [x; -multiplier] = [motion; target].
class KktSolver {
 public:
  /// `mass` gives the layout of M; one without blocks is diagonal.
  KktSolver(const ConstraintRows& layout, DependentRows policy, const MassMatrix& mass = {});

  /// Factorizes and solves, with one step of iterative refinement: without pivoting the factors may lose digits in rows
  /// that are small beside the others, and one step in the same precision brings each row back to rounding [Skeel80].
  /// With dependent rows left out, the multipliers are those of least Euclidean norm (SI) among all that give the same
  /// J^T multiplier. Allocates nothing while the number of dependent rows does not grow.
  void solve(const Problem& problem, Solution& solution);

  /// Solves again with other right-hand sides: M, J and E must be those of the last `solve`.
  void solve_again(const Problem& problem, Solution& solution);

  [[nodiscard]] long num_factorizations() const { return num_factorizations_; }
  [[nodiscard]] const SparseLdlt& factorization() const { return ldlt_; }

 private:
  void load_values(const Problem& problem);
  void substitute(const VectorX& motion, const VectorX& target, Solution& solution);
  void refine(const Problem& problem, Solution& solution);
  void find_dependencies(const Problem& problem);
  void take_least_norm(VectorX& multiplier) const;

  int num_columns_ = 0;
  int num_rows_ = 0;
  DependentRows policy_;
  std::vector<int> position_;     // unknown -> place in the order
  std::vector<char> may_vanish_;  // by place
  SparseLdlt ldlt_;
  std::vector<double> values_;
  VectorX permuted_;
  std::vector<int> dependent_rows_;
  std::vector<VectorX>
      null_vectors_;  // orthonormal basis of the left null space of J, first dependent_rows_.size() valid
  VectorX motion_residual_;
  VectorX target_residual_;
  Solution correction_;
  VectorX zero_target_;
  VectorX row_transposed_;
  Solution null_solution_;
  long num_factorizations_ = 0;
};

}  // namespace perpend
