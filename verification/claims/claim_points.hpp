// Queries of claims about all points of a sweep: quantiles, means and fractions of their runs; boundaries between their
// outcomes.
#pragma once

#include "verification/claims/claim_query.hpp"

namespace perpend {

/// Whether a query is one of those about all points.
[[nodiscard]] bool is_over_points(const ClaimQuery& query);

/// Not one that a refinement added.
[[nodiscard]] bool is_of_grid(const SweepSpec& sweep, const SweepPoint& point);

/// median quantile average fraction. Where runs do not end as expected only a fraction has a value, and none where a
/// run did not come to an end of its own.
[[nodiscard]] QueryAnswer answer_points(const ClaimQuery& query, const SweepRecord& sweep);

/// The only change of outcomes on a line.
[[nodiscard]] QueryAnswer answer_boundary(const ClaimQuery& query, const SweepRecord& sweep);

}  // namespace perpend
