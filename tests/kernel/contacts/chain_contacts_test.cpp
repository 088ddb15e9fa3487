// Chains: ground without ghosts at its joints, corners, containers.
#include <boost/test/unit_test.hpp>

#include "tests/support/contact_samples.hpp"

namespace perpend::test::of_chain_contacts {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double tolerance = 64.0 * eps;

MovingShape chain(std::vector<Vec2> vertices, double angle = 0.0) {
  return place(chain_of(std::move(vertices)), Vec2::Zero(), angle);
}

MovingShape of_kind(ShapeKind kind, double x, double y, const Vec2& at, double angle = 0.0) {
  return place(planar_shape(kind, x, y), at, angle);
}

std::vector<Vec2> container() {
  return {Vec2(0, 0), Vec2(4, 0), Vec2(4, 3), Vec2(0, 3), Vec2(0, 0)};
}

std::vector<Vec2> island() {
  return {Vec2(0, 0), Vec2(0, 1), Vec2(4, 1), Vec2(4, 0), Vec2(0, 0)};
}

bool has_normal(const ContactPoints& points, const Vec2& normal, double gap) {
  for (const ContactPoint& point : points)
    if ((point.normal - in_plane(normal)).norm() <= tolerance && std::abs(point.gap - gap) <= tolerance) return true;
  return false;
}

/// A corner of a chain, at the origin, and a convex polygon that overlaps it.
struct Corner {
  std::array<Vec2, 2> normals;  ///< of its segments
  std::vector<Vec2> polygon;

  /// How high the polygon is over the corner along n.
  [[nodiscard]] double height(const Vec2& n) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Vec2& vertex : polygon) least = std::min(least, n.dot(vertex));
    return least;
  }
  [[nodiscard]] bool has_between(const Vec2& n) const {
    return cross(normals[0], n) < 0.0 && cross(n, normals[1]) < 0.0 && n.dot(normals[0] + normals[1]) > 0.0;
  }
  /// The largest height among the normals of the corner, which are those of its segments, those of edges and the
  /// directions to vertices: above 0 the two do not overlap.
  [[nodiscard]] double separation() const {
    double most = std::max(height(normals[0]), height(normals[1]));
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec2 edge = polygon[(i + 1) % polygon.size()] - polygon[i];
      for (const Vec2& n : {Vec2(perp(edge).normalized()), Vec2(polygon[i].normalized())})
        if (has_between(n)) most = std::max(most, height(n));
    }
    return most;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(chain_contacts)

/// What the solver sees is the same, so the motion is the same.
BOOST_AUTO_TEST_CASE(a_flat_chain_of_ten_segments_is_a_half_plane) {
  const double slope = 0.3;
  std::vector<Vec2> vertices;
  for (int i = 0; i <= 10; ++i) vertices.emplace_back(0.7 * (i - 5), 0.1 * (i - 5));
  const double tilt = std::atan2(0.1, 0.7);
  const MovingShape ground = chain(vertices, slope);
  const MovingShape plane = of_kind(ShapeKind::halfplane, 0, 0, Vec2::Zero(), slope + tilt);
  const Vec2 along(std::cos(slope + tilt), std::sin(slope + tilt));
  const std::vector<MovingShape> bodies{
      of_kind(ShapeKind::box, 1.0, 0.6, Vec2::Zero()), of_kind(ShapeKind::disk, 0.3, 0.0, Vec2::Zero()),
      of_kind(ShapeKind::ellipse, 0.6, 0.3, Vec2::Zero()), of_kind(ShapeKind::capsule, 0.8, 0.3, Vec2::Zero()),
      of_kind(ShapeKind::rod, 0.8, 0.0, Vec2::Zero())};
  for (const MovingShape& body : bodies)
    for (const double height : {0.29, 0.3 - 1e-9, 0.3, 0.3 + 1e-9, 0.35})
      for (const double lean : {0.0, 1e-9, -1e-3, 0.1})
        for (int step = 0; step <= 100; ++step) {
          const Vec2 at = (-2.5 + 0.05 * step) * along + height * perp(along);
          const MovingShape moved = place(body.shape, at, slope + tilt + lean, Vec2(along), 0.5);
          const ContactPoints expected = points_between(plane, moved, 0.2);
          const ContactPoints points = points_between(ground, moved, 0.2);
          BOOST_TEST_REQUIRE(points.size() == expected.size());
          for (const ContactPoint& wanted : expected) {
            double closest = 1.0;
            for (const ContactPoint& point : points)
              closest = std::min(closest, std::abs(point.gap - wanted.gap) + (point.normal - wanted.normal).norm() +
                                              std::abs(point.convective - wanted.convective) +
                                              (point.witness[0] - wanted.witness[0]).norm());
            BOOST_TEST(closest <= tolerance);
          }
        }
}

