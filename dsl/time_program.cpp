#include "dsl/time_program.hpp"

#include <fmt/format.h>

#include "dsl/time_compiler.hpp"
#include "dsl/units.hpp"

namespace perpend::dsl {

namespace {

/// Two zeros, or the one dimension that both components agree on.
std::optional<Dimension> common_dimension(const TimePart& x, const TimePart& y, const Expression& e, Report& report) {
  if (same_dimension(x.dimension, y.dimension)) return x.dimension;
  report.error(
      e.span, "S032", fmt::format("components of one vector: {} and {}", describe(x.dimension), describe(y.dimension)),
      x.is_zero || y.is_zero ? "a zero needs its unit too, or one unit stands behind the vector: (0, 1) m" : "");
  return std::nullopt;
}

}  // namespace

std::optional<TimeNumber> compile_time_number(const Evaluator& evaluator, const Expression& expression) {
  TimeCompiler compiler(evaluator);
  const auto part = compiler.scalar(expression);
  if (!part) return std::nullopt;
  if (part->is_condition) {
    evaluator.report().error(expression.span, "S021", "a number is needed here, found true or false");
    return std::nullopt;
  }
  auto function = compiler.finish(expression);
  if (!function) return std::nullopt;
  return TimeNumber{std::move(*function), part->dimension};
}

std::optional<TimePair> compile_time_vector(const Evaluator& evaluator, const Expression& expression) {
  TimeCompiler x(evaluator);
  TimeCompiler y(evaluator);
  const auto first = x.component(expression, 0);
  if (!first) return std::nullopt;
  const auto second = y.component(expression, 1);
  if (!second) return std::nullopt;
  const auto dimension = common_dimension(*first, *second, expression, evaluator.report());
  if (!dimension) return std::nullopt;
  auto f = x.finish(expression);
  auto g = y.finish(expression);
  if (!f || !g) return std::nullopt;
  return TimePair{{std::move(*f), std::move(*g)}, *dimension};
}

}  // namespace perpend::dsl
