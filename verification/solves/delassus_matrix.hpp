// The Delassus matrix of one state in floating point, with a proved bound of what rounding did to it.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "kernel/model/constraint_rows.hpp"
#include "verification/arithmetic/static_cholesky.hpp"
#include "verification/solves/mass_root.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

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
