// Names that an expression uses and that let, param or fn declare where it does not see them: further down, or in
// another block.
#pragma once

#include <optional>
#include <string>

#include "dsl/report.hpp"
#include "dsl/syntax/ast.hpp"

namespace perpend::dsl {

struct UnseenName {
  const char* code = "S017";
  std::string message;  ///< empty: the name is unknown
  std::string hint;
};

/// Nothing: the file of the use declares no such name.
[[nodiscard]] std::optional<UnseenName> find_unseen_name(Report& report, Symbol name, Span use);

}  // namespace perpend::dsl
