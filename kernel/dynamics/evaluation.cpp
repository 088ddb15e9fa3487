#include "kernel/dynamics/evaluation.hpp"

#include "kernel/contacts/reach.hpp"
#include "kernel/dynamics/body_motion.hpp"
#include "kernel/dynamics/gyroscopic.hpp"

namespace perpend {

namespace {

/// What differs between the plane and space: the types and which functions of the registries to call.
struct InPlane {
  using Motion = BodyMotion<double>;
  using Rows = JointRows<double>;
  using Coordinate = CoordinateValue<double, 3>;
  using Applied = ForceValue<double>;
  using Pair = std::array<Motion, 2>;
  using Motions = PlanarMotions<double>;

  static std::vector<Motion>& motions(Evaluation& evaluation) { return evaluation.motions; }
  static Motion motion(const Body& body, const State& state) { return body_motion<double>(body, state.q, state.v); }
  static void rows(const Joint& joint, const Motions& body, double time, const double*, Rows& out) {
    joint.type->evaluate(joint, body, time, out);
  }
  static void coordinate(const Joint& joint, const Motions& body, int which, double, Coordinate& out) {
    joint.type->coordinate(joint, body, which, out);
  }
  static void force(const Force& force, const Pair& pair, double time, Applied& out) {
    force.type->evaluate(force, pair, time, out);
  }
};

struct InSpace {
  using Motion = SpatialMotion<double>;
  using Rows = SpatialRows<double>;
  using Coordinate = CoordinateValue<double, 6>;
  using Applied = SpatialForceValue<double>;
  using Pair = std::array<Motion, 2>;
  using Motions = SpatialMotions<double>;

  static std::vector<Motion>& motions(Evaluation& evaluation) { return evaluation.spatial_motions; }
  static Motion motion(const Body& body, const State& state) { return spatial_motion<double>(body, state.q, state.v); }
  static void rows(const Joint& joint, const Motions& body, double time, const double* near, Rows& out) {
    joint.type->evaluate_spatial(joint, body, time, near, out);
  }
  static void coordinate(const Joint& joint, const Motions& body, int which, double near, Coordinate& out) {
    joint.type->coordinate_spatial(joint, body, which, near, out);
  }
  static void force(const Force& force, const Pair& pair, double time, Applied& out) {
    force.type->evaluate_spatial(force, pair, time, out);
  }
};

/// The world's motion stands behind those of the bodies, so that world_body needs no branch of its own later.
template <class In>
typename In::Pair pair_of(Evaluation& evaluation, const std::array<int, 2>& body) {
  const auto& motions = In::motions(evaluation);
  const auto of = [&](int index) { return index == world_body ? motions.back() : motions[index]; };
  return {of(body[0]), of(body[1])};
}

template <class In>
typename In::Motions motions_of(Evaluation& evaluation, const Joint& joint) {
  const auto& motions = In::motions(evaluation);
  const auto of = [&](int index) { return index == world_body ? motions.back() : motions[index]; };
  return {of(joint.body[0]), of(joint.body[1]), of(joint.carrier)};
}

template <class In>
void evaluate_motions(const Model& model, const State& state, Evaluation& evaluation) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    In::motions(evaluation)[i] = In::motion(model.bodies[i], state);
    if (model.bodies[i].dof == 0) add_shift(model.bodies[i], state.time, In::motions(evaluation)[i]);
  }
}

template <class Entries>
void store_jacobian(const Entries& from, int i, const RowBlock& block, ConstraintRows& rows) {
  for (int side = 0; side < num_sides; ++side)
    for (int j = 0; j < block.num_columns[side]; ++j)
      rows.values[block.first_value[side] + i * block.num_columns[side] + j] = from(side, j);
}

/// Where the branches of a joint's angles are to be found: its own coordinates, or for a drive those of the joint.
const double* branches(const Model& model, const Joint& joint, const State& state) {
  const Joint& owner = joint.driven_joint < 0 ? joint : model.joints[joint.driven_joint];
  if (owner.first_coordinate < 0 || state.coordinates.size() == 0) return nullptr;
  return state.coordinates.data() + owner.first_coordinate;
}

template <class In>
void evaluate_joints(const Model& model, const State& state, Evaluation& evaluation) {
  ConstraintRows& rows = evaluation.rows;
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    const RowBlock& block = rows.blocks[k];
    typename In::Rows made;
    In::rows(joint, motions_of<In>(evaluation, joint), state.time, branches(model, joint, state), made);
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
  In::coordinate(joint, motions_of<In>(evaluation, joint), which, near, value);
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
    In::force(force, pair_of<In>(evaluation, force.body), state.time, value);
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
      const auto over_columns = [&](auto act) {
        for (int side = 0; side < num_sides; ++side) {
          const int index = bodies_of(joint)[side];
          if (index == world_body) continue;
          const Body& body = model.bodies[index];
          for (int j = 0; j < body.dof; ++j) act(body.offset + j, value.jacobian[side][j]);
        }
      };
      double rate = 0.0;
      over_columns([&](int column, double entry) { rate += entry * state.v[column]; });
      const double stretch = value.value - element.rest;
      evaluation.energies.potential += 0.5 * element.stiffness * stretch * stretch;
      over_columns([&](int column, double entry) {
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
    evaluate_all_rows<InPlane>(model, state, evaluation);
  else
    evaluate_all_rows<InSpace>(model, state, evaluation);
}

void find_contacts(const Model& model, Evaluation& evaluation) {
  if (!model.contacts.enabled) return;
  const auto without_world = [](const auto& motions) {
    return std::span(motions.data(), motions.empty() ? 0 : motions.size() - 1);
  };
  evaluation.finder.find(model, without_world(evaluation.motions), without_world(evaluation.spatial_motions),
                         evaluation.contact_margin, evaluation.contacts);
}

}  // namespace

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
    add_forces<InPlane>(model, state, evaluation);
    add_coordinate_forces<InPlane>(model, state, evaluation);
  } else {
    add_forces<InSpace>(model, state, evaluation);
    add_coordinate_forces<InSpace>(model, state, evaluation);
    add_gyroscopic_terms(model, integration, evaluation);
  }
  if (model.contacts.enabled) set_contact_reach(model, state, integration.step, evaluation);
  find_contacts(model, evaluation);
}

}  // namespace perpend
