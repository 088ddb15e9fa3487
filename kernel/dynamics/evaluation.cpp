#include "kernel/dynamics/evaluation.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/contacts/reach.hpp"
#include "kernel/dynamics/law_rows.hpp"
#include "kernel/dynamics/loads.hpp"
#include "kernel/dynamics/motions.hpp"
#include "kernel/model/numbers/double_pair.hpp"
#include "kernel/model/numbers/repeat.hpp"
#include "kernel/model/numbers/rotation_pair.hpp"

namespace perpend {

namespace {

template <class In>
void evaluate_motions(const Model& model, const State& state, Evaluation& evaluation);

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

/// What a joint need not write: entries that are 0. Sides without columns are not read.
template <class Rows>
void clear(const RowBlock& block, Rows& made) {
  for (int i = 0; i < block.num_rows; ++i) made.phi[i] = made.phi_t[i] = made.jdot_v[i] = 0.0;
  for (int side = 0; side < num_sides; ++side)
    for (int i = 0; i < block.num_rows && block.num_columns[side] > 0; ++i) made.jacobian[side][i].fill(0.0);
}

/// Two by two: std::copy_n calls a function for a few numbers.
template <int count>
void copy(const double* from, double* to) {
  repeat<count / 2>([&]<int i>() { set_pair(to + 2 * i, pair_at(from + 2 * i)); });
  if constexpr (count % 2 != 0) to[count - 1] = from[count - 1];
}

/// For a joint that holds a point: its entries in positions and phi_t are constant.
template <class In, int num_rows>
void store_held_rows(const typename In::Rows& made, const RowBlock& block, ConstraintRows& rows) {
  constexpr int num_turns = In::num_velocities - In::num_linear;
  copy<num_rows>(made.phi.data(), rows.phi.data() + block.first_row);
  copy<num_rows>(made.jdot_v.data(), rows.jdot_v.data() + block.first_row);
  for (int side = 0; side < 2; ++side) {
    if (block.num_columns[side] != In::num_velocities) continue;
    double* out = rows.values.data() + block.first_value[side] + In::num_linear;
    repeat<num_rows>([&]<int i>() {
      copy<num_turns>(made.jacobian[side][i].data() + In::num_linear, out + i * In::num_velocities);
    });
  }
}

template <class In>
void store_held_joint(const typename In::Rows& made, const RowBlock& block, ConstraintRows& rows) {
  repeat<In::num_velocities>([&]<int before>() {
    if (block.num_rows == before + 1) store_held_rows<In, before + 1>(made, block, rows);
  });
}

template <class In>
void store_joint(const typename In::Rows& made, const RowBlock& block, ConstraintRows& rows) {
  for (int i = 0; i < block.num_rows; ++i) {
    rows.phi.data()[block.first_row + i] = made.phi[i];
    rows.phi_t[block.first_row + i] = made.phi_t[i];
    rows.jdot_v.data()[block.first_row + i] = made.jdot_v[i];
  }
  for (int side = 0; side < num_sides; ++side) {
    const int width = block.num_columns[side];
    double* out = rows.values.data() + block.first_value[side];
    for (int i = 0; i < block.num_rows && width > 0; ++i, out += width) {
      if (width == In::num_velocities)
        copy<In::num_velocities>(made.jacobian[side][i].data(), out);
      else
        std::copy_n(made.jacobian[side][i].data(), width, out);
    }
  }
}

template <class Entries>
void store_jacobian(const Entries& from, int i, const RowBlock& block, ConstraintRows& rows) {
  for (int side = 0; side < num_sides; ++side)
    for (int j = 0; j < block.num_columns[side]; ++j)
      rows.values[block.first_value[side] + i * block.num_columns[side] + j] = from(side, j);
}

template <class In>
void evaluate_joints(const Model& model, const State& state, Evaluation& evaluation) {
  ConstraintRows& rows = evaluation.rows;
  typename In::Rows made;
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    const RowBlock& block = rows.blocks[k];
    if (!joint.type->holds_point) clear(block, made);
    In::rows(joint, motions_of(motions_in<In>(evaluation), joint), state.time,
             branches(model, joint, state.coordinates), made);
    if (!joint.drive.empty())
      subtract_laws<In>(model, motions_in<In>(evaluation), state.time,
                        state.coordinates.size() == 0 ? nullptr : state.coordinates.data(), joint, made);
    if (joint.type->holds_point)
      store_held_joint<In>(made, block, rows);
    else
      store_joint<In>(made, block, rows);
  }
}

/// The rate d . (omega1 - omega0) about an axis d of body 0, d_dot = omega0 x d.
void evaluate_turning(const Model& model, const CoordinateRow& row, const RowBlock& block, Evaluation& evaluation) {
  const Joint& joint = model.joints[row.joint];
  const auto motions = motions_of(evaluation.spatial_motions, joint);
  const Vec3 axis = motions[0].rotation.col(row.coordinate);
  const Vec3 spin = motions[1].spin - motions[0].spin;
  evaluation.rows.jdot_v[block.first_row] = cross<double>(motions[0].spin, axis).dot(spin);
  const auto entry = [&](int side, int j) { return side > 1 || j < 3 ? 0.0 : (side == 0 ? -1.0 : 1.0) * axis[j - 3]; };
  store_jacobian(entry, 0, block, evaluation.rows);
}

template <class In>
void evaluate_coordinates(const Model& model, const State& state, Evaluation& evaluation) {
  if (model.num_joint_coordinates == 0 && model.coordinate_rows.empty()) return;
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    if (joint.first_coordinate < 0) continue;
    for (int which = 0; which < joint.type->num_coordinates; ++which)
      evaluation.coordinates[joint.first_coordinate + which] =
          coordinate_of<In>(model, static_cast<int>(k), which, state, evaluation).value;
  }
  ConstraintRows& rows = evaluation.rows;
  for (std::size_t k = 0; k < model.coordinate_rows.size(); ++k) {
    const CoordinateRow& row = model.coordinate_rows[k];
    const RowBlock& block = rows.blocks[model.joints.size() + k];
    if (row.kind == CoordinateRow::Kind::turning_friction) {
      if constexpr (In::space == Space::spatial) evaluate_turning(model, row, block, evaluation);
      continue;
    }
    const CoordinateElement& element = model.joints[row.joint].element[row.coordinate];
    const auto value = coordinate_of<In>(model, row.joint, row.coordinate, state, evaluation);
    const double sign = row.kind == CoordinateRow::Kind::upper_limit ? -1.0 : 1.0;
    double& phi = rows.phi[block.first_row];
    phi = 0.0;
    if (row.kind == CoordinateRow::Kind::lower_limit) phi = value.value - element.lower;
    if (row.kind == CoordinateRow::Kind::upper_limit) phi = element.upper - value.value;
    rows.jdot_v[block.first_row] = sign * value.jdot_v;
    store_jacobian([&](int side, int j) { return sign * value.jacobian[side][j]; }, 0, block, rows);
  }
}

