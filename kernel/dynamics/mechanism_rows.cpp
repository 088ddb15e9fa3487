#include "kernel/dynamics/mechanism_rows.hpp"

#include <algorithm>
#include <array>

#include "kernel/dynamics/law_rows.hpp"
#include "kernel/model/numbers/double_pair.hpp"
#include "kernel/model/numbers/repeat.hpp"

namespace perpend {

namespace {

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

}  // namespace

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

template <class In>
void evaluate_mechanism_rows(const Model& model, const State& state, Evaluation& evaluation) {
  evaluate_joints<In>(model, state, evaluation);
  evaluate_coordinates<In>(model, state, evaluation);
}

template void evaluate_mechanism_rows<Plane>(const Model&, const State&, Evaluation&);
template void evaluate_mechanism_rows<Spatial>(const Model&, const State&, Evaluation&);

}  // namespace perpend
