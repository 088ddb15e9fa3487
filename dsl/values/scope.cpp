#include "dsl/values/scope.hpp"

#include <variant>

namespace perpend::dsl {

bool covers(std::string_view exported, std::string_view asked) {
  for (;;) {
    const std::size_t end = exported.find('.'), end_of_asked = asked.find('.');
    const std::string_view one = exported.substr(0, end), other = asked.substr(0, end_of_asked);
    if (one != other && one != other.substr(0, other.find('['))) return false;
    if (end == std::string_view::npos) return true;
    if (end_of_asked == std::string_view::npos) return false;
    exported.remove_prefix(end + 1);
    asked.remove_prefix(end_of_asked + 1);
  }
}

std::vector<std::pair<std::string, Value>> Scope::exported(const std::string& name, Symbol symbol) const {
  std::vector<std::pair<std::string, Value>> values;
  const Binding* binding = find(symbol);
  // A function ends with the scope that it stands in.
  if (binding != nullptr && !std::holds_alternative<FunctionValue>(binding->value.data))
    values.emplace_back(name, binding->value);
  for (const auto& [member, value] : members_)
    if (covers(name, member)) values.emplace_back(member, value);
  return values;
}

}  // namespace perpend::dsl
