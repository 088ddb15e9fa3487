// A point where sparse rational rows vanish, near a guess.
#pragma once

#include <map>
#include <vector>

#include "verification/arithmetic/rational.hpp"

namespace perpend {

/// Coefficients by unknown.
using ExactRow = std::map<int, Rational>;

/// u with row . u = 0 for every row. Each row is solved for one of its unknowns, one that `is_open` where there is one,
/// else the one with the largest guess; those that are left have their guess. Empty when that takes more than
/// `most_terms` products.
[[nodiscard]] std::vector<Rational> kernel_point(std::vector<ExactRow> rows, const std::vector<double>& guess,
                                                 const std::vector<bool>& is_open, long most_terms);

}  // namespace perpend
