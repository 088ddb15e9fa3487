// Values of claims: arithmetic over queries, with dimension checking.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

struct ClaimValue {
  ClaimExpression expression;
  Dimension dimension;
  int first_measure = -1;  ///< the measure that decides how the value is shown; -1: none
};

[[nodiscard]] std::optional<ClaimValue> read_claim_value(Analysis& a, const Expression& e);

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