template <class In>
void evaluate_all_rows(const Model& model, const State& state, Evaluation& evaluation) {
  evaluate_motions<In>(model, state, evaluation);
  evaluate_joints<In>(model, state, evaluation);
  evaluate_coordinates<In>(model, state, evaluation);
}

void evaluate_mechanism(const Model& model, const State& state, Evaluation& evaluation) {
  if (model.space == Space::planar)
    evaluate_all_rows<Plane>(model, state, evaluation);
  else
    evaluate_all_rows<Spatial>(model, state, evaluation);
}

void find_contacts(const Model& model, Evaluation& evaluation) {
  if (!model.contacts.enabled) return;
  const auto without_world = [](const auto& motions) {
    return std::span(motions.data(), motions.empty() ? 0 : motions.size() - 1);
  };
  evaluation.finder.find(model, without_world(evaluation.motions), without_world(evaluation.spatial_motions),
                         evaluation.contact_margin, evaluation.contacts);
}

// The layout: which blocks J and M have.

RowBlock row_block(const Model& model, const Joint& joint, int first_row, int num_rows, int& num_values) {
  const std::array<int, num_sides> bodies = bodies_of(joint);
  RowBlock block{.first_row = first_row, .num_rows = num_rows};
  if (joint.type->holds_point && num_rows == joint.num_rows && first_row == joint.first_row)
    block.num_point_rows = model.space == Space::planar ? 2 : 3;
  for (int side = 0; side < num_sides; ++side) {
    block.first_value[side] = num_values;
    if (bodies[side] == world_body || model.bodies[bodies[side]].dof == 0) continue;
    block.first_column[side] = model.bodies[bodies[side]].offset;
    block.num_columns[side] = model.bodies[bodies[side]].dof;
    num_values += num_rows * block.num_columns[side];
  }
  return block;
}

RowKind row_kind(CoordinateRow::Kind kind) {
  if (kind == CoordinateRow::Kind::lower_limit) return RowKind::lower_limit;
  return kind == CoordinateRow::Kind::upper_limit ? RowKind::upper_limit : RowKind::friction;
}

