// Signals that are motions of bodies. Vectors have two components in the plane and three in space; what turns is a
// number in the plane and a vector in space.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/dynamics/state_signals.hpp"
#include "kernel/joints/point_motion.hpp"
#include "kernel/joints/spatial/spatial_point.hpp"
#include "kernel/simulation/signal_functions.hpp"

namespace perpend::signal {

namespace {

bool is_planar(const SignalContext& context) {
  return context.model.space == Space::planar;
}

PointMotion<double> planar_point(const SignalContext& context, const MeasureSpec& spec) {
  return point_motion(context.instant.evaluation.motions[spec.entity], spec.point.head<2>());
}

SpatialPoint<double> point_in_space(const SignalContext& context, const MeasureSpec& spec) {
  return spatial_point(context.instant.evaluation.spatial_motions[spec.entity], spec.point);
}

/// How far a rigid body turns between two states: the difference of its angles, or the angle of the turn.
double turn_between(const Body& body, const VectorX& q, const VectorX& exact, int n) {
  if (n == 2) return std::abs(q[body.q_offset + 2] - exact[body.q_offset + 2]);
  const Vec4 a = q.segment<4>(body.q_offset + 3), b = exact.segment<4>(body.q_offset + 3);
  // |a - b| and |a + b| are 2 sin and 2 cos of a quarter of the turn, or the other way round.
  return 4.0 * std::atan2(std::min((a - b).norm(), (a + b).norm()), std::max((a - b).norm(), (a + b).norm()));
}

/// The change since the last instant over the step; NaN at the first.
void set_difference(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (context.memory == nullptr) return void(out.setConstant(nan));
  VectorX& last = context.memory->of(spec);
  const VectorX now = out;
  if (last.size() == now.size())
    out = (now - last) / context.step;
  else
    out.setConstant(nan);
  last = now;
}

}  // namespace

void momentum(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  const int n = is_planar(context) ? 2 : 3;
  out.setZero(n);
  for (const Body& body : context.model.bodies)
    if (body.dof > 0) out += body.mass * context.instant.state.v.segment(body.offset, n);
}

/// About the origin of the world: sum of x cross m v + I omega.
void angular_momentum(const SignalContext& context, const MeasureSpec&, VectorX& out) {
  const VectorX& v = context.instant.state.v;
  const Evaluation& evaluation = context.instant.evaluation;
  out.setZero(is_planar(context) ? 1 : 3);
  for (std::size_t i = 0; i < context.model.bodies.size(); ++i) {
    const Body& body = context.model.bodies[i];
    if (body.dof == 0) continue;
    if (is_planar(context)) {
      const BodyMotion<double>& motion = evaluation.motions[i];
      out[0] += body.mass * dot(perp(motion.position), motion.velocity);
      if (body.kind == BodyKind::rigid) out[0] += body.inertia * motion.spin;
      continue;
    }
    const SpatialMotion<double>& motion = evaluation.spatial_motions[i];
    out += body.mass * cross(motion.position, motion.velocity);
    if (body.kind != BodyKind::rigid) continue;
    const Vec3 spin = motion.rotation.transpose() * v.segment<3>(body.offset + 3);
    out += motion.rotation * (body.spatial.inertia * spin);
  }
}

void position(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  if (is_planar(context))
    out = planar_point(context, spec).position;
  else
    out = point_in_space(context, spec).position;
}

void velocity(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  if (is_planar(context))
    out = planar_point(context, spec).velocity;
  else
    out = point_in_space(context, spec).velocity;
}

/// As a law reads it, component by component.
void of_state(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const Evaluation& evaluation = context.instant.evaluation;
  const VectorX& coordinates = context.instant.state.coordinates;
  const double* near = coordinates.size() == 0 ? nullptr : coordinates.data();
  const bool has_components = spec.signal->num_components == 2;
  out.resize(!has_components ? 1 : is_planar(context) ? 2 : 3);
  StateSignal signal = spec.state;
  for (Eigen::Index i = 0; i < out.size(); ++i) {
    if (has_components) signal.component = static_cast<int>(i);
    out[i] = is_planar(context)
                 ? signal_row<InPlane<double>>(context.model, evaluation.motions, near, signal).value
                 : signal_row<InSpace<double>>(context.model, evaluation.spatial_motions, near, signal).value;
  }
}

void acceleration(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  velocity(context, spec, out);
  set_difference(context, spec, out);
}

void joint_acceleration(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  of_state(context, spec, out);
  set_difference(context, spec, out);
}

void angle(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  if (spec.state.joint >= 0) return of_state(context, spec, out);
  out.setConstant(1, context.instant.evaluation.motions[spec.entity].angle);
}

void spin(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  if (is_planar(context))
    out.setConstant(1, context.instant.evaluation.motions[spec.entity].spin);
  else
    out = context.instant.evaluation.spatial_motions[spec.entity].spin;
}

void reference_error(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const Body& body = context.model.bodies[spec.entity];
  out.setConstant(1, body.dof == 0 ? 0.0 : std::numeric_limits<double>::quiet_NaN());
  if (context.reference == nullptr || body.dof == 0) return;
  const State& state = context.instant.state;
  const State& exact = *context.reference;
  const int n = is_planar(context) ? 2 : 3;
  const bool has_turn = body.dof > n;
  if (spec.entity_kind == "velocity")
    out[0] = (state.v.segment(body.offset, n) - exact.v.segment(body.offset, n)).norm();
  else if (spec.entity_kind == "spin")
    out[0] =
        !has_turn
            ? 0.0
            : (state.v.segment(body.offset + n, body.dof - n) - exact.v.segment(body.offset + n, body.dof - n)).norm();
  else if (spec.entity_kind == "orientation")
    out[0] = !has_turn ? 0.0 : turn_between(body, state.q, exact.q, n);
  else
    out[0] = (state.q.segment(body.q_offset, n) - exact.q.segment(body.q_offset, n)).norm();
}

}  // namespace perpend::signal
