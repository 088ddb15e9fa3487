#include "kernel/dynamics/evaluation.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/contacts/reach.hpp"
#include "kernel/dynamics/gyroscopic.hpp"
#include "kernel/dynamics/spaces.hpp"

namespace perpend {

namespace {

using Plane = InPlane<double>;
using Spatial = InSpace<double>;

template <class In>
std::vector<typename In::Motion>& motions_in(Evaluation& evaluation) {
  if constexpr (In::space == Space::planar)
    return evaluation.motions;
  else
    return evaluation.spatial_motions;
}

template <class In>
void evaluate_motions(const Model& model, const State& state, Evaluation& evaluation) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    typename In::Motion& motion = motions_in<In>(evaluation)[i];
    motion = In::motion(model.bodies[i], state.q, state.v);
    if (model.bodies[i].dof == 0) add_shift(model.bodies[i], state.time, motion);
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
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    const RowBlock& block = rows.blocks[k];
    typename In::Rows made;
    In::rows(joint, motions_of(motions_in<In>(evaluation), bodies_of(joint)), state.time,
             branches(model, joint, state.coordinates), made);
    for (int i = 0; i < block.num_rows; ++i) {
      rows.phi[block.first_row + i] = made.phi[i];
      rows.phi_t[block.first_row + i] = made.phi_t[i];
      rows.jdot_v[block.first_row + i] = made.jdot_v[i];
      store_jacobian([&](int side, int j) { return made.jacobian[side][i][j]; }, i, block, rows);
    }
  }
}

template <class In>
typename In::Coordinate coordinate_of(const Model& model, int joint_index, int which, const State& state,
                                      Evaluation& evaluation) {
  const Joint& joint = model.joints[joint_index];
  typename In::Coordinate value;
  const double near = state.coordinates.size() == 0 ? 0.0 : state.coordinates[joint.first_coordinate + which];
  In::coordinate(joint, motions_of(motions_in<In>(evaluation), bodies_of(joint)), which, near, value);
  return value;
}

template <class In>
void evaluate_coordinates(const Model& model, const State& state, Evaluation& evaluation) {
  if (model.num_joint_coordinates == 0) return;
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
void add_forces(const Model& model, const State& state, Evaluation& evaluation) {
  for (const Force& force : model.forces) {
    typename In::Applied value;
    In::force(force, motions_of(motions_in<In>(evaluation), force.body), state.time, value);
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

void add_gravity(const Model& model, Evaluation& evaluation) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.dof == 0) continue;
    if (model.space == Space::planar) {
      evaluation.force.segment<2>(body.offset) += body.mass * model.gravity;
      evaluation.energies.potential -= body.mass * model.gravity.dot(evaluation.motions[i].position);
    } else {
      evaluation.force.segment<3>(body.offset) += body.mass * model.spatial_gravity;
      evaluation.energies.potential -= body.mass * model.spatial_gravity.dot(evaluation.spatial_motions[i].position);
    }
  }
}

/// The gyroscopic term does no work: it stands in `force` alone.
void add_gyroscopic_terms(const Model& model, const Integration& integration, Evaluation& evaluation) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.kind != BodyKind::rigid) continue;
    evaluation.force.segment<3>(body.offset + 3) +=
        gyroscopic_torque(body.spatial.inertia, evaluation.spatial_motions[i], integration);
  }
}

/// I = R I_body R^T into the block of each rigid body.
void refresh_inertia(const Model& model, Evaluation& evaluation) {
  MassMatrix& mass = evaluation.mass;
  auto block = mass.blocks.begin();
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.kind != BodyKind::rigid) continue;
    const Matrix3& turn = evaluation.spatial_motions[i].rotation;
    const Matrix3 inertia = turn * body.spatial.inertia * turn.transpose();
    for (int j = 0; j < 3; ++j) mass.diagonal[body.offset + 3 + j] = inertia(j, j);
    *block++ = {body.offset + 3, inertia(0, 1), inertia(0, 2), inertia(1, 2)};
  }
}

template <class In>
void evaluate_all_rows(const Model& model, const State& state, Evaluation& evaluation) {
  evaluate_motions<In>(model, state, evaluation);
  if (model.space == Space::spatial) refresh_inertia(model, evaluation);
  evaluate_joints<In>(model, state, evaluation);
  evaluate_coordinates<In>(model, state, evaluation);
}

double kinetic_energy(const MassMatrix& mass, const VectorX& v) {
  double twice = v.dot(mass.diagonal.cwiseProduct(v));
  for (const InertiaBlock& block : mass.blocks) {
    const int i = block.first;
    twice += 2.0 * (block.xy * v[i] * v[i + 1] + block.xz * v[i] * v[i + 2] + block.yz * v[i + 1] * v[i + 2]);
  }
  return 0.5 * twice;
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

void evaluate(const Model& model, const State& state, Evaluation& evaluation, const Integration& integration) {
  evaluate_mechanism(model, state, evaluation);
  evaluation.force.setZero();
  evaluation.other_force.setZero();
  evaluation.energies = {.kinetic = kinetic_energy(evaluation.mass, state.v), .potential = 0.0};
  add_gravity(model, evaluation);
  if (model.space == Space::planar) {
    add_forces<Plane>(model, state, evaluation);
    add_coordinate_forces<Plane>(model, state, evaluation);
  } else {
    add_forces<Spatial>(model, state, evaluation);
    add_coordinate_forces<Spatial>(model, state, evaluation);
    add_gyroscopic_terms(model, integration, evaluation);
  }
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
