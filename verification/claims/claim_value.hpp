// Arithmetic over the queries of a claim.
#pragma once

#include <optional>
#include <string>

#include "verification/claims/claim_query.hpp"

namespace perpend {

struct EvaluatedClaim {
  Interval value{};                   ///< unknown where `reason` says why
  std::string reason;                 ///< empty: there is a value
  std::string proof;                  ///< what stands behind it, when more than computed numbers
  std::optional<LimitScope> scope{};  ///< the least that is shown of any stability limit
  double estimate = 0.0;              ///< in `value`: with the points' own statistics for their confidence intervals
};

[[nodiscard]] EvaluatedClaim evaluate(const ClaimExpression& expression, const ClaimContext& context);

}  // namespace perpend
