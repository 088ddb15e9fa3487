#include "dsl/analysis/claims/query_arguments.hpp"

#include <fmt/format.h>

#include <utility>

#include "dsl/values/units.hpp"

namespace perpend::dsl {

bool QueryArguments::fail(Span span, std::string message, std::string hint) const {
  a_.report.error(span, "S054", std::move(message),
                  hint.empty() ? fmt::format("write {}", form_.signature) : std::move(hint));
  return false;
}

std::optional<double> QueryArguments::read_quantity(std::string_view name, const Expression& value,
                                                    Dimension dimension) const {
  const auto evaluated = a_.evaluator().evaluate(value);
  if (!evaluated) return std::nullopt;
  const auto* q = std::get_if<Quantity>(&evaluated->data);
  if (q == nullptr) {
    fail(value.span, fmt::format("'{}' is a number, found {}", name, describe(*evaluated)));
    return std::nullopt;
  }
  if (!check_dimension(a_.evaluator(), name, dimension, *q, value)) return std::nullopt;
  return q->value;
}

bool QueryArguments::read_share(std::string_view name, const Expression& value, double& share) const {
  const auto wanted = read_quantity(name, value, {});
  if (!wanted) return false;
  share = *wanted;
  return (share > 0.0 && share < 1.0) || fail(value.span, fmt::format("'{}' lies between 0 and 1", name));
}

}  // namespace perpend::dsl
