#include "kernel/joints/carrier.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/Geometry>

#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

namespace {

const Body* body_at(const Model& model, int index) {
  return index == world_body ? nullptr : &model.bodies[static_cast<std::size_t>(index)];
}

bool is_immovable(const Model& model, int index) {
  return index == world_body || body_at(model, index)->kind == BodyKind::fixed;
}

/// Axes of a scene are printed with ten digits or so: parallel up to these.
constexpr double parallel = 1e-9;

/// The axis that `joint` has in the body `index`, against the one that a gear or rack has there.
bool has_axis(const Model& model, const Joint& joint, int index, const Vec3& axis) {
  if (model.space == Space::planar) return true;
  const std::size_t side = joint.body[0] == index ? 0 : 1;
  const Vec3 own = spatial_rotation(body_at(model, index)) * joint.spatial.frame[side].col(0);
  return own.cross(axis).norm() <= parallel;
}

/// In the plane a rack slides along the axis of its slide, which the first body holds.
bool has_line(const Model& model, const Joint& joint, const Vec2& line) {
  if (model.space == Space::spatial) return true;
  const Vec2 own = direction_to_world(body_at(model, joint.body[0]), joint.axis);
  return std::abs(own.x() * line.y() - own.y() * line.x()) <= parallel;
}

bool is_held(const Model& model, const Joint& carried, int side) {
  const int index = carried.body[static_cast<std::size_t>(side)];
  if (is_immovable(model, index)) return true;
  const Guide needed = carried.type->guided[static_cast<std::size_t>(side)];
  const Vec3 axis = carried.spatial.carrier_frame[static_cast<std::size_t>(side)].col(0);
  return std::any_of(model.joints.begin(), model.joints.end(), [&](const Joint& joint) {
    const bool to_world = (joint.body[0] == index && is_immovable(model, joint.body[1])) ||
                          (joint.body[1] == index && is_immovable(model, joint.body[0]));
    if (!to_world || joint.type->guide != needed || !has_axis(model, joint, index, axis)) return false;
    return needed != Guide::line || has_line(model, joint, carried.axis);
  });
}

}  // namespace

std::optional<int> side_not_held_by_world(const Model& model, const Joint& carried) {
  for (const int side : {0, 1})
    if (!is_held(model, carried, side)) return side;
  return std::nullopt;
}

}  // namespace perpend
