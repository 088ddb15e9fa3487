// L D L^T of a symmetric sparse matrix whose pattern never changes: analyzed once, factorized in place every step.
// Up-looking, scalar, without pivoting: the order must come from outside. [Davis06]
#pragma once

#include <span>
#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// One entry of the lower triangle in the order of elimination, row >= column. Several entries of one place are summed.
struct PatternEntry {
  int row = 0;
  int column = 0;
};

class SparseLdlt {
 public:
  SparseLdlt() = default;
  /// Symbolic analysis of `size` unknowns. The values of `factorize` follow the order of `entries`.
  SparseLdlt(int size, const std::vector<PatternEntry>& entries);

  /// What becomes of a pivot. One that may vanish and has lost all but `rank_tolerance` to cancellation is left out,
  /// and one that is `out` is left out in any case: its row of the solution is 0 and it is listed in left_out().
  enum Pivot : char { kept, may_vanish, out };

  /// Factorizes. Returns false when a pivot vanishes that is to be kept, or is not finite.
  [[nodiscard]] bool factorize(std::span<const double> values, std::span<const char> pivots);

  /// Solves in place, in the order of elimination.
  void solve(VectorX& x) const;

  [[nodiscard]] const std::vector<int>& left_out() const { return left_out_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] std::size_t num_factor_entries() const { return factor_value_.size(); }
  /// Multiplications with a subtraction in one factorization and two solutions.
  [[nodiscard]] double work() const;

  /// A pivot smaller than this against the sum of what was subtracted and added: fewer than 13 of 53 bits would be
  /// left.
  static constexpr double rank_tolerance = 0x1p-40;

 private:
  void analyze_rows(const std::vector<std::vector<int>>& columns_of_row);
  [[nodiscard]] bool eliminate_row(int k, std::span<const char> pivots);

  int size_ = 0;
  // Input, by row: entries [input_start_[k], input_start_[k + 1]) hold (column, index into values).
  std::vector<int> input_start_;
  std::vector<int> input_column_;
  std::vector<int> input_index_;
  // Pattern of L by row, in increasing columns, and where each entry sits in the column-wise factor.
  std::vector<int> row_start_;
  std::vector<int> row_column_;
  std::vector<int> row_slot_;
  // L by column.
  std::vector<int> column_start_;
  std::vector<int> factor_row_;
  std::vector<double> factor_value_;
  std::vector<double> pivot_;
  std::vector<double> inverse_pivot_;
  std::vector<double> work_;
  std::vector<int> left_out_;
};

}  // namespace perpend
