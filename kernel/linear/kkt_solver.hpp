// Solves the saddle-point Problem: along the tree where joints make one in space and none is compliant; through
// W = J M^-1 J^T + E in blocks where that costs less and its rows are clearly independent; else by the matrix as a
// whole.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernel/linear/delassus_factor.hpp"
#include "kernel/linear/redundant_rows.hpp"
#include "kernel/linear/row_access.hpp"
#include "kernel/linear/row_check.hpp"
#include "kernel/linear/sparse_kkt.hpp"
#include "kernel/linear/tree/tree_factor.hpp"
#include "kernel/model/problem.hpp"

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

  /// Factorizes and solves. By trees and by joints, a step of iterative refinement follows where a row is missed by
  /// more than rounding; the matrix as a whole always has one, since without pivoting its factors may lose digits in
  /// rows that are small compared with the others. One step in the same precision brings each row back to rounding
  /// [Skeel80]. With dependent rows left out, the multipliers are those of least Euclidean norm (SI) among all that
  /// give the same J^T multiplier; rows that follow within the constraint error only, see redundant_rows.hpp, have
  /// multiplier 0 and no part in that. Allocates nothing while the number of dependent rows does not grow, but in a
  /// step that first asks for another factor. Pre: all rows are primary.
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
  /// Entries of the factor that a solve takes first.
  [[nodiscard]] std::size_t num_factor_entries() const;

 private:
  /// What will do next to the whole matrix. A factor by joints with weak pivots does where rows are looked at
  /// afterwards.
  struct Allowed {
    bool tree = true;
    bool weak_joints = false;
  };
  enum class Factor { tree, joints, whole };

  void make_sparse(const ConstraintRows& layout);
  void make_delassus(const ConstraintRows& layout);
  [[nodiscard]] bool factorize_by_joints(const Problem& problem, bool is_weak_allowed);
  [[nodiscard]] bool factorize(const Problem& problem, std::span<const char> left_out, Allowed allowed);
  /// False where a row is missed by more than rounding, which another factor may not miss.
  [[nodiscard]] bool solve(const Problem& problem, Allowed allowed, Solution& solution);
  void refine(const Problem& problem, Solution& solution);
  void refine_rows(Solution& solution);
  [[nodiscard]] bool refine_until_met(const Problem& problem, Solution& solution);
  [[nodiscard]] bool find_dependencies(const Problem& problem);

  DependentRows policy_;
  std::vector<char> is_primary_;      // of blocks
  std::vector<char> is_primary_row_;  // of rows
  std::vector<InertiaBlock> mass_blocks_;
  RowAccess access_;
  RowCheck row_check_;
  std::optional<TreeFactor> tree_;          // none where joints make no tree in space
  std::optional<DelassusFactor> delassus_;  // made when it is first asked for; none where it costs more
  std::optional<SparseKkt> sparse_;         // the same
  bool is_delassus_tried_ = false;
  Factor factor_ = Factor::whole;  // of the last factorization
  bool are_rows_met_ = true;       // by the last solution; looked at in a tree and where pivots are weak
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
