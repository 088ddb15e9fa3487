// A function given by points: between them straight lines or the natural cubic spline; nothing beyond its ends.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace perpend {

enum class TableCurve { linear, cubic };

/// y(x) at ascending x, SI. `bend` holds the second derivatives at the points; empty for straight lines.
struct Table {
  std::string name;  ///< of its file, as written
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> bend{};
  bool goes_on = false;  ///< beyond its ends, as there

  /// The `order`-th derivative at x, 0 to 2; NaN beyond the ends where it does not go on. At a corner that of the line
  /// to the right.
  template <class Scalar>
  [[nodiscard]] Scalar derivative(Scalar x, int order) const;
};

/// Pre: at least two points, x ascending strictly, all numbers finite. The spline has no curvature at its ends.
[[nodiscard]] Table make_table(std::string name, std::vector<double> x, std::vector<double> y, TableCurve curve);

/// The curve of one interval, beyond it too.
[[nodiscard]] Table piece(const Table& table, std::size_t interval);

}  // namespace perpend
