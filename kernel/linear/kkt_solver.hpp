// Solves the saddle-point Problem by sparse L D L^T in an order that makes a tree of joints cost linear time.
#pragma once

#include <span>
#include <vector>

#include "kernel/linear/redundant_rows.hpp"
#include "kernel/linear/row_access.hpp"
#include "kernel/linear/sparse_ldlt.hpp"
#include "kernel/model/problem.hpp"
#include "kernel/model/solution.hpp"

namespace perpend {

/// The vectors y with J^T y = 0, as an orthonormal basis that is built one vector at a time. Where rows are dependent,
/// the multiplier of least Euclidean norm is what is left after projecting them out. Allocates nothing while it does
/// not grow beyond what it once held.
class LeftNullSpace {
 public:
  void clear() { size_ = 0; }
  /// Adds a left null vector that is independent of those before.
  void add(const VectorX& null_vector);
  /// Takes its part in the null space out of a multiplier: J^T multiplier stays.
  void project_out(VectorX& multiplier) const;

 private:
  std::vector<VectorX> basis_;  // first size_ valid
  std::size_t size_ = 0;
};

/// What to do with rows that others imply.
enum class DependentRows { stop, leave_out };

/// The symmetric form is [M J^T; J -E] [x; -multiplier] = [motion; target]. Every row counts as bilateral.
class KktSolver {
 public:
  /// `mass` gives the layout of M; one without blocks is diagonal. With `is_primary` (one flag a block of rows) the
  /// rows of other blocks are not there: `factorize` and `substitute` take their multipliers as zero.
  KktSolver(const ConstraintRows& layout, DependentRows policy, const MassMatrix& mass = {},
            std::span<const char> is_primary = {});

  /// Factorizes and solves, with one step of iterative refinement: without pivoting the factors may lose digits in rows
  /// that are small compared with the others, and one step in the same precision brings each row back to rounding
  /// [Skeel80]. With dependent rows left out, the multipliers are those of least Euclidean norm (SI) among all that
  /// give the same J^T multiplier; rows that follow within the constraint error only, see redundant_rows.hpp, have
  /// multiplier 0 and no part in that. Allocates nothing while the number of dependent rows does not grow. Pre: all
  /// rows are primary.
  void solve(const Problem& problem, Solution& solution);

  /// Solves again with other right-hand sides: M, J and E must be those of the last `solve`.
  void solve_again(const Problem& problem, Solution& solution);

  /// Rows that followed from others where the run began: `solve` leaves them out for as long as they do.
  void expect(const RedundantRows& redundant);

  /// The factorization alone. False when a value is not finite. Rows that others imply are in dependent_rows(), and so
  /// are the primary ones among those with a flag in `left_out`: one flag a row, or empty.
  [[nodiscard]] bool factorize(const Problem& problem, std::span<const char> left_out = {});
  [[nodiscard]] const std::vector<int>& dependent_rows() const { return dependent_rows_; }

  /// x and the primary multipliers from the last factorization; no refinement. Multipliers that are not primary are 0.
  void substitute(const VectorX& motion, const VectorX& target, Solution& solution);

  [[nodiscard]] long num_factorizations() const { return num_factorizations_; }
  [[nodiscard]] const RedundancyCounts& redundancy() const { return judge_.counts(); }
  [[nodiscard]] const SparseLdlt& factorization() const { return ldlt_; }

 private:
  void load_values(const Problem& problem);
  void refine(const Problem& problem, Solution& solution);
  [[nodiscard]] bool find_dependencies(const Problem& problem);

  int num_columns_ = 0;
  int num_rows_ = 0;
  DependentRows policy_;
  RowAccess access_;
  std::vector<RowBlock> blocks_;  // primary
  std::vector<int> rows_;         // primary
  std::vector<int> position_;     // unknown -> place in the order; -1 for rows that are not primary
  std::vector<char> pivots_;      // SparseLdlt::Pivot by place
  SparseLdlt ldlt_;
  std::vector<double> values_;
  VectorX permuted_;
  std::vector<int> dependent_rows_;
  RedundancyJudge judge_;
  LeftNullSpace null_space_;
  VectorX null_vector_;
  VectorX motion_residual_;
  VectorX target_residual_;
  Solution correction_;
  VectorX zero_target_;
  VectorX row_transposed_;
  Solution null_solution_;
  long num_factorizations_ = 0;
};

}  // namespace perpend
