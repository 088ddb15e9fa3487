// The search for the margins of claims: from the value that a scene uses outward, then by halving.
#pragma once

#include <functional>
#include <vector>

#include "kernel/model/scene/margins.hpp"

namespace perpend {

/// Verdict on each claim at a value of the parameter [SI], in one order; empty: not known, since the search has to
/// stop.
using VerdictsAt = std::function<std::vector<TriedVerdict>(double value)>;

struct MarginRange {
  double span = 10.0;        ///< the farthest values are this times the scene's, and that part of it
  double resolution = 0.02;  ///< share of the value within which the change of a verdict is found
};

/// Values that are tried on one side, from the scene's outward, as short decimals in the unit of the parameter: 1, 3,
/// 10 and 30 % away, then factors of 2, 5, 10, ... up to the span. Whole numbers: 1, 2, 4, ... away. 0: parts of one
/// unit away.
[[nodiscard]] std::vector<double> outward_values(const Parameter& parameter, bool is_whole, bool is_upward,
                                                 double span);

/// Both sides of each of `claims`, whose `claim` is known already. Between neighbouring values that were tried with the
/// same verdict it is taken to be the same. Returns how many values were tried.
long search_margins(const Parameter& parameter, bool is_whole, const MarginRange& range, const VerdictsAt& verdicts_at,
                    std::vector<ClaimMargin>& claims);

}  // namespace perpend
