// Trace and determinant of the block F(p) as exact polynomials of p.
#pragma once

#include <array>

#include "verification/arithmetic/rational.hpp"

namespace perpend {

/// c[0] + c[1] p + c[2] p^2.
struct Quadratic {
  std::array<Rational, 3> c;
  [[nodiscard]] Rational operator()(const Rational& p) const { return c[0] + p * (c[1] + p * c[2]); }
};

/// Exact coefficients of LinearUpdate at one step.
struct UpdateBlock {
  Rational qq, qv, vq, vv;

  /// Pre: h > 0 and finite.
  UpdateBlock(const LinearUpdate& update, double h);
  /// 2 - (qq + vv) p
  [[nodiscard]] Quadratic trace() const;
  /// (1 - qq p)(1 - vv p) + vq p (1 - qv p)
  [[nodiscard]] Quadratic determinant() const;
  /// Jury's conditions 1 - d >= 0, 1 + d - t >= 0, 1 + d + t >= 0; 1 + d >= 0 follows from the last two.
  [[nodiscard]] std::array<Quadratic, 3> conditions() const;
  /// F(p) = I or -I for p = 1.
  [[nodiscard]] bool is_signed_identity() const;
};

/// Whether f >= 0 on the whole of [0, 1].
[[nodiscard]] bool is_nonnegative_on_unit_interval(const Quadratic& f);
/// Whether f > 0 on (0, 1].
[[nodiscard]] bool is_positive_on_half_open_interval(const Quadratic& f);

}  // namespace perpend