void allocate_rows(const Model& model, ConstraintRows& rows) {
  rows.num_rows = model.num_rows;
  rows.num_columns = model.num_velocities;
  rows.cfm = VectorX::Zero(model.num_rows);
  int num_values = 0;
  for (const Joint& joint : model.joints) {
    rows.blocks.push_back(row_block(model, joint, joint.first_row, joint.num_rows, num_values));
    for (int i = 0; i < joint.num_rows; ++i)
      rows.kinds.push_back(i < joint.num_rows - joint.type->num_nonholonomic ? RowKind::holonomic
                                                                             : RowKind::nonholonomic);
    rows.cfm.segment(joint.first_row, joint.num_rows).setConstant(joint.cfm);
  }
  for (const CoordinateRow& row : model.coordinate_rows) {
    const Joint& joint = model.joints[row.joint];
    const int index = static_cast<int>(rows.kinds.size());
    rows.blocks.push_back(row_block(model, joint, index, 1, num_values));
    rows.kinds.push_back(row_kind(row.kind));
    rows.cfm[index] = joint.cfm;
  }
  rows.values.assign(num_values, 0.0);
  for (const RowBlock& block : rows.blocks)
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < block.num_point_rows && block.num_columns[side] > 0; ++i)
        rows.values[block.first_value[side] + i * block.num_columns[side] + i] = side == 0 ? -1.0 : 1.0;
  rows.phi = rows.phi_t = rows.jdot_v = VectorX::Zero(model.num_rows);
}

}  // namespace

Evaluation allocate_evaluation(const Model& model) {
  Evaluation evaluation;
  const bool planar = model.space == Space::planar;
  if (planar)
    evaluation.motions.resize(model.bodies.size() + 1);
  else
    evaluation.spatial_motions.resize(model.bodies.size() + 1);
  evaluation.mass.diagonal = VectorX::Zero(model.num_velocities);
  for (const Body& body : model.bodies) {
    const int num_linear = std::min(body.dof, planar ? 2 : 3);
    for (int j = 0; j < num_linear; ++j) evaluation.mass.diagonal[body.offset + j] = body.mass;
    if (body.kind != BodyKind::rigid) continue;
    if (planar)
      evaluation.mass.diagonal[body.offset + 2] = body.inertia;
    else
      evaluation.mass.blocks.push_back({.first = body.offset + 3});
  }
  allocate_rows(model, evaluation.rows);
  evaluation.coordinates = VectorX::Zero(model.num_joint_coordinates);
  evaluation.contacts.num_columns = model.num_velocities;
  evaluation.contacts.rows_per_contact = planar ? 2 : 3;
  evaluation.finder = ContactFinder(model);
  evaluation.force = evaluation.other_force = VectorX::Zero(model.num_velocities);
  return evaluation;
}

MassMatrix mass_matrix(const Model& model, const State& state) {
  Evaluation evaluation = allocate_evaluation(model);
  evaluate_rows(model, state, evaluation);
  return evaluation.mass;
}

void evaluate_rows(const Model& model, const State& state, Evaluation& evaluation) {
  evaluate_mechanism(model, state, evaluation);
  find_contacts(model, evaluation);
}

namespace {

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

}  // namespace

void evaluate_forces(const Model& model, const State& state, const Evaluation& at, Evaluation& evaluation) {
  if (model.space == Space::planar)
    copy_motions<Plane>(model, state, at, evaluation);
  else
    copy_motions<Spatial>(model, state, at, evaluation);
  if (&at != &evaluation) evaluation.mass = at.mass;
  evaluate_loads(model, state, evaluation, {});
}

void evaluate(const Model& model, const State& state, Evaluation& evaluation, const Integration& integration) {
  evaluate_mechanism(model, state, evaluation);
  evaluate_loads(model, state, evaluation, integration);
  if (model.contacts.enabled) set_contact_reach(model, state, integration.step, evaluation);
  find_contacts(model, evaluation);
}

double limit_gap(const Model& model, const ConstraintRows& rows, int row) {
  const CoordinateRow& limit = model.coordinate_rows[row - model.num_joint_rows];
  const CoordinateElement& element = model.joints[limit.joint].element[limit.coordinate];
  const double bound = limit.kind == CoordinateRow::Kind::lower_limit ? element.lower : element.upper;
  // A coordinate comes from sums of a few terms of the size of an angle, or of lengths near 1 m: 16 u of that.
  const double rounding = 0x1p-49 * (1.0 + std::abs(bound));
  return std::abs(rows.phi[row]) <= rounding ? 0.0 : rows.phi[row];
}

}  // namespace perpend
