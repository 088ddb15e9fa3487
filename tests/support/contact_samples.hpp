// Random outlines of every kind that the table of planar pairs knows, their motions, and their outlines as polylines.
#pragma once

#include <cmath>
#include <numbers>
#include <optional>

#include "kernel/contacts/contact_points.hpp"
#include "kernel/contacts/planar_point.hpp"
#include "kernel/joints/point_motion.hpp"
#include "tests/support/point_features.hpp"
#include "tests/support/random.hpp"
#include "tests/support/shape_forms.hpp"

namespace perpend::test {

/// A body that moves with constant velocities.
struct MovingShape {
  Shape shape;
  BodyMotion<double> start;

  [[nodiscard]] BodyMotion<double> at(double t) const {
    BodyMotion<double> motion = start;
    motion.position += t * start.velocity;
    motion.angle += t * start.spin;
    motion.sin = std::sin(motion.angle);
    motion.cos = std::cos(motion.angle);
    return motion;
  }
};

inline MovingShape place(Shape shape, const Vec2& position, double angle, const Vec2& velocity = Vec2::Zero(),
                         double spin = 0.0) {
  MovingShape placed{std::move(shape), {}};
  placed.start.position = position;
  placed.start.velocity = velocity;
  placed.start.angle = angle;
  placed.start.spin = spin;
  placed.start.sin = std::sin(angle);
  placed.start.cos = std::cos(angle);
  return placed;
}

inline Shape planar_shape(ShapeKind kind, double x = 0.0, double y = 0.0) {
  return with_planar_form({.kind = kind, .size = Vec2(x, y), .vertices = {}});
}
inline Shape polygon_of(std::vector<Vec2> vertices) {
  return with_planar_form({.kind = ShapeKind::polygon, .vertices = std::move(vertices)});
}
inline Shape chain_of(std::vector<Vec2> vertices) {
  return with_planar_form({.kind = ShapeKind::chain, .vertices = std::move(vertices)});
}

/// Vertices on a circle that is stretched: convex, counter-clockwise.
inline std::vector<Vec2> random_convex(Random& random) {
  const int n = 3 + random.below(6);
  const double stretch = random.uniform(0.4, 1.0);
  std::vector<Vec2> vertices;
  for (int i = 0; i < n; ++i) {
    const double angle = 2.0 * std::numbers::pi * (i + random.uniform(0.0, 0.6)) / n;
    vertices.emplace_back(std::cos(angle), stretch * std::sin(angle));
  }
  return vertices;
}

/// Hills and valleys, free above.
inline std::vector<Vec2> random_terrain(Random& random) {
  std::vector<Vec2> vertices;
  for (int i = 0; i <= 8; ++i) vertices.emplace_back(i - 4.0, random.uniform(-0.4, 0.4));
  return vertices;
}

inline Shape random_shape(ShapeKind kind, Random& random) {
  if (kind == ShapeKind::polygon) return polygon_of(random_convex(random));
  if (kind == ShapeKind::chain) return chain_of(random_terrain(random));
  if (kind == ShapeKind::arc) return planar_shape(kind, random.uniform(5.0, 8.0), std::numbers::pi);
  const double x = random.uniform(0.5, 2.0), y = random.uniform(0.3, 0.9);
  return planar_shape(kind, x, y);
}

/// The outline in the world, closed unless it is open, arcs by `arc` points a turn, which lie on them; of the inside of
/// a circle around it, so that what is inside the circle is inside the polyline.
inline std::vector<Vec2> outline(const Shape& shape, const BodyMotion<double>& motion, int arc) {
  const double a = shape.size.x();
  const double b = shape.size.y();
  std::vector<Vec2> points;
  const auto add_arc = [&](const Vec2& radii, double offset) {
    for (int i = 0; i < arc; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / arc - std::numbers::pi / 2.0;
      const double side = i <= arc / 2 ? offset : -offset;
      points.emplace_back(side + radii.x() * std::cos(angle), radii.y() * std::sin(angle));
      if (offset > 0.0 && i == arc / 2) points.emplace_back(-offset, radii.y() * std::sin(angle));
    }
    if (offset > 0.0) points.emplace_back(-offset, -radii.y());
  };
  switch (shape.kind) {
    case ShapeKind::disk:
      add_arc(Vec2(a, a), 0.0);
      break;
    case ShapeKind::arc:
      add_arc(Vec2(a, a) / std::cos(std::numbers::pi / arc), 0.0);
      break;
    case ShapeKind::ellipse:
      add_arc(Vec2(a, b), 0.0);
      break;
    case ShapeKind::capsule:
      add_arc(Vec2(b, b), a / 2.0);
      break;
    case ShapeKind::box:
      points = {Vec2(-a, -b) / 2, Vec2(a, -b) / 2, Vec2(a, b) / 2, Vec2(-a, b) / 2};
      break;
    case ShapeKind::rod:
      points = {Vec2(-a / 2, 0), Vec2(a / 2, 0)};
      break;
    case ShapeKind::halfplane:
      points = {Vec2(-100, 0), Vec2(100, 0)};
      break;
    case ShapeKind::point:
      points = {Vec2::Zero()};
      break;
    default:
      points = shape.vertices;
  }
  const bool is_open = shape.kind == ShapeKind::halfplane || shape.kind == ShapeKind::chain;
  if (!is_open) points.push_back(Vec2(points.front()));
  for (Vec2& point : points) point = Vec2(motion.position + rotate(motion, point));
  return points;
}

inline double distance_to_segment(const Vec2& point, const Vec2& p, const Vec2& q) {
  const Vec2 along = q - p;
  const double squared = along.squaredNorm();
  const double t = squared > 0.0 ? std::clamp((point - p).dot(along) / squared, 0.0, 1.0) : 0.0;
  return (point - p - t * along).norm();
}

/// Between two polylines that do not cross.
inline double distance(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  double least = std::numeric_limits<double>::infinity();
  for (int side = 0; side < 2; ++side) {
    const std::vector<Vec2>& points = side == 0 ? a : b;
    const std::vector<Vec2>& line = side == 0 ? b : a;
    for (const Vec2& point : points)
      for (std::size_t i = 0; i + 1 < line.size(); ++i)
        least = std::min(least, distance_to_segment(point, line[i], line[i + 1]));
  }
  return least;
}

/// Whether two polylines cross.
inline bool outlines_cross(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  const auto parts = [](const Vec2& p, const Vec2& q, const Vec2& u, const Vec2& v) {
    return perp(Vec2(q - p)).dot(u - p) * perp(Vec2(q - p)).dot(v - p) < 0.0;
  };
  for (std::size_t i = 0; i + 1 < a.size(); ++i)
    for (std::size_t j = 0; j + 1 < b.size(); ++j)
      if (parts(a[i], a[i + 1], b[j], b[j + 1]) && parts(b[j], b[j + 1], a[i], a[i + 1])) return true;
  return false;
}

/// Whether a point lies inside a closed polyline.
inline bool is_inside(const std::vector<Vec2>& closed, const Vec2& point) {
  bool inside = false;
  for (std::size_t i = 0; i + 1 < closed.size(); ++i) {
    const Vec2 p = closed[i] - point, q = closed[i + 1] - point;
    if ((p.y() > 0.0) != (q.y() > 0.0) && (perp(p).dot(q) > 0.0) == (q.y() > p.y())) inside = !inside;
  }
  return inside;
}

inline ContactPoints points_between(const MovingShape& a, const MovingShape& b, double margin, double t = 0.0) {
  ContactPoints points;
  find_points(a.shape, a.at(t), b.shape, b.at(t), margin, points);
  return points;
}

inline double least_gap(const ContactPoints& points) {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactPoint& point : points) least = std::min(least, point.gap);
  return least;
}

/// n . (w_dot_1 - w_dot_0), each witness moving with its body.
inline double normal_rate(const MovingShape& a, const MovingShape& b, const ContactPoint& point) {
  const auto velocity = [&](const MovingShape& body, const Vec3& witness) {
    const Vec2 arm = Vec2(witness.x(), witness.y()) - body.start.position;
    return Vec2(body.start.velocity + body.start.spin * perp(arm));
  };
  const Vec2 n(point.normal.x(), point.normal.y());
  return n.dot(Vec2(velocity(b, point.witness[1]) - velocity(a, point.witness[0])));
}

}  // namespace perpend::test
