#include "kernel/model.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/state.hpp"
#include "kernel/vocabulary.hpp"

namespace perpend {

void number_unknowns(Model& model) {
  model.num_coordinates = 0;
  for (Body& body : model.bodies) {
    body.dof = body.kind == BodyKind::rigid ? 3 : body.kind == BodyKind::particle ? 2 : 0;
    body.offset = body.dof == 0 ? -1 : model.num_coordinates;
    model.num_coordinates += body.dof;
  }
  model.num_rows = 0;
  for (Joint& joint : model.joints) {
    joint.first_row = model.num_rows;
    joint.num_rows = joint.type->num_rows;
    model.num_rows += joint.num_rows;
  }
}

State initial_state(const Model& model) {
  State state;
  state.q = VectorX::Zero(model.num_coordinates);
  state.v = VectorX::Zero(model.num_coordinates);
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    state.q.segment<2>(body.offset) = body.position;
    state.v.segment<2>(body.offset) = body.velocity;
    if (body.dof < 3) continue;
    state.q[body.offset + 2] = body.angle;
    state.v[body.offset + 2] = body.spin;
  }
  return state;
}

double bounding_radius(const Body& body) {
  const Vec2& size = body.shape.size;
  switch (body.shape.kind) {
    case ShapeKind::point:
      return 0.0;
    case ShapeKind::none:
      return body.mass > 0.0 ? std::sqrt(body.inertia / body.mass) : 0.0;
    case ShapeKind::rod:
      return size.x() / 2.0;
    case ShapeKind::disk:
      return size.x();
    case ShapeKind::box:
      return size.norm() / 2.0;
    case ShapeKind::ellipse:
      return size.maxCoeff();
    case ShapeKind::capsule:
      return size.x() / 2.0 + size.y();
    case ShapeKind::polygon:
      break;
  }
  double radius = 0.0;
  for (const Vec2& vertex : body.shape.vertices) radius = std::max(radius, vertex.norm());
  return radius;
}

double characteristic_length(const Model& model) {
  Vec2 low = Vec2::Zero();
  Vec2 high = Vec2::Zero();
  bool empty = true;
  const auto include = [&](const Vec2& point, double radius) {
    const Vec2 margin(radius, radius);
    low = empty ? Vec2(point - margin) : Vec2(low.cwiseMin(point - margin));
    high = empty ? Vec2(point + margin) : Vec2(high.cwiseMax(point + margin));
    empty = false;
  };
  for (const Body& body : model.bodies) include(body.position, bounding_radius(body));
  for (const Joint& joint : model.joints)
    for (int side = 0; side < 2; ++side)
      if (joint.body[side] == world_body) include(joint.anchor[side], 0.0);
  const double extent = (high - low).norm();
  return extent > 0.0 ? extent : 1.0;
}

}  // namespace perpend
