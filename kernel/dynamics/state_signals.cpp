#include "kernel/dynamics/state_signals.hpp"

#include <cmath>

#include "kernel/dynamics/extended_dynamics.hpp"
#include "kernel/model/numbers/trigonometry.hpp"

namespace perpend {

namespace {

using Kind = StateSignal::Kind;

template <class Scalar>
std::array<Scalar, 3> row_along(const Vector2<Scalar>& u, const PointMotion<Scalar>& point) {
  return {u.x(), u.y(), dot(u, perp(point.arm))};
}
template <class Scalar>
std::array<Scalar, 6> row_along(const Vector3<Scalar>& u, const SpatialPoint<Scalar>& point) {
  const Vector3<Scalar> moment = cross(point.arm, u);
  return {u.x(), u.y(), u.z(), moment.x(), moment.y(), moment.z()};
}

template <class Scalar>
PointMotion<Scalar> point_of(const BodyMotion<Scalar>& body, const Vec3& point) {
  return point_motion(body, Vec2(point.head<2>()));
}
template <class Scalar>
SpatialPoint<Scalar> point_of(const SpatialMotion<Scalar>& body, const Vec3& point) {
  return spatial_point(body, point);
}

template <class In>
void set_point(const std::array<typename In::Motion, 2>& body, const StateSignal& signal, SignalRow<In>& out) {
  typename In::Vector u = In::Vector::Zero();
  u[signal.component] = typename In::Scalar(1);
  const auto point = point_of(body[0], signal.point[0]);
  out.value = signal.kind == Kind::position ? point.position[signal.component] : point.velocity[signal.component];
  out.row[0] = row_along(u, point);
}

/// |d|, d = p1 - p0. At d = 0 it has no direction, and the row is 0.
template <class In>
void set_distance(const std::array<typename In::Motion, 2>& body, const StateSignal& signal, SignalRow<In>& out) {
  using Scalar = typename In::Scalar;
  const auto p0 = point_of(body[0], signal.point[0]);
  const auto p1 = point_of(body[1], signal.point[1]);
  const typename In::Vector d = p1.position - p0.position;
  out.value = std::sqrt(dot(d, d));
  if (!(out.value > Scalar(0))) return;
  const typename In::Vector u = d / out.value;
  out.row[0] = row_along(typename In::Vector(-u), p0);
  out.row[1] = row_along(u, p1);
}

template <class Scalar>
void set_angle(const BodyMotion<Scalar>& body, int, SignalRow<InPlane<Scalar>>& out) {
  out.value = body.angle;
  out.row[0][2] = Scalar(1);
}
template <class Scalar>
void set_angle(const SpatialMotion<Scalar>&, int component, SignalRow<InSpace<Scalar>>& out) {
  out.row[0][3 + component] = Scalar(1);
}

template <class Scalar>
void set_direction(const BodyMotion<Scalar>& body, const StateSignal& signal, SignalRow<InPlane<Scalar>>& out) {
  const Vector2<Scalar> u = rotate(body, Vec2(signal.point[0].head<2>()));
  out.value = u[signal.component];
  out.row[0][2] = perp(u)[signal.component];
}
template <class Scalar>
void set_direction(const SpatialMotion<Scalar>& body, const StateSignal& signal, SignalRow<InSpace<Scalar>>& out) {
  const Vector3<Scalar> u = body.rotation * signal.point[0].cast<Scalar>();
  Vector3<Scalar> axis = Vector3<Scalar>::Zero();
  axis[signal.component] = Scalar(1);
  const Vector3<Scalar> moment = cross(u, axis);  // axis . (omega x u) = omega . (u x axis)
  out.value = u[signal.component];
  for (int j = 0; j < 3; ++j) out.row[0][3 + j] = moment[j];
}

template <class Scalar>
void set_turn(const std::array<BodyMotion<Scalar>, 2>& body, SignalRow<InPlane<Scalar>>& out) {
  out.value = body[1].angle - body[0].angle;
  out.row[0][2] = Scalar(-1);
  out.row[1][2] = Scalar(1);
}
/// theta of R0^T R1 = exp(theta n), theta_dot = n . (omega1 - omega0); at 0 and pi n is not known, and the row is 0.
template <class Scalar>
void set_turn(const std::array<SpatialMotion<Scalar>, 2>& body, SignalRow<InSpace<Scalar>>& out) {
  const Matrix33<Scalar> q = body[0].rotation.transpose() * body[1].rotation;
  const Vector3<Scalar> twice_sine(q(2, 1) - q(1, 2), q(0, 2) - q(2, 0), q(1, 0) - q(0, 1));
  const Scalar sine = std::sqrt(dot(twice_sine, twice_sine));
  out.value = arc_tangent(sine, q(0, 0) + q(1, 1) + q(2, 2) - Scalar(1));
  if (!(sine > Scalar(0))) return;
  const Vector3<Scalar> axis = body[0].rotation * twice_sine / sine;
  for (int j = 0; j < 3; ++j) {
    out.row[0][3 + j] = -axis[j];
    out.row[1][3 + j] = axis[j];
  }
}

template <class In>
typename In::Coordinate coordinate_of(const Model& model, const std::vector<typename In::Motion>& motions,
                                      const typename In::Scalar* near, const StateSignal& signal) {
  const Joint& joint = model.joints[signal.joint];
  const bool knows_turns = near != nullptr && joint.first_coordinate >= 0;
  const auto from = knows_turns ? near[joint.first_coordinate + signal.coordinate] : typename In::Scalar(0);
  typename In::Coordinate value;
  In::coordinate(joint, motions_of(motions, joint), signal.coordinate, from, value);
  return value;
}

template <class In>
void set_coordinate(const Model& model, const std::vector<typename In::Motion>& motions,
                    const typename In::Scalar* near, const StateSignal& signal, SignalRow<In>& out) {
  const typename In::Coordinate value = coordinate_of<In>(model, motions, near, signal);
  out.value = value.value;
  out.body = bodies_of(model.joints[signal.joint]);
  out.row = value.jacobian;
}

/// row . v
template <class In>
typename In::Scalar rate_along(const std::vector<typename In::Motion>& motions, const SignalRow<In>& signal) {
  const auto moving = motions_of(motions, signal.body);
  typename In::Scalar rate(0);
  for (int side = 0; side < num_sides; ++side)
    for (int j = 0; j < In::num_velocities; ++j) rate += signal.row[side][j] * velocity_component(moving[side], j);
  return rate;
}

// Second derivatives where no body accelerates.

/// d = p1 - p0, l = |d|: (d . (d_ddot)_quadratic + |d_dot|^2 - l_dot^2) / l
template <class In>
typename In::Scalar quadratic_distance(const std::array<typename In::Motion, 2>& body, const StateSignal& signal) {
  using Scalar = typename In::Scalar;
  const auto p0 = point_of(body[0], signal.point[0]);
  const auto p1 = point_of(body[1], signal.point[1]);
  const typename In::Vector d = p1.position - p0.position;
  const typename In::Vector d_dot = p1.velocity - p0.velocity;
  const typename In::Vector turning = p1.centripetal - p0.centripetal;
  const Scalar length = std::sqrt(dot(d, d));
  if (!(length > Scalar(0))) return Scalar(0);
  const Scalar rate = dot(d, d_dot) / length;
  return (dot(d, turning) + dot(d_dot, d_dot) - rate * rate) / length;
}

template <class Scalar>
Scalar quadratic_direction(const BodyMotion<Scalar>& body, const StateSignal& signal) {
  return -(body.spin * body.spin) * rotate(body, Vec2(signal.point[0].head<2>()))[signal.component];
}
template <class Scalar>
Scalar quadratic_direction(const SpatialMotion<Scalar>& body, const StateSignal& signal) {
  const Vector3<Scalar> u = body.rotation * signal.point[0].cast<Scalar>();
  return cross(body.spin, Vector3<Scalar>(cross(body.spin, u)))[signal.component];
}

template <class Scalar>
Scalar quadratic_turn(const std::array<BodyMotion<Scalar>, 2>&, const SignalRow<InPlane<Scalar>>&) {
  return Scalar(0);
}
/// With w = omega1 - omega0 and the axis n in world axes, theta_dot = n . w and
///     theta_ddot = (|w|^2 - theta_dot^2) cot(theta / 2) / 2 - n . (omega0 x omega1)
template <class Scalar>
Scalar quadratic_turn(const std::array<SpatialMotion<Scalar>, 2>& body, const SignalRow<InSpace<Scalar>>& signal) {
  Vector3<Scalar> axis;
  for (int j = 0; j < 3; ++j) axis[j] = signal.row[1][3 + j];
  const Vector3<Scalar> w = body[1].spin - body[0].spin;
  const Scalar rate = dot(axis, w);
  const SinCos<Scalar> half = sin_cos(Scalar(signal.value / Scalar(2)));
  if (!(half.sin > Scalar(0))) return Scalar(0);
  return (dot(w, w) - rate * rate) * half.cos / (Scalar(2) * half.sin) -
         dot(axis, Vector3<Scalar>(cross(body[0].spin, body[1].spin)));
}

template <class In>
typename In::Scalar quadratic_part(const Model& model, const std::vector<typename In::Motion>& motions,
                                   const typename In::Scalar* near, const StateSignal& signal,
                                   const SignalRow<In>& row) {
  const std::array<typename In::Motion, 2> body = motions_of(motions, signal.body);
  switch (signal.kind) {
    case Kind::position:
    case Kind::velocity:
      return point_of(body[0], signal.point[0]).centripetal[signal.component];
    case Kind::direction:
      return quadratic_direction(body[0], signal);
    case Kind::coordinate:
    case Kind::coordinate_rate:
      return coordinate_of<In>(model, motions, near, signal).jdot_v;
    case Kind::distance:
    case Kind::distance_rate:
      return quadratic_distance<In>(body, signal);
    case Kind::turn:
      return quadratic_turn(body, row);
    default:  // angle, spin
      return typename In::Scalar(0);
  }
}

}  // namespace

template <class In>
SignalMotion<typename In::Scalar> signal_motion(const Model& model, const std::vector<typename In::Motion>& motions,
                                                const typename In::Scalar* near, const StateSignal& signal) {
  using Scalar = typename In::Scalar;
  const SignalRow<In> row = signal_row<In>(model, motions, near, signal);
  const Scalar quadratic = quadratic_part<In>(model, motions, near, signal, row);
  if (is_rate(signal.kind)) return {row.value, quadratic, Scalar(0)};
  return {row.value, rate_along<In>(motions, row), quadratic};
}

template <class In>
SignalRow<In> signal_row(const Model& model, const std::vector<typename In::Motion>& motions,
                         const typename In::Scalar* near, const StateSignal& signal) {
  SignalRow<In> out;
  out.body = {signal.body[0], signal.body[1], world_body};
  const std::array<typename In::Motion, 2> body = motions_of(motions, signal.body);
  switch (signal.kind) {
    case Kind::position:
    case Kind::velocity:
      set_point<In>(body, signal, out);
      break;
    case Kind::angle:
    case Kind::spin:
      set_angle(body[0], signal.component, out);
      break;
    case Kind::direction:
      set_direction(body[0], signal, out);
      break;
    case Kind::coordinate:
    case Kind::coordinate_rate:
      set_coordinate<In>(model, motions, near, signal, out);
      break;
    case Kind::distance:
    case Kind::distance_rate:
      set_distance<In>(body, signal, out);
      break;
    case Kind::turn:
      set_turn(body, out);
      break;
  }
  if (!is_rate(signal.kind) || signal.kind == Kind::velocity) return out;
  out.value = rate_along<In>(motions, out);
  return out;
}

template SignalRow<InPlane<double>> signal_row(const Model&, const std::vector<BodyMotion<double>>&, const double*,
                                               const StateSignal&);
template SignalRow<InSpace<double>> signal_row(const Model&, const std::vector<SpatialMotion<double>>&, const double*,
                                               const StateSignal&);
template SignalRow<InPlane<Extended>> signal_row(const Model&, const std::vector<BodyMotion<Extended>>&,
                                                 const Extended*, const StateSignal&);
template SignalRow<InSpace<Extended>> signal_row(const Model&, const std::vector<SpatialMotion<Extended>>&,
                                                 const Extended*, const StateSignal&);
template SignalMotion<double> signal_motion<InPlane<double>>(const Model&, const std::vector<BodyMotion<double>>&,
                                                             const double*, const StateSignal&);
template SignalMotion<double> signal_motion<InSpace<double>>(const Model&, const std::vector<SpatialMotion<double>>&,
                                                             const double*, const StateSignal&);
template SignalMotion<Extended> signal_motion<InPlane<Extended>>(const Model&, const std::vector<BodyMotion<Extended>>&,
                                                                 const Extended*, const StateSignal&);
template SignalMotion<Extended> signal_motion<InSpace<Extended>>(const Model&,
                                                                 const std::vector<SpatialMotion<Extended>>&,
                                                                 const Extended*, const StateSignal&);

}  // namespace perpend
