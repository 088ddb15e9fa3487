#include "verification/arithmetic/wide_rows.hpp"

#include <fmt/format.h>

#include <cmath>

namespace perpend {

namespace {

using boost::multiprecision::cpp_int;

/// Products of two mantissas of 53 bits, the smallest 2^-1127 times one of them.
constexpr int least_exponent = -2 * 1127;

/// mantissa 2^exponent.
struct WideParts {
  cpp_int mantissa;
  int exponent;
};

WideParts parts_of(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return {static_cast<long long>(std::ldexp(fraction, 53)), exponent - 53};
}

}  // namespace

cpp_int wide_number(double x) {
  WideParts parts = parts_of(x);
  return parts.mantissa << (parts.exponent - least_exponent);
}

WideRow wide_row(const SparseRows& a, const VectorX& b, const VectorX& x, int i) {
  WideRow row{wide_number(b[i]), wide_number(std::abs(b[i]))};
  for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
    const double factor = x[a.column[k]];
    if (factor == 0.0 || a.value[k] == 0.0) continue;
    const WideParts p = parts_of(a.value[k]), q = parts_of(factor);
    cpp_int product = p.mantissa * q.mantissa;
    product <<= p.exponent + q.exponent - least_exponent;
    row.value += product;
    row.size += boost::multiprecision::abs(product);
  }
  return row;
}

Rational rational_of(const cpp_int& wide) {
  return {wide, cpp_int(cpp_int(1) << -least_exponent)};
}

Interval enclose_share(const cpp_int& part, const cpp_int& whole) {
  return part == 0 ? Interval(0.0) : enclose(Rational(part, whole));
}

bool is_carried(const Rational& x) {
  return x == 0 || std::isnormal(x.convert_to<double>());
}

std::string text_of(const Rational& x) {
  return is_carried(x) ? fmt::format("{:a}", x.convert_to<double>()) : x.str();
}

std::vector<std::string> exact_texts(const std::vector<Rational>& x) {
  std::vector<std::string> texts;
  for (const Rational& entry : x) {
    const auto nearest = entry.convert_to<double>();
    const bool is_double = std::isfinite(nearest) && exact(nearest) == entry;
    texts.push_back(is_double ? fmt::format("{:a}", nearest) : entry.str());
  }
  return texts;
}

}  // namespace perpend
