// What is wrong with names of parts: members that an instance does not have, and parameters that stand for another kind
// of thing than the part uses them for.
#pragma once

#include <optional>
#include <string>

#include "dsl/syntax/ast.hpp"
#include "dsl/values/evaluator.hpp"

namespace perpend::dsl {

struct Analysis;

struct NameFault {
  const char* code = "S017";
  std::string message;
  std::string hint;
};

/// Why `left.foot` names nothing: no such instance, nothing of that name in its part, or not exported. Nothing: it may
/// name something, or has no dot.
[[nodiscard]] std::optional<NameFault> fault_of_member(const Analysis& a, const std::string& written);

/// A parameter that stands for a body or joint, used as a value: the error is that of the argument.
[[nodiscard]] std::optional<SignalReader::Elsewhere> thing_as_value(const Analysis& a, const Expression& name);

/// A parameter or let that stands for a value, used as the name of a `what`: true, with an error.
bool report_value_as_thing(Analysis& a, const Expression& e, std::string_view what);

}  // namespace perpend::dsl
