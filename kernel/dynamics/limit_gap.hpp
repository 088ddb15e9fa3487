// How far the coordinate of a joint is from a limit.
#pragma once

#include <cmath>

#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/model.hpp"

namespace perpend {

/// Distance to the limit of one row; 0 within the rounding of its coordinate: a feedback on rounding would ask rows
/// that follow from one another for rates that contradict each other. Pre: the row is a limit.
[[nodiscard]] inline double limit_gap(const Model& model, const ConstraintRows& rows, int row) {
  const CoordinateRow& limit = model.coordinate_rows[row - model.num_joint_rows];
  const CoordinateElement& element = model.joints[limit.joint].element[limit.coordinate];
  const double bound = limit.kind == CoordinateRow::Kind::lower_limit ? element.lower : element.upper;
  // A coordinate comes from sums of a few terms of the size of an angle, or of lengths near 1 m: 16 u of that.
  const double rounding = 0x1p-49 * (1.0 + std::abs(bound));
  return std::abs(rows.phi[row]) <= rounding ? 0.0 : rows.phi[row];
}

}  // namespace perpend
