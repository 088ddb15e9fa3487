// Signals that are forces: of joints, from the multipliers of the step and from their springs and dampers, and the work
// of force elements.
#include <limits>

#include "kernel/dynamics/motions.hpp"
#include "kernel/dynamics/state_signals.hpp"
#include "kernel/simulation/signal_functions.hpp"

namespace perpend::signal {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

const double* near_coordinates(const State& state) {
  return state.coordinates.size() == 0 ? nullptr : state.coordinates.data();
}

/// What the laws of a force read at this state.
template <class In>
std::array<double, TimeFunction::max_signals> signals_of(const Model& model, const Force& force, const State& state,
                                                         const Evaluation& evaluation) {
  std::array<double, TimeFunction::max_signals> values{};
  signal_values<In>(model, motions_in<In>(evaluation), near_coordinates(state), force.signals, values.data());
  return values;
}

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
        impulse[j] += rows.values[block.first_value[side] + i * width + j] *
                      context.instant.report.joint_impulse(block.first_row + i);
  };
  add(rows.blocks[static_cast<std::size_t>(joint)]);
  const std::vector<CoordinateRow>& coordinate_rows = context.model.coordinate_rows;
  for (std::size_t k = 0; k < coordinate_rows.size(); ++k)
    if (coordinate_rows[k].joint == joint) add(rows.blocks[context.model.joints.size() + k]);
  return impulse;
}

/// Whether what the measure asks for is there: multipliers are there after a step, springs and dampers always.
bool is_known(const SignalContext& context, const MeasureSpec& spec) {
  if (spec.entity_kind == "elements") return true;
  const StepReport& report = context.instant.report;
  return report.has_impulses && report.impulse.size() == context.model.num_rows && context.step > 0.0;
}

/// What springs and dampers of the joint do at this state to the body of one side, about its centre. [N, N m]
template <class In>
std::array<double, In::num_velocities> elements_on(const SignalContext& context, int index, int side) {
  const Model& model = context.model;
  const State& state = context.instant.state;
  const Evaluation& evaluation = context.instant.evaluation;
  const Joint& joint = model.joints[index];
  std::array<double, In::num_velocities> sum{};
  const auto add = [&](double push, const auto& entries) {
    for (int j = 0; j < In::num_velocities; ++j) sum[j] += push * entries[j];
  };
  for (int which = 0; joint.first_coordinate >= 0 && which < joint.type->num_coordinates; ++which) {
    const CoordinateElement& element = joint.element[which];
    if (element.stiffness == 0.0 && element.damping == 0.0) continue;
    const auto value = coordinate_of<In>(model, index, which, state, evaluation);
    double rate = 0.0;
    for_each_column(model, joint, value, [&](int column, double entry) { rate += entry * state.v[column]; });
    add(-element.stiffness * (value.value - element.rest) - element.damping * rate, value.jacobian[side]);
  }
  for (const Force& force : model.forces) {
    if (force.element_of != index) continue;
    const std::array<double, TimeFunction::max_signals> signals = signals_of<In>(model, force, state, evaluation);
    if (force.joint >= 0) {
      add(force.push(state.time, signals.data()),
          coordinate_of<In>(model, index, force.coordinate, state, evaluation).jacobian[side]);
      continue;
    }
    typename In::Applied value;
    In::force(force, motions_of(motions_in<In>(evaluation), force.body), {state.time, signals.data()}, value);
    add(1.0, value.conservative[side]);
    add(1.0, value.other[side]);
  }
  return sum;
}

struct Reaction {
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();  ///< about the point of the second body
};

/// What the measure asks for, on one side about the centre of its body. [N, N m]
template <class In>
std::array<double, In::num_velocities> wrench_on(const SignalContext& context, const MeasureSpec& spec, int side) {
  std::array<double, In::num_velocities> sum{};
  if (spec.entity_kind != "elements") {
    sum = impulse_on<In>(context, spec.entity, side);
    for (double& entry : sum) entry /= context.step;
  }
  if (spec.entity_kind == "constraint") return sum;
  const auto elements = elements_on<In>(context, spec.entity, side);
  for (int j = 0; j < In::num_velocities; ++j) sum[j] += elements[j];
  return sum;
}

/// On the second body; what it is on the first, turned round, where the second is no body that moves.
Reaction reaction_of(const SignalContext& context, const MeasureSpec& spec) {
  const Model& model = context.model;
  const Joint& joint = model.joints[spec.entity];
  const Evaluation& evaluation = context.instant.evaluation;
  const bool is_second = joint.body[1] != world_body && model.bodies[joint.body[1]].dof > 0;
  const int side = is_second ? 1 : 0;
  const double sign = is_second ? 1.0 : -1.0;
  Reaction result;
  Vec3 arm = Vec3::Zero();
  if (model.space == Space::planar) {
    const auto wrench = wrench_on<InPlane<double>>(context, spec, side);
    result.force = sign * Vec3(wrench[0], wrench[1], 0.0);
    result.torque.z() = sign * wrench[2];
    arm.head<2>() = point_motion(evaluation.motions[joint.body[side]], joint.anchor[side]).arm;
  } else {
    const auto wrench = wrench_on<InSpace<double>>(context, spec, side);
    result.force = sign * Vec3(wrench[0], wrench[1], wrench[2]);
    result.torque = sign * Vec3(wrench[3], wrench[4], wrench[5]);
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
double power_of(const Model& model, const Force& force, const State& state, const Evaluation& evaluation) {
  const auto& motions = motions_in<In>(evaluation);
  const std::array<double, TimeFunction::max_signals> values = signals_of<In>(model, force, state, evaluation);
  if (force.joint >= 0) {
    const StateSignal rate{
        .kind = StateSignal::Kind::coordinate_rate, .joint = force.joint, .coordinate = force.coordinate};
    return force.push(state.time, values.data()) * signal_row<In>(model, motions, near_coordinates(state), rate).value;
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
  if (is_known(context, spec)) out = in_axes(context, spec, reaction_of(context, spec).force).head(n);
}

void reaction_torque(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  const int n = context.model.space == Space::planar ? 1 : 3;
  out.setConstant(n, unknown);
  if (is_known(context, spec)) out = in_axes(context, spec, reaction_of(context, spec).torque).tail(n);
}

/// Kept: the power at the last instant, and the sum.
void work_of(const SignalContext& context, const MeasureSpec& spec, VectorX& out) {
  out.setConstant(1, unknown);
  if (context.memory == nullptr) return;
  const Model& model = context.model;
  const Evaluation& evaluation = context.instant.evaluation;
  const Force& force = model.forces[spec.entity];
  const double power = model.space == Space::planar
                           ? power_of<InPlane<double>>(model, force, context.instant.state, evaluation)
                           : power_of<InSpace<double>>(model, force, context.instant.state, evaluation);
  VectorX& kept = context.memory->of(spec);
  if (kept.size() == 0)
    kept = Vec2(power, 0.0);
  else
    kept = Vec2(power, kept[1] + context.step * (kept[0] + power) / 2.0);
  out[0] = kept[1];
}

}  // namespace perpend::signal
