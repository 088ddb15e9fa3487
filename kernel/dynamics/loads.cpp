#include "kernel/dynamics/loads.hpp"

#include <Eigen/LU>
#include <limits>
#include <optional>

#include "kernel/dynamics/motions.hpp"
#include "kernel/dynamics/state_signals.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

Matrix3 skew(const Vec3& a) {
  Matrix3 s;
  s << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return s;
}

/// One implicit Euler step of I w' = -w x (I w); nothing where Newton's method does not settle on it.
std::optional<Vec3> implicit_step(const Matrix3& inertia, const Vec3& spin, double h) {
  Vec3 next = spin;
  double last_change = std::numeric_limits<double>::infinity();
  // Newton doubles the digits in each iteration near the solution; it ends when rounding stops it.
  for (int i = 0; i < 20; ++i) {
    const Vec3 momentum = inertia * next;
    const Vec3 residual = inertia * (next - spin) + h * cross(next, momentum);
    const Matrix3 derivative = inertia + h * (skew(next) * inertia - skew(momentum));
    const Vec3 change = derivative.inverse() * residual;
    next -= change;
    const double size = change.norm();
    // 1e-8 squared is below rounding: what follows can only be noise.
    if (size <= 1e-8 * next.norm() && !(size > 1e-15 * next.norm() && size < 0.5 * last_change)) {
      // A solution never has more energy (take the product of the equation with w+); 1e-13 allows for rounding.
      const bool is_solution = next.dot(inertia * next) <= spin.dot(inertia * spin) * (1.0 + 1e-13);
      return is_solution ? std::optional<Vec3>(next) : std::nullopt;
    }
    last_change = size;
  }
  return std::nullopt;
}

/// Spin after `count` implicit steps that make up h.
std::optional<Vec3> implicit_steps(const Matrix3& inertia, const Vec3& spin, double h, int count) {
  std::optional<Vec3> next = spin;
  for (int i = 0; i < count && next; ++i) next = implicit_step(inertia, *next, h / count);
  return next;
}

Vec3 implicit_torque(const Matrix3& inertia, const Vec3& spin, double h) {
  // One step settles up to half a turn within h or so; 4096 are enough for hundreds of turns. Beyond that the torque is
  // left out, which keeps the energy: no step of the run resolves such a spin anyway.
  for (int count = 1; count <= 4096; count *= 4)
    if (const std::optional<Vec3> next = implicit_steps(inertia, spin, h, count)) return inertia * (*next - spin) / h;
  return Vec3::Zero();
}

/// What a motor's law gives, along the gradient of the coordinate of its joint.
template <class In>
void add_motor(const Model& model, const Force& motor, const State& state, const double* signals,
               Evaluation& evaluation) {
  const auto value = coordinate_of<In>(model, motor.joint, motor.coordinate, state, evaluation);
  const double push = motor.push(state.time, signals);
  for_each_column(model, model.joints[motor.joint], value, [&](int column, double entry) {
    evaluation.force[column] += push * entry;
    evaluation.other_force[column] += push * entry;
  });
}

template <class In>
void add_forces(const Model& model, const State& state, Evaluation& evaluation) {
  std::array<double, TimeFunction::max_signals> signals;
  for (const Force& force : model.forces) {
    if (!force.signals.empty())
      signal_values<In>(model, motions_in<In>(evaluation),
                        state.coordinates.size() == 0 ? nullptr : state.coordinates.data(), force.signals,
                        signals.data());
    if (force.joint >= 0) {
      add_motor<In>(model, force, state, signals.data(), evaluation);
      continue;
    }
    typename In::Applied value;
    In::force(force, motions_of(motions_in<In>(evaluation), force.body), {state.time, signals.data()}, value);
    evaluation.energies.potential += value.potential;
    for (int side = 0; side < 2; ++side) {
      if (force.body[side] == world_body) continue;
      const Body& body = model.bodies[force.body[side]];
      for (int j = 0; j < body.dof; ++j) {
        evaluation.force[body.offset + j] += value.conservative[side][j] + value.other[side][j];
        evaluation.other_force[body.offset + j] += value.other[side][j];
      }
    }
  }
}

/// Springs and dampers on the coordinates of joints: -(k (c - rest) + d c_dot) along the gradient of c.
template <class In>
void add_coordinate_forces(const Model& model, const State& state, Evaluation& evaluation) {
  if (model.num_joint_coordinates == 0) return;
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    for (int which = 0; joint.first_coordinate >= 0 && which < joint.type->num_coordinates; ++which) {
      const CoordinateElement& element = joint.element[which];
      if (element.stiffness == 0.0 && element.damping == 0.0) continue;
      const auto value = coordinate_of<In>(model, static_cast<int>(k), which, state, evaluation);
      double rate = 0.0;
      for_each_column(model, joint, value, [&](int column, double entry) { rate += entry * state.v[column]; });
      const double stretch = value.value - element.rest;
      evaluation.energies.potential += 0.5 * element.stiffness * stretch * stretch;
      for_each_column(model, joint, value, [&](int column, double entry) {
        const double drag = -element.damping * rate * entry;
        evaluation.force[column] += drag - element.stiffness * stretch * entry;
        evaluation.other_force[column] += drag;
      });
    }
  }
}

