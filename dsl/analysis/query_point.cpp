// Which runs of a sweep a query asks: one point of it, or all along a key.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/analysis/query_reader.hpp"
#include "dsl/suggest.hpp"

namespace perpend::dsl {

bool QueryReader::read_sweep(const Expression& value) {
  const auto index = resolve(a_, a_.sweeps, value, "sweep", false);
  if (!index) return false;
  sweep_ = *index;
  query_.sweep = sweep()->name;
  return true;
}

bool QueryReader::read_over(const Expression& value) {
  if (value.kind != ExpressionKind::member)
    return fail(value.span, "over names a key of a sweep", "as in over: order.step");
  if (!read_sweep(*value.operands[0])) return false;
  query_.axis = a_.text(value.name);
  std::vector<std::string_view> keys;
  for (const SweepAxis& axis : sweep()->axes) keys.push_back(axis.key);
  const auto axis = std::find_if(sweep()->axes.begin(), sweep()->axes.end(),
                                 [&](const SweepAxis& x) { return x.key == query_.axis; });
  if (axis == sweep()->axes.end())
    return fail(value.span, fmt::format("sweep '{}' has no key '{}'", query_.sweep, query_.axis),
                suggest(query_.axis, keys));
  if (axis->values.size() < 2)
    return fail(value.span, "an order needs at least two values of the key", "add values to the sweep");
  return true;
}

/// A key of the sweep: selects the run with this value.
bool QueryReader::read_point(std::string_view key, const Expression& value) {
  if (sweep() == nullptr) return fail(value.span, fmt::format("unknown argument '{}' of {}", key, form_.name));
  const auto axis =
      std::find_if(sweep()->axes.begin(), sweep()->axes.end(), [&](const SweepAxis& x) { return x.key == key; });
  if (axis == sweep()->axes.end() || key == query_.axis) {
    std::vector<std::string_view> keys;
    for (const SweepAxis& x : sweep()->axes)
      if (x.key != query_.axis) keys.push_back(x.key);
    return fail(value.span, fmt::format("sweep '{}' has no other key '{}'", query_.sweep, key), suggest(key, keys));
  }
  const auto wanted = read_quantity(key, value, axis->unit.dimension);
  if (!wanted) return false;
  // The same decimal number written in another unit differs by rounding only.
  constexpr double rounding = 1e-12;
  const auto found = std::find_if(axis->values.begin(), axis->values.end(),
                                  [&](double x) { return std::abs(x - *wanted) <= rounding * std::abs(x); });
  if (found == axis->values.end()) {
    std::vector<std::string_view> texts(axis->texts.begin(), axis->texts.end());
    return fail(value.span,
                fmt::format("sweep '{}' does not visit {} = {}", query_.sweep, key, a_.evaluator().source(value)),
                fmt::format("it visits {}", enumerate(texts)));
  }
  query_.point.emplace_back(key, *found);
  return true;
}

/// Whether the sweep runs the method, and the query names one run of it.
bool QueryReader::check_point() {
  if (sweep() == nullptr) return true;
  for (const SweepAxis& axis : sweep()->axes) {
    const bool is_chosen = axis.key == query_.axis || std::any_of(query_.point.begin(), query_.point.end(),
                                                                  [&](const auto& p) { return p.first == axis.key; });
    if (!is_chosen)
      return fail(e_.span, fmt::format("which '{}' of sweep '{}'?", axis.key, query_.sweep),
                  fmt::format("add {}: value", axis.key));
  }
  const auto& methods = sweep()->methods;
  if (!methods.empty() && std::find(methods.begin(), methods.end(), query_.method) == methods.end())
    return fail(e_.span, fmt::format("sweep '{}' does not run method '{}'", query_.sweep, query_.method),
                "add it to the methods of the sweep");
  return true;
}

}  // namespace perpend::dsl
