#include "study/runs/poses.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

std::array<float, 3> floats(const Vec3& vector) {
  return {static_cast<float>(vector.x()), static_cast<float>(vector.y()), static_cast<float>(vector.z())};
}

using Rows3 = Eigen::Matrix<double, Eigen::Dynamic, 3, 0, 6, 3>;  // a joint holds six freedoms at most

/// d of least length with A d = -phi. Each row moves d along its part across the rows before it, which keeps what they
/// are given; of rows that follow from others the first ones count.
Vec3 least_shift(const Rows3& a, const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>& phi) {
  constexpr double least_part = 1e-9;  // of a row: less is the rounding of one that depends on the others
  Vec3 shift = Vec3::Zero();
  std::array<Vec3, 3> basis;
  std::size_t rank = 0;
  for (Eigen::Index i = 0; i < a.rows() && rank < basis.size(); ++i) {
    const Vec3 row = a.row(i);
    Vec3 across = row;
    for (std::size_t k = 0; k < rank; ++k) across -= across.dot(basis[k]) * basis[k];
    const double length = across.norm();
    if (!(length > least_part * row.norm())) continue;
    basis[rank] = across / length;
    shift += (-phi[i] - row.dot(shift)) / length * basis[rank];
    ++rank;
  }
  return shift;
}

std::array<double, 3> numbers(const Vec3& vector) {
  return {vector.x(), vector.y(), vector.z()};
}

}  // namespace

std::vector<std::array<float, 3>> planar_poses(const Model& model, const Evaluation& evaluation) {
  std::vector<std::array<float, 3>> poses;
  poses.reserve(model.bodies.size());
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const BodyMotion<double>& motion = evaluation.motions[i];
    poses.push_back({static_cast<float>(motion.position.x()), static_cast<float>(motion.position.y()),
                     static_cast<float>(motion.angle)});
  }
  return poses;
}

std::vector<std::array<float, 7>> spatial_poses(const Model& model, const State& state) {
  std::vector<std::array<float, 7>> poses;
  poses.reserve(model.bodies.size());
  for (const Body& body : model.bodies) {
    Eigen::Matrix<double, 7, 1> pose;
    pose << body.spatial.position, body.spatial.rotation;
    if (body.kind == BodyKind::rigid) pose = state.q.segment<7>(body.q_offset);
    if (body.kind == BodyKind::particle) pose.head<3>() = state.q.segment<3>(body.q_offset);
    std::array<float, 7>& numbers = poses.emplace_back();
    for (int i = 0; i < 7; ++i) numbers[static_cast<std::size_t>(i)] = static_cast<float>(pose[i]);
  }
  return poses;
}

std::vector<std::array<float, 3>> joint_gaps(const Model& model, const Evaluation& evaluation) {
  const ConstraintRows& rows = evaluation.rows;
  const int axes = model.space == Space::planar ? 2 : 3;
  std::vector<std::array<float, 3>> gaps;
  gaps.reserve(model.joints.size());
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const RowBlock& block = rows.blocks[k];
    const std::size_t side = block.num_columns[1] >= axes ? 1 : 0;
    if (block.num_columns[side] < axes || block.num_rows == 0) {
      gaps.push_back({});
      continue;
    }
    Rows3 shift = Rows3::Zero(std::min(block.num_rows, 6), 3);
    Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1> phi(shift.rows());
    for (int r = 0; r < shift.rows(); ++r) {
      const bool is_held = rows.kinds[block.first_row + r] == RowKind::holonomic;
      phi[r] = is_held ? rows.phi[block.first_row + r] : 0.0;
      for (int c = 0; c < axes && is_held; ++c)
        shift(r, c) = rows.values[block.first_value[side] + r * block.num_columns[side] + c];
    }
    const Vec3 closing = least_shift(shift, phi);
    gaps.push_back(floats(side == 1 ? closing : Vec3(-closing)));
  }
  return gaps;
}

std::vector<FrameContact> frame_contacts(const State& state, const Evaluation& evaluation, std::size_t most) {
  std::vector<FrameContact> found;
  const auto& contacts = evaluation.contacts.contacts;
  auto next = contacts.begin();  // both lists have the contacts that are left in one order
  for (const ContactImpulse& impulse : state.contacts) {
    if (impulse.normal == 0.0 && impulse.tangential == std::array{0.0, 0.0}) continue;
    const auto is_this = [&](const Contact& contact) {
      return contact.body == impulse.body && contact.feature == impulse.feature;
    };
    auto at = std::find_if(next, contacts.end(), is_this);
    if (at == contacts.end()) at = std::find_if(contacts.begin(), next, is_this);
    if (at == contacts.end() || !is_this(*at)) continue;  // it moved out of reach in this step
    next = at + 1;
    const Vec3 total =
        impulse.normal * at->normal + impulse.tangential[0] * at->tangent[0] + impulse.tangential[1] * at->tangent[1];
    found.push_back({.body = at->body,
                     .point = floats(0.5 * (at->witness[0] + at->witness[1])),
                     .normal = floats(at->normal),
                     .impulse = floats(total)});
  }
  if (found.size() <= most) return found;
  const auto size = [](const FrameContact& contact) {
    return std::hypot(contact.impulse[0], contact.impulse[1], contact.impulse[2]);
  };
  std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most), found.end(),
                   [&](const FrameContact& a, const FrameContact& b) { return size(a) > size(b); });
  found.resize(most);
  return found;
}

JointDrawing joint_drawing(const Joint& joint, Space space) {
  JointDrawing drawing{.name = joint.name, .type = std::string(joint.type->spec.name), .body = joint.body};
  for (std::size_t side = 0; side < 2; ++side) {
    drawing.anchor[side] = {joint.anchor[side].x(), joint.anchor[side].y()};
    if (space == Space::planar) continue;
    drawing.spatial_anchor[side] = numbers(joint.spatial.anchor[side]);
    if (joint.type->num_coordinates > 0) drawing.axis[side] = numbers(joint.spatial.frame[side].col(0));
  }
  if (joint.type->kind == JointKind::joint) return drawing;
  // What drives or constrains a body from the world may move there: only its point of the body is drawn.
  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t other = 1 - side;
    if (drawing.body[side] != world_body || drawing.body[other] == world_body) continue;
    drawing.body[side] = drawing.body[other];
    drawing.anchor[side] = drawing.anchor[other];
    drawing.spatial_anchor[side] = drawing.spatial_anchor[other];
    drawing.axis[side] = drawing.axis[other];
  }
  return drawing;
}

}  // namespace perpend
