// Combinations of rows that vanish exactly.
#pragma once

#include <span>
#include <vector>

#include "verification/solves/row_pattern.hpp"

namespace perpend {

/// Whether y^T J = 0 exactly, column by column. y has one number a row of J.
[[nodiscard]] bool annihilates(const RowPattern& pattern, const std::vector<double>& values, std::span<const double> y);

/// Rounds y, scaled by one of its entries, to short numbers; true when the result annihilates J exactly. Rows that are
/// copies, sums or differences of others are found so; general dependence is not.
[[nodiscard]] bool round_to_annihilator(const RowPattern& pattern, const std::vector<double>& values,
                                        std::span<const double> y, std::span<double> rounded);

}  // namespace perpend
