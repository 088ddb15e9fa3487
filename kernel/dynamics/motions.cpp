#include "kernel/dynamics/motions.hpp"

#include <algorithm>
#include <array>

#include "kernel/model/numbers/double_pair.hpp"
#include "kernel/model/numbers/rotation_pair.hpp"

namespace perpend {

namespace {

bool is_principal(const Matrix3& inertia) {
  return inertia(0, 1) == 0.0 && inertia(0, 2) == 0.0 && inertia(1, 2) == 0.0;
}

/// I = R I_body R^T into the block of a rigid body.
void refresh_inertia(const Body& body, const Matrix3& turn, MassMatrix& mass, InertiaBlock& block) {
  const Matrix3& inertia = body.spatial.inertia;
  const Matrix3 turned =
      is_principal(inertia) ? Matrix3(turn * inertia.diagonal().asDiagonal()) : Matrix3(turn * inertia);
  const auto entry = [&](int j, int k) {
    return turned(j, 0) * turn(k, 0) + turned(j, 1) * turn(k, 1) + turned(j, 2) * turn(k, 2);
  };
  for (int j = 0; j < 3; ++j) mass.diagonal[body.offset + 3 + j] = entry(j, j);
  block = {body.offset + 3, entry(0, 1), entry(0, 2), entry(1, 2)};
}

/// A rigid body with principal axes, whose rotation and inertia are to be made.
struct TurningBody {
  const Body* body = nullptr;
  SpatialMotion<double>* motion = nullptr;
  InertiaBlock* block = nullptr;
};

/// Rotations and inertias of two bodies, each rounded as that of one.
void turn_both(const std::array<TurningBody, 2>& both, const double* q, double* diagonal) {
  const auto [a, b] = both;
  const auto turn = rotation_matrix(in_lanes<4>(q + a.body->q_offset + 3, q + b.body->q_offset + 3));
  std::array<DoublePair, 9> turned;
  for (int k = 0; k < 3; ++k) {
    const DoublePair moment{a.body->spatial.inertia(k, k), b.body->spatial.inertia(k, k)};
    for (int j = 0; j < 3; ++j) turned[3 * k + j] = turn[3 * k + j] * moment;
  }
  const auto entry = [&](int j, int k) {
    return turned[j] * turn[k] + turned[3 + j] * turn[3 + k] + turned[6 + j] * turn[6 + k];
  };
  scatter(turn, a.motion->rotation.data(), b.motion->rotation.data());
  scatter(std::array{entry(0, 0), entry(1, 1), entry(2, 2)}, diagonal + a.body->offset + 3,
          diagonal + b.body->offset + 3);
  const DoublePair xy = entry(0, 1);
  const DoublePair xz = entry(0, 2);
  const DoublePair yz = entry(1, 2);
  *a.block = {a.body->offset + 3, xy[0], xz[0], yz[0]};
  *b.block = {b.body->offset + 3, xy[1], xz[1], yz[1]};
}

}  // namespace

/// In the plane sines and cosines of two bodies are made at once.
template <>
[[gnu::flatten]] void evaluate_motions<Plane>(const Model& model, const State& state, Evaluation& evaluation) {
  BodyMotion<double>* waiting = nullptr;  // for another to turn with it
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    BodyMotion<double>& motion = evaluation.motions[i];
    motion = motion_before_turn<double>(body, state.q.data(), state.v.data());
    if (body.dof == 0) add_shift(body, state.time, motion);
    if (!is_turned_by_angle(body)) continue;
    if (waiting == nullptr) {
      waiting = &motion;
      continue;
    }
    const SinCos<DoublePair> turn = sin_cos(DoublePair{waiting->angle, motion.angle});
    waiting->sin = turn.sin[0];
    waiting->cos = turn.cos[0];
    motion.sin = turn.sin[1];
    motion.cos = turn.cos[1];
    waiting = nullptr;
  }
  if (waiting == nullptr) return;
  const SinCos<double> turn = sin_cos(waiting->angle);
  waiting->sin = turn.sin;
  waiting->cos = turn.cos;
}

/// In space with the inertias in M, two bodies at once.
template <>
[[gnu::flatten]] void evaluate_motions<Spatial>(const Model& model, const State& state, Evaluation& evaluation) {
  const double* q = state.q.data();
  const double* v = state.v.data();
  MassMatrix& mass = evaluation.mass;
  InertiaBlock* block = mass.blocks.data();
  TurningBody waiting;
  const auto evaluate_alone = [&](const TurningBody& alone) {
    *alone.motion = spatial_motion<double>(*alone.body, q, v);
    if (alone.body->kind == BodyKind::rigid) refresh_inertia(*alone.body, alone.motion->rotation, mass, *alone.block);
  };
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    SpatialMotion<double>& motion = evaluation.spatial_motions[i];
    const TurningBody own{&body, &motion, block};
    if (body.kind == BodyKind::rigid) ++block;
    if (body.kind != BodyKind::rigid || body.shape.kind == ShapeKind::halfspace ||
        !is_principal(body.spatial.inertia)) {
      evaluate_alone(own);
      if (body.dof == 0) add_shift(body, state.time, motion);
    } else if (waiting.body == nullptr) {
      waiting = own;
    } else {
      for (const TurningBody& turning : {waiting, own}) {
        const double* velocity = v + turning.body->offset;
        const double* position = q + turning.body->q_offset;
        for (int j = 0; j < 3; ++j) {
          turning.motion->position[j] = position[j];
          turning.motion->velocity[j] = velocity[j];
          turning.motion->spin[j] = velocity[3 + j];
        }
      }
      turn_both({waiting, own}, q, mass.diagonal.data());
      waiting.body = nullptr;
    }
  }
  if (waiting.body != nullptr) evaluate_alone(waiting);
}

/// Motions of the same pose at the velocities of `state`.
template <class In>
void copy_motions(const Model& model, const State& state, const Evaluation& at, Evaluation& evaluation) {
  if (&at != &evaluation) motions_in<In>(evaluation) = motions_in<In>(at);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    typename In::Motion& motion = motions_in<In>(evaluation)[i];
    for (int j = 0; j < std::min(body.dof, In::num_linear); ++j) motion.velocity[j] = state.v[body.offset + j];
    if (body.dof <= In::num_linear) continue;
    if constexpr (In::space == Space::planar)
      motion.spin = state.v[body.offset + 2];
    else
      motion.spin = state.v.template segment<3>(body.offset + 3);
  }
}

template void copy_motions<Plane>(const Model&, const State&, const Evaluation&, Evaluation&);
template void copy_motions<Spatial>(const Model&, const State&, const Evaluation&, Evaluation&);

}  // namespace perpend
