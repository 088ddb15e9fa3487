// The rank of the constraint rows of a scene that means to have redundant ones, and which row depends on which.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/mass_matrix.hpp"
#include "verification/certificates.hpp"

namespace perpend {

struct RankCertificate {
  Certificate
      certificate;  ///< bounds: rank, distance, smallest scaled eigenvalue of the independent rows, dependent rows
  int rank = 0;
  /// For each dependent row: rows with coefficients, itself first with 1, whose sum vanishes (up to `epsilon`).
  std::vector<std::vector<std::pair<int, double>>> combinations;
  /// J has exactly this rank after a change of Frobenius norm at most epsilon; 0: J itself has. Units of J, mixed as
  /// they are.
  double epsilon = 0.0;
};

/// Exact object: the doubles of J and M. The rows outside `dependent_rows` are proved independent (rank >= r); each
/// dependent row is a combination of them up to an enclosed remainder (rank <= r, exactly or within epsilon).
[[nodiscard]] RankCertificate certify_rank(const ConstraintRows& rows, const MassMatrix& mass,
                                           std::span<const int> dependent_rows);

}  // namespace perpend
