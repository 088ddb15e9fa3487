#include "kernel/model/constraint_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perpend {

namespace {

/// Calls visit(row, column, value) for every stored entry of J.
template <class Visit>
void for_each_entry(const ConstraintRows& rows, Visit visit) {
  for (const RowBlock& block : rows.blocks) {
    for (int side = 0; side < num_sides; ++side) {
      const int width = block.num_columns[side];
      const double* value = rows.values.data() + block.first_value[side];
      for (int i = 0; i < block.num_rows; ++i)
        for (int j = 0; j < width; ++j) visit(block.first_row + i, block.first_column[side] + j, value[i * width + j]);
    }
  }
}

}  // namespace

double largest_constraint_error(const ConstraintRows& rows) {
  double largest = 0.0;
  for (int i = 0; i < rows.num_rows; ++i) {
    if (rows.kinds[i] != RowKind::holonomic) continue;
    const double error = std::abs(rows.phi[i]);
    if (!std::isfinite(error)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, error);
  }
  return largest;
}

void apply_jacobian(const ConstraintRows& rows, const VectorX& v, VectorX& out) {
  out.setZero(rows.num_rows);
  for_each_entry(rows, [&](int row, int column, double value) { out[row] += value * v[column]; });
}

void add_jacobian_transposed(const ConstraintRows& rows, const VectorX& multiplier, VectorX& out) {
  for_each_entry(rows, [&](int row, int column, double value) { out[column] += value * multiplier[row]; });
}

MatrixX dense_jacobian(const ConstraintRows& rows) {
  MatrixX dense = MatrixX::Zero(rows.num_rows, rows.num_columns);
  for_each_entry(rows, [&](int row, int column, double value) { dense(row, column) += value; });
  return dense;
}

}  // namespace perpend
