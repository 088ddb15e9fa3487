// Random solids of every kind that the table of pairs in space knows, their motions, and what is known of them besides:
// their farthest points and which points they hold.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "kernel/contacts/contact_points.hpp"
#include "kernel/contacts/spatial/spatial_point.hpp"
#include "kernel/model/numbers/rotation.hpp"
#include "kernel/shapes/spatial/convex_hull.hpp"
#include "tests/support/point_features.hpp"
#include "tests/support/random.hpp"
#include "tests/support/shape_forms.hpp"

namespace perpend::test {

/// A body that moves with constant velocities.
struct MovingSolid {
  Shape shape;
  SpatialMotion<double> start{};

  [[nodiscard]] SpatialMotion<double> at(double t) const {
    SpatialMotion<double> motion = start;
    motion.position += t * start.velocity;
    motion.rotation = rotation_matrix(quaternion_exponential<double>(t * start.spin)) * start.rotation;
    return motion;
  }
};

inline Shape solid(ShapeKind kind, double x = 0.0, double y = 0.0, double z = 0.0) {
  Shape shape = with_spatial_form(kind);
  shape.extent = Vec3(x, y, z);
  return shape;
}

inline Shape hull_of(const std::vector<Vec3>& points) {
  const ConvexHull hull = convex_hull(points).value();
  const Vec3 centroid = solid_moments(hull).centroid;
  Shape shape = solid(ShapeKind::hull);
  for (const Vec3& point : hull.points) shape.points.push_back(point - centroid);
  shape.faces = hull.faces;
  return shape;
}

inline MovingSolid place(Shape shape, const Vec3& position, const Vec3& turn = Vec3::Zero(),
                         const Vec3& velocity = Vec3::Zero(), const Vec3& spin = Vec3::Zero()) {
  MovingSolid placed{std::move(shape)};
  placed.start.position = position;
  placed.start.rotation = rotation_matrix(quaternion_exponential<double>(turn));
  placed.start.velocity = velocity;
  placed.start.spin = spin;
  return placed;
}

inline Vec3 random_vector(Random& random, double size) {
  return random.vector(3, size);
}

inline Shape random_solid(ShapeKind kind, Random& random) {
  const auto of_extent = [&](const Vec3& extent) { return solid(kind, extent.x(), extent.y(), extent.z()); };
  switch (kind) {
    case ShapeKind::hull: {
      std::vector<Vec3> points;
      for (int i = 0; i < 12; ++i) points.push_back(random_vector(random, 1.0));
      return hull_of(points);
    }
    case ShapeKind::rod:
      return of_extent(Vec3{random.uniform(1.0, 2.0), random.uniform(0.1, 0.4), 0.0});
    case ShapeKind::capsule:
    case ShapeKind::cylinder:
      return of_extent(Vec3{random.uniform(0.4, 1.6), random.uniform(0.2, 0.8), 0.0});
    case ShapeKind::box:
      return of_extent(Vec3{random.uniform(0.4, 1.6), random.uniform(0.4, 1.6), random.uniform(0.4, 1.6)});
    case ShapeKind::ellipsoid:
      return of_extent(Vec3{random.uniform(0.4, 1.0), random.uniform(0.4, 1.0), random.uniform(0.4, 1.0)});
    case ShapeKind::sphere:
      return solid(kind, random.uniform(0.2, 0.8));
    case ShapeKind::bowl:
      return solid(kind, random.uniform(5.0, 8.0), std::numbers::pi);
    default:
      return solid(kind);
  }
}

/// Half the length of the axis of a rod or capsule within its rounding.
inline double half_axis(const Shape& shape) {
  return shape.extent.x() / 2.0 - (shape.kind == ShapeKind::rod ? shape.extent.y() : 0.0);
}

/// Largest n . x over the solid, n unit.
inline double reach(const MovingSolid& body, const Vec3& n) {
  const Vec3 w = body.start.rotation.transpose() * n;
  const Vec3& e = body.shape.extent;
  double h = 0.0;
  switch (body.shape.kind) {
    case ShapeKind::sphere:
      h = e.x();
      break;
    case ShapeKind::rod:
    case ShapeKind::capsule:
      h = half_axis(body.shape) * std::abs(w.x()) + e.y();
      break;
    case ShapeKind::cylinder:
      h = e.x() / 2.0 * std::abs(w.x()) + e.y() * std::hypot(w.y(), w.z());
      break;
    case ShapeKind::box:
      h = e.cwiseProduct(w).cwiseAbs().sum() / 2.0;
      break;
    case ShapeKind::ellipsoid:
      h = e.cwiseProduct(w).norm();
      break;
    case ShapeKind::hull:
      h = -std::numeric_limits<double>::infinity();
      for (const Vec3& point : body.shape.points) h = std::max(h, w.dot(point));
      break;
    default:
      break;
  }
  return n.dot(body.start.position) + h;
}

/// By how much n . x of the second is at least above that of the first. A half space separates along its normal alone;
/// a bowl by what is left between the second and the tangent plane at -n.
inline double separation(const MovingSolid& a, const MovingSolid& b, const Vec3& n) {
  if (a.shape.kind == ShapeKind::bowl) return a.shape.extent.x() - reach(b, -n) - n.dot(a.start.position);
  return -reach(b, -n) - reach(a, n);
}

/// How far a point lies outside the solid at most, in some measure of the size of a length; 0 or less: inside.
inline double excess(const MovingSolid& body, const Vec3& point) {
  const Vec3 x = body.start.rotation.transpose() * (point - body.start.position);
  const Vec3& e = body.shape.extent;
  switch (body.shape.kind) {
    case ShapeKind::sphere:
      return x.norm() - e.x();
    case ShapeKind::rod:
    case ShapeKind::capsule:
      return (x - Vec3(std::clamp(x.x(), -half_axis(body.shape), half_axis(body.shape)), 0.0, 0.0)).norm() - e.y();
    case ShapeKind::cylinder:
      return std::max(std::abs(x.x()) - e.x() / 2.0, std::hypot(x.y(), x.z()) - e.y());
    case ShapeKind::box:
      return (x.cwiseAbs() - e / 2.0).maxCoeff();
    case ShapeKind::ellipsoid:
      return x.cwiseQuotient(e).norm() - 1.0;
    case ShapeKind::halfspace:
      return x.z();
    case ShapeKind::bowl:
      return e.x() - x.norm();
    case ShapeKind::hull: {
      double most = -std::numeric_limits<double>::infinity();
      const std::vector<int>& faces = body.shape.faces;
      for (std::size_t at = 0; at < faces.size(); at += static_cast<std::size_t>(faces[at]) + 1) {
        const auto corner = [&](std::size_t i) { return body.shape.points[static_cast<std::size_t>(faces[at + i])]; };
        const Vec3 normal = cross(Vec3(corner(2) - corner(1)), Vec3(corner(3) - corner(1))).normalized();
        most = std::max(most, normal.dot(x - corner(1)));
      }
      return most;
    }
    default:
      return x.norm();
  }
}

inline ContactPoints points_between(const MovingSolid& a, const MovingSolid& b, double margin, double t = 0.0) {
  ContactPoints points;
  find_points(a.shape, a.at(t), b.shape, b.at(t), margin, points);
  return points;
}

inline ContactPoint nearest_of(const ContactPoints& points) {
  return *std::min_element(points.begin(), points.end(),
                           [](const ContactPoint& a, const ContactPoint& b) { return a.gap < b.gap; });
}

/// n . (w_dot_1 - w_dot_0), each witness moving with its body.
inline double normal_rate(const MovingSolid& a, const MovingSolid& b, const ContactPoint& point) {
  const auto velocity = [&](const MovingSolid& body, const Vec3& witness) {
    return Vec3(body.start.velocity + cross(body.start.spin, Vec3(witness - body.start.position)));
  };
  return point.normal.dot(Vec3(velocity(b, point.witness[1]) - velocity(a, point.witness[0])));
}

}  // namespace perpend::test
