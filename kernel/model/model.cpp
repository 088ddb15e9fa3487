#include "kernel/model/model.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/linkage.hpp"
#include "kernel/model/scene/vocabulary.hpp"
#include "kernel/model/state.hpp"

namespace perpend {

namespace {

bool is_used(const CoordinateElement& element) {
  return element.stiffness != 0.0 || element.damping != 0.0 || element.friction != 0.0 ||
         element.lower > -std::numeric_limits<double>::infinity() ||
         element.upper < std::numeric_limits<double>::infinity();
}

void number_bodies(Model& model) {
  const bool planar = model.space == Space::planar;
  model.num_positions = model.num_velocities = 0;
  for (Body& body : model.bodies) {
    const bool is_rigid = body.kind == BodyKind::rigid;
    body.dof = body.kind == BodyKind::fixed ? 0 : planar ? (is_rigid ? 3 : 2) : (is_rigid ? 6 : 3);
    body.offset = body.dof == 0 ? -1 : model.num_velocities;
    body.q_offset = body.dof == 0 ? -1 : model.num_positions;
    model.num_velocities += body.dof;
    model.num_positions += body.dof == 6 ? 7 : body.dof;
  }
}

void number_joints(Model& model) {
  model.num_rows = model.num_joint_coordinates = 0;
  for (Joint& joint : model.joints)
    if (joint.driven_joint >= 0) model.joints[joint.driven_joint].tracks_coordinates = true;
  for (Joint& joint : model.joints) {
    joint.first_row = model.num_rows;
    joint.num_rows = joint.type->count_rows != nullptr ? joint.type->count_rows(joint) : joint.type->num_rows;
    model.num_rows += joint.num_rows;
    joint.first_coordinate = -1;
    if (joint.type->num_coordinates == 0) continue;
    if (!joint.tracks_coordinates && !is_used(joint.element[0]) && !is_used(joint.element[1])) continue;
    joint.first_coordinate = model.num_joint_coordinates;
    model.num_joint_coordinates += joint.type->num_coordinates;
  }
  model.num_joint_rows = model.num_rows;
}

void number_coordinate_rows(Model& model) {
  using Kind = CoordinateRow::Kind;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  model.coordinate_rows.clear();
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    for (int which = 0; joint.first_coordinate >= 0 && which < joint.type->num_coordinates; ++which) {
      const CoordinateElement& element = joint.element[which];
      const auto add = [&](Kind kind) { model.coordinate_rows.push_back({kind, static_cast<int>(k), which}); };
      if (element.lower > -infinity) add(Kind::lower_limit);
      if (element.upper < infinity) add(Kind::upper_limit);
      if (element.friction > 0.0) add(Kind::friction);
    }
    for (int axis = 0; joint.turning_friction > 0.0 && axis < 3; ++axis)
      model.coordinate_rows.push_back({Kind::turning_friction, static_cast<int>(k), axis});
  }
  model.num_rows += static_cast<int>(model.coordinate_rows.size());
}

}  // namespace

double largest_friction(const Model& model, const CoordinateRow& row) {
  const Joint& joint = model.joints[row.joint];
  return row.kind == CoordinateRow::Kind::turning_friction ? joint.turning_friction
                                                           : joint.element[row.coordinate].friction;
}

void number_unknowns(Model& model) {
  number_bodies(model);
  number_joints(model);
  number_coordinate_rows(model);
}

State initial_state(const Model& model) {
  State state;
  state.q = VectorX::Zero(model.num_positions);
  state.v = VectorX::Zero(model.num_velocities);
  state.coordinates = VectorX::Zero(model.num_joint_coordinates);
  for (const Joint& joint : model.joints)
    for (int which = 0; joint.first_coordinate >= 0 && which < joint.type->num_coordinates; ++which)
      state.coordinates[joint.first_coordinate + which] = joint.element[which].at_start;
  const bool planar = model.space == Space::planar;
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    if (planar) {
      state.q.segment<2>(body.q_offset) = body.position;
      state.v.segment<2>(body.offset) = body.velocity;
    } else {
      state.q.segment<3>(body.q_offset) = body.spatial.position;
      state.v.segment<3>(body.offset) = body.spatial.velocity;
    }
    if (body.kind != BodyKind::rigid) continue;
    if (planar) {
      state.q[body.q_offset + 2] = body.angle;
      state.v[body.offset + 2] = body.spin;
    } else {
      state.q.segment<4>(body.q_offset + 3) = body.spatial.rotation;
      state.v.segment<3>(body.offset + 3) = body.spatial.spin;
    }
  }
  return state;
}

void set_initial_state(const State& state, Model& model) {
  const bool planar = model.space == Space::planar;
  for (Body& body : model.bodies) {
    if (body.dof == 0) continue;
    if (planar) {
      body.position = state.q.segment<2>(body.q_offset);
      body.velocity = state.v.segment<2>(body.offset);
    } else {
      body.spatial.position = state.q.segment<3>(body.q_offset);
      body.spatial.velocity = state.v.segment<3>(body.offset);
    }
    if (body.kind != BodyKind::rigid) continue;
    if (planar) {
      body.angle = state.q[body.q_offset + 2];
      body.spin = state.v[body.offset + 2];
    } else {
      body.spatial.rotation = state.q.segment<4>(body.q_offset + 3);
      body.spatial.spin = state.v.segment<3>(body.offset + 3);
    }
  }
}

namespace {

template <class Law, class AnyForce>
std::vector<Law*> laws_in(AnyForce& force) {
  std::vector<Law*> laws;
  for (Law* law : {&force.load[0], &force.load[1], &force.spatial_load[0], &force.spatial_load[1],
                   &force.spatial_load[2], &force.torque, &force.pull, &force.length, &force.push})
    if (!law->empty()) laws.push_back(law);
  for (auto* entries : {&force.bushing.stiffness_laws, &force.bushing.damping_laws})
    for (auto& entry : *entries) laws.push_back(&entry.value);
  return laws;
}

}  // namespace

std::vector<const TimeFunction*> laws_of(const Force& force) {
  return laws_in<const TimeFunction>(force);
}

std::vector<TimeFunction*> laws_of(Force& force) {
  return laws_in<TimeFunction>(force);
}

double bounding_radius(const Body& body) {
  if (body.shape.form != nullptr) return body.shape.form->radius(body.shape);
  if (body.shape.kind == ShapeKind::point || !(body.mass > 0.0)) return 0.0;
  // In space the largest radius of gyration about any axis is below sqrt(trace(I) / 2 m).
  if (body.spatial.inertia != Matrix3::Zero()) return std::sqrt(body.spatial.inertia.trace() / (2.0 * body.mass));
  return std::sqrt(body.inertia / body.mass);
}

double characteristic_length(const Model& model) {
  Box box;
  for (const Body& body : model.bodies) box.include(model, body);
  for (const Joint& joint : model.joints)
    for (int side = 0; side < 2; ++side)
      if (joint.body[side] == world_body) box.include(anchor_point(model, joint, side));
  const double extent = box.diagonal();
  return extent > 0.0 ? extent : 1.0;
}

}  // namespace perpend
