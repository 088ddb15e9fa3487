// What each row of a Problem sums to with a Solution, all rows at once in doubled precision.
#pragma once

#include <vector>

#include "kernel/model/problem.hpp"
#include "verification/arithmetic/doubled_dot.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

/// Two neighbouring columns, or two neighbouring rows, side by side. Each sum has its terms in the order of the rows
/// and of the columns of J, as a DoubledDot of that row would. Allocates nothing after construction. A sum that is not
/// `is_safe` wants a DoubledDot.
class KktSums {
 public:
  /// One for each row, and room for another.
  struct Sums {
    explicit Sums(int size) : value(size + 1, 0.0), magnitude(size + 1, 0.0) {}
    [[nodiscard]] DoubledSum of(int row) const { return {value[row], magnitude[row]}; }
    [[nodiscard]] DoubledSumOf<DoublePair> of_two(int row) const {
      return {pair_at(&value[row]), pair_at(&magnitude[row])};
    }
    std::vector<double> value, magnitude;
  };

  explicit KktSums(const ConstraintRows& layout);

  // Pre of both: sizes as in the layout, inertias well placed.

  /// M x - J^T multiplier - motion (num_columns).
  [[nodiscard]] const Sums& motion(const Problem& problem, const Solution& solution);
  /// J x + E multiplier - target (num_rows).
  [[nodiscard]] const Sums& constraints(const Problem& problem, const Solution& solution);

 private:
  // Each by a kind of dots, in the function that is compiled for these.
  template <class Dots>
  void sum_motion(const Problem& problem, const Solution& solution);
  template <class Dots>
  void sum_constraints(const Problem& problem, const Solution& solution);
  void sum_motion_fused(const Problem& problem, const Solution& solution);
  void sum_constraints_fused(const Problem& problem, const Solution& solution);
  template <class Dots>
  void add_masses(const Problem& problem, const VectorX& x);
  template <class Dots>
  void add_inertias(const Problem& problem, const VectorX& x);
  template <class Dots>
  void add_impulses(const RowBlock& block, int side, const double* values);
  template <class Dots>
  [[nodiscard]] Dots load(int column) const;
  inline void store(int column, const DoubledDotPair& sums);

  int num_columns_;
  std::vector<RowBlock> blocks_;
  std::vector<SplitPair> factors_;  ///< the unknown of each row or column, in both lanes
  Sums motion_, constraints_;
  std::vector<double> high_, low_;  ///< of each column, and room for one more
};

/// One row of M x - J^T multiplier - motion, and of J x + E multiplier - target.
[[nodiscard]] DoubledSum motion_sum(const Problem& problem, const Solution& solution, const RowPattern& pattern, int i);
[[nodiscard]] DoubledSum constraint_sum(const Problem& problem, const Solution& solution, const RowPattern& pattern,
                                        int i);

/// How large the terms of a row of constraints could be: |target|, and its coefficients times the largest unknowns.
[[nodiscard]] double constraint_scale(const Problem& problem, const RowPattern& pattern, int i, double largest_x,
                                      double largest_multiplier);

}  // namespace perpend
