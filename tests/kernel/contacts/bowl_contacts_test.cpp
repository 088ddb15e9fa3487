// Bowls with an opening: inside, over the rim and beyond it.
#include <boost/test/unit_test.hpp>
#include <limits>

#include "tests/support/spatial_contact_samples.hpp"

namespace perpend::test::of_bowl_contacts {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Shape solid(ShapeKind kind, const Vec3& extent) {
  Random random(1);
  Shape shape = random_solid(kind, random);
  shape.extent = extent;
  return shape;
}

/// A sphere of 2 m with an opening of one radian to each side of its lowest point.
Shape bowl() {
  return solid(ShapeKind::bowl, {2.0, 1.0, 0.0});
}
Shape ball() {
  return solid(ShapeKind::sphere, {0.5, 0.0, 0.0});
}

/// The direction at this angle from the lowest point, in the plane through the axis that is turned by `around`.
Vec3 direction(double angle, double around) {
  return {std::sin(angle) * std::cos(around), std::sin(angle) * std::sin(around), -std::cos(angle)};
}

ContactPoint only_point(const MovingSolid& a, const MovingSolid& b, double t = 0.0) {
  ContactPoints points;
  find_points(a.shape, a.at(t), b.shape, b.at(t), infinity, points);
  BOOST_TEST_REQUIRE(points.size() == 1u);
  return points[0];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bowl_contacts)

BOOST_AUTO_TEST_CASE(beyond_the_rim_its_nearest_point_or_the_cone_touches) {
  for (const double distance : {1.4, 2.6})
    for (const double angle : {0.0, 0.9, 1.1, 2.9})
      for (const double around : {0.0, 2.0, -1.0}) {
        const MovingSolid b = place(ball(), Vec3(distance * direction(angle, around)));
        const double apart = angle - 1.0;  // from the rim
        const double to_cone = distance * std::sin(apart);
        const double to_rim = std::hypot(distance * std::cos(apart) - 2.0, to_cone);
        const bool is_farther_out = distance * std::cos(apart) > 2.0;
        const double beyond = is_farther_out ? to_cone : to_rim;
        // Inside of the solid the shorter way out counts.
        const double within = is_farther_out && angle > 0.0 ? std::max(2.0 - distance, to_cone) : 2.0 - distance;
        const ContactPoint point = only_point(place(bowl(), Vec3::Zero()), b);
        BOOST_TEST(std::abs(point.gap - ((apart > 0.0 ? beyond : within) - 0.5)) < 1e-15 * 16,
                   "angle " << angle << " distance " << distance);
      }
}

BOOST_AUTO_TEST_CASE(a_ball_that_leaves_a_bowl_over_its_rim_keeps_its_gap) {
  constexpr double little = 1e-9;
  const MovingSolid a = place(bowl(), Vec3(1.0, 2.0, 3.0), Vec3(0.2, -0.3, 0.4));
  const auto at = [&](double angle) {
    return only_point(a, place(ball(), Vec3(a.start.position + a.start.rotation * (1.4 * direction(angle, 0.7)))));
  };
  const ContactPoint inside = at(1.0 - little), beyond = at(1.0 + little);
  BOOST_TEST(inside.feature != beyond.feature);
  BOOST_TEST(std::abs(inside.gap - beyond.gap) < 10.0 * little);
  BOOST_TEST((inside.normal - beyond.normal).norm() < 10.0 * little);
}

// Differences over 1e-4 s of gaps rounded to 1e-15 are good for 1e-6.
BOOST_AUTO_TEST_CASE(rates_and_convective_terms_of_rim_and_cone_are_the_derivatives_of_the_gap) {
  Random random(3);
  for (const double distance : {1.4, 2.6})
    for (int sample = 0; sample < 10; ++sample) {
      const MovingSolid a = place(bowl(), Vec3::Zero());
      const Vec3 velocity = random_vector(random, 1.0);
      const MovingSolid b = place(ball(), Vec3(distance * direction(1.3, random.uniform(-3.0, 3.0))), Vec3::Zero(),
                                  velocity, random_vector(random, 2.0));
      constexpr double e = 1e-4;
      const ContactPoint before = only_point(a, b, -e), now = only_point(a, b), after = only_point(a, b, e);
      BOOST_TEST(std::abs(now.normal.dot(velocity) - (after.gap - before.gap) / (2.0 * e)) < 1e-6);
      BOOST_TEST(std::abs(now.convective - (before.gap - 2.0 * now.gap + after.gap) / (e * e)) < 1e-5);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_bowl_contacts
