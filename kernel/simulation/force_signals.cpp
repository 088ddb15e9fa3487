// Signals that are forces: of joints, from the multipliers of the step, and the work of force elements.
#include <limits>

#include "kernel/dynamics/state_signals.hpp"
#include "kernel/simulation/signal_functions.hpp"

namespace perpend::signal {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// What the rows of the joint, its limits and its dry friction did to one side in the step, about the centre of the
/// body; zero where that is no body that moves. [N s, N m s]
template <class In>
std::array<double, In::num_velocities> impulse_on(const SignalContext& context, int joint, int side) {
  const ConstraintRows& rows = context.instant.evaluation.rows;
  std::array<double, In::num_velocities> impulse{};
  const auto add = [&](const RowBlock& block) {
    const int width = block.num_columns[side];
    for (int i = 0; i < block.num_rows; ++i)
      for (int j = 0; j < width; ++j)
        impulse[j] +=
            rows.values[block.first_value[side] + i * width + j] * context.instant.report.impulse[block.first_row + i];
  };
  add(rows.blocks[static_cast<std::size_t>(joint)]);
  const std::vector<CoordinateRow>& coordinate_rows = context.model.coordinate_rows;
  for (std::size_t k = 0; k < coordinate_rows.size(); ++k)
    if (coordinate_rows[k].joint == joint) add(rows.blocks[context.model.joints.size() + k]);
  return impulse;
}

bool is_known(const SignalContext& context) {
  const StepReport& report = context.instant.report;
  return report.has_impulses && report.impulse.size() == context.model.num_rows && context.step > 0.0;
}

struct Reaction {
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();  ///< about the point of the second body
};

/// On the second body; what it is on the first, turned round, where the second is no body that moves.
Reaction reaction_of(const SignalContext& context, const MeasureSpec& spec) {
  const Model& model = context.model;
  const Joint& joint = model.joints[spec.entity];
  const Evaluation& evaluation = context.instant.evaluation;
  const bool is_second = joint.body[1] != world_body && model.bodies[joint.body[1]].dof > 0;
  const int side = is_second ? 1 : 0;
  const double share = (is_second ? 1.0 : -1.0) / context.step;
  Reaction result;
  Vec3 arm = Vec3::Zero();
  if (model.space == Space::planar) {
    const auto impulse = impulse_on<InPlane<double>>(context, spec.entity, side);
    result.force = share * Vec3(impulse[0], impulse[1], 0.0);
    result.torque.z() = share * impulse[2];
    arm.head<2>() = point_motion(evaluation.motions[joint.body[side]], joint.anchor[side]).arm;
  } else {
    const auto impulse = impulse_on<InSpace<double>>(context, spec.entity, side);
    result.force = share * Vec3(impulse[0], impulse[1], impulse[2]);
    result.torque = share * Vec3(impulse[3], impulse[4], impulse[5]);
    arm = spatial_point(evaluation.spatial_motions[joint.body[side]], joint.spatial.anchor[side]).arm;
  }
  result.torque -= cross<double>(arm, result.force);
  return result;
}

/// Components of a vector of the world in the axes that the measure asks for.
Vec3 in_axes(const SignalContext& context, const MeasureSpec& spec, const Vec3& vector) {
  if (spec.axes == MeasureAxes::world) return vector;
  const int body = context.model.joints[spec.entity].body[spec.axes == MeasureAxes::first ? 0 : 1];
  if (body == world_body) return vector;
  if (context.model.space == Space::spatial)
    return context.instant.evaluation.spatial_motions[body].rotation.transpose() * vector;
  const BodyMotion<double>& motion = context.instant.evaluation.motions[body];
  return {motion.cos * vector.x() + motion.sin * vector.y(), motion.cos * vector.y() - motion.sin * vector.x(),
          vector.z()};
}

/// Power of a force element at this state [W].
template <class In>
double power_of(const Model& model, const Force& force, const State& state,
                const std::vector<typename In::Motion>& motions) {
  std::array<double, TimeFunction::max_signals> values;
  const double* near = state.coordinates.size() == 0 ? nullptr : state.coordinates.data();
  signal_values<In>(model, motions, near, force.signals, values.data());
  if (force.joint >= 0) {
    const StateSignal rate{
        .kind = StateSignal::Kind::coordinate_rate, .joint = force.joint, .coordinate = force.coordinate};
    return force.push(state.time, values.data()) * signal_row<In>(model, motions, near, rate).value;
  }
  typename In::Applied value;
  In::force(force, motions_of(motions, force.body), {state.time, values.data()}, value);
  double power = 0.0;
  for (int side = 0; side < 2; ++side) {
    if (force.body[side] == world_body) continue;
    const Body& body = model.bodies[force.body[side]];
    for (int j = 0; j < body.dof; ++j)
      power += (value.conservative[side][j] + value.other[side][j]) * state.v[body.offset + j];
  }
  return power;
}

}  // namespace

void reaction(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const int n = context.model.space == Space::planar ? 2 : 3;
  out.setConstant(n, unknown);
  if (is_known(context)) out = in_axes(context, spec, reaction_of(context, spec).force).head(n);
}

void reaction_torque(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const int n = context.model.space == Space::planar ? 1 : 3;
  out.setConstant(n, unknown);
  if (is_known(context)) out = in_axes(context, spec, reaction_of(context, spec).torque).tail(n);
}

/// Kept: the power at the last instant, and the sum.
void work_of(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  out.setConstant(1, unknown);
  if (context.memory == nullptr) return;
  const Model& model = context.model;
  const Evaluation& evaluation = context.instant.evaluation;
  const Force& force = model.forces[spec.entity];
  const double power = model.space == Space::planar
                           ? power_of<InPlane<double>>(model, force, context.instant.state, evaluation.motions)
                           : power_of<InSpace<double>>(model, force, context.instant.state, evaluation.spatial_motions);
  VectorX& kept = context.memory->of(spec);
  if (kept.size() == 0)
    kept = Vec2(power, 0.0);
  else
    kept = Vec2(power, kept[1] + context.step * (kept[0] + power) / 2.0);
  out[0] = kept[1];
}

}  // namespace perpend::signal