BOOST_AUTO_TEST_CASE(a_disk_rounds_a_convex_corner_at_its_radius) {
  const MovingShape ledge = chain({Vec2(-3, 0), Vec2(0, 0), Vec2(0, -3)});
  for (const double angle : {0.1, 0.5, 1.0, 1.5}) {
    const Vec2 n(std::cos(angle), std::sin(angle));
    const ContactPoints points = points_between(ledge, of_kind(ShapeKind::disk, 0.5, 0, 0.6 * n), 0.2);
    BOOST_TEST_REQUIRE(points.size() == 1U);
    BOOST_TEST(has_normal(points, n, 0.1));
  }
}

BOOST_AUTO_TEST_CASE(a_box_that_hangs_over_the_end_of_a_chain_rests_on_the_end) {
  const MovingShape table = chain({Vec2(-3, 0), Vec2(-1, 0), Vec2(0, 0)});
  const ContactPoints points = points_between(table, of_kind(ShapeKind::box, 2, 1, Vec2(-0.2, 0.5)), 0.1);
  BOOST_TEST_REQUIRE(points.size() == 2U);
  for (const ContactPoint& point : points) BOOST_TEST(has_normal({point}, Vec2(0, 1), 0.0));
  const double right = std::max(points[0].witness[1].x(), points[1].witness[1].x());
  BOOST_TEST(std::abs(right) <= tolerance);
}

BOOST_AUTO_TEST_CASE(a_disk_in_the_corner_of_a_container_touches_both_walls) {
  const MovingShape walls = chain(container());
  const ContactPoints points = points_between(walls, of_kind(ShapeKind::disk, 0.5, 0, Vec2(3.4, 0.55)), 0.2);
  BOOST_TEST(points.size() == 2U);
  BOOST_TEST(has_normal(points, Vec2(0, 1), 0.05));
  BOOST_TEST(has_normal(points, Vec2(-1, 0), 0.1));
}

BOOST_AUTO_TEST_CASE(a_box_a_little_in_the_floor_still_sees_the_wall) {
  const MovingShape walls = chain(container());
  for (const double depth : {0.0, 1e-12, 1e-6, 1e-2})
    for (const double gap : {0.05, 0.0, -1e-9, -1e-2}) {
      const Vec2 at(3.5 - gap, 0.5 - depth);
      const ContactPoints points = points_between(walls, of_kind(ShapeKind::box, 1, 1, at), 0.1);
      BOOST_TEST(points.size() == 4U);
      BOOST_TEST(has_normal(points, Vec2(0, 1), -depth));
      BOOST_TEST(has_normal(points, Vec2(-1, 0), gap));
    }
}

BOOST_AUTO_TEST_CASE(a_corner_that_slides_toward_a_ramp_sees_it_before_it_is_there) {
  const MovingShape ramp = chain({Vec2(-3, 0), Vec2(0, 0), Vec2(2, 2)});
  const ContactPoints points = points_between(ramp, of_kind(ShapeKind::box, 1, 1, Vec2(-0.6, 0.5)), 0.15);
  BOOST_TEST(has_normal(points, Vec2(0, 1), 0.0));
  BOOST_TEST(has_normal(points, Vec2(-std::sqrt(0.5), std::sqrt(0.5)), 0.1 * std::sqrt(0.5)));
}

BOOST_AUTO_TEST_CASE(a_body_on_a_closed_outline_is_held_by_the_side_that_it_is_on) {
  const MovingShape solid = chain(island());
  for (const double height : {0.02, 0.0, -0.02, -0.2}) {
    const MovingShape body = of_kind(ShapeKind::box, 1, 1, Vec2(2, 1.5 + height));
    const ContactPoints points = points_between(solid, body, 0.3);
    BOOST_TEST(points.size() == 2U);
    for (const ContactPoint& point : points) BOOST_TEST(has_normal({point}, Vec2(0, 1), height));
  }
}

