// What each row of a Problem sums to with a Solution, all rows at once in doubled precision.
#pragma once

#include <vector>

#include "kernel/model/problem.hpp"
#include "verification/solves/row_judge.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

/// Neighbouring columns, all rows of one body after the other, or two neighbouring rows side by side. Each sum has its
/// terms in the order of the rows and of the columns of J, as a DoubledDot of that row would. Allocates nothing after
/// construction. A sum that is not `is_safe` wants a DoubledDot.
class KktSums {
 public:
  explicit KktSums(const ConstraintRows& layout);

  // Pre of both: sizes as in the layout, inertias well placed.

  /// M x - J^T multiplier - motion (num_columns).
  [[nodiscard]] const DoubledSums& motion(const Problem& problem, const Solution& solution);
  /// J x + E multiplier - target (num_rows).
  [[nodiscard]] const DoubledSums& constraints(const Problem& problem, const Solution& solution);

 private:
  // Each by a kind of dots, in the function that is compiled for these.
  template <class Dots>
  void sum_motion(const Problem& problem, const Solution& solution);
  template <class Dots>
  void sum_constraints(const Problem& problem, const Solution& solution);
  void sum_motion_fused(const Problem& problem, const Solution& solution);
  void sum_constraints_fused(const Problem& problem, const Solution& solution);
  template <class Dots>
  void split(const VectorX& unknowns);
  template <class Dots>
  [[nodiscard]] typename Dots::Factor factor(const VectorX& unknowns, int i) const;
  template <class Dots>
  [[nodiscard]] static Dots masses(const Problem& problem, const VectorX& x, int c, int count);
  template <class Dots>
  void add_inertias(const Problem& problem, const VectorX& x);
  template <class Dots>
  [[nodiscard]] Dots load(int column) const;
  inline void store(int column, const DoubledDotPair& sums);

  template <class Dots>
  [[nodiscard]] Dots begin(const Problem& problem, const VectorX& x, int c, int count) const;

  static constexpr int most_together = 3;
  /// Neighbouring columns, all of which the same sides of joints have.
  struct Span {
    int first_column = 0;
    int num_columns = 0;
    int first_part = 0;  ///< in `parts_`
    int num_parts = 0;
  };
  /// What one side of a joint has in a span: rows of J, `stride` numbers apart.
  struct Part {
    int first_row = 0;
    int num_rows = 0;
    int first_value = 0;
    int stride = 0;
  };
  template <class Dots, int count>
  void sum_span(const Problem& problem, const Solution& solution, const Span& span);
  void sum_three(const Problem& problem, const Solution& solution, const Span& span);
  template <class Dots>
  void sum_block(const Problem& problem, const Solution& solution, const RowBlock& block);
  void sum_two_blocks(const Problem& problem, const Solution& solution, const RowBlock& one, const RowBlock& other);

  int num_columns_;
  std::vector<RowBlock> blocks_;
  std::vector<char> begins_two_;  ///< whether a block of two rows and the next one are alike, one after the other
  std::vector<Span> spans_{};
  std::vector<Part> parts_{};
  std::vector<SplitPair> halves_;  ///< the unknown of each row or column, in both lanes; none where `has_fused`
  DoubledSums motion_, constraints_;
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
