#include "dsl/analysis/claims/query_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "dsl/suggest.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

bool QuerySweep::is_swept_step(const Expression& value) const {
  if (sweep() == nullptr) return false;
  const auto is_step = [](const SweepAxis& axis) { return axis.key == "step"; };
  if (std::none_of(sweep()->axes.begin(), sweep()->axes.end(), is_step)) return false;
  const auto evaluated = analysis().evaluator().evaluate(value);
  const auto* q = evaluated ? std::get_if<Quantity>(&evaluated->data) : nullptr;
  return q != nullptr && same_dimension(q->dimension, dimension::time);
}

bool QuerySweep::read(const Expression& value) {
  const auto index = resolve(analysis(), analysis().sweeps, value, "sweep", false);
  if (!index) return false;
  index_ = *index;
  query_.sweep = sweep()->name;
  return true;
}

std::optional<Dimension> QuerySweep::read_refined(const Expression& value) {
  if (!read(value)) return std::nullopt;
  if (!sweep()->refinement) {
    arguments_.fail(value.span, fmt::format("sweep '{}' is not refined", query_.sweep),
                    "write in it for instance refine = status(along: key, to: width)");
    return std::nullopt;
  }
  const SweepAxis& axis = sweep()->axes[sweep()->refinement->axis];
  query_.axis = axis.key;
  return axis.unit.dimension;
}

bool QuerySweep::read_over(const Expression& value) {
  if (value.kind != ExpressionKind::member)
    return arguments_.fail(value.span, "over names a key of a sweep", "as in over: order.step");
  if (!read(*value.operands[0])) return false;
  query_.axis = analysis().text(value.name);
  std::vector<std::string_view> keys;
  for (const SweepAxis& axis : sweep()->axes) keys.push_back(axis.key);
  const auto axis = std::find_if(sweep()->axes.begin(), sweep()->axes.end(),
                                 [&](const SweepAxis& x) { return x.key == query_.axis; });
  if (axis == sweep()->axes.end())
    return arguments_.fail(value.span, fmt::format("sweep '{}' has no key '{}'", query_.sweep, query_.axis),
                           suggest(query_.axis, keys));
  if (axis->values.size() < 2)
    return arguments_.fail(value.span, "an order needs at least two values of the key", "add values to the sweep");
  return true;
}

bool QuerySweep::read_point(std::string_view key, const Expression& value) {
  if (sweep() == nullptr)
    return arguments_.fail(value.span, fmt::format("unknown argument '{}' of {}", key, form().name));
  const auto axis =
      std::find_if(sweep()->axes.begin(), sweep()->axes.end(), [&](const SweepAxis& x) { return x.key == key; });
  if (axis == sweep()->axes.end() || key == query_.axis) {
    std::vector<std::string_view> keys;
    for (const SweepAxis& x : sweep()->axes)
      if (x.key != query_.axis) keys.push_back(x.key);
    return arguments_.fail(value.span, fmt::format("sweep '{}' has no other key '{}'", query_.sweep, key),
                           suggest(key, keys));
  }
  if (axis->is_of_words) {
    const std::string word =
        value.kind == ExpressionKind::string ? std::string(value.text) : analysis().evaluator().source(value);
    const auto found = std::find(axis->words.begin(), axis->words.end(), word);
    if (found == axis->words.end())
      return arguments_.fail(value.span, fmt::format("sweep '{}' does not visit {} = {}", query_.sweep, key, word),
                             fmt::format("it visits {}", fmt::join(axis->words, ", ")));
    query_.point.emplace_back(key, axis->values[static_cast<std::size_t>(found - axis->words.begin())]);
    return true;
  }
  const auto wanted = arguments_.read_quantity(key, value, axis->unit.dimension);
  if (!wanted) return false;
  // The same decimal number written in another unit differs by rounding only.
  constexpr double rounding = 1e-12;
  const auto found = std::find_if(axis->values.begin(), axis->values.end(),
                                  [&](double x) { return std::abs(x - *wanted) <= rounding * std::abs(x); });
  if (found == axis->values.end()) {
    std::vector<std::string> visited;
    for (const double x : axis->values) visited.push_back(value_text(*axis, x));
    const std::vector<std::string_view> texts(visited.begin(), visited.end());
    return arguments_.fail(
        value.span,
        fmt::format("sweep '{}' does not visit {} = {}", query_.sweep, key, analysis().evaluator().source(value)),
        fmt::format("it visits {}", enumerate(texts)));
  }
  query_.point.emplace_back(key, *found);
  return true;
}

bool QuerySweep::check_point(Span query) {
  if (sweep() == nullptr) return true;
  for (const SweepAxis& axis : sweep()->axes) {
    const bool is_chosen =
        form().subject == QuerySubject::points || axis.key == query_.axis ||
        std::any_of(query_.point.begin(), query_.point.end(), [&](const auto& p) { return p.first == axis.key; });
    if (!is_chosen)
      return arguments_.fail(query, fmt::format("which '{}' of sweep '{}'?", axis.key, query_.sweep),
                             fmt::format("add {}: value", axis.key));
  }
  if (query_.confidence && !is_random_sample(*sweep(), query_.point))
    return arguments_.fail(query,
                           fmt::format("the points of sweep '{}' are not drawn, and have no confidence", query_.sweep),
                           "leave the confidence out, or sweep seeds or random(a, b, n)");
  const auto& methods = sweep()->methods;
  if (!query_.method.empty() && !methods.empty() &&
      std::find(methods.begin(), methods.end(), query_.method) == methods.end())
    return arguments_.fail(query, fmt::format("sweep '{}' does not run method '{}'", query_.sweep, query_.method),
                           "add it to the methods of the sweep");
  return true;
}

}  // namespace perpend::dsl
