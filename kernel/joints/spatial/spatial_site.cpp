#include "kernel/joints/spatial/spatial_site.hpp"

#include <cmath>
#include <numbers>
#include <sstream>
#include <string>

#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

Vec3 spatial_position(const Body* body) {
  return body == nullptr ? Vec3(Vec3::Zero()) : body->spatial.position;
}

Matrix3 spatial_rotation(const Body* body) {
  if (body == nullptr || body->kind == BodyKind::particle) return Matrix3::Identity();
  return rotation_matrix(body->spatial.rotation);
}

Vec3 to_body_frame(const Body* body, const Vec3& point) {
  // A particle is one point. An arm that does not turn with it would carry forces with a moment that nothing balances.
  if (body != nullptr && body->kind == BodyKind::particle) return Vec3::Zero();
  return spatial_rotation(body).transpose() * (point - spatial_position(body));
}

std::array<Vec3, 2> spatial_points(const Properties& properties, const JointSite& site) {
  const auto turn = [](const Body* body, const Vec3& arm) { return Vec3(spatial_rotation(body) * arm); };
  return points_of_sides<Vec3>(properties, site, spatial_position, turn);
}

Joint joint_with_anchors(const Properties& properties, const JointSite& site) {
  const std::array<Vec3, 2> points = spatial_points(properties, site);
  Joint joint;
  for (int side = 0; side < 2; ++side) joint.spatial.anchor[side] = to_body_frame(site.body[side], points[side]);
  return joint;
}

Made<Joint> joint_at_point(const Properties& properties, const JointSite& site) {
  if (!has_joint_points(properties))
    return FactoryError{"at", "the point of the joint is missing",
                        "write at = (x, y, z), or at_first or on_first and at_second or on_second"};
  return joint_with_anchors(properties, site);
}

Made<Vec3> unit_direction(const Properties& properties, std::string_view field) {
  const Vec3& given = properties.get<Vec3>(field);
  // Scaled first, so that no square under- or overflows.
  const double scale = given.cwiseAbs().maxCoeff();
  if (!(scale > 0.0) || !given.allFinite())
    return FactoryError{std::string(field), "the " + std::string(field) + " has no direction",
                        "write for instance " + std::string(field) + " = (0, 0, 1)"};
  return Vec3((given / scale).normalized());
}

Matrix3 frame_about(const Vec3& axis) {
  int farthest = 0;
  axis.cwiseAbs().minCoeff(&farthest);
  const Vec3 lean = Vec3::Unit(farthest);
  Matrix3 frame;
  frame.col(0) = axis;
  frame.col(1) = (lean - axis * axis[farthest]).normalized();
  frame.col(2) = cross<double>(frame.col(0), frame.col(1));
  return frame;
}

void set_frames(const JointSite& site, const Matrix3& world, Joint& joint) {
  for (int side = 0; side < 2; ++side)
    joint.spatial.frame[side] = spatial_rotation(site.body[side]).transpose() * world;
}

void hold_frame(const JointSite& site, int side, const Matrix3& world, Joint& joint) {
  joint.spatial.frame[side] = spatial_rotation(site.body[side]).transpose() * world;
  joint.spatial.carrier_frame[side] = spatial_rotation(site.carrier).transpose() * world;
}

Made<Joint> joint_about_axis(const Properties& properties, const JointSite& site, std::string_view axis) {
  Made<Joint> made = joint_at_point(properties, site);
  if (std::holds_alternative<FactoryError>(made)) return made;
  const Made<Vec3> direction = unit_direction(properties, axis);
  if (const auto* error = std::get_if<FactoryError>(&direction)) return *error;
  set_frames(site, frame_about(std::get<Vec3>(direction)), std::get<Joint>(made));
  if (auto error = tilt_second_axis(properties, std::string(axis) + "_on_second", std::get<Joint>(made))) return *error;
  return made;
}

std::optional<FactoryError> tilt_second_axis(const Properties& properties, const std::string& field, Joint& joint) {
  if (!properties.has(field)) return std::nullopt;
  const Made<Vec3> made = unit_direction(properties, field);
  if (const auto* error = std::get_if<FactoryError>(&made)) return *error;
  const Vec3& to = std::get<Vec3>(made);
  Matrix3& frame = joint.spatial.frame[1];
  const Vec3 from = frame.col(0);
  const double cosine = from.dot(to);
  if (!(cosine > 0.0)) {
    const double degrees = std::atan2(cross<double>(from, to).norm(), cosine) * 180.0 / std::numbers::pi;
    return FactoryError{field,
                        "the axes of the two bodies are " + std::to_string(std::lround(degrees)) +
                            " deg apart at the start, and a joint needs less than 90",
                        cosine < 0.0 ? "turn the sign of one of them, or place the bodies nearer to how they close"
                                     : "place the bodies nearer to how they close"};
  }
  // R = 1 + [w] + [w]^2 / (1 + from . to) with w = from x to turns `from` to `to`.
  const Vec3 w = cross<double>(from, to);
  for (int i = 0; i < 3; ++i) {
    const Vec3 column = frame.col(i);
    const Vec3 once = cross<double>(w, column);
    frame.col(i) = column + once + cross<double>(w, once) / (1.0 + cosine);
  }
  frame.col(0) = to;
  return std::nullopt;
}

void start_slide_at_zero(const JointSite& site, Joint& joint) {
  std::array<Vec3, 2> point;
  for (int side = 0; side < 2; ++side)
    point[side] = spatial_position(site.body[side]) + spatial_rotation(site.body[side]) * joint.spatial.anchor[side];
  const Vec3 axis = spatial_rotation(site.body[0]) * joint.spatial.frame[0].col(0);
  joint.spatial.anchor[0] += joint.spatial.frame[0].col(0) * axis.dot(point[1] - point[0]);
}

std::string text(const Vec3& vector) {
  std::ostringstream out;
  out << '(' << vector.x() << ", " << vector.y() << ", " << vector.z() << ')';
  return out.str();
}

std::optional<FactoryError> hold_axes(const Properties& properties, const JointSite& site,
                                      std::array<const char*, 2> fields, Joint& joint) {
  for (int side = 0; side < 2; ++side) {
    const Made<Vec3> axis = unit_direction(properties, fields[static_cast<std::size_t>(side)]);
    if (const auto* error = std::get_if<FactoryError>(&axis)) return *error;
    hold_frame(site, side, frame_about(std::get<Vec3>(axis)), joint);
  }
  return std::nullopt;
}

}  // namespace perpend
