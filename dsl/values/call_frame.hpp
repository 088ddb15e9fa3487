// Calls of functions of the scene that are being carried out, one inside the other.
#pragma once

#include <vector>

#include "dsl/report.hpp"
#include "dsl/syntax/ast.hpp"
#include "dsl/values/value.hpp"

namespace perpend::dsl {

struct CallFrame {
  const Statement* function = nullptr;
  std::vector<Value> arguments;  ///< in the order of its parameters; poison: not known
  const CallFrame* outer = nullptr;
  int depth = 1;

  /// The argument for a parameter of the function; null: it has none of this name.
  [[nodiscard]] const Value* find(Symbol parameter) const;
};

/// Reports a call in `frame`, null for none, of a function that is being carried out there or around it, and one with
/// another number of arguments than the function has parameters. False: it did.
[[nodiscard]] bool check_call(const CallFrame* frame, const Statement& function, const Expression& call,
                              const Document& document, Report& report);

}  // namespace perpend::dsl
