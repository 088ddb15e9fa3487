// Queries of claims: what a call such as max(drift, post) asks of the runs.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "dsl/analysis/claim_expression.hpp"

namespace perpend::dsl {

/// One call such as max(drift, post); the caller has seen that it is a query.
[[nodiscard]] std::optional<ClaimValue> read_query(Analysis& a, const Expression& e);

/// Whether a call asks something of the runs: a query name, and for min and max a measure as first argument.
[[nodiscard]] bool is_query(const Analysis& a, const Expression& e);

struct QueryForm {
  std::string_view name;
  std::string_view signature;
  std::string_view doc;
};
[[nodiscard]] std::span<const QueryForm> query_forms();

}  // namespace perpend::dsl
