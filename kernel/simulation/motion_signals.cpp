// Signals that are motions of bodies. Vectors have two components in the plane and three in space; what turns is a
// number in the plane and a vector in space.
#include <limits>

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

void angle(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
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
  const VectorX& q = context.instant.state.q;
  const int n = is_planar(context) ? 2 : 3;
  out[0] = (q.segment(body.q_offset, n) - context.reference->q.segment(body.q_offset, n)).norm();
}

}  // namespace perpend::signal
