// Operators on values, with dimension checking.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "dsl/report.hpp"
#include "dsl/syntax/ast.hpp"
#include "dsl/values/value.hpp"

namespace perpend::dsl {

/// "a number", "a list", ... for messages.
[[nodiscard]] std::string describe(const Value& value);

/// Nothing, and an error at `span`, when the operands do not fit.
[[nodiscard]] std::optional<Value> apply(Operator op, const Value& a, const Value& b, Span span, Report& report);
[[nodiscard]] std::optional<Value> apply(Operator op, const Value& a, Span span, Report& report);

/// The value as pure numbers times a unit: `(0, -9.81) m/s^2`. Elements of a list one by one.
[[nodiscard]] std::optional<Value> with_unit(const Value& value, const Unit& unit, Span span, Report& report);

/// The dimension of a sum, or an error. Shared by values, time-dependent fields and claims.
[[nodiscard]] bool check_same_dimension(Operator op, Dimension a, Dimension b, bool has_bare_zero, Span span,
                                        Report& report);
/// The same of two numbers, which the message shows. A bare zero fits every dimension.
[[nodiscard]] bool check_same_dimension(Operator op, const Quantity& a, const Quantity& b, Span span, Report& report);

/// "cannot add ..." for wrong types.
void report_operands(Operator op, const std::string& a, const std::string& b, Span span, Report& report);

/// False, with an error, for a NaN, or an infinity out of finite operands. `operands`: what the message shows of them.
[[nodiscard]] bool check_number(double result, bool from_finite, Span span, Report& report,
                                const std::function<std::string()>& operands = {});

/// x^n as repeated products, so that a whole power has the same bits everywhere; otherwise std::pow.
[[nodiscard]] double power(double base, double exponent);

[[nodiscard]] inline bool is_bare_zero(const Quantity& q) {
  return q.value == 0.0 && q.dimension == Dimension{};
}

/// (0, 0) without a unit.
[[nodiscard]] inline bool is_bare_zero(const VectorValue& v) {
  return v.dimension == Dimension{} && v.value == std::array<double, 3>{};
}

}  // namespace perpend::dsl
