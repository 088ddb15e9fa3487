#include "kernel/dynamics/closed_contact.hpp"

#include <cmath>

namespace perpend {

namespace {

template <class Scalar>
Vector2<Scalar> turned(const Scalar& spin, const Vector2<Scalar>& a) {
  return spin * perp(a);
}
template <class Scalar>
Vector3<Scalar> turned(const Vector3<Scalar>& spin, const Vector3<Scalar>& a) {
  return cross(spin, a);
}

template <class Scalar>
PointMotion<Scalar> moved(const BodyMotion<Scalar>& body, const Vec3& point) {
  return point_motion(body, Vec2(point.x(), point.y()));
}
template <class Scalar>
SpatialPoint<Scalar> moved(const SpatialMotion<Scalar>& body, const Vec3& point) {
  return spatial_point(body, point);
}

template <class Scalar>
Vector2<Scalar> fixed_in(const BodyMotion<Scalar>& body, const Vec3& direction) {
  return rotate(body, Vec2(direction.x(), direction.y()));
}
template <class Scalar>
Vector3<Scalar> fixed_in(const SpatialMotion<Scalar>& body, const Vec3& direction) {
  return body.rotation * direction.cast<Scalar>();
}

template <class Vector>
struct Direction {
  Vector value;
  Vector rate;
};

template <class In>
void add_tangents(const ClosedContact&, const Direction<Vector2<typename In::Scalar>>& n,
                  std::array<Direction<typename In::Vector>, 2>& directions) {
  directions[1] = {perp(n.value), perp(n.rate)};
}
/// t1 is `across` made perpendicular to n, t2 = n x t1.
template <class In>
void add_tangents(const ClosedContact& contact, const Direction<Vector3<typename In::Scalar>>& n,
                  std::array<Direction<typename In::Vector>, 3>& directions) {
  using Scalar = typename In::Scalar;
  const Vector3<Scalar> e = contact.across.cast<Scalar>();
  const Vector3<Scalar> u = e - dot(e, n.value) * n.value;
  const Vector3<Scalar> u_rate = -dot(e, n.rate) * n.value - dot(e, n.value) * n.rate;
  const Scalar length = u.norm();
  const Vector3<Scalar> t = u / length;
  const Vector3<Scalar> t_rate = (u_rate - dot(t, u_rate) * t) / length;
  directions[1] = {t, t_rate};
  directions[2] = {cross(n.value, t), cross(n.rate, t) + cross(n.value, t_rate)};
}

template <class Scalar>
void set_row(std::array<Scalar, 3>& row, const Vector2<Scalar>& direction, const Vector2<Scalar>& arm, Scalar sign) {
  set_point_row(row, direction, arm, sign);
}
template <class Scalar>
void set_row(std::array<Scalar, 6>& row, const Vector3<Scalar>& direction, const Vector3<Scalar>& arm, Scalar sign) {
  const Vector3<Scalar> moment = cross(arm, direction);
  for (int j = 0; j < 3; ++j) {
    row[j] = sign * direction[j];
    row[3 + j] = sign * moment[j];
  }
}

}  // namespace

template <class In>
ClosedContactRows<In> closed_contact_rows(const ClosedContact& contact,
                                          const std::vector<typename In::Motion>& motions) {
  using Scalar = typename In::Scalar;
  using Vector = typename In::Vector;
  constexpr int count = ClosedContactRows<In>::count;
  const ContactSurfaces& surfaces = contact.surfaces;
  const auto& body0 = motions[static_cast<std::size_t>(surfaces.body[0])];
  const auto& body1 = motions[static_cast<std::size_t>(surfaces.body[1])];
  const auto p0 = moved(body0, surfaces.point[0]);
  const auto p1 = moved(body1, surfaces.point[1]);
  const Scalar radius0(surfaces.radius[0]);
  const Scalar radius1(surfaces.radius[1]);
  const Vector between = p1.position - p0.position;
  ClosedContactRows<In> rows;
  std::array<Direction<Vector>, count> directions;
  Direction<Vector>& n = directions[0];
  if (surfaces.kind == ContactSurfaces::Kind::plane) {
    n.value = fixed_in(body0, surfaces.normal);
    n.rate = turned(body0.spin, n.value);
    rows.gap = n.value.dot(between) - radius0 - radius1;
  } else {
    const Scalar distance = between.norm();
    const Vector u = between / distance;
    const Vector w = p1.velocity - p0.velocity;
    const Vector u_rate = (w - u.dot(w) * u) / distance;
    const bool is_hollow = surfaces.kind == ContactSurfaces::Kind::hollow;
    n.value = is_hollow ? Vector(-u) : u;
    n.rate = is_hollow ? Vector(-u_rate) : u_rate;
    rows.gap = is_hollow ? radius0 - radius1 - distance : distance - radius0 - radius1;
  }
  add_tangents<In>(contact, n, directions);
  const Vector c = p1.position - radius1 * n.value;
  const Vector c_rate = p1.velocity - radius1 * n.rate;
  const Vector arm0 = c - body0.position;
  const Vector arm1 = c - body1.position;
  const Vector slip = body1.velocity + turned(body1.spin, arm1) - body0.velocity - turned(body0.spin, arm0);
  const Vector quadratic =
      turned(body1.spin, Vector(c_rate - body1.velocity)) - turned(body0.spin, Vector(c_rate - body0.velocity));
  for (int i = 0; i < count; ++i) {
    rows.direction[i] = directions[i].value;
    rows.rate[i] = directions[i].value.dot(slip);
    rows.jdot_v[i] = directions[i].rate.dot(slip) + directions[i].value.dot(quadratic);
    set_row(rows.jacobian[0][i], directions[i].value, arm0, Scalar(-1));
    set_row(rows.jacobian[1][i], directions[i].value, arm1, Scalar(1));
  }
  return rows;
}

template <class In>
std::array<typename In::Scalar, 2> slip_direction(const ClosedContact& contact, const ClosedContactRows<In>& rows) {
  using Scalar = typename In::Scalar;
  if constexpr (In::space == Space::planar) {
    return {Scalar(contact.slide.x()), Scalar(0)};
  } else {
    const Vector3<Scalar> given = contact.slide.cast<Scalar>();
    std::array<Scalar, 2> along{dot(given, rows.direction[1]), dot(given, rows.direction[2])};
    if (contact.follows_slip && rows.rate[1] * rows.rate[1] + rows.rate[2] * rows.rate[2] > Scalar(0)) {
      const bool is_back = along[0] * rows.rate[1] + along[1] * rows.rate[2] < Scalar(0);
      along = {is_back ? -rows.rate[1] : rows.rate[1], is_back ? -rows.rate[2] : rows.rate[2]};
    }
    const Scalar length = std::hypot(along[0], along[1]);
    return {along[0] / length, along[1] / length};
  }
}

template ClosedContactRows<InPlane<double>> closed_contact_rows<InPlane<double>>(
    const ClosedContact&, const std::vector<BodyMotion<double>>&);
template ClosedContactRows<InPlane<long double>> closed_contact_rows<InPlane<long double>>(
    const ClosedContact&, const std::vector<BodyMotion<long double>>&);
template ClosedContactRows<InSpace<double>> closed_contact_rows<InSpace<double>>(
    const ClosedContact&, const std::vector<SpatialMotion<double>>&);
template ClosedContactRows<InSpace<long double>> closed_contact_rows<InSpace<long double>>(
    const ClosedContact&, const std::vector<SpatialMotion<long double>>&);
template std::array<double, 2> slip_direction<InPlane<double>>(const ClosedContact&,
                                                               const ClosedContactRows<InPlane<double>>&);
template std::array<long double, 2> slip_direction<InPlane<long double>>(
    const ClosedContact&, const ClosedContactRows<InPlane<long double>>&);
template std::array<double, 2> slip_direction<InSpace<double>>(const ClosedContact&,
                                                               const ClosedContactRows<InSpace<double>>&);
template std::array<long double, 2> slip_direction<InSpace<long double>>(
    const ClosedContact&, const ClosedContactRows<InSpace<long double>>&);

}  // namespace perpend
