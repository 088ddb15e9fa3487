// How well a Solution solves the rows of its Problem that were kept where others were left out as redundant, and what
// became of those.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "verification/solves/delassus_matrix.hpp"
#include "verification/solves/kkt_residual.hpp"

namespace perpend {

/// What became of the rows that a solve left out. Bounds of rounded numbers, outward; nothing is assumed of the solve.
class LeftOutRows {
 public:
  explicit LeftOutRows(const ConstraintRows& layout);

  /// Whether there are some, and each is another equation: a row of the layout without bounds.
  [[nodiscard]] bool are_equations(const Problem& problem, std::span<const int> left_out) const;
  /// What rows left out have beyond a combination of equations kept, Euclidean lengths. Infinite when those cannot be
  /// factorized.
  struct Beyond {
    double share = 0.0;  ///< the largest, by the length of the row
    double push = 0.0;   ///< the largest, times the multiplier of the row
  };
  /// Pre: are_equations.
  [[nodiscard]] Beyond beyond(const Problem& problem, const Solution& solution);
  /// Largest |J x + E multiplier - target| of the rows left out.
  [[nodiscard]] double largest_miss(const Problem& problem, const Solution& solution) const;

 private:
  ConstraintRows layout_;
  RowPattern pattern_;
  std::optional<DelassusMatrix> equations_;  // kept, of the last solve
  std::vector<int> others_;                  // left out of it: redundant rows and rows with bounds
};

inline constexpr const char* no_equation_left_out = "what was left out is no row, has bounds, or is named twice";

/// About one degree: a row farther from the span of the others is no redundant one, whatever left it out.
inline constexpr double largest_left_out_share = 0x1p-6;

/// Exact object: the doubles of the Problem and of the Solution, which names the rows that it left out. Claim: the rows
/// kept are solved as KktResidualCertifier says. Each row left out is a combination of equations kept up to a remainder
/// whose Euclidean length is at most the stated share of its own, and that share is at most `largest_left_out_share`;
/// it is missed, |J x + E multiplier - target|, by at most the stated amount.
///
/// This is less than a certificate of all rows: it is for solves that cannot have that one, since the rows contradict
/// each other where a loop is a little open.
class KeptRowsCertifier {
 public:
  explicit KeptRowsCertifier(const ConstraintRows& layout) : residual_(layout), rows_(layout) {}

  /// bounds: backward error of the rows kept, share, miss, number of rows left out, rows kept that are granted as
  /// rounding.
  [[nodiscard]] Certificate certify(const Problem& problem, const Solution& solution);

 private:
  KktResidualCertifier residual_;
  LeftOutRows rows_;
};

}  // namespace perpend
