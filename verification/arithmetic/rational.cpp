#include "verification/arithmetic/rational.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace perpend {

using boost::multiprecision::cpp_int;

Rational exact(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  const cpp_int mantissa = static_cast<long long>(std::ldexp(fraction, 53));
  exponent -= 53;
  return exponent >= 0 ? Rational(cpp_int(mantissa << exponent)) : Rational(mantissa, cpp_int(cpp_int(1) << -exponent));
}

Decimal shortest_decimal(double x) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific).ptr;
  const std::string_view written(text.data(), static_cast<std::size_t>(end - text.data()));
  const std::size_t mark = written.find('e');
  Decimal decimal;
  std::from_chars(text.data() + mark + (written[mark + 1] == '+' ? 2 : 1), end, decimal.exponent);
  bool is_behind_point = false;
  for (const char c : written.substr(0, mark)) {
    if (c == '.') is_behind_point = true;
    if (c == '-' || c == '.') continue;
    decimal.digits = decimal.digits * 10 + (c - '0');
    decimal.exponent -= is_behind_point ? 1 : 0;
  }
  if (x < 0.0) decimal.digits = -decimal.digits;
  return decimal;
}

Rational exact_decimal(double x) {
  const Decimal decimal = shortest_decimal(x);
  return decimal.digits * exact_power(10, decimal.exponent);
}

/// The conversion may round either way: walk to both neighbours that hold x, comparing exactly.
Interval enclose(const Rational& x) {
  const double near = x.convert_to<double>();
  if (!std::isfinite(near))
    return x > 0 ? Interval{std::numeric_limits<double>::max(), infinity}
                 : Interval{-infinity, std::numeric_limits<double>::lowest()};
  double lo = near;
  while (lo > -infinity && exact(lo) > x) lo = next_down(lo);
  double hi = lo;
  while (hi < infinity && exact(hi) < x) hi = next_up(hi);
  while (next_up(lo) <= hi && next_up(lo) < infinity && exact(next_up(lo)) <= x) lo = next_up(lo);
  return {lo, hi};
}

Rational exact_power(const Rational& x, int n) {
  Rational result = 1;
  for (int i = 0; i < std::abs(n); ++i) result *= x;
  return n < 0 ? Rational(1 / result) : result;
}

RationalRows exact_rows(const MatrixX& a) {
  RationalRows rows(a.rows(), std::vector<Rational>(a.cols()));
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      if (a(i, j) != 0.0) rows[i][j] = exact(a(i, j));
  return rows;
}

std::vector<Rational> exact_vector(const VectorX& x) {
  std::vector<Rational> out(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) out[i] = exact(x[i]);
  return out;
}

int eliminate(RationalRows& a) {
  const int n = static_cast<int>(a.size());
  for (int k = 0; k < n; ++k) {
    if (a[k][k] <= 0) return k;
    for (int i = k + 1; i < n; ++i) {
      if (a[i][k] == 0) continue;
      const Rational multiplier = a[i][k] / a[k][k];
      for (int j = k + 1; j < n; ++j) a[i][j] -= multiplier * a[k][j];
      a[i][k] = multiplier;
    }
  }
  return n;
}

}  // namespace perpend
