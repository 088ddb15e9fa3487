// J, phi and their companions as blocks: a joint's rows touch its two bodies and, of a gear or a rack, a carrier, so J
// is never a dense matrix.
#pragma once

#include <array>
#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

enum class RowKind : unsigned char {
  holonomic,     ///< phi(q, t) = 0
  nonholonomic,  ///< N(q) v = v0(t): phi is 0, phi_t = -v0, jdot_v = (N v)_q v - v0'
  lower_limit,   ///< phi >= 0 is the distance to the limit, multiplier >= 0
  upper_limit,   ///< the same with the sign of the coordinate turned
  friction,      ///< phi is 0; |multiplier| <= step * friction
};

/// The rows of one joint, or one coordinate row. A side that is the world or a fixed body has no columns.
struct RowBlock {
  int first_row = 0;
  int num_rows = 0;
  std::array<int, num_sides> first_column{};
  std::array<int, num_sides> num_columns{};
  std::array<int, num_sides> first_value{};  ///< row-major num_rows x num_columns block in ConstraintRows::values
  /// The first so many rows are p1 - p0 in world axes for a point of each body: -1 and 1 in their positions, one a row.
  /// No row has another entry there. 0: nothing is known.
  int num_point_rows = 0;
};

/// Everything about the constraints at one (t, q, v). Layout fixed per Model, numbers refreshed in place.
struct ConstraintRows {
  int num_rows = 0;
  int num_columns = 0;
  std::vector<RowBlock> blocks;  ///< in the order of Model::joints, then of Model::coordinate_rows
  std::vector<RowKind> kinds{};  ///< of each row; fixed
  VectorX cfm{};                 ///< compliance that the scene gives each row [1/kg, 1/(kg m^2)]; fixed
  std::vector<double> values;    ///< J
  VectorX phi;                   ///< position error [m, rad]
  VectorX phi_t;                 ///< partial time derivative [m/s, rad/s]
  VectorX jdot_v;                ///< quadratic velocity term of the second derivative [m/s^2, rad/s^2]
};

/// Largest |phi| over holonomic rows; infinity when one is not finite. 0 without rows.
[[nodiscard]] double largest_constraint_error(const ConstraintRows& rows);

/// out = J v (num_rows).
void apply_jacobian(const ConstraintRows& rows, const VectorX& v, VectorX& out);
/// out += J^T multiplier (num_columns).
void add_jacobian_transposed(const ConstraintRows& rows, const VectorX& multiplier, VectorX& out);
/// J as a dense matrix: for reports and small proofs, never in a step.
[[nodiscard]] MatrixX dense_jacobian(const ConstraintRows& rows);

}  // namespace perpend
