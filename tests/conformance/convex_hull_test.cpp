// Hulls of points: which points are corners, faces as whole polygons, volume and inertia of solids that are known.
#include <boost/test/unit_test.hpp>
#include <numbers>

#include "kernel/model/hull_size.hpp"
#include "kernel/model/numbers/rotation.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/shapes/spatial/convex_hull.hpp"
#include "tests/support/schema_values.hpp"

namespace perpend::test::of_convex_hull {

namespace {

using Geometry = SpatialShapeType::Geometry;

constexpr double rounding = 1e-13;  // sums over some dozen tetrahedra of size 1

Properties arguments_of(const std::vector<Vec3>& points) {
  return properties_of({{"points", points}});
}

Shape shape_of(const std::vector<Vec3>& points) {
  return std::get<Shape>(spatial_hull_shape.make(arguments_of(points)));
}

Geometry geometry_of(const std::vector<Vec3>& points) {
  return std::get<Geometry>(spatial_hull_shape.geometry(arguments_of(points)));
}

Matrix3 tensor(const Geometry& geometry) {
  Matrix3 result = geometry.unit_inertia.asDiagonal();
  result(1, 2) = result(2, 1) = geometry.unit_products.x();
  result(2, 0) = result(0, 2) = geometry.unit_products.y();
  result(0, 1) = result(1, 0) = geometry.unit_products.z();
  return result;
}

std::vector<Vec3> box_corners(const Vec3& size) {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i)
    points.push_back(
        Vec3((i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5, (i & 4) != 0 ? 0.5 : -0.5).cwiseProduct(size));
  return points;
}

/// Corners a face, in increasing order.
std::vector<int> face_sizes(const Shape& shape) {
  std::vector<int> sizes;
  for (std::size_t at = 0; at < shape.faces.size(); at += static_cast<std::size_t>(shape.faces[at]) + 1)
    sizes.push_back(shape.faces[at]);
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

std::vector<Vec3> dodecahedron() {
  const double phi = std::numbers::phi;
  std::vector<Vec3> points = box_corners(Vec3::Constant(2.0));
  for (const double a : {-1.0 / phi, 1.0 / phi})
    for (const double b : {-phi, phi}) {
      points.emplace_back(0.0, a, b);
      points.emplace_back(a, b, 0.0);
      points.emplace_back(b, 0.0, a);
    }
  return points;
}

std::string refused(const std::vector<Vec3>& points) {
  const auto made = spatial_hull_shape.make(arguments_of(points));
  const auto* error = std::get_if<FactoryError>(&made);
  return error != nullptr && error->field == "points" ? error->message : "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(convex_hulls)

BOOST_AUTO_TEST_CASE(points_inside_on_faces_and_on_edges_are_no_corners) {
  std::vector<Vec3> points = box_corners(Vec3(1.0, 2.0, 3.0));
  for (const Vec3& more : {Vec3(0.1, 0.2, 0.3), Vec3(0.5, 0.1, 0.2), Vec3(0.5, 1.0, 0.4), Vec3(0.0, 0.0, 1.5)})
    points.insert(points.begin() + 3, more);
  const Shape shape = shape_of(points);
  BOOST_TEST(shape.points.size() == 8);
  BOOST_TEST((face_sizes(shape) == std::vector<int>{4, 4, 4, 4, 4, 4}));
}

BOOST_AUTO_TEST_CASE(a_box_of_points_is_the_box_wherever_it_lies_and_however_it_is_turned) {
  const Vec3 size(1.0, 2.0, 3.0);
  const Vec3 s = size.cwiseAbs2() / 12.0;
  const Matrix3 expected = Vec3(s.y() + s.z(), s.z() + s.x(), s.x() + s.y()).asDiagonal();
  Random random(5);
  for (int i = 0; i < 10; ++i) {
    const Matrix3 turn = rotation_matrix(quaternion_exponential<double>(Vec3(random.vector(3, 2.0))));
    const Vec3 shift = random.vector(3, 5.0);
    std::vector<Vec3> points = box_corners(size);
    for (Vec3& point : points) point = turn * point + shift;
    const Geometry geometry = geometry_of(points);
    BOOST_TEST(std::abs(geometry.volume - 6.0) < rounding);
    BOOST_TEST((tensor(geometry) - turn * expected * turn.transpose()).norm() < rounding);
    Vec3 mean = Vec3::Zero();
    for (const Vec3& point : shape_of(points).points) mean += point;
    BOOST_TEST(mean.norm() < rounding);
  }
}

BOOST_AUTO_TEST_CASE(regular_solids_have_their_faces_volumes_and_moments) {
  const Shape twelve = shape_of(dodecahedron());
  BOOST_TEST((face_sizes(twelve) == std::vector<int>(12, 5)));
  // Edge 2/phi: volume (15 + 7 sqrt 5) / 4 edge^3.
  const double edge = 2.0 / std::numbers::phi;
  const Geometry geometry = geometry_of(dodecahedron());
  BOOST_TEST(std::abs(geometry.volume - (15.0 + 7.0 * std::sqrt(5.0)) / 4.0 * edge * edge * edge) < 10.0 * rounding);
  BOOST_TEST(geometry.unit_products.norm() < rounding);
  BOOST_TEST((geometry.unit_inertia - Vec3::Constant(geometry.unit_inertia.mean())).norm() < rounding);
  // The corner of a cube: centroid a quarter along each edge, moments about it 3 a^2 / 40, products a^2 / 80.
  const Geometry corner = geometry_of({Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()});
  BOOST_TEST(std::abs(corner.volume - 1.0 / 6.0) < rounding);
  BOOST_TEST((corner.unit_inertia - Vec3::Constant(3.0 / 40.0)).norm() < rounding);
  BOOST_TEST((corner.unit_products - Vec3::Constant(1.0 / 80.0)).norm() < rounding);
}

BOOST_AUTO_TEST_CASE(every_point_lies_behind_every_face_of_a_random_hull_and_its_faces_close) {
  Random random(9);
  for (int i = 0; i < 6; ++i) {
    // Once all that a hull may have, all of them corners.
    std::vector<Vec3> points;
    for (int k = 0; k < (i == 5 ? max_hull_points : 40); ++k) points.push_back(random.vector(3, 1.0));
    if (i == 5)
      for (Vec3& point : points) point.normalize();
    const ConvexHull hull = convex_hull(points).value();
    if (i == 5) BOOST_TEST(hull.points.size() == points.size());
    std::size_t num_sides = 0;
    std::size_t num_faces = 0;
    for (std::size_t at = 0; at < hull.faces.size(); at += static_cast<std::size_t>(hull.faces[at]) + 1) {
      const auto corner = [&](std::size_t k) { return hull.points[static_cast<std::size_t>(hull.faces[at + k])]; };
      const Vec3 normal = cross(Vec3(corner(2) - corner(1)), Vec3(corner(3) - corner(1))).normalized();
      for (const Vec3& point : points) BOOST_TEST(normal.dot(point - corner(1)) < rounding);
      num_sides += static_cast<std::size_t>(hull.faces[at]);
      ++num_faces;
    }
    BOOST_TEST(hull.points.size() + num_faces == num_sides / 2 + 2);  // Euler
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_solid_is_refused) {
  BOOST_TEST(refused({Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()}) == "a hull needs at least 4 points");
  const std::string flat = "the hull of the points is not a solid";
  BOOST_TEST(refused({Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3(1.0, 1.0, 0.0)}) == flat);
  BOOST_TEST(refused(std::vector<Vec3>(10, Vec3(1.0, 2.0, 3.0))) == flat);
  BOOST_TEST(refused({Vec3::Zero(), Vec3::UnitX(), 2.0 * Vec3::UnitX(), 3.0 * Vec3::UnitX()}) == flat);
  BOOST_TEST(refused(std::vector<Vec3>(257, Vec3::Zero())) == "a hull takes at most 256 points, found 257");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_convex_hull
