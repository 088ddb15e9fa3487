// The layout of an Evaluation: which blocks J and M have. Numbers come from evaluation.cpp.
#include <algorithm>

#include "kernel/dynamics/evaluation.hpp"

namespace perpend {

namespace {

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

}  // namespace perpend
