#include "verification/claims/claim_value.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// libm states errors below 2 units in the last place for exp and log: four steps outward.
Interval widened(double lo, double hi) {
  for (int i = 0; i < 4; ++i) {
    lo = next_down(lo);
    hi = next_up(hi);
  }
  return {lo, hi};
}

Interval log(Interval a) {
  if (!(a.lo > 0.0)) return {};
  return a.lo == 1.0 && a.hi == 1.0 ? Interval(0.0) : widened(std::log(a.lo), std::log(a.hi));
}

Interval exp(Interval a) {
  if (!a.is_known()) return {};
  const Interval wide = widened(std::exp(a.lo), std::exp(a.hi));
  return {std::max(wide.lo, 0.0), wide.hi};
}

/// A short whole exponent by products, so that squares of negative numbers work; any other through exp and log.
Interval claimed_power(Interval base, Interval exponent) {
  constexpr double longest = 64.0;
  if (exponent.lo != exponent.hi || std::abs(exponent.lo) > longest || exponent.lo != std::floor(exponent.lo))
    return exp(exponent * log(base));
  const int n = static_cast<int>(std::abs(exponent.lo));
  const Interval magnitude = abs(base);
  const bool is_even = n % 2 == 0;
  Interval result = 1.0;
  for (int i = 0; i < n; ++i) result = result * (is_even ? magnitude : base);
  return exponent.lo < 0.0 ? Interval(1.0) / result : result;
}

class Evaluator {
 public:
  Evaluator(const ClaimContext& context, bool by_estimates) : context_(context), by_estimates_(by_estimates) {}

  Interval operator()(const ClaimExpression& expression) {
    using Op = ClaimExpression::Op;
    if (expression.op == Op::number) return expression.number;
    if (expression.op == Op::query) return ask(expression.query);
    std::vector<Interval> a;
    for (const ClaimExpression& operand : expression.operands) a.push_back((*this)(operand));
    const bool is_unary = expression.op == Op::negate || expression.op == Op::abs || expression.op == Op::sqrt ||
                          expression.op == Op::log || expression.op == Op::exp;
    if (a.size() < (is_unary ? 1U : 2U)) return fail("the expression lacks an operand");
    Interval result = is_unary ? apply(expression.op, a[0]) : apply(expression.op, a[0], a[1]);
    for (std::size_t i = 2; i < a.size(); ++i) result = apply(expression.op, result, a[i]);
    return result.is_known() ? result
                             : fail("an operation has no value here (division by zero, root or log of a negative)");
  }

  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] const std::string& proof() const { return proof_; }
  /// The least that is shown of any stability limit.
  [[nodiscard]] const std::optional<LimitScope>& scope() const { return scope_; }
  [[nodiscard]] bool has_estimates() const { return has_estimates_; }

 private:
  /// The first reason is the cause; later ones follow from it.
  Interval fail(const std::string& reason) {
    if (reason_.empty()) reason_ = reason;
    return {};
  }

  Interval ask(const ClaimQuery& query) {
    const QueryAnswer answer = answer_query(query, context_);
    if (const auto* unknown = std::get_if<Unknown>(&answer)) return fail(unknown->reason);
    const Known& known = std::get<Known>(answer);
    if (!known.value.is_known()) return fail(query.function + " of " + query.method + " is not a number");
    if (!known.proof.empty() && proof_.find(known.proof) == std::string::npos)
      proof_ += (proof_.empty() ? "" : "; ") + known.proof;
    if (known.scope) scope_ = scope_ ? std::min(*scope_, *known.scope) : known.scope;
    has_estimates_ = has_estimates_ || known.estimate;
    return by_estimates_ && known.estimate ? Interval(*known.estimate) : known.value;
  }

  static Interval apply(ClaimExpression::Op op, Interval a) {
    using Op = ClaimExpression::Op;
    switch (op) {
      case Op::negate:
        return -a;
      case Op::abs:
        return abs(a);
      case Op::sqrt:
        return sqrt(a);
      case Op::log:
        return log(a);
      case Op::exp:
        return exp(a);
      default:
        return {};
    }
  }

  static Interval apply(ClaimExpression::Op op, Interval a, Interval b) {
    return op == ClaimExpression::Op::power ? claimed_power(a, b) : arithmetic(op, a, b);
  }

  const ClaimContext& context_;
  bool by_estimates_, has_estimates_ = false;
  std::string reason_;
  std::string proof_;
  std::optional<LimitScope> scope_;
};

}  // namespace

EvaluatedClaim evaluate(const ClaimExpression& expression, const ClaimContext& context) {
  Evaluator evaluate(context, false);
  const Interval value = evaluate(expression);
  const Interval estimate = evaluate.has_estimates() ? Evaluator(context, true)(expression) : value;
  return {.value = value,
          .reason = evaluate.reason(),
          .proof = evaluate.proof(),
          .scope = evaluate.scope(),
          .estimate = middle(estimate)};
}

}  // namespace perpend
