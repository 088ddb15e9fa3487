#include "dsl/analysis/claim_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

/// Numbers, signs, inf and lists of these: who reads the text need not know the scene.
bool is_written_out(const Analysis& a, const Expression& e) {
  if (e.kind == ExpressionKind::number) return true;
  if (e.kind == ExpressionKind::name) return a.text(e.name) == "inf";
  const bool is_sign = e.kind == ExpressionKind::unary && e.op == Operator::negate;
  if (!is_sign && e.kind != ExpressionKind::group && e.kind != ExpressionKind::list) return false;
  return std::all_of(e.operands.begin(), e.operands.end(),
                     [&](const Expression* operand) { return is_written_out(a, *operand); });
}

/// Four digits, or with as many more as keep the rounding below a hundredth of the width.
int digits_for(double value, double width) {
  constexpr int most = 17;  // tell any two doubles apart
  int digits = 4;
  while (digits < most && std::abs(std::stod(fmt::format("{:.{}g}", value, digits)) - value) > 0.01 * width) ++digits;
  return digits;
}

}  // namespace

std::string range_text(const Analysis& a, const std::string& kind, const Expression& e, double lower, double upper,
                       const Unit& unit) {
  if (is_written_out(a, e)) return fmt::format("{} {}", kind, a.evaluator().source(e));
  if (kind == "below") return "below " + format_rounded(upper, unit, 4);
  if (kind == "above") return "above " + format_rounded(lower, unit, 4);
  const double low = from_si(lower, unit);
  const double high = from_si(upper, unit);
  return fmt::format("{} [{}, {}]", kind, format_rounded(lower, unit, digits_for(low, high - low)),
                     format_rounded(upper, unit, digits_for(high, high - low)));
}

}  // namespace perpend::dsl
