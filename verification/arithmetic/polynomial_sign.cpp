#include "verification/arithmetic/polynomial_sign.hpp"

#include <algorithm>

namespace perpend {

namespace {

void trim(Polynomial& f) {
  while (!f.empty() && f.back() == 0) f.pop_back();
}

Polynomial derivative(const Polynomial& f) {
  Polynomial result;
  for (std::size_t i = 1; i < f.size(); ++i) result.push_back(f[i] * static_cast<long>(i));
  return result;
}

/// Remainder of f divided by g, which is not 0.
Polynomial remainder(Polynomial f, const Polynomial& g) {
  while (f.size() >= g.size()) {
    const Rational factor = f.back() / g.back();
    const std::size_t shift = f.size() - g.size();
    for (std::size_t i = 0; i < g.size(); ++i) f[shift + i] -= factor * g[i];
    trim(f);
  }
  return f;
}

int sign(const Rational& x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

int sign_at(const Polynomial& f, const std::optional<Rational>& x) {
  if (!x) return sign(f.back());
  Rational value = 0;
  for (auto c = f.rbegin(); c != f.rend(); ++c) value = value * *x + *c;
  return sign(value);
}

/// f, f', and each remainder with the other sign: the last is the greatest common divisor of the first two.
std::vector<Polynomial> sturm_sequence(const Polynomial& f) {
  std::vector<Polynomial> sequence{f, derivative(f)};
  while (!sequence.back().empty()) {
    Polynomial next = remainder(sequence[sequence.size() - 2], sequence.back());
    for (Rational& c : next) c = -c;
    sequence.push_back(std::move(next));
  }
  sequence.pop_back();
  return sequence;
}

int sign_changes(const std::vector<Polynomial>& sequence, const std::optional<Rational>& x) {
  int changes = 0;
  int last = 0;
  for (const Polynomial& f : sequence) {
    const int s = sign_at(f, x);
    if (s != 0 && last != 0 && s != last) ++changes;
    if (s != 0) last = s;
  }
  return changes;
}

/// Without the roots at x, so that Sturm's theorem may count between its ends.
Polynomial without_root(Polynomial f, const Rational& x) {
  while (f.size() > 1 && sign_at(f, x) == 0) {
    Polynomial quotient(f.size() - 1);
    Rational carried = 0;
    for (std::size_t i = f.size() - 1; i > 0; --i) {
      carried = carried * x + f[i];
      quotient[i - 1] = carried;
    }
    f = std::move(quotient);
  }
  return f;
}

}  // namespace

std::optional<int> constant_sign(const Polynomial& f, const Rational& low, const std::optional<Rational>& high) {
  if (f.empty()) return 0;
  Polynomial inside = without_root(f, low);
  if (high) inside = without_root(std::move(inside), *high);
  const std::vector<Polynomial> sequence = sturm_sequence(inside);
  if (sign_changes(sequence, low) != sign_changes(sequence, high)) return std::nullopt;
  return high ? sign_at(f, Rational((low + *high) / 2)) : sign_at(f, std::nullopt);
}

}  // namespace perpend
