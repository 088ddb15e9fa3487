#include "kernel/joints/joint_site.hpp"

#include "kernel/model/numbers/trigonometry.hpp"

namespace perpend {

Vec2 initial_position(const Body* body) {
  return body == nullptr ? Vec2(Vec2::Zero()) : body->position;
}

double initial_angle(const Body* body) {
  return body == nullptr || body->kind == BodyKind::particle ? 0.0 : body->angle;
}

Vec2 direction_to_body_frame(const Body* body, const Vec2& direction) {
  const SinCos<double> turn = sin_cos(initial_angle(body));
  return {turn.cos * direction.x() + turn.sin * direction.y(), turn.cos * direction.y() - turn.sin * direction.x()};
}

Vec2 direction_to_world(const Body* body, const Vec2& direction) {
  const SinCos<double> turn = sin_cos(initial_angle(body));
  return {turn.cos * direction.x() - turn.sin * direction.y(), turn.sin * direction.x() + turn.cos * direction.y()};
}

Vec2 to_body_frame(const Body* body, const Vec2& point) {
  // A particle is one point. An arm that does not turn with it would carry forces with a moment that nothing balances.
  if (body != nullptr && body->kind == BodyKind::particle) return Vec2::Zero();
  return direction_to_body_frame(body, point - initial_position(body));
}

bool has_joint_points(const Properties& properties) {
  if (properties.has("at")) return true;
  const bool has_first = properties.has("at_first") || properties.has("on_first");
  return has_first && (properties.has("at_second") || properties.has("on_second"));
}

std::array<Vec2, 2> planar_points(const Properties& properties, const JointSite& site) {
  return points_of_sides<Vec2>(properties, site, initial_position, direction_to_world);
}

std::array<Vec2, 2> anchors(const Properties& properties, const JointSite& site) {
  const std::array<Vec2, 2> points = planar_points(properties, site);
  return {to_body_frame(site.body[0], points[0]), to_body_frame(site.body[1], points[1])};
}

Made<std::array<Vec2, 2>> required_anchors(const Properties& properties, const JointSite& site) {
  if (!has_joint_points(properties))
    return FactoryError{"at", "the point of the joint is missing",
                        "write at = (x, y), or at_first or on_first and at_second or on_second"};
  return anchors(properties, site);
}

}  // namespace perpend
