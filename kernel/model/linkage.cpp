#include "kernel/model/linkage.hpp"

#include <numeric>

#include "kernel/model/numbers/disjoint_sets.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

Vec3 lifted(const Vec2& point) {
  return {point.x(), point.y(), 0.0};
}

bool moves(const Model& model, int body) {
  return body != world_body && model.bodies[body].kind != BodyKind::fixed;
}

/// For each body one of its linkage: the same for all bodies of it.
std::vector<int> linkages(const Model& model) {
  std::vector<int> parent(model.bodies.size());
  std::iota(parent.begin(), parent.end(), 0);
  for (const Joint& joint : model.joints)
    if (moves(model, joint.body[0]) && moves(model, joint.body[1])) unite_sets(parent, joint.body[0], joint.body[1]);
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = least_of_set(parent, static_cast<int>(i));
  return parent;
}

}  // namespace

void Box::include(const Vec3& point, const Vec3& margin) {
  low = is_empty ? Vec3(point - margin) : Vec3(low.cwiseMin(point - margin));
  high = is_empty ? Vec3(point + margin) : Vec3(high.cwiseMax(point + margin));
  is_empty = false;
}

void Box::include(const Model& model, const Body& body) {
  const double r = bounding_radius(body);
  if (model.space == Space::planar)
    include(lifted(body.position), Vec3(r, r, 0.0));
  else
    include(body.spatial.position, Vec3(r, r, r));
}

Vec3 anchor_point(const Model& model, const Joint& joint, int side) {
  const bool is_planar = model.space == Space::planar;
  if (joint.body[side] == world_body) return is_planar ? lifted(joint.anchor[side]) : joint.spatial.anchor[side];
  const Body& body = model.bodies[joint.body[side]];
  if (!is_planar) return body.spatial.position + rotation_matrix(body.spatial.rotation) * joint.spatial.anchor[side];
  const SinCos<double> turn = sin_cos(body.angle);
  const Vec2& arm = joint.anchor[side];
  return lifted(body.position + Vec2(turn.cos * arm.x() - turn.sin * arm.y(), turn.sin * arm.x() + turn.cos * arm.y()));
}

std::vector<double> linkage_sizes(const Model& model) {
  const std::vector<int> linkage = linkages(model);
  std::vector<Box> boxes(model.bodies.size());
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (moves(model, static_cast<int>(i))) boxes[linkage[i]].include(model, model.bodies[i]);
  const auto box_of = [&](const Joint& joint) -> Box* {
    for (const int body : joint.body)
      if (moves(model, body)) return &boxes[linkage[body]];
    return nullptr;
  };
  for (const Joint& joint : model.joints)
    for (int side = 0; box_of(joint) != nullptr && side < 2; ++side)
      box_of(joint)->include(anchor_point(model, joint, side));
  const double whole = characteristic_length(model);
  std::vector<double> sizes;
  for (const Joint& joint : model.joints) {
    const Box* box = box_of(joint);
    const double size = box == nullptr ? 0.0 : box->diagonal();
    sizes.push_back(size > 0.0 ? size : whole);
  }
  return sizes;
}

}  // namespace perpend
