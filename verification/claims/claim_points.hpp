// Queries of claims about all points of a sweep: quantiles, means and fractions of their runs; boundaries between their
// outcomes.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "verification/claims/claim_query.hpp"

namespace perpend {

/// Whether a query is one of those about all points.
[[nodiscard]] bool is_over_points(const ClaimQuery& query);

/// Not one that a refinement added.
[[nodiscard]] bool is_of_grid(const SweepSpec& sweep, const SweepPoint& point);

/// median quantile average fraction. A run that failed has no value, and may have any: a quantile is enclosed by what
/// it would be with all of these below and with all above, and an average has no value. In a fraction one that failed
/// counts as one of which the condition does not hold, and one without an end of its own as either.
[[nodiscard]] QueryAnswer answer_points(const ClaimQuery& query, const SweepView& sweep);

/// The only change of outcomes on a line.
[[nodiscard]] QueryAnswer answer_boundary(const ClaimQuery& query, const SweepView& sweep);

// What a sample says of what it was drawn from.

/// Contains the probability of what happened `successes` times in `trials` independent trials, at least with this
/// confidence in (0, 1): exact binomial tails [ClopperPearson34]. Pre: successes <= trials, trials > 0.
[[nodiscard]] std::pair<double, double> fraction_interval(std::size_t successes, std::size_t trials, double confidence);

/// Between these two of n sorted independent values, counted from 1, lies the quantile of any continuous distribution
/// that they are drawn from, at least with this confidence; 0 and n + 1 stand for no bound: exact binomial tails.
[[nodiscard]] std::pair<std::size_t, std::size_t> quantile_ranks(std::size_t n, double share, double confidence);

}  // namespace perpend
