// One measure of one run, over the whole run or a window of it, brought to a number or to what is known of it.
#pragma once

#include <string>

#include "verification/claims/claim_query.hpp"

namespace perpend {

/// max min rms mean final, over the rows with query.after < t <= query.until. A measure that has values for the first
/// part of the window only, such as the distance from a reference that holds so long, has of its extremes and of its
/// rms a bound on one side, and nothing else: what it is later may be anything. The same holds for extremes of
/// thinned rows in a window. Pre: the run came to its end, or to that of what the reference knows.
[[nodiscard]] QueryAnswer value_over_time(const MeasureRecord& measure, const std::string& function,
                                          const ClaimQuery& query, const MethodRun& run);

/// Unknown, with a reason, for NaN and infinities.
[[nodiscard]] QueryAnswer known_number(double value, const ClaimQuery& query, const MethodRun& run);

}  // namespace perpend
