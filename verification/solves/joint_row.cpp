#include "verification/solves/joint_row.hpp"

#include <cmath>

namespace perpend {

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
