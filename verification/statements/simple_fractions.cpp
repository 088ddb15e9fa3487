#include "verification/statements/simple_fractions.hpp"

#include <algorithm>
#include <cmath>

#include "verification/arithmetic/rational.hpp"

namespace perpend {

namespace {

/// Shares of the largest entry: a third of the digits of a double are for the denominator, two thirds to recognize it.
constexpr double near = 0x1p-34;
constexpr double largest_denominator = 0x1p17;

/// By continued fractions; 0 within `slack` of it. Nothing near: x itself, rounded to `near`.
Rational fraction_near(double x, double slack) {
  double before = 0.0, denominator = 1.0, rest = x;
  for (int step = 0; step < 20; ++step) {
    const double numerator = std::round(x * denominator);
    if (std::abs(x - numerator / denominator) <= slack) return exact(numerator) / exact(denominator);
    const double part = rest - std::floor(rest);
    if (!(part > 0.0)) break;
    rest = 1.0 / part;
    const double next = std::floor(rest) * denominator + before;
    if (!(next <= largest_denominator)) break;
    before = denominator;
    denominator = next;
  }
  return exact(std::round(x / slack)) * exact(slack);
}

std::vector<Rational> fractions_near(const VectorX& x) {
  const double largest = x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
  std::vector<Rational> fractions;
  if (!(largest > 0.0 && std::isfinite(largest))) return std::vector<Rational>(static_cast<std::size_t>(x.size()));
  const double slack = std::exp2(std::round(std::log2(near * largest)));
  for (const double entry : x) fractions.push_back(fraction_near(entry, slack));
  return fractions;
}

std::vector<std::string> fraction_texts(const std::vector<Rational>& x) {
  std::vector<std::string> result;
  for (const Rational& entry : x) result.push_back(entry.str());
  return result;
}

/// Most points fail in their first row.
bool is_solution(const SparseRows& a, const VectorX& b, const std::vector<Rational>& point) {
  for (int i = 0; i < a.num_rows; ++i) {
    Rational w = exact(b[i]);
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (point[a.column[k]] != 0) w += exact(a.value[k]) * point[a.column[k]];
    if (point[i] < 0 || w < 0 || (point[i] != 0 && w != 0)) return false;
  }
  return true;
}

}  // namespace

bool solves_exactly(const SparseRows& a, const VectorX& b, const VectorX& z) {
  std::vector<Rational> point;
  for (const double entry : z) point.push_back(exact(entry));
  return is_solution(a, b, point);
}

std::vector<std::string> solve_in_fractions(const SparseRows& a, const VectorX& b, const VectorX& z) {
  const std::vector<Rational> point = fractions_near(z);
  return is_solution(a, b, point) ? fraction_texts(point) : std::vector<std::string>();
}

std::vector<std::string> contradict_in_fractions(const SparseRows& a, const VectorX& b, const VectorX& y) {
  const double largest = y.size() == 0 ? 0.0 : y.maxCoeff();
  double smallest = largest;
  for (const double entry : y)
    if (entry > near * largest) smallest = std::min(smallest, entry);
  if (!(smallest > 0.0)) return {};
  const std::vector<Rational> factors = fractions_near(y / smallest);
  std::vector<Rational> sums(static_cast<std::size_t>(a.num_columns));
  Rational last = 0;
  for (int i = 0; i < a.num_rows; ++i) {
    if (factors[i] < 0) return {};
    last += factors[i] * exact(b[i]);
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) sums[a.column[k]] += factors[i] * exact(a.value[k]);
  }
  const bool is_below = std::all_of(sums.begin(), sums.end(), [](const Rational& sum) { return sum <= 0; });
  return is_below && last < 0 ? fraction_texts(factors) : std::vector<std::string>();
}

}  // namespace perpend