/// v^T M v, column by column and then block by block. Each addition waits for the one before, so that passes over
/// bodies have other work to do meanwhile.
class KineticSum {
 public:
  KineticSum(const MassMatrix& mass, const VectorX& v) : mass_(&mass), v_(v.data()) {}
  /// Columns before `end` that are not in the sum yet.
  void add_columns(int end) {
    const double* mass = mass_->diagonal.data();
    for (; done_ < end; ++done_) sum_ += v_[done_] * (mass[done_] * v_[done_]);
  }
  [[nodiscard]] double energy() {
    add_columns(static_cast<int>(mass_->size()));
    for (const InertiaBlock& block : mass_->blocks) {
      const double* spin = v_ + block.first;
      sum_ += 2.0 * (block.xy * spin[0] * spin[1] + block.xz * spin[0] * spin[2] + block.yz * spin[1] * spin[2]);
    }
    return 0.5 * sum_;
  }

 private:
  const MassMatrix* mass_;
  const double* v_;
  int done_ = 0;
  double sum_ = 0.0;
};

template <class In>
[[nodiscard]] KineticSum add_gravity(const Model& model, const typename In::Vector& gravity, KineticSum kinetic,
                                     Evaluation& evaluation) {
  double potential = evaluation.energies.potential;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.dof == 0) continue;
    if constexpr (In::space == Space::planar) kinetic.add_columns(body.offset + body.dof);
    double* out = evaluation.force.data() + body.offset;
    for (int j = 0; j < In::num_linear; ++j) out[j] += body.mass * gravity[j];
    potential -= body.mass * gravity.dot(motions_in<In>(evaluation)[i].position);
  }
  evaluation.energies.potential = potential;
  return kinetic;
}

/// M's block of a body times its spin, and its torque against the turning of that block.
Vec3 explicit_gyroscopic_torque(const VectorX& diagonal, const InertiaBlock& block, const Vec3& spin) {
  const double* moment = diagonal.data() + block.first;
  const Vec3 momentum(moment[0] * spin.x() + block.xy * spin.y() + block.xz * spin.z(),
                      block.xy * spin.x() + moment[1] * spin.y() + block.yz * spin.z(),
                      block.xz * spin.x() + block.yz * spin.y() + moment[2] * spin.z());
  return cross(momentum, spin);
}

/// The gyroscopic term does no work: it stands in `force` alone.
[[nodiscard]] KineticSum add_gyroscopic_terms(const Model& model, const Integration& integration, KineticSum kinetic,
                                              Evaluation& evaluation) {
  const bool is_explicit = integration.gyroscopic == GyroscopicTerm::explicit_term || !(integration.step > 0.0);
  auto block = evaluation.mass.blocks.begin();
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.kind != BodyKind::rigid) continue;
    kinetic.add_columns(body.offset + body.dof);
    const SpatialMotion<double>& motion = evaluation.spatial_motions[i];
    const Vec3 torque = is_explicit ? explicit_gyroscopic_torque(evaluation.mass.diagonal, *block, motion.spin)
                                    : gyroscopic_torque(body.spatial.inertia, motion, integration);
    double* out = evaluation.force.data() + body.offset + 3;
    for (int j = 0; j < 3; ++j) out[j] += torque[j];
    ++block;
  }
  return kinetic;
}

}  // namespace

Vec3 gyroscopic_torque(const Matrix3& inertia, const SpatialMotion<double>& motion, const Integration& integration) {
  const Vec3 spin = motion.rotation.transpose() * motion.spin;
  if (integration.gyroscopic == GyroscopicTerm::implicit_term && integration.step > 0.0)
    return motion.rotation * implicit_torque(inertia, spin, integration.step);
  const Vec3 momentum = inertia * spin;
  return motion.rotation * cross(momentum, spin);
}

void evaluate_loads(const Model& model, const State& state, Evaluation& evaluation, const Integration& integration) {
  evaluation.force.setZero();
  evaluation.other_force.setZero();
  evaluation.energies = {};
  KineticSum kinetic(evaluation.mass, state.v);
  if (model.space == Space::planar) {
    kinetic = add_gravity<Plane>(model, model.gravity, kinetic, evaluation);
    add_forces<Plane>(model, state, evaluation);
    add_coordinate_forces<Plane>(model, state, evaluation);
  } else {
    kinetic = add_gravity<Spatial>(model, model.spatial_gravity, kinetic, evaluation);
    add_forces<Spatial>(model, state, evaluation);
    add_coordinate_forces<Spatial>(model, state, evaluation);
    kinetic = add_gyroscopic_terms(model, integration, kinetic, evaluation);
  }
  evaluation.energies.kinetic = kinetic.energy();
}

}  // namespace perpend
