#include "kernel/model/numbers/table.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace perpend {

namespace {

/// Second derivatives m of the natural cubic spline: with h_i = x_{i+1} - x_i and slopes s_i of the chords,
///     h_{i-1} m_{i-1} + 2 (h_{i-1} + h_i) m_i + h_i m_{i+1} = 6 (s_i - s_{i-1}),   m_0 = m_n = 0
/// by elimination; the matrix is diagonally dominant.
std::vector<double> second_derivatives(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t n = x.size();
  std::vector<double> bend(n, 0.0), share(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double before = x[i] - x[i - 1];
    const double after = x[i + 1] - x[i];
    const double right = 6.0 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before);
    const double pivot = 2.0 * (before + after) - before * share[i - 1];
    share[i] = after / pivot;
    bend[i] = (right - before * bend[i - 1]) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 1;) bend[i] -= share[i] * bend[i + 1];
  return bend;
}

}  // namespace

template <class Scalar>
Scalar Table::derivative(Scalar at, int order) const {
  if (!goes_on && !(at >= Scalar(x.front()) && at <= Scalar(x.back()))) return std::numeric_limits<Scalar>::quiet_NaN();
  const auto above = std::upper_bound(x.begin(), x.end(), at, [](Scalar a, double b) { return a < Scalar(b); });
  const auto i = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(above - x.begin(), 1, std::ssize(x) - 1) - 1);
  const Scalar width = Scalar(x[i + 1]) - Scalar(x[i]);
  const Scalar slope = (Scalar(y[i + 1]) - Scalar(y[i])) / width;
  const Scalar s = at - Scalar(x[i]);
  if (bend.empty()) return order == 0 ? Scalar(y[i]) + slope * s : order == 1 ? slope : Scalar(0);
  const Scalar first(bend[i]);
  const Scalar growth = (Scalar(bend[i + 1]) - first) / width;
  const Scalar start = slope - width * (Scalar(2) * first + Scalar(bend[i + 1])) / Scalar(6);
  if (order == 0) return Scalar(y[i]) + s * (start + s * (first / Scalar(2) + s * growth / Scalar(6)));
  if (order == 1) return start + s * (first + s * growth / Scalar(2));
  return first + s * growth;
}

template double Table::derivative(double, int) const;
template long double Table::derivative(long double, int) const;

Table make_table(std::string name, std::vector<double> x, std::vector<double> y, TableCurve curve) {
  std::vector<double> bend = curve == TableCurve::cubic ? second_derivatives(x, y) : std::vector<double>();
  return {std::move(name), std::move(x), std::move(y), std::move(bend)};
}

Table piece(const Table& table, std::size_t interval) {
  const auto ends = [&](const std::vector<double>& of) {
    return of.empty() ? of : std::vector<double>{of[interval], of[interval + 1]};
  };
  return {.name = table.name, .x = ends(table.x), .y = ends(table.y), .bend = ends(table.bend), .goes_on = true};
}

}  // namespace perpend
