#include "kernel/linear/row_access.hpp"

#include <cmath>

namespace perpend {

namespace {

/// Calls visit(column, value) for every stored entry of the row.
template <class Visit>
void for_each_entry(const ConstraintRows& rows, const RowBlock& block, int row, Visit visit) {
  for (int side = 0; side < num_sides; ++side) {
    const int width = block.num_columns[side];
    const double* value = rows.values.data() + block.first_value[side] + (row - block.first_row) * width;
    for (int j = 0; j < width; ++j) visit(block.first_column[side] + j, value[j]);
  }
}

}  // namespace

RowAccess::RowAccess(const ConstraintRows& layout) : block_of_row_(layout.num_rows) {
  for (std::size_t k = 0; k < layout.blocks.size(); ++k)
    for (int i = 0; i < layout.blocks[k].num_rows; ++i)
      block_of_row_[layout.blocks[k].first_row + i] = static_cast<int>(k);
}

double RowAccess::dot(const ConstraintRows& rows, int row, const VectorX& x) const {
  double sum = 0.0;
  for_each_entry(rows, rows.blocks[block_of_row_[row]], row, [&](int j, double value) { sum += value * x[j]; });
  return sum;
}

double RowAccess::dot_magnitude(const ConstraintRows& rows, int row, const VectorX& x) const {
  double sum = 0.0;
  for_each_entry(rows, rows.blocks[block_of_row_[row]], row,
                 [&](int j, double value) { sum += std::abs(value * x[j]); });
  return sum;
}

void RowAccess::add_transposed(const ConstraintRows& rows, int row, double factor, VectorX& out) const {
  for_each_entry(rows, rows.blocks[block_of_row_[row]], row, [&](int j, double value) { out[j] += factor * value; });
}

}  // namespace perpend