BOOST_AUTO_TEST_CASE(only_segments_near_the_body_are_compared) {
  const MovingShape walls = chain(container());
  BOOST_TEST(points_between(walls, of_kind(ShapeKind::disk, 0.5, 0, Vec2(2, 1.5)), 0.5).empty());
  BOOST_TEST(points_between(walls, of_kind(ShapeKind::disk, 0.5, 0, Vec2(2, 1.5)), 1.01).size() == 2U);
}

/// However far it is through: against the shortest way out of the solid behind two long segments.
BOOST_AUTO_TEST_CASE(a_polygon_that_a_peak_has_passed_through_is_as_deep_as_its_shortest_way_out) {
  Random random(11);
  int num_pierced = 0;
  for (int i = 0; i < 20000; ++i) {
    const double half = random.uniform(0.05, 1.5);
    const double lean = random.uniform(-0.4, 0.4) * (1.55 - half);
    const Vec2 left(-8.0 * std::sin(half + lean), -8.0 * std::cos(half + lean));
    const Vec2 right(8.0 * std::sin(half - lean), -8.0 * std::cos(half - lean));
    std::vector<Vec2> outline = random_convex(random);
    const double length = random.uniform(0.1, 0.5), width = length * random.uniform(0.02, 1.0);
    for (Vec2& vertex : outline) vertex = Vec2(length * vertex.x(), width * vertex.y());
    const Vec2 at(random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.2));
    const MovingShape body = place(polygon_of(outline), at, random.uniform(-3.0, 3.0));
    Corner corner{{perp(Vec2(-left)).normalized(), perp(right).normalized()}, {}};
    for (const Vec2& vertex : outline) corner.polygon.push_back(body.start.position + rotate(body.start, vertex));
    std::vector<Vec2> closed = corner.polygon;
    closed.push_back(closed.front());
    const double separation = corner.separation();
    if (separation > -1e-6 || is_inside(closed, Vec2::Zero())) continue;
    ++num_pierced;
    const double gap = least_gap(points_between(chain({left, Vec2::Zero(), right}), body, 0.0));
    BOOST_TEST(std::abs(gap - separation) <= tolerance, i << ": " << gap << ", " << separation);
  }
  BOOST_TEST(num_pierced > 5000);
}

/// The solid between a peak and the body is that of a ledge, which the body touches from below.
BOOST_AUTO_TEST_CASE(a_box_under_a_ledge_does_not_see_the_peak_on_top) {
  const MovingShape ledge = chain({Vec2(-5, 0), Vec2(0, 0.1), Vec2(2, 0), Vec2(2, -0.2), Vec2(-3, -0.2), Vec2(-3, -3)});
  for (const double depth : {1e-9, 1e-6, 1e-3, 0.05}) {
    const ContactPoints points = points_between(ledge, of_kind(ShapeKind::box, 1, 0.5, Vec2(0, depth - 0.45)), 0.01);
    BOOST_TEST(points.size() == 2U);
    for (const ContactPoint& point : points) BOOST_TEST(has_normal({point}, Vec2(0, -1), -depth));
  }
}

/// The least gap falls and rises without steps on the way over hills, into valleys and past the ends.
BOOST_AUTO_TEST_CASE(the_least_gap_over_a_terrain_is_continuous) {
  Random random(7);
  constexpr double step = 1e-3;
  for (const ShapeKind kind : {ShapeKind::disk, ShapeKind::box, ShapeKind::ellipse, ShapeKind::capsule}) {
    const MovingShape ground = chain(random_terrain(random));
    double last = std::numeric_limits<double>::quiet_NaN();
    for (int i = 0; i <= 12000; ++i) {
      const MovingShape body = of_kind(kind, 0.5, 0.25, Vec2(-6.0 + step * i, 0.9), 0.3);
      const double gap = least_gap(points_between(ground, body, std::numeric_limits<double>::infinity()));
      BOOST_TEST(std::isfinite(gap));
      // A distance changes by no more than the way.
      if (gap > step && last > step) BOOST_TEST(std::abs(gap - last) <= step * (1.0 + 1e-9));
      last = gap;
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_chain_contacts
