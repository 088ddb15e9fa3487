// Motion of a point fixed in a body, and the row entries that come from it. Shared by all planar joints and forces.
//     p = x + R(theta) a,   p_dot = x_dot + omega perp(r),   p_ddot = x_ddot + alpha perp(r) - omega^2 r,   r = R a
#pragma once

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// Quarter turn counter-clockwise.
template <class Scalar>
[[nodiscard]] Vector2<Scalar> perp(const Vector2<Scalar>& a) {
  return {-a.y(), a.x()};
}

template <class Scalar>
[[nodiscard]] Scalar dot(const Vector2<Scalar>& a, const Vector2<Scalar>& b) {
  return a.x() * b.x() + a.y() * b.y();
}

template <class Scalar>
[[nodiscard]] Scalar cross(const Vector2<Scalar>& a, const Vector2<Scalar>& b) {
  return a.x() * b.y() - a.y() * b.x();
}

/// R(theta) a.
template <class Scalar>
[[nodiscard]] Vector2<Scalar> rotate(const BodyMotion<Scalar>& body, const Vec2& a) {
  const Scalar x(a.x());
  const Scalar y(a.y());
  return {body.cos * x - body.sin * y, body.sin * x + body.cos * y};
}

template <class Scalar>
struct PointMotion {
  Vector2<Scalar> arm;  ///< r, from the centre of mass, world axes
  Vector2<Scalar> position;
  Vector2<Scalar> velocity;
  Vector2<Scalar> centripetal;  ///< -omega^2 r: acceleration that is quadratic in the velocity
};

template <class Scalar>
[[nodiscard]] PointMotion<Scalar> point_motion(const BodyMotion<Scalar>& body, const Vec2& anchor) {
  PointMotion<Scalar> point;
  point.arm = rotate(body, anchor);
  point.position = body.position + point.arm;
  point.velocity = body.velocity + body.spin * perp(point.arm);
  point.centripetal = -(body.spin * body.spin) * point.arm;
  return point;
}

/// Row of direction . p_dot: adds (direction, direction . perp(arm)) times sign.
template <class Scalar>
void set_point_row(std::array<Scalar, 3>& row, const Vector2<Scalar>& direction, const Vector2<Scalar>& arm,
                   Scalar sign) {
  row[0] = sign * direction.x();
  row[1] = sign * direction.y();
  row[2] = sign * dot(direction, perp(arm));
}

}  // namespace perpend
