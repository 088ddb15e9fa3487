// Compounds in space: their contacts are those of their parts, each as a body of its own that moves alike; mass and
// inertia are those of what the parts make up.
#include <boost/test/unit_test.hpp>

#include "kernel/contacts/bounds.hpp"
#include "kernel/shapes/spatial/compound.hpp"
#include "tests/support/spatial_contact_samples.hpp"

namespace perpend::test::of_solid_compounds {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::array part_kinds{ShapeKind::sphere,   ShapeKind::box,       ShapeKind::capsule, ShapeKind::rod,
                                ShapeKind::cylinder, ShapeKind::ellipsoid, ShapeKind::hull};

Shape random_compound(Random& random) {
  std::vector<Shape> parts;
  for (const ShapeKind kind : part_kinds) {
    Shape part = random_solid(kind, random);
    BOOST_TEST(can_be_solid_part(part));
    part.place = random_vector(random, 1.5);
    part.turn = rotation_matrix(quaternion_exponential<double>(random_vector(random, 2.0)));
    parts.push_back(std::move(part));
  }
  return make_solid_compound(std::move(parts), random_vector(random, 0.5));
}

/// The part as a body of its own in this pose of the whole.
MovingSolid alone(const Shape& part, const SpatialMotion<double>& whole) {
  MovingSolid body{part};
  body.start.position = whole.position + whole.rotation * part.place;
  body.start.rotation = whole.rotation * part.turn;
  return body;
}

ContactPoints between(const Shape& a, const SpatialMotion<double>& at_a, const Shape& b,
                      const SpatialMotion<double>& at_b) {
  ContactPoints points;
  find_points(a, at_a, b, at_b, infinity, points);
  return points;
}

std::vector<double> sorted_gaps(const ContactPoints& points) {
  std::vector<double> gaps;
  for (const ContactPoint& point : points) gaps.push_back(point.gap);
  std::sort(gaps.begin(), gaps.end());
  return gaps;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(solid_compounds)

BOOST_AUTO_TEST_CASE(the_points_of_a_compound_are_those_of_its_parts) {
  Random random(7);
  for (const ShapeKind other : {ShapeKind::sphere, ShapeKind::box, ShapeKind::halfspace, ShapeKind::cylinder}) {
    const MovingSolid a = place(random_compound(random), Vec3(0.3, 0.2, 6.0), random_vector(random, 2.0));
    const MovingSolid b = place(random_solid(other, random), Vec3::Zero());
    ContactPoints expected;
    for (const Shape& part : a.shape.parts) {
      const MovingSolid body = alone(part, a.start);
      find_points(body.shape, body.start, b.shape, b.start, infinity, expected);
    }
    const std::vector<double> gaps = sorted_gaps(expected),
                              found = sorted_gaps(between(a.shape, a.start, b.shape, b.start));
    BOOST_TEST_REQUIRE(found.size() == gaps.size());
    BOOST_TEST(gaps.size() >= part_kinds.size());
    for (std::size_t i = 0; i < gaps.size(); ++i) BOOST_TEST(std::abs(found[i] - gaps[i]) < 1e-12);
  }
}

// Along a motion at constant velocities of the whole, where a part goes around its centre. Parts without a corner or
// edge: the nearest points of others move from one feature to the next. Differences over 1e-4 s of gaps rounded to
// 1e-15 are good for 1e-6.
BOOST_AUTO_TEST_CASE(the_second_derivative_of_a_gap_knows_that_parts_go_around) {
  Random random(11);
  for (int sample = 0; sample < 10; ++sample) {
    std::vector<Shape> parts{random_solid(ShapeKind::sphere, random), random_solid(ShapeKind::sphere, random)};
    for (Shape& part : parts) part.place = random_vector(random, 1.0);
    const MovingSolid a = place(make_solid_compound(parts, Vec3::Zero()), Vec3(0.0, 0.0, 5.0),
                                random_vector(random, 2.0), random_vector(random, 1.0), random_vector(random, 2.0));
    for (const ShapeKind other : {ShapeKind::halfspace, ShapeKind::sphere}) {
      const MovingSolid b = place(random_solid(other, random), Vec3::Zero(), random_vector(random, 0.3));
      const double e = 1e-4;
      const auto points = [&](double t) { return between(a.shape, a.at(t), b.shape, b.at(t)); };
      const ContactPoints before = points(-e), now = points(0.0), after = points(e);
      BOOST_TEST_REQUIRE(now.size() == 2u);
      for (std::size_t i = 0; i < now.size(); ++i) {
        const double second = (before[i].gap - 2.0 * now[i].gap + after[i].gap) / (e * e);
        BOOST_TEST(std::abs(now[i].convective - second) < 1e-5);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(no_two_points_of_two_compounds_have_one_feature) {
  Random random(5);
  for (int round = 0; round < 5; ++round) {
    const MovingSolid a = place(random_compound(random), Vec3::Zero());
    const MovingSolid b = place(random_compound(random), Vec3(8.0, 0.0, 0.0), random_vector(random, 2.0));
    std::vector<int> features;
    for (const ContactPoint& point : between(a.shape, a.start, b.shape, b.start)) features.push_back(point.feature);
    std::sort(features.begin(), features.end());
    BOOST_TEST((std::adjacent_find(features.begin(), features.end()) == features.end()));
    BOOST_TEST(features.size() >= 49u);
  }
}

BOOST_AUTO_TEST_CASE(its_box_and_its_radius_hold_its_parts) {
  Random random(13);
  for (int round = 0; round < 20; ++round) {
    const MovingSolid a = place(random_compound(random), random_vector(random, 3.0), random_vector(random, 2.0));
    Body body;
    body.shape = a.shape;
    const Bounds box = bounds(body, a.start);
    const double radius = a.shape.form->radius(a.shape);
    for (const Shape& part : a.shape.parts)
      for (int axis = 0; axis < 3; ++axis) {
        const double high = reach(alone(part, a.start), Vec3::Unit(axis));
        BOOST_TEST(high <= box.high[axis] + 1e-12);
        BOOST_TEST(high - a.start.position[axis] <= radius + 1e-12);
      }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_solid_compounds
