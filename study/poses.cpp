#include "study/poses.hpp"

namespace perpend {

namespace {

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
