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

/// A number that a value is compared with; nothing, with an error, where it is none.
[[nodiscard]] std::optional<Quantity> read_bound(Analysis& a, const Value& value, const Expression& e);

/// `3.2 m within 1 mm` [SI].
struct NearValue {
  double value = 0.0;
  double tolerance = 0.0;  ///< as written: may be 0 or less
  Dimension dimension{};
  const Unit* unit = nullptr;  ///< of the value, else of the tolerance; null: none is written
};
/// `code` is that of the error where it is none.
[[nodiscard]] std::optional<NearValue> read_near(Analysis& a, const Expression& e, const char* code);

/// The range of a claim in words, "below 3 mm": `e` as written where its numbers stand there, else the ends in `unit`.
[[nodiscard]] std::string range_text(const Analysis& a, const std::string& kind, const Expression& e, double lower,
                                     double upper, const Unit& unit);

}  // namespace perpend::dsl
