// The Delassus matrix of one state in floating point, with a proved bound of what rounding did to it.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "kernel/model/constraint_rows.hpp"
#include "verification/solves/mass_root.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

/// Cholesky factorization of a sparse symmetric matrix whose pattern never changes: everything that depends on the
/// pattern alone is worked out once, the numeric part allocates nothing.
class StaticCholesky {
 public:
  /// `lower`: the entries (i, j), i > j, of the pattern; each once; the diagonal is understood. Chooses a fill-reducing
  /// order.
  StaticCholesky(int size, std::span<const std::pair<int, int>> lower);

  [[nodiscard]] int size() const { return size_; }
  /// Slots of the numbers: diagonal entry i first, then entry k of `lower`. Fill before `factorize`.
  [[nodiscard]] std::span<double> numbers() { return numbers_; }
  /// Factorizes the matrix with diagonal entries times `diagonal_factor`. False at a pivot that is not positive (or
  /// NaN), which `breakdown_vector` then turns into a direction. Each entry of L is an inner product of at most
  /// `longest_row` - 1 terms, a subtraction and a division, in rounding to nearest.
  [[nodiscard]] bool factorize(double diagonal_factor);
  /// After a successful factorization, in place.
  void solve(std::span<double> x) const;
  /// After a failed one: y with y = 1 at the pivot that failed and zero change of the pivots before it, nearly a null
  /// vector.
  void breakdown_vector(std::span<double> y) const;
  /// The most nonzeros in a row of L, diagonal included.
  [[nodiscard]] int longest_row() const { return longest_row_; }
  /// The most nonzeros in a row of L + L^T.
  [[nodiscard]] int widest_row() const { return widest_row_; }

 private:
  void choose_order(std::span<const std::pair<int, int>> lower);
  void analyze(const std::vector<std::vector<std::pair<int, int>>>& row_entries);

  int size_ = 0;
  int failed_row_ = -1;
  int longest_row_ = 1;
  int widest_row_ = 1;
  std::vector<int> position_;  ///< original index -> place in the elimination order
  std::vector<int> original_;  ///< its inverse
  std::vector<double> numbers_;
  std::vector<int> input_start_, input_column_, input_slot_;  ///< strictly lower entries of the permuted matrix by row
  std::vector<int> row_start_, row_column_;     ///< pattern of L by row, columns ascending, without diagonal
  std::vector<int> column_start_, column_row_;  ///< pattern of L by column, rows ascending, without diagonal
  std::vector<double> column_value_, pivot_;    ///< L by column; its diagonal
  mutable std::vector<double> work_;
  std::vector<int> filled_;  ///< next free place in each column
};

/// W = J M^-1 J^T + E in floating point, with the layout of its blocks fixed once.
class DelassusMatrix {
 public:
  /// `left_out`: rows of J that W does not contain.
  DelassusMatrix(const ConstraintRows& layout, std::span<const int> left_out);

  /// Forms W with L L^T = M + dM in place of M. Returns why not, or nullptr. Post:
  /// |fl(W) - J (M + dM)^-1 J^T - E|_ij <= forming_error() sqrt(W_ii W_jj). A row of J whose `active` is 0 becomes a
  /// row of the identity, which leaves the proof to the others.
  [[nodiscard]] const char* form(const MassMatrix& mass, const ConstraintRows& rows, const VectorX& compliance,
                                 std::span<const char> active);
  [[nodiscard]] StaticCholesky& cholesky() { return cholesky_; }
  [[nodiscard]] const RowPattern& pattern() const { return pattern_; }
  [[nodiscard]] const MassRoot& root() const { return root_; }
  /// Rows of J by their place in W.
  [[nodiscard]] std::span<const int> kept() const { return kept_; }
  [[nodiscard]] double forming_error() const;
  /// The most nonzeros in a row of W: also an upper bound of the largest eigenvalue when its diagonal is scaled to 1.
  [[nodiscard]] int widest_row() const { return widest_row_; }
  /// J L^-T, laid out as the values of J. Valid after `form`.
  [[nodiscard]] const std::vector<double>& weighted() const { return weighted_; }

 private:
  struct Term {
    int first_value, second_value;
  };
  struct Layout;
  DelassusMatrix(const ConstraintRows& layout, std::span<const int> left_out, Layout&& made);
  static Layout make_layout(const ConstraintRows& layout, std::span<const int> left_out);
  [[nodiscard]] bool weigh(const ConstraintRows& rows);

  RowPattern pattern_;
  MassRoot root_;
  std::vector<int> kept_;
  std::vector<std::pair<int, int>> lower_;  ///< places of each number below the diagonal
  std::vector<Term> terms_;
  std::vector<int> term_start_;  ///< of each number of the Cholesky factorization
  int most_terms_ = 0;
  int widest_row_ = 1;
  bool too_large_ = false;
  StaticCholesky cholesky_;
  std::vector<double> weighted_;
};

}  // namespace perpend
