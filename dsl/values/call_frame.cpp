#include "dsl/values/call_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace perpend::dsl {

const Value* CallFrame::find(Symbol parameter) const {
  const auto& parameters = function->parameters;
  const auto found =
      std::find_if(parameters.begin(), parameters.end(), [&](const Expression* p) { return p->name == parameter; });
  return found == parameters.end() ? nullptr : &arguments[static_cast<std::size_t>(found - parameters.begin())];
}

bool check_call(const CallFrame* frame, const Statement& function, const Expression& call, const Document& document,
                Report& report) {
  const std::string_view name = document.names.text(function.name);
  for (const CallFrame* one = frame; one != nullptr; one = one->outer) {
    if (one->function != &function) continue;
    std::string circle(name);
    for (const CallFrame* inner = frame; inner != one; inner = inner->outer)
      circle = fmt::format("{} -> {}", document.names.text(inner->function->name), circle);
    report.error(call.span, "S028", fmt::format("a function that needs its own value: {} -> {}", name, circle),
                 "functions do not call themselves; a sum over a list is sum([...])");
    return false;
  }
  if (call.operands.size() == function.parameters.size()) return true;
  report.error(call.span, "S018",
               fmt::format("{} takes {} argument{}, found {}", name, function.parameters.size(),
                           function.parameters.size() == 1 ? "" : "s", call.operands.size()),
               fmt::format("declared at {}", report.place(function.name_span)));
  return false;
}

}  // namespace perpend::dsl
