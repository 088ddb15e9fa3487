// A dense linear complementarity problem with boxes: find lower <= z <= upper and w = W z - right with
//     w = 0 where lower < z < upper,  w >= 0 where z = lower,  w <= 0 where z = upper,
// W symmetric positive semidefinite. Rows without bounds are equations.
#pragma once

#include <cmath>

#include "kernel/model/status.hpp"
#include "kernel/solvers/factors/pivoted_cholesky.hpp"

namespace perpend {

struct BoxedProblem {
  int size = 0;  ///< the leading part of what follows that counts; its capacity may be larger
  MatrixX matrix;
  VectorX right;
  VectorX lower;
  VectorX upper;
  VectorX right_magnitude;     ///< size of the terms that `right` was summed from: its rounding is relative to them
  VectorX right_scale;         ///< size of what those terms were computed from: of it a row that is implied is known
  VectorX diagonal_magnitude;  ///< size that the diagonal of W had before cancellation: rank is judged against it

  void allocate(int capacity) {
    matrix = MatrixX::Zero(capacity, capacity);
    right = lower = upper = right_magnitude = right_scale = diagonal_magnitude = VectorX::Zero(capacity);
  }
  [[nodiscard]] bool is_bounded(int row) const { return std::isfinite(lower[row]) || std::isfinite(upper[row]); }
};

/// Bounded rows that follow from the equations come first: their w is the same for every z, so it alone decides: z is
/// at the bound that its sign asks for, or nearest 0 where w vanishes to rounding.
///
/// For the others block principal pivoting: every row on the wrong side changes sides at once. When that has not
/// brought down the number of wrong rows ten times, single rows of least index do until it has: finite for definite W.
/// [JudicePires94], [Murty74] Where the free rows become dependent (W is only semidefinite), a proximal iteration makes
/// W definite and finds the sides: [Rockafellar76]. Allocates nothing.
class BoxedPivoting {
 public:
  enum class Place : signed char { at_lower, free, at_upper, left_out };  ///< left_out: z = 0, the others imply the row

  BoxedPivoting() = default;
  explicit BoxedPivoting(int capacity)
      : factor_(capacity),
        place_(capacity, Place::free),
        is_settled_(capacity, 0),
        right_(VectorX::Zero(capacity)),
        shift_(VectorX::Zero(capacity)),
        centre_(VectorX::Zero(capacity)),
        direction_(VectorX::Zero(capacity)) {
    for (std::vector<int>* rows : {&equations_, &wrong_, &surplus_}) rows->reserve(capacity);
  }

  /// Factorizes the equations. Those that others imply are in dependent_equations().
  void factorize_equations(const BoxedProblem& problem);
  [[nodiscard]] const std::vector<int>& dependent_equations() const { return factor_.dependent_rows(); }

  /// Pre: factorize_equations. Dependent equations are left out: z = 0 and no claim about w. Status `singular`: there
  /// is no solution, since row conflicting_row() follows from the free rows and is violated; `iteration_limit`: neither
  /// a solution nor such a row was found.
  [[nodiscard]] Status solve(const BoxedProblem& problem, VectorX& z);

  /// W_FF z_F = right_F on the rows that are free after `solve`; other entries of z are not touched.
  void solve_free(const VectorX& right, VectorX& z) { factor_.solve(right, z); }
  [[nodiscard]] const std::vector<int>& free_rows() const { return factor_.rows(); }
  [[nodiscard]] Place place(int row) const { return place_[row]; }
  [[nodiscard]] int conflicting_row() const { return conflicting_row_; }
  [[nodiscard]] int num_pivots() const { return num_pivots_; }

 private:
  struct Slack {
    double value = 0.0;
    double rounding = 0.0;   ///< |value| below this says nothing
    double magnitude = 0.0;  ///< of the terms
    double scale = 0.0;      ///< of what the terms were computed from: |W_ij| <= sqrt(D_i D_j) before cancellation
  };
  /// Where z along a direction meets its first bound.
  struct Block {
    double step = 0.0;
    int row = -1;
  };

  /// Whether the row is among those that pivoting decides.
  [[nodiscard]] bool is_open(const BoxedProblem& problem, int row) const {
    return problem.is_bounded(row) && !is_settled_[row];
  }
  /// z of a row that is not free.
  [[nodiscard]] double bound(const BoxedProblem& problem, int row) const {
    return place_[row] == Place::at_lower   ? problem.lower[row]
           : place_[row] == Place::at_upper ? problem.upper[row]
                                            : 0.0;
  }
  [[nodiscard]] Status settle(const BoxedProblem& problem, int row, const VectorX& z);
  [[nodiscard]] Status settle_dependent_rows(const BoxedProblem& problem, VectorX& z);
  void start(const BoxedProblem& problem, VectorX& z);
  [[nodiscard]] bool collect_free(const BoxedProblem& problem);
  void solve_rows(const BoxedProblem& problem, VectorX& z);
  [[nodiscard]] Slack slack(const BoxedProblem& problem, int row, const VectorX& z) const;
  /// `tolerance`: of the size of the terms, where that is more than their rounding.
  [[nodiscard]] bool is_wrong(const BoxedProblem& problem, int row, const VectorX& z, double tolerance = 0.0) const;
  void change_side(const BoxedProblem& problem, int row, VectorX& z);
  /// Whether the row is independent of the free ones.
  [[nodiscard]] bool is_independent(const BoxedProblem& problem, int row) {
    const int size = static_cast<int>(factor_.rows().size());
    const bool independent = factor_.append(problem.matrix, problem.diagonal_magnitude, row);
    factor_.shrink(size);
    return independent;
  }
  [[nodiscard]] Status pivot_in_blocks(const BoxedProblem& problem, VectorX& z);

  [[nodiscard]] Status solve_regularized(const BoxedProblem& problem, VectorX& z);
  void regularize(const BoxedProblem& problem, double share);
  [[nodiscard]] Status descend(const BoxedProblem& problem, VectorX& z);
  void collect_independent(const BoxedProblem& problem);
  void find_direction(const BoxedProblem& problem, int row, double sign);
  [[nodiscard]] Block first_block(const BoxedProblem& problem, int row, const VectorX& z) const;
  void move(const BoxedProblem& problem, const Block& block, int row, VectorX& z);
  void take_out(const BoxedProblem& problem, int row, VectorX& z);
  [[nodiscard]] bool reach_minimum(const BoxedProblem& problem, VectorX& z);
  [[nodiscard]] int wrong_row(const BoxedProblem& problem, bool by_index, const VectorX& z) const;
  [[nodiscard]] Status release(const BoxedProblem& problem, int row, VectorX& z);

  PivotedCholesky factor_;
  int num_equations_ = 0;  // independent ones, first in factor_
  std::vector<Place> place_;
  std::vector<int> equations_;
  std::vector<int> wrong_;        // rows in a pass
  std::vector<char> is_settled_;  // bounded rows whose place_ is known before pivoting
  std::vector<int> surplus_;      // free rows that depend on the free rows in factor_
  VectorX right_;
  VectorX shift_;   // added to the diagonal of W
  VectorX centre_;  // z of the last proximal step: `right` has shift_ times it more
  VectorX direction_;
  int conflicting_row_ = -1;
  int num_pivots_ = 0;

  /// Problems of contact and limits end after a handful of pivots; a hundred a row is a cycle.
  static int pivot_limit(int size) { return 100 * (size + 1); }
};

}  // namespace perpend
