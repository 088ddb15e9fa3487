// The range of a claim in words.
#pragma once

#include <string>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

/// "below 3 mm": `e` as written where its numbers stand there, else the ends in `unit`.
[[nodiscard]] std::string range_text(const Analysis& a, const std::string& kind, const Expression& e, double lower,
                                     double upper, const Unit& unit);

}  // namespace perpend::dsl
