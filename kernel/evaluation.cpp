#include "kernel/evaluation.hpp"

#include "kernel/body_motion.hpp"

namespace perpend {

namespace {

/// The world's motion stands behind those of the bodies, so that world_body needs no branch of its own later.
const BodyMotion<double>& motion_of(const Evaluation& evaluation, int body) {
  return body == world_body ? evaluation.motions.back() : evaluation.motions[body];
}

std::array<BodyMotion<double>, 2> motions_of(const Evaluation& evaluation, const std::array<int, 2>& body) {
  return {motion_of(evaluation, body[0]), motion_of(evaluation, body[1])};
}

void evaluate_motions(const Model& model, const State& state, Evaluation& evaluation) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    evaluation.motions[i] = body_motion<double>(model.bodies[i], state.q, state.v);
}

void store_rows(const JointRows<double>& from, const RowBlock& block, ConstraintRows& rows) {
  for (int i = 0; i < block.num_rows; ++i) {
    rows.phi[block.first_row + i] = from.phi[i];
    rows.phi_t[block.first_row + i] = from.phi_t[i];
    rows.jdot_v[block.first_row + i] = from.jdot_v[i];
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < block.num_columns[side]; ++j)
        rows.values[block.first_value[side] + i * block.num_columns[side] + j] = from.jacobian[side][i][j];
  }
}

void evaluate_joints(const Model& model, double time, Evaluation& evaluation) {
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    JointRows<double> rows;
    joint.type->evaluate(joint, motions_of(evaluation, joint.body), time, rows);
    store_rows(rows, evaluation.rows.blocks[i], evaluation.rows);
  }
}

void add_gravity(const Model& model, Evaluation& evaluation) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.dof == 0) continue;
    evaluation.force.segment<2>(body.offset) += body.mass * model.gravity;
    evaluation.energies.potential -= body.mass * model.gravity.dot(evaluation.motions[i].position);
  }
}

void add_forces(const Model& model, double time, Evaluation& evaluation) {
  for (const Force& force : model.forces) {
    ForceValue<double> value;
    force.type->evaluate(force, motions_of(evaluation, force.body), time, value);
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

RowBlock row_block(const Model& model, const Joint& joint, int first_value) {
  RowBlock block{.first_row = joint.first_row, .num_rows = joint.num_rows};
  for (int side = 0; side < 2; ++side) {
    block.first_value[side] = first_value;
    if (joint.body[side] == world_body || model.bodies[joint.body[side]].dof == 0) continue;
    block.first_column[side] = model.bodies[joint.body[side]].offset;
    block.num_columns[side] = model.bodies[joint.body[side]].dof;
    first_value += block.num_rows * block.num_columns[side];
  }
  return block;
}

}  // namespace

VectorX mass_diagonal(const Model& model) {
  VectorX mass(model.num_coordinates);
  for (const Body& body : model.bodies)
    for (int j = 0; j < body.dof; ++j) mass[body.offset + j] = j < 2 ? body.mass : body.inertia;
  return mass;
}

Evaluation allocate_evaluation(const Model& model) {
  Evaluation evaluation;
  evaluation.motions.resize(model.bodies.size() + 1);
  ConstraintRows& rows = evaluation.rows;
  rows.num_rows = model.num_rows;
  rows.num_columns = model.num_coordinates;
  int num_values = 0;
  for (const Joint& joint : model.joints) {
    rows.blocks.push_back(row_block(model, joint, num_values));
    const RowBlock& block = rows.blocks.back();
    num_values += block.num_rows * (block.num_columns[0] + block.num_columns[1]);
  }
  rows.values.assign(num_values, 0.0);
  rows.phi = rows.phi_t = rows.jdot_v = VectorX::Zero(model.num_rows);
  evaluation.force = evaluation.other_force = VectorX::Zero(model.num_coordinates);
  return evaluation;
}

void evaluate_rows(const Model& model, const State& state, Evaluation& evaluation) {
  evaluate_motions(model, state, evaluation);
  evaluate_joints(model, state.time, evaluation);
}

void evaluate(const Model& model, const VectorX& mass, const State& state, Evaluation& evaluation) {
  evaluate_rows(model, state, evaluation);
  evaluation.force.setZero();
  evaluation.other_force.setZero();
  evaluation.energies = {.kinetic = 0.5 * state.v.dot(mass.cwiseProduct(state.v)), .potential = 0.0};
  add_gravity(model, evaluation);
  add_forces(model, state.time, evaluation);
}

}  // namespace perpend
