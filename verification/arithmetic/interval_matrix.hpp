// Small matrices whose entries are known up to intervals.
#pragma once

#include <vector>

#include "verification/arithmetic/interval.hpp"

namespace perpend {

using IntervalRows = std::vector<std::vector<Interval>>;

/// A^-1 R of every matrix A in `a` and every R in `right`, by elimination with the pivot of largest middle in each
/// column. Empty when some pivot may be 0; otherwise each of these A is regular.
[[nodiscard]] IntervalRows solve_enclosed(IntervalRows a, IntervalRows right);

/// Proved: x^T A x > 0 for every A in `a` and x != 0, by the pivots of its symmetric part.
[[nodiscard]] bool is_positive_definite(const IntervalRows& a);

}  // namespace perpend
