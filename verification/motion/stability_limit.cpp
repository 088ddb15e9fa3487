#include "verification/motion/stability_limit.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "verification/arithmetic/rational.hpp"
#include "verification/motion/spectral_radius.hpp"

namespace perpend {

namespace {

/// Range of doubling: 1e-12 to 1e12 in SI covers every step and gain of a mechanism.
constexpr int smallest_exponent = -40;
constexpr int largest_exponent = 40;

/// Polynomial in the step h: power -> coefficient.
using StepPolynomial = std::map<int, Rational>;

StepPolynomial polynomial(const ExactProduct& product) {
  return {{product.step_power, exact_factor(product)}};
}

StepPolynomial add(StepPolynomial a, const StepPolynomial& b, const Rational& factor) {
  for (const auto& [power, c] : b) a[power] += factor * c;
  return a;
}

StepPolynomial multiply(const StepPolynomial& a, const StepPolynomial& b) {
  StepPolynomial result;
  for (const auto& [i, x] : a)
    for (const auto& [j, y] : b) result[i + j] += x * y;
  return result;
}

/// Jury's conditions at p = 1 as polynomials of h.
std::array<StepPolynomial, 3> step_conditions(const LinearUpdate& update) {
  const StepPolynomial one{{0, 1}};
  const StepPolynomial qq = polynomial(update.qq);
  const StepPolynomial qv = polynomial(update.qv);
  const StepPolynomial vq = polynomial(update.vq);
  const StepPolynomial vv = polynomial(update.vv);
  const StepPolynomial t = add(add({{0, 2}}, qq, -1), vv, -1);
  const StepPolynomial d = add(multiply(add(one, qq, -1), add(one, vv, -1)), multiply(vq, add(one, qv, -1)), 1);
  return {add(one, d, -1), add(add(one, d, 1), t, -1), add(add(one, d, 1), t, 1)};
}

enum class SignPattern { never_negative, negative, positive_then_negative, other };

/// Descartes: without a change of sign among the coefficients there is no positive root, with one there is exactly one.
SignPattern sign_pattern(const StepPolynomial& f) {
  int changes = 0;
  int first = 0;
  int last = 0;
  for (const auto& [power, c] : f) {
    if (c == 0) continue;
    const int sign = c > 0 ? 1 : -1;
    if (last != 0 && sign != last) ++changes;
    if (first == 0) first = sign;
    last = sign;
  }
  if (changes == 0) return first >= 0 ? SignPattern::never_negative : SignPattern::negative;
  return changes == 1 && first > 0 ? SignPattern::positive_then_negative : SignPattern::other;
}

bool same_product(const ExactProduct& a, const ExactProduct& b) {
  return a.factors == b.factors && a.step_power == b.step_power;
}

bool same_update(const LinearUpdate& a, const LinearUpdate& b) {
  return same_product(a.qq, b.qq) && same_product(a.qv, b.qv) && same_product(a.vq, b.vq) && same_product(a.vv, b.vv) &&
         a.compliant == b.compliant;
}

struct Probe {
  const std::function<std::optional<LinearUpdate>(double)>& update;
  const std::function<double(double)>& step_of;
  int free_dimension, constrained_dimension;

  [[nodiscard]] Verdict operator()(double parameter) const {
    const std::optional<LinearUpdate> made = update(parameter);
    if (!made) return Verdict::not_run;
    return certify_update(*made, step_of(parameter), free_dimension, constrained_dimension).stable;
  }
};

/// The update when the parameter is the step and nothing else in it depends on it, at every power of two.
std::optional<LinearUpdate> update_of_step(const Probe& probe) {
  const std::optional<LinearUpdate> first = probe.update(1.0);
  if (!first || first->compliant) return std::nullopt;
  for (int k = smallest_exponent; k <= largest_exponent; ++k) {
    const double parameter = std::ldexp(1.0, k);
    const std::optional<LinearUpdate> made = probe.update(parameter);
    if (!made || !same_update(*made, *first) || probe.step_of(parameter) != parameter) return std::nullopt;
  }
  return first;
}

/// lo stable, hi unstable, both positive: halve the doubles between them.
LimitReport bisect(const Probe& probe, double lo, double hi) {
  while (next_up(lo) < hi) {
    const auto low_bits = std::bit_cast<std::int64_t>(lo);
    const auto middle_bits = low_bits + (std::bit_cast<std::int64_t>(hi) - low_bits) / 2;
    const double middle = std::bit_cast<double>(middle_bits);
    const Verdict verdict = probe(middle);
    if (verdict != Verdict::proved && verdict != Verdict::refuted)
      return {Verdict::undecided, lo, hi, "stability is undecided between the two ends"};
    (verdict == Verdict::proved ? lo : hi) = middle;
  }
  // The decisions are about the decimal numbers of lo and hi: the doubles around those hold the limit.
  return {Verdict::proved, enclose(exact_decimal(lo)).lo, enclose(exact_decimal(hi)).hi,
          "exact bisection: of two neighbouring doubles, read as decimals, the lower is stable and the upper is not"};
}

LimitReport search(const Probe& probe) {
  double stable = 0.0;
  for (int k = smallest_exponent; k <= largest_exponent; ++k) {
    const double parameter = std::ldexp(1.0, k);
    const Verdict verdict = probe(parameter);
    if (verdict == Verdict::proved) stable = parameter;
    if (verdict == Verdict::refuted && stable > 0.0) return bisect(probe, stable, parameter);
    if (verdict == Verdict::undecided)
      return {Verdict::undecided, stable, infinity, "stability is undecided at a value that was tried"};
  }
  if (stable == 0.0) return {Verdict::undecided, 0.0, infinity, "no stable value was found"};
  return {Verdict::undecided, stable, infinity,
          "stable at every value tried, without a proof for those between and beyond"};
}

}  // namespace

LimitReport stability_limit(const std::function<std::optional<LinearUpdate>(double)>& update,
                            const std::function<double(double)>& step_of, int free_dimension,
                            int constrained_dimension) {
  const Probe probe{update, step_of, free_dimension, constrained_dimension};
  const std::optional<LinearUpdate> fixed = update_of_step(probe);
  if (constrained_dimension == 0) return {Verdict::proved, infinity, infinity, "nothing is constrained"};
  if (!fixed) return search(probe);
  bool always = true;
  bool once = true;
  for (const StepPolynomial& condition : step_conditions(*fixed)) {
    const SignPattern pattern = sign_pattern(condition);
    if (pattern == SignPattern::negative) return {Verdict::proved, 0.0, 0.0, "unstable for every step"};
    always = always && pattern == SignPattern::never_negative;
    once = once && pattern != SignPattern::other;
  }
  if (always) return {Verdict::proved, infinity, infinity, "stable for every step: no condition changes its sign"};
  LimitReport report = search(probe);
  report.is_only = report.verdict == Verdict::proved && once;
  if (report.is_only)
    report.reason += "; by Descartes' rule of signs stable for every smaller step and unstable for every larger one";
  return report;
}

}  // namespace perpend
