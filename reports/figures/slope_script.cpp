#include "reports/figures/slope_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "reports/figures/gnuplot.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {

namespace {

using Point = std::pair<double, double>;

struct Triangle {
  Point left, right;  ///< the level side, from below
  double top = 0.0;   ///< of the side on the right
  double slope = 0.0;
};

std::vector<Point> positive_points(const Curve& curve) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < curve.x.size(); ++i)
    if (curve.x[i] > 0 && curve.y[i] > 0 && std::isfinite(curve.y[i])) points.emplace_back(curve.x[i], curve.y[i]);
  std::sort(points.begin(), points.end());
  return points;
}

/// Between points the curve is a power of x. Pre: two points or more.
double value_at(const std::vector<Point>& points, double x) {
  std::size_t k = 0;
  while (k + 2 < points.size() && points[k + 1].first < x) ++k;
  const auto [x0, y0] = points[k];
  const auto [x1, y1] = points[k + 1];
  return y0 * std::pow(x / x0, std::log(y1 / y0) / std::log(x1 / x0));
}

std::optional<Triangle> triangle_under(const Curve& curve) {
  if (!curve.order || !(*curve.order > 0.25)) return std::nullopt;
  const std::vector<Point> points = positive_points(curve);
  if (points.size() < 2 || !(points.back().first > points.front().first)) return std::nullopt;
  const double span = points.back().first / points.front().first;
  const double ratio = std::pow(span, 0.3), right = points.back().first / std::pow(span, 0.06), left = right / ratio;
  Triangle triangle;
  triangle.slope = std::round(2.0 * *curve.order) / 2.0;
  const double rise = std::pow(ratio, triangle.slope);
  triangle.top = 0.55 * std::min(value_at(points, right), value_at(points, left) * rise);
  triangle.left = {left, triangle.top / rise};
  triangle.right = {right, triangle.top / rise};
  return triangle;
}

/// Decades of y that all curves span.
double decades(const FigureData& figure) {
  double least = std::numeric_limits<double>::infinity(), largest = 0.0;
  for (const Curve& curve : figure.curves)
    for (const auto& [x, y] : positive_points(curve)) least = std::min(least, y), largest = std::max(largest, y);
  return std::log10(largest / least);
}

}  // namespace

std::string slopes_block(const FigureData& figure) {
  constexpr double nearest = 0.06;  // of the height of the plot, between two triangles at the same place
  const double height = std::max(decades(figure), 1.0);
  std::vector<Triangle> triangles;
  for (const Curve& curve : figure.curves)
    if (const auto made = triangle_under(curve)) {
      const bool is_seen = std::any_of(triangles.begin(), triangles.end(), [&](const Triangle& other) {
        return std::abs(std::log10(other.top / made->top)) < nearest * height;
      });
      if (!is_seen) triangles.push_back(*made);
    }
  if (triangles.empty()) return "";
  std::string block = "$slopes << EOD\n", labels;
  for (const auto& [left, right, top, slope] : triangles) {
    const std::array<Point, 4> corners{left, right, Point{right.first, top}, left};
    for (const auto& [x, y] : corners) block += gnuplot_number(x) + " " + gnuplot_number(y) + "\n";
    block += "\n";
    labels += fmt::format("set label '{}' at {},{} left offset 0.4,0 tc rgb '#38424f'\n", significant(slope, 2),
                          gnuplot_number(right.first), gnuplot_number(std::sqrt(right.second * top)));
    labels += fmt::format("set label '1' at {},{} center offset 0,-0.6 tc rgb '#38424f'\n",
                          gnuplot_number(std::sqrt(left.first * right.first)), gnuplot_number(left.second));
  }
  return labels + block + "EOD\n";
}

}  // namespace perpend::reports
