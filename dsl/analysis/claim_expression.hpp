// Values of claims: arithmetic over queries, with dimension checking; and their ranges in words.
#pragma once

#include <optional>
#include <string>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

struct ClaimValue {
  ClaimExpression expression;
  Dimension dimension;
  int first_measure = -1;  ///< the measure that decides how the value is shown; -1: none
};

[[nodiscard]] std::optional<ClaimValue> read_claim_value(Analysis& a, const Expression& e);

/// The range of a claim in words, "below 3 mm": `e` as written where its numbers stand there, else the ends in `unit`.
[[nodiscard]] std::string range_text(const Analysis& a, const std::string& kind, const Expression& e, double lower,
                                     double upper, const Unit& unit);

}  // namespace perpend::dsl
