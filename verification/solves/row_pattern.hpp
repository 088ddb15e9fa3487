// Where the numbers of J stand, by row and by column. Fixed per layout, so that a certificate only walks over them.
#pragma once

#include <span>
#include <vector>

#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/problem.hpp"

namespace perpend {

class RowPattern {
 public:
  /// `value` indexes ConstraintRows::values; `index` is the column (in a row) or the row (in a column).
  struct Entry {
    int value;
    int index;
  };

  explicit RowPattern(const ConstraintRows& layout);

  [[nodiscard]] int num_rows() const { return static_cast<int>(row_start_.size()) - 1; }
  [[nodiscard]] int num_columns() const { return static_cast<int>(column_start_.size()) - 1; }
  [[nodiscard]] std::span<const Entry> row(int i) const { return slice(row_entries_, row_start_, i); }
  [[nodiscard]] std::span<const Entry> column(int j) const { return slice(column_entries_, column_start_, j); }
  /// The most entries in any row or column.
  [[nodiscard]] int longest() const { return longest_; }
  /// Whether some row holds two numbers for one column (a joint of a body with itself): they add up.
  [[nodiscard]] bool has_repeats() const { return has_repeats_; }
  /// Whether `rows` has the sizes that this pattern was made for.
  [[nodiscard]] bool fits(const ConstraintRows& rows) const;

 private:
  static std::span<const Entry> slice(const std::vector<Entry>& entries, const std::vector<int>& start, int i) {
    return {entries.data() + start[i], static_cast<std::size_t>(start[i + 1] - start[i])};
  }

  std::vector<int> row_start_, column_start_;
  std::vector<Entry> row_entries_, column_entries_;
  int longest_ = 0;
  bool has_repeats_ = false;
};

enum class JointRow {
  equation,
  at_least,  ///< a limit from below
  at_most,   ///< a limit from above
  idle,      ///< both bounds are 0
  friction,  ///< finite bounds, whose multiplier takes what it can
};

[[nodiscard]] JointRow kind_of(const Problem& joints, int row);

}  // namespace perpend
