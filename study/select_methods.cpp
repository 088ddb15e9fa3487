#include "study/select_methods.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/stability.hpp"

namespace perpend {

namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool uses_only(const ClaimExpression& expression, const Names& methods) {
  if (expression.op == ClaimExpression::Op::query && !contains(methods, expression.query.method)) return false;
  return std::all_of(expression.operands.begin(), expression.operands.end(),
                     [&](const ClaimExpression& operand) { return uses_only(operand, methods); });
}

/// Removes the selection's complement from a list of methods. True when the list named methods and none is left.
bool is_emptied(Names& listed, const Names& methods) {
  if (listed.empty()) return false;  // an empty list stands for all
  std::erase_if(listed, [&](const std::string& name) { return !contains(methods, name); });
  return listed.empty();
}

/// Erases the items that `is_dropped`; returns their names.
template <class Items, class Name, class Predicate>
Names drop(Items& items, Name name, Predicate is_dropped) {
  Names dropped;
  Items kept;
  for (auto& item : items) {
    if (is_dropped(item))
      dropped.push_back(name(item));
    else
      kept.push_back(std::move(item));
  }
  items = std::move(kept);
  return dropped;
}

void warn(const char* what, const Names& dropped, std::vector<std::string>& warnings) {
  if (!dropped.empty())
    warnings.push_back(
        fmt::format("{} left out, for want of methods that were not selected: {}", what, fmt::join(dropped, ", ")));
}

}  // namespace

std::optional<std::string> select_methods(Experiment& experiment, const Names& methods,
                                          std::vector<std::string>& warnings) {
  if (methods.empty()) return std::nullopt;
  for (const std::string& name : methods) {
    if (find_method(experiment, name) != nullptr) continue;
    Names known;
    for (const MethodSpec& method : experiment.methods) known.push_back(method.name);
    return fmt::format("no method '{}' in the scene; it has {}", name, fmt::join(known, ", "));
  }
  const auto name = [](const auto& item) { return item.name; };
  const Names sweeps =
      drop(experiment.sweeps, name, [&](SweepSpec& sweep) { return is_emptied(sweep.methods, methods); });
  const Names figures = drop(experiment.figures, name, [&](FigureSpec& figure) {
    return contains(sweeps, figure.sweep) || is_emptied(figure.methods, methods);
  });
  const Names claims = drop(
      experiment.claims, [](const ClaimSpec& claim) { return claim.id; },
      [&](const ClaimSpec& claim) { return !uses_only(claim.value, methods); });
  warn("sweeps", sweeps, warnings);
  warn("figures", figures, warnings);
  warn("claims", claims, warnings);
  return std::nullopt;
}

}  // namespace perpend
