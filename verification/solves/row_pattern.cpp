#include "verification/solves/row_pattern.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// Visits (row, column, index of the value) of every stored number.
template <class Visit>
void visit_values(const ConstraintRows& layout, Visit visit) {
  for (const RowBlock& block : layout.blocks)
    for (int side = 0; side < num_sides; ++side)
      for (int r = 0; r < block.num_rows; ++r)
        for (int c = 0; c < block.num_columns[side]; ++c)
          visit(block.first_row + r, block.first_column[side] + c,
                block.first_value[side] + r * block.num_columns[side] + c);
}

void accumulate_starts(std::vector<int>& start) {
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
}

}  // namespace

RowPattern::RowPattern(const ConstraintRows& layout)
    : row_start_(layout.num_rows + 1, 0), column_start_(layout.num_columns + 1, 0) {
  visit_values(layout, [&](int row, int column, int) {
    ++row_start_[row + 1];
    ++column_start_[column + 1];
  });
  for (const int count : row_start_) longest_ = std::max(longest_, count);
  for (const int count : column_start_) longest_ = std::max(longest_, count);
  accumulate_starts(row_start_);
  accumulate_starts(column_start_);
  row_entries_.resize(row_start_.back());
  column_entries_.resize(column_start_.back());
  std::vector<int> row_next = row_start_;
  std::vector<int> column_next = column_start_;
  visit_values(layout, [&](int row, int column, int value) {
    row_entries_[row_next[row]++] = {value, column};
    column_entries_[column_next[column]++] = {value, row};
  });
  for (int i = 0; i < num_rows(); ++i)
    for (const Entry& a : row(i))
      for (const Entry& b : row(i)) has_repeats_ = has_repeats_ || (a.index == b.index && a.value != b.value);
}

bool RowPattern::fits(const ConstraintRows& rows) const {
  return rows.num_rows == num_rows() && rows.num_columns == num_columns() && rows.values.size() >= row_entries_.size();
}

JointRow kind_of(const Problem& joints, int row) {
  if (joints.lower.size() == 0) return JointRow::equation;
  const bool has_lower = std::isfinite(joints.lower[row]);
  const bool has_upper = std::isfinite(joints.upper[row]);
  if (has_lower && has_upper)
    return joints.lower[row] == 0.0 && joints.upper[row] == 0.0 ? JointRow::idle : JointRow::friction;
  if (has_lower) return JointRow::at_least;
  return has_upper ? JointRow::at_most : JointRow::equation;
}

}  // namespace perpend
