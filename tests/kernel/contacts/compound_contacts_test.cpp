// Contacts of a compound are those of its parts, each as a body of its own that moves alike; bowls hold what is in
// them.
#include <boost/test/unit_test.hpp>

#include "kernel/shapes/compound.hpp"
#include "tests/support/contact_samples.hpp"

namespace perpend::test::of_compound_contacts {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

ContactPoints between(const Shape& a, const BodyMotion<double>& at_a, const Shape& b, const BodyMotion<double>& at_b) {
  ContactPoints points;
  find_points(a, at_a, b, at_b, infinity, points);
  return points;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(compound_contacts)

BOOST_AUTO_TEST_CASE(the_points_of_a_compound_are_those_of_its_parts) {
  Random random(3);
  for (const ShapeKind other : {ShapeKind::disk, ShapeKind::box, ShapeKind::polygon, ShapeKind::halfplane,
                                ShapeKind::arc, ShapeKind::ellipse, ShapeKind::chain}) {
    const Shape wall = random_shape(other, random);
    const MovingShape b = place(wall, random.point(0.5), 0.1);
    const std::vector<Shape> kinds{random_shape(ShapeKind::disk, random), random_shape(ShapeKind::box, random),
                                   random_shape(ShapeKind::capsule, random), polygon_of(random_convex(random))};
    std::vector<Shape> parts;
    std::vector<std::pair<Vec2, double>> places;
    for (const Shape& shape : kinds) {
      places.emplace_back(random.point(1.0), random.uniform(-3.0, 3.0));
      parts.push_back(place_part(shape, places.back().first, places.back().second));
    }
    const MovingShape a = place(make_compound(parts, Vec2::Zero()), Vec2(0.3, 3.0), 0.7);
    std::vector<double> gaps;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const auto& [at, angle] = places[i];
      const MovingShape alone = place(kinds[i], a.start.position + rotate(a.start, at), a.start.angle + angle);
      for (const ContactPoint& point : between(alone.shape, alone.start, b.shape, b.start)) gaps.push_back(point.gap);
    }
    std::vector<double> found;
    for (const ContactPoint& point : between(a.shape, a.start, b.shape, b.start)) found.push_back(point.gap);
    std::sort(gaps.begin(), gaps.end());
    std::sort(found.begin(), found.end());
    BOOST_TEST_REQUIRE(found.size() == gaps.size());
    for (std::size_t i = 0; i < gaps.size(); ++i) BOOST_TEST(std::abs(found[i] - gaps[i]) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(no_two_points_of_two_compounds_have_one_feature) {
  Random random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<Shape> parts;
    for (int i = 0; i < 6; ++i)
      parts.push_back(place_part(polygon_of(random_convex(random)), random.point(1.0), random.uniform(-3.0, 3.0)));
    const Shape shape = make_compound(parts, Vec2::Zero());
    const MovingShape a = place(shape, Vec2::Zero(), 0.2);
    const MovingShape b = place(shape, random.point(2.0), 1.0);
    std::vector<int> features;
    for (const ContactPoint& point : between(a.shape, a.start, b.shape, b.start)) features.push_back(point.feature);
    std::sort(features.begin(), features.end());
    BOOST_TEST((std::adjacent_find(features.begin(), features.end()) == features.end()));
    BOOST_TEST(features.size() > 30u);
  }
}

BOOST_AUTO_TEST_CASE(an_arc_touches_with_its_circle_within_its_opening_and_with_its_ends_beyond) {
  const Shape bowl = planar_shape(ShapeKind::arc, 2.0, 1.0);  // one radian to each side of its lowest point
  const Shape ball = planar_shape(ShapeKind::disk, 0.5);
  for (const double tilt : {0.0, 0.4})
    for (const double distance : {1.4, 2.6})
      for (const double angle : {-1.1, -0.9, 0.0, 0.9, 1.1, 2.9}) {
        const double from_x = angle + tilt - std::numbers::pi / 2.0;
        const MovingShape a = place(bowl, Vec2(1.0, 1.0), tilt);
        const MovingShape b = place(ball, Vec2(1.0, 1.0) + distance * Vec2(std::cos(from_x), std::sin(from_x)), 0.0);
        const double apart = std::abs(angle) - 1.0;  // from the end of the arc
        const double to_line = distance * std::sin(apart);
        const double to_corner = std::hypot(distance * std::cos(apart) - 2.0, to_line);
        const bool is_farther_out = distance * std::cos(apart) > 2.0;
        const double beyond = is_farther_out ? to_line : to_corner;
        // Inside of the solid the shorter way out counts.
        const double within = is_farther_out ? std::max(2.0 - distance, to_line) : 2.0 - distance;
        const ContactPoints points = between(a.shape, a.start, b.shape, b.start);
        // In the middle of what is left out both ends are near.
        BOOST_TEST_REQUIRE(points.size() == (angle > 2.0 ? 2u : 1u), "angle " << angle << " distance " << distance);
        BOOST_TEST(std::abs(points.back().gap - ((apart > 0.0 ? beyond : within) - 0.5)) < 1e-15 * 16);
      }
}

// Over the end of an arc the gap and the normal go on where the corner takes over from the circle.
BOOST_AUTO_TEST_CASE(a_disk_that_leaves_an_arc_over_its_end_keeps_its_gap) {
  const MovingShape a = place(planar_shape(ShapeKind::arc, 2.0, 1.0), Vec2(1.0, 1.0), 0.3);
  constexpr double little = 1e-9;
  for (const double end : {-1.0, 1.0}) {
    std::array<ContactPoint, 2> points;
    for (const int i : {0, 1}) {
      const double from_x = end + (2 * i - 1) * little + 0.3 - std::numbers::pi / 2.0;
      const MovingShape b = place(planar_shape(ShapeKind::disk, 0.5),
                                  Vec2(1.0, 1.0) + 1.4 * Vec2(std::cos(from_x), std::sin(from_x)), 0.0);
      const ContactPoints found = between(a.shape, a.start, b.shape, b.start);
      BOOST_TEST_REQUIRE(found.size() == 1u);
      points[static_cast<std::size_t>(i)] = found[0];
    }
    BOOST_TEST(points[0].feature != points[1].feature);
    BOOST_TEST(std::abs(points[0].gap - points[1].gap) < 10.0 * little);
    BOOST_TEST((points[0].normal - points[1].normal).norm() < 10.0 * little);
  }
}

// A board over a trough rests on the two corners, with its face.
BOOST_AUTO_TEST_CASE(a_box_rests_on_the_ends_of_an_arc) {
  const MovingShape a = place(planar_shape(ShapeKind::arc, 2.0, 1.0), Vec2(0.0, 0.0), 0.0);
  const double height = -2.0 * std::cos(1.0);
  const MovingShape b = place(planar_shape(ShapeKind::box, 5.0, 0.2), Vec2(0.0, height + 0.1 + 0.05), 0.0);
  ContactPoints points = between(a.shape, a.start, b.shape, b.start);
  std::erase_if(points, [](const ContactPoint& point) { return point.gap > 0.1; });  // its corners over the lines
  BOOST_TEST_REQUIRE(points.size() == 2u);
  for (const ContactPoint& point : points) {
    BOOST_TEST(std::abs(point.gap - 0.05) < 1e-15 * 8);
    BOOST_TEST(std::abs(std::abs(point.normal.y()) - 1.0) < 1e-15 * 8);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_compound_contacts
