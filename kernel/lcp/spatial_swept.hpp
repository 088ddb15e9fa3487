// A contact of space as sweeps visit it: rows, their impulses, and what a unit impulse changes.
#pragma once

#include <array>

namespace perpend {

/// M^-1 by columns of velocities: its diagonal, and for a block of inertia that begins at column i its xy, xz and yz at
/// i, i + 1 and i + 2 of `aside`.
struct InverseMass {
  const double* diagonal;
  const double* aside;
};

struct SpatialSwept {
  static constexpr int num_rows = 3;  ///< the normal, then tangents
  int contact = 0;                    ///< its index among those that were found
  /// The first of each body. One that does not move has the columns after the last, where M^-1 and velocities are 0.
  std::array<int, 2> column{};
  double gap = 0.0, distance = 0.0, friction = 0.0, compliance = 0.0;
  std::array<double, 3> inverse{};  ///< 1/(W_ii + c), c in the first alone
  double coupling = 0.0;            ///< of the tangents: row 1 M^-1 row 2^T
  double slide_scale = 0.0;         ///< one over a bound of what an impulse along any tangent changes along itself
  std::array<double, 3> rate_t{};   ///< [m/s]
  std::array<double, 3> impulse{};  ///< [N s]
  std::array<double, 3> sum{};      ///< of the step [N s]
  using Row = std::array<double, 6>;
  std::array<std::array<Row, 2>, 3> value{};  ///< of the row, on the side
  std::array<std::array<Row, 2>, 3> moved{};  ///< the same times M^-1

  void set_row(int row, int side, const double* values, int number) {
    for (int i = 0; i < 6; ++i) value[row][side][i] = i < number ? values[i] : 0.0;
  }

  void move_row(int row, int side, const InverseMass& mass) {
    const Row& from = value[row][side];
    Row& to = moved[row][side];
    const double* diagonal = mass.diagonal + column[side];
    for (int i = 0; i < 6; ++i) to[i] = from[i] == 0.0 ? 0.0 : diagonal[i] * from[i];
    if (from[3] == 0.0 && from[4] == 0.0 && from[5] == 0.0) return;  // as has a body of three columns
    const double* aside = mass.aside + column[side] + 3;
    to[3] = diagonal[3] * from[3] + aside[0] * from[4] + aside[1] * from[5];
    to[4] = aside[0] * from[3] + diagonal[4] * from[4] + aside[2] * from[5];
    to[5] = aside[1] * from[3] + aside[2] * from[4] + diagonal[5] * from[5];
  }

  [[nodiscard]] double product(int row, const double* v) const {
    const double* first = v + column[0];
    const double* second = v + column[1];
    double one = 0.0, other = 0.0;
    for (int i = 0; i < 6; ++i) {
      one += value[row][0][i] * first[i];
      other += value[row][1][i] * second[i];
    }
    return one + other;
  }

  void push(int row, double amount, double* v) const {
    double* first = v + column[0];
    double* second = v + column[1];
    for (int i = 0; i < 6; ++i) first[i] += amount * moved[row][0][i];
    for (int i = 0; i < 6; ++i) second[i] += amount * moved[row][1][i];
  }

  /// What an impulse along the second tangent changes along the first. Pre: `own` of it.
  [[nodiscard]] double between_tangents() const {
    double sum = 0.0;
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < 6; ++i) sum += value[1][side][i] * moved[2][side][i];
    return sum;
  }

  /// row M^-1 row^T, which sets what a unit impulse changes too.
  [[nodiscard]] double own(int row, const InverseMass& mass) {
    double sum = 0.0;
    for (int side = 0; side < 2; ++side) {
      move_row(row, side, mass);
      for (int i = 0; i < 6; ++i) sum += value[row][side][i] * moved[row][side][i];
    }
    return sum;
  }
};

}  // namespace perpend
