// Text to syntax tree.
#pragma once

#include <cstdint>
#include <span>

#include "dsl/report.hpp"
#include "dsl/syntax/document.hpp"

namespace perpend::dsl {

/// Parses one source of the document. After a mistake it continues with the next statement, so one pass reports
/// several.
[[nodiscard]] std::span<const Statement> parse_source(Document& document, std::uint16_t file, Report& report);

/// Parses the source as one expression; null after an error.
[[nodiscard]] const Expression* parse_expression(Document& document, std::uint16_t file, Report& report);

}  // namespace perpend::dsl
