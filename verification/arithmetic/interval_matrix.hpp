// Small matrices whose entries are known up to intervals.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "verification/arithmetic/bounded.hpp"

namespace perpend {

using IntervalRows = std::vector<std::vector<Interval>>;

/// A^-1 R of every matrix A in `a` and every R in `right`, by elimination with the pivot of largest middle in each
/// column. Empty when some pivot may be 0; otherwise each of these A is regular.
[[nodiscard]] IntervalRows solve_enclosed(const IntervalRows& a, IntervalRows right);
/// The same in place, without allocating, by numbers with a bound of their error: n rows of [A R], where A^-1 R stays
/// behind what is left of A. False when some pivot may be 0.
[[nodiscard]] bool solve_enclosed(std::span<Bounded> rows, std::size_t n);

/// Proved: x^T A x > 0 for every A in `a` and x != 0, by the pivots of its symmetric part.
[[nodiscard]] bool is_positive_definite(const IntervalRows& a);

}  // namespace perpend
