// Queries of claims: what a call such as max(drift, post) asks of the runs.
#pragma once

#include <optional>
#include <string_view>

#include "dsl/analysis/claims/claim_expression.hpp"

namespace perpend::dsl {

/// One call such as max(drift, post); the caller has seen that it is a query.
[[nodiscard]] std::optional<ClaimValue> read_query(Analysis& a, const Expression& e);

/// max min final rms mean
[[nodiscard]] bool is_reduction_over_time(std::string_view word);

/// A value of a figure over a swept key: a reduction of a run, as in mean(h), or a statistic over a sweep, as in
/// median(mean(h), over: laws). A method may follow the measure: then the value is drawn for this one alone.
[[nodiscard]] std::optional<ClaimValue> read_figure_query(Analysis& a, const Expression& e);

}  // namespace perpend::dsl
