#include "verification/motion/stability_limit.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <vector>

#include "verification/arithmetic/polynomial_sign.hpp"
#include "verification/motion/spectral_radius.hpp"

namespace perpend {

namespace {

/// Range of doubling: 1e-12 to 1e12 in SI covers every step and gain of a mechanism.
constexpr int smallest_exponent = -40;
constexpr int largest_exponent = 40;

/// A polynomial in the parameter: power -> coefficient.
using Terms = std::map<int, Rational>;

Terms add(Terms a, const Terms& b, const Rational& factor) {
  for (const auto& [power, c] : b) a[power] += factor * c;
  return a;
}

Terms multiply(const Terms& a, const Terms& b) {
  Terms result;
  for (const auto& [i, x] : a)
    for (const auto& [j, y] : b) result[i + j] += x * y;
  return result;
}

/// Up to a power of the parameter, which is positive.
Polynomial polynomial(const Terms& terms) {
  Polynomial result;
  int last = 0;
  for (const auto& [power, c] : terms) {
    if (c == 0) continue;
    if (!result.empty()) result.resize(result.size() + static_cast<std::size_t>(power - last - 1), Rational(0));
    result.push_back(c);
    last = power;
  }
  return result;
}

using Conditions = std::array<Polynomial, 3>;

/// Jury's conditions at p = 1.
Conditions conditions_of(const Terms& qq, const Terms& qv, const Terms& vq, const Terms& vv) {
  const Terms one{{0, 1}};
  const Terms t = add(add({{0, 2}}, qq, -1), vv, -1);
  const Terms d = add(multiply(add(one, qq, -1), add(one, vv, -1)), multiply(vq, add(one, qv, -1)), 1);
  return {polynomial(add(one, d, -1)), polynomial(add(add(one, d, 1), t, -1)), polynomial(add(add(one, d, 1), t, 1))};
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

/// The update at the values tried.
struct ParameterSamples {
  std::vector<double> parameters;
  std::vector<double> steps;
  std::vector<LinearUpdate> updates;
};

/// Two values between neighbouring powers of two. Empty: not all are legal.
ParameterSamples sample(const Probe& probe) {
  ParameterSamples samples;
  for (int k = smallest_exponent; k <= largest_exponent; ++k)
    for (const double parameter : {std::ldexp(1.0, k), std::ldexp(3.0, k)}) {
      const std::optional<LinearUpdate> made = probe.update(parameter);
      if (!made || made->compliant) return {};
      samples.parameters.push_back(parameter);
      samples.steps.push_back(probe.step_of(parameter));
      samples.updates.push_back(*made);
    }
  return samples;
}

bool is_constant(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

/// One coefficient of the update as c x^k of the parameter x: each factor is a number, or x itself.
std::optional<Terms> monomial(const ParameterSamples& samples, ExactProduct LinearUpdate::*product) {
  Rational c = 1;
  int power = 0;
  const auto add_factor = [&](const std::vector<double>& values, int times) {
    if (is_constant(values))
      c *= exact_power(exact_decimal(values.front()), times);
    else if (values == samples.parameters)
      power += times;
    else
      return false;
    return true;
  };
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<double> values;
    for (const LinearUpdate& update : samples.updates) values.push_back((update.*product).factors[i]);
    if (!add_factor(values, 1)) return std::nullopt;
  }
  const int step_power = (samples.updates.front().*product).step_power;
  for (const LinearUpdate& update : samples.updates)
    if ((update.*product).step_power != step_power) return std::nullopt;
  if (step_power != 0 && !add_factor(samples.steps, step_power)) return std::nullopt;
  return Terms{{power, c}};
}

/// Nullopt where the coefficients are no monomials of the parameter, or where it has no part in them.
std::optional<Conditions> conditions_in_parameter(const Probe& probe) {
  const ParameterSamples samples = sample(probe);
  if (samples.updates.empty()) return std::nullopt;
  std::vector<Terms> terms;
  bool is_part = samples.steps == samples.parameters;
  for (ExactProduct LinearUpdate::*product :
       {&LinearUpdate::qq, &LinearUpdate::qv, &LinearUpdate::vq, &LinearUpdate::vv}) {
    const std::optional<Terms> found = monomial(samples, product);
    if (!found) return std::nullopt;
    is_part = is_part || found->begin()->first != 0;
    terms.push_back(*found);
  }
  if (!is_part) return std::nullopt;
  return conditions_of(terms[0], terms[1], terms[2], terms[3]);
}

/// Whether every value between is stable.
bool is_stable_between(const Conditions& conditions, const Rational& low, const std::optional<Rational>& high) {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const Polynomial& f) { return constant_sign(f, low, high).value_or(-1) >= 0; });
}

/// By one condition that fails at every value between.
bool is_unstable_between(const Conditions& conditions, const Rational& low, const std::optional<Rational>& high) {
  return std::any_of(conditions.begin(), conditions.end(),
                     [&](const Polynomial& f) { return constant_sign(f, low, high).value_or(0) < 0; });
}

/// Scope of a limit between lo and hi.
LimitScope scope_of(const Conditions& conditions, double lo, double hi) {
  if (!is_stable_between(conditions, 0, exact(lo))) return LimitScope::some;
  return is_unstable_between(conditions, exact(hi), std::nullopt) ? LimitScope::only : LimitScope::first;
}

const char* words_of(LimitScope scope) {
  switch (scope) {
    case LimitScope::some:
      return "";
    case LimitScope::first:
      return "; by Sturm's theorem stable at every smaller value";
    case LimitScope::only:
      return "; by Sturm's theorem stable at every smaller value and unstable at every larger one";
  }
  return "";
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
  if (constrained_dimension == 0)
    return {Verdict::proved, infinity, infinity, "nothing is constrained", LimitScope::only};
  const Probe probe{update, step_of, free_dimension, constrained_dimension};
  const std::optional<Conditions> conditions = conditions_in_parameter(probe);
  if (!conditions) return search(probe);
  if (is_unstable_between(*conditions, 0, std::nullopt))
    return {Verdict::proved, 0.0, 0.0, "unstable at every value, by Sturm's theorem", LimitScope::only};
  if (is_stable_between(*conditions, 0, std::nullopt))
    return {Verdict::proved, infinity, infinity, "stable at every value, by Sturm's theorem", LimitScope::only};
  LimitReport report = search(probe);
  if (report.verdict != Verdict::proved) return report;
  report.scope = scope_of(*conditions, report.lo, report.hi);
  report.reason += words_of(report.scope);
  return report;
}

}  // namespace perpend
