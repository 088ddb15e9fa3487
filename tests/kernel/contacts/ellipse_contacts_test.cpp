// Ellipses against outlines with corners, and against points, near and deep, in random poses. The gap of separated
// bodies is the least distance of points of the ellipse from the outline; that of any pair is the largest separation
// among all directions. Both are sampled, and then refined by golden sections.
#include <boost/test/unit_test.hpp>
#include <functional>

#include "tests/support/contact_samples.hpp"

namespace perpend::test::of_ellipse_contacts {

namespace {

constexpr double far = std::numeric_limits<double>::infinity();
constexpr double turn = 2.0 * std::numbers::pi;
constexpr int samples = 720;
// The refined value is off by the last section times a slope below 3 at a corner, by the rounding of lengths below 10
// elsewhere.
constexpr double tolerance = 1e-13;

/// The least of f around the turn: golden sections around the least samples that are lower than their neighbours.
double least_around(const std::function<double(double)>& f) {
  std::vector<double> values;
  for (int i = 0; i < samples; ++i) values.push_back(f(turn * i / samples));
  double least = far;
  for (int i = 0; i < samples; ++i) {
    const auto at = [&](int k) { return values[static_cast<std::size_t>((k + samples) % samples)]; };
    if (at(i) > at(i - 1) || at(i) > at(i + 1)) continue;
    double low = turn * (i - 1) / samples, high = turn * (i + 1) / samples;
    const double section = (std::sqrt(5.0) - 1.0) / 2.0;
    while (high - low > 1e-14) {
      const double u = high - section * (high - low), v = low + section * (high - low);
      (f(u) < f(v) ? high : low) = f(u) < f(v) ? v : u;
    }
    least = std::min(least, f((low + high) / 2.0));
  }
  return least;
}

struct Pair {
  Vec2 semi;
  MovingShape ellipse;
  std::vector<Vec2> corners;  // of the other, body frame
  double radius = 0.0;        // that grows them
  MovingShape other;
};

/// The largest separation among all directions: negative where they overlap.
double separation(const Pair& pair) {
  const BodyMotion<double> a = pair.ellipse.at(0.0), b = pair.other.at(0.0);
  std::vector<Vec2> corners;
  for (const Vec2& corner : pair.corners) corners.push_back(b.position + rotate(b, corner));
  return -least_around([&](double phi) {
    const Vec2 n(std::cos(phi), std::sin(phi));
    double nearest = far;
    for (const Vec2& corner : corners) nearest = std::min(nearest, n.dot(corner));
    const double along = std::cos(phi - a.angle) * pair.semi.x(), across = std::sin(phi - a.angle) * pair.semi.y();
    return std::sqrt(along * along + across * across) + n.dot(a.position) - nearest;
  }) - pair.radius;
}

/// The least distance of a point of the ellipse from the outline.
double distance(const Pair& pair) {
  const BodyMotion<double> a = pair.ellipse.at(0.0), b = pair.other.at(0.0);
  std::vector<Vec2> line;
  for (const Vec2& corner : pair.corners) line.push_back(b.position + rotate(b, corner));
  line.push_back(Vec2(line.front()));
  return least_around([&](double t) {
           const Vec2 point = a.position + rotate(a, Vec2(pair.semi.x() * std::cos(t), pair.semi.y() * std::sin(t)));
           double least = far;
           for (std::size_t i = 0; i + 1 < line.size(); ++i)
             least = std::min(least, distance_to_segment(point, line[i], line[i + 1]));
           return least;
         }) -
         pair.radius;
}

/// Moved along a direction until the bodies are `gap` apart, or as deep in each other.
void move_to_gap(Pair& pair, double gap, double phi) {
  double low = 0.0, high = 8.0;
  while (high - low > 1e-5) {
    const double middle = (low + high) / 2.0;
    pair.other.start.position = middle * Vec2(std::cos(phi), std::sin(phi));
    (separation(pair) > gap ? high : low) = middle;
  }
}

Pair random_pair(Random& random, std::vector<Vec2> corners, Shape shape, double radius = 0.0) {
  const double ratio = std::pow(10.0, random.uniform(-1.5, 0.0));
  const Vec2 semi = random.below(2) == 0 ? Vec2(1.0, ratio) : Vec2(ratio, 1.0);
  return {.semi = semi,
          .ellipse = place(planar_shape(ShapeKind::ellipse, semi.x(), semi.y()), Vec2(0, 0), random.uniform(0.0, turn)),
          .corners = std::move(corners),
          .radius = radius,
          .other = place(std::move(shape), Vec2(0, 0), random.uniform(0.0, turn))};
}

void check(Pair pair, Random& random) {
  const double phi = random.uniform(0.0, turn);
  for (const double gap : {0.02, 1e-4, -1e-4, -0.02, -0.2}) {
    move_to_gap(pair, gap, phi);
    const double expected = separation(pair);
    const ContactPoints points = points_between(pair.ellipse, pair.other, far);
    BOOST_TEST_REQUIRE(points.size() == 1U);
    BOOST_TEST_CONTEXT("semi-axes " << pair.semi.transpose() << ", angle " << pair.ellipse.start.angle << ", other at "
                                    << pair.other.start.position.transpose() << ", angle " << pair.other.start.angle) {
      BOOST_TEST(std::abs(points[0].gap - expected) <= tolerance);
      if (expected > 0.0) BOOST_TEST(std::abs(points[0].gap - distance(pair)) <= tolerance);
      const Vec3 between = points[0].witness[1] - points[0].witness[0];
      BOOST_TEST((between - points[0].gap * points[0].normal).norm() <= tolerance);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ellipse_contacts)

BOOST_AUTO_TEST_CASE(a_rod_and_a_thin_capsule_are_as_far_from_an_ellipse_as_their_nearest_points) {
  Random random(8101);
  for (int i = 0; i < 24; ++i) {
    const double length = random.uniform(0.05, 2.0);
    const std::vector<Vec2> ends{Vec2(-length / 2.0, 0.0), Vec2(length / 2.0, 0.0)};
    check(random_pair(random, ends, planar_shape(ShapeKind::rod, length)), random);
    check(random_pair(random, ends, planar_shape(ShapeKind::capsule, length, 0.01), 0.01), random);
  }
}

BOOST_AUTO_TEST_CASE(slender_boxes_and_wedges_too) {
  Random random(8102);
  for (int i = 0; i < 24; ++i) {
    const Vec2 half(random.uniform(0.1, 1.0), random.uniform(0.0005, 0.1));
    const std::vector<Vec2> box{-half, Vec2(half.x(), -half.y()), half, Vec2(-half.x(), half.y())};
    check(random_pair(random, box, planar_shape(ShapeKind::box, 2.0 * half.x(), 2.0 * half.y())), random);
    const std::vector<Vec2> wedge{Vec2(-half.x(), -half.y()), Vec2(half.x(), 0.0), Vec2(-half.x(), half.y())};
    check(random_pair(random, wedge, polygon_of(wedge)), random);
    const std::vector<Vec2> round = random_convex(random);
    check(random_pair(random, round, polygon_of(round)), random);
  }
}

BOOST_AUTO_TEST_CASE(points_and_disks_too) {
  Random random(8103);
  for (int i = 0; i < 24; ++i) {
    check(random_pair(random, {Vec2(0, 0)}, planar_shape(ShapeKind::point)), random);
    check(random_pair(random, {Vec2(0, 0)}, planar_shape(ShapeKind::disk, 0.05), 0.05), random);
  }
}

BOOST_AUTO_TEST_CASE(a_rod_beside_a_slender_ellipse_is_not_deep_in_it) {
  const MovingShape egg = place(planar_shape(ShapeKind::ellipse, 0.1, 0.5), Vec2(0, 0), turn * 75.0 / 360.0);
  const MovingShape stick = place(planar_shape(ShapeKind::rod, 0.7), Vec2(-0.75, -0.05), turn * 15.0 / 360.0);
  const ContactPoints points = points_between(egg, stick, far);
  BOOST_TEST_REQUIRE(points.size() == 1U);
  BOOST_TEST(std::abs(points[0].gap - 9.36e-3) <= 1e-5);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_ellipse_contacts
