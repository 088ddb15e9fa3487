// Queries of claims: what a call such as max(drift, post) asks of the runs.
#pragma once

#include <optional>

#include "dsl/analysis/claim_expression.hpp"

namespace perpend::dsl {

/// One call such as max(drift, post); the caller has seen that it is a query.
[[nodiscard]] std::optional<ClaimValue> read_query(Analysis& a, const Expression& e);

}  // namespace perpend::dsl
