// Contacts of planar outlines whose answers are known on paper.
#include <boost/test/unit_test.hpp>

#include "tests/support/contact_samples.hpp"

namespace perpend::test::of_planar_contacts {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double far = std::numeric_limits<double>::infinity();
// Positions here are below 8 and pass a few roundings.
constexpr double tolerance = 64.0 * eps;
constexpr double pi = std::numbers::pi;

MovingShape disk(double radius, const Vec2& at) {
  return place(planar_shape(ShapeKind::disk, radius), at, 0.0);
}
MovingShape box(double width, double height, const Vec2& at, double angle = 0.0) {
  return place(planar_shape(ShapeKind::box, width, height), at, angle);
}
MovingShape rod(double length, const Vec2& at, double angle = 0.0) {
  return place(planar_shape(ShapeKind::rod, length), at, angle);
}
MovingShape capsule(double length, double radius, const Vec2& at, double angle = 0.0) {
  return place(planar_shape(ShapeKind::capsule, length, radius), at, angle);
}
MovingShape ellipse(double a, double b, const Vec2& at, double angle = 0.0) {
  return place(planar_shape(ShapeKind::ellipse, a, b), at, angle);
}
MovingShape floor_through(const Vec2& at, double angle = 0.0) {
  return place(planar_shape(ShapeKind::halfplane), at, angle);
}
MovingShape particle(const Vec2& at) {
  return place(planar_shape(ShapeKind::point), at, 0.0);
}

bool is_near(const Vec3& a, const Vec2& b) {
  return (a - in_plane(b)).norm() <= tolerance;
}

ContactPoint only_point(const MovingShape& a, const MovingShape& b, double margin = far) {
  const ContactPoints points = points_between(a, b, margin);
  BOOST_TEST_REQUIRE(points.size() == 1U);
  return points.front();
}

void check_gap(const MovingShape& a, const MovingShape& b, double gap, const Vec2& normal) {
  for (const ContactPoint& point : points_between(a, b, far))
    if (point.gap <= gap + tolerance) {
      BOOST_TEST(std::abs(point.gap - gap) <= tolerance);
      BOOST_TEST(is_near(point.normal, normal));
    }
  BOOST_TEST(std::abs(least_gap(points_between(a, b, far)) - gap) <= tolerance);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(planar_contacts)

BOOST_AUTO_TEST_CASE(two_disks_are_apart_by_the_distance_of_their_centres_less_both_radii) {
  const ContactPoint point = only_point(disk(1.0, Vec2(0, 0)), disk(0.5, Vec2(3, 4)));
  BOOST_TEST(std::abs(point.gap - 3.5) <= tolerance);
  BOOST_TEST(is_near(point.normal, Vec2(0.6, 0.8)));
  BOOST_TEST(is_near(point.witness[0], Vec2(0.6, 0.8)));
  BOOST_TEST(is_near(point.witness[1], Vec2(2.7, 3.6)));
}

BOOST_AUTO_TEST_CASE(disks_with_one_centre_are_pushed_along_y_by_the_sum_of_their_radii) {
  const ContactPoint point = only_point(disk(1.0, Vec2(2, 1)), disk(0.5, Vec2(2, 1)));
  BOOST_TEST(point.gap == -1.5);
  BOOST_TEST(is_near(point.normal, Vec2(0, 1)));
  BOOST_TEST(std::isfinite(point.convective));
}

BOOST_AUTO_TEST_CASE(a_disk_over_a_tilted_line_touches_straight_below_its_centre) {
  const Vec2 n(-0.5, std::sqrt(0.75));
  const Vec2 at = Vec2(1, 2) + 3.0 * Vec2(n.y(), -n.x()) + 0.7 * n;
  const ContactPoint point = only_point(floor_through(Vec2(1, 2), pi / 6), disk(0.5, at));
  BOOST_TEST(std::abs(point.gap - 0.2) <= tolerance);
  BOOST_TEST(is_near(point.normal, n));
  BOOST_TEST(is_near(point.witness[1], at - 0.5 * n));
}

BOOST_AUTO_TEST_CASE(a_disk_that_orbits_another_is_thrown_out_by_v_squared_over_the_distance) {
  MovingShape b = disk(0.5, Vec2(2, 0));
  b.start.velocity = Vec2(0, 3);
  BOOST_TEST(std::abs(only_point(disk(1.0, Vec2(0, 0)), b).convective - 4.5) <= tolerance);
}

BOOST_AUTO_TEST_CASE(a_box_stands_on_a_box_at_the_ends_of_their_common_side) {
  const MovingShape below = box(2, 1, Vec2(0, 0));
  const MovingShape above = box(1, 1, Vec2(0.8, 1.01));
  const ContactPoints points = points_between(below, above, 0.1);
  BOOST_TEST_REQUIRE(points.size() == 2U);
  for (const ContactPoint& point : points) {
    BOOST_TEST(std::abs(point.gap - 0.01) <= tolerance);
    BOOST_TEST(is_near(point.normal, Vec2(0, 1)));
  }
  const double left = std::min(points[0].witness[0].x(), points[1].witness[0].x());
  const double right = std::max(points[0].witness[0].x(), points[1].witness[0].x());
  BOOST_TEST(std::abs(left - 0.3) <= tolerance);
  BOOST_TEST(std::abs(right - 1.0) <= tolerance);
}

BOOST_AUTO_TEST_CASE(equal_boxes_in_line_stand_on_two_points_too) {
  for (const double shift : {0.0, 1e-17, -1e-17, 1e-12, -1e-12})
    BOOST_TEST(points_between(box(1, 1, Vec2(0, 0)), box(1, 1, Vec2(shift, 1)), 0.1).size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_box_on_its_corner_touches_with_the_corner) {
  const ContactPoint point = only_point(floor_through(Vec2(0, 0)), box(1, 1, Vec2(0, 1), pi / 4), 0.4);
  BOOST_TEST(std::abs(point.gap - (1.0 - std::sqrt(0.5))) <= tolerance);
  BOOST_TEST(is_near(point.witness[1], Vec2(0, 1.0 - std::sqrt(0.5))));
}

BOOST_AUTO_TEST_CASE(boxes_corner_to_corner_are_a_diagonal_apart) {
  const ContactPoint point = only_point(box(1, 1, Vec2(0, 0)), box(1, 1, Vec2(1.3, 1.4)), 0.6);
  BOOST_TEST(std::abs(point.gap - 0.5) <= tolerance);
  BOOST_TEST(is_near(point.normal, Vec2(0.6, 0.8)));
}

BOOST_AUTO_TEST_CASE(a_box_deep_in_a_box_leaves_by_the_nearest_side) {
  check_gap(box(4, 2, Vec2(0, 0)), box(1, 1, Vec2(0.3, 0.5)), -1.0, Vec2(0, 1));
  check_gap(box(4, 2, Vec2(0, 0)), box(1, 1, Vec2(-1.8, 0.2)), -0.7, Vec2(-1, 0));
}

BOOST_AUTO_TEST_CASE(a_capsule_lies_on_two_points_and_stands_on_one) {
  const ContactPoints lying = points_between(floor_through(Vec2(0, 0)), capsule(2, 0.5, Vec2(0, 0.6)), 0.2);
  BOOST_TEST_REQUIRE(lying.size() == 2U);
  for (const ContactPoint& point : lying) BOOST_TEST(std::abs(point.gap - 0.1) <= tolerance);
  BOOST_TEST(std::abs(lying[0].witness[0].x() - lying[1].witness[0].x()) >= 2.0 - tolerance);
  const ContactPoint standing = only_point(floor_through(Vec2(0, 0)), capsule(2, 0.5, Vec2(0, 1.6), pi / 2), 0.2);
  BOOST_TEST(std::abs(standing.gap - 0.1) <= tolerance);
  check_gap(capsule(2, 0.5, Vec2(0, 0)), disk(0.5, Vec2(4, 4)), 4.0, Vec2(0.6, 0.8));
}

BOOST_AUTO_TEST_CASE(capsules_side_by_side_touch_along_their_common_length) {
  const ContactPoints points = points_between(capsule(2, 0.5, Vec2(0, 0)), capsule(2, 0.25, Vec2(0.5, 1)), 1.0);
  BOOST_TEST_REQUIRE(points.size() == 2U);
  for (const ContactPoint& point : points) {
    BOOST_TEST(std::abs(point.gap - 0.25) <= tolerance);
    BOOST_TEST(is_near(point.normal, Vec2(0, 1)));
  }
}

BOOST_AUTO_TEST_CASE(crossed_rods_leave_by_the_shorter_end) {
  check_gap(rod(2, Vec2(0, 0)), rod(1, Vec2(0.9, 0.1), pi / 2), -0.1, Vec2(1, 0));
  check_gap(rod(2, Vec2(0, 0)), rod(1, Vec2(0.2, 0.4), pi / 2), -0.1, Vec2(0, 1));
}

BOOST_AUTO_TEST_CASE(rods_on_one_line_are_as_far_apart_as_their_ends) {
  check_gap(rod(2, Vec2(0, 0)), rod(1, Vec2(3, 0)), 1.5, Vec2(1, 0));
  check_gap(rod(2, Vec2(0, 0), 0.3), rod(1, 3.0 * Vec2(std::cos(0.3), std::sin(0.3)), 0.3 + pi), 1.5,
            Vec2(std::cos(0.3), std::sin(0.3)));
  check_gap(rod(2, Vec2(0, 0)), particle(Vec2(-1.25, 0)), 0.25, Vec2(-1, 0));
}

BOOST_AUTO_TEST_CASE(a_rod_has_two_sides) {
  check_gap(rod(2, Vec2(0, 0)), particle(Vec2(0.3, 0.2)), 0.2, Vec2(0, 1));
  check_gap(rod(2, Vec2(0, 0)), particle(Vec2(0.3, -0.2)), 0.2, Vec2(0, -1));
}

BOOST_AUTO_TEST_CASE(points_do_not_touch_points) {
  BOOST_TEST(points_between(particle(Vec2(0, 0)), particle(Vec2(0, 0)), 1.0).empty());
}

/// Support half width sqrt((2 c)^2 + s^2) of the ellipse with semi-axes 2 and 1.
BOOST_AUTO_TEST_CASE(an_ellipse_over_a_line_is_as_high_as_its_support_function_says) {
  const std::array<std::array<double, 2>, 4> table{
      {{0.0, 1.0}, {pi / 2, 2.0}, {pi / 4, std::sqrt(2.5)}, {std::atan2(3.0, 4.0), std::sqrt(4 * 0.36 + 0.64)}}};
  for (const auto& [angle, half_width] : table) {
    check_gap(floor_through(Vec2(1, 0)), ellipse(2, 1, Vec2(0, 3), angle), 3.0 - half_width, Vec2(0, 1));
    check_gap(box(20, 2, Vec2(0, -1)), ellipse(2, 1, Vec2(0, 3), angle), 3.0 - half_width, Vec2(0, 1));
  }
}

BOOST_AUTO_TEST_CASE(round_ellipses_are_disks) {
  for (const Vec2& at : {Vec2(3, 4), Vec2(-0.6, 0.8), Vec2(0.3, -0.4)}) {
    const ContactPoint as_disk = only_point(disk(1.0, Vec2(0, 0)), disk(0.5, at));
    for (const MovingShape& other : {ellipse(0.5, 0.5, at, 0.7), disk(0.5, at)}) {
      const ContactPoint point = only_point(ellipse(1, 1, Vec2(0, 0), 0.3), other);
      BOOST_TEST(std::abs(point.gap - as_disk.gap) <= tolerance);
      BOOST_TEST((point.normal - as_disk.normal).norm() <= tolerance);
    }
  }
}

BOOST_AUTO_TEST_CASE(ellipses_with_common_axes_meet_at_their_tips) {
  check_gap(ellipse(2, 1, Vec2(0, 0)), ellipse(1, 2, Vec2(4, 0)), 1.0, Vec2(1, 0));
  check_gap(ellipse(2, 1, Vec2(0, 0)), ellipse(1, 2, Vec2(0, 2.5)), -0.5, Vec2(0, 1));
  check_gap(ellipse(2, 1, Vec2(0, 0)), particle(Vec2(0, 1.5)), 0.5, Vec2(0, 1));
}

BOOST_AUTO_TEST_CASE(slender_ellipses_keep_the_digits_of_their_gaps) {
  // A needle a thousand times as long as it is thick, over a disk: straight above the middle.
  check_gap(ellipse(2, 0.002, Vec2(0, 0)), disk(0.5, Vec2(0, 1)), 1.0 - 0.5 - 0.002, Vec2(0, 1));
  // The point (x, y) with x = 2 cos, y = 0.002 sin + d along the normal there.
  const double c = 0.6, s = 0.8;
  const Vec2 n = Vec2(0.002 * c, 2 * s).normalized();
  check_gap(ellipse(2, 0.002, Vec2(0, 0)), particle(Vec2(2 * c, 0.002 * s) + 0.3 * n), 0.3, n);
}

BOOST_AUTO_TEST_CASE(shapes_without_size_or_in_one_place_give_finite_numbers) {
  const std::vector<MovingShape> shapes{box(0, 0, Vec2(0, 0)),     box(1, 0, Vec2(0, 0)),     rod(0, Vec2(0, 0)),
                                        rod(1, Vec2(0, 0)),        disk(0, Vec2(0, 0)),       capsule(0, 0, Vec2(0, 0)),
                                        ellipse(1, 0, Vec2(0, 0)), ellipse(0, 0, Vec2(0, 0)), box(1, 1, Vec2(0, 0)),
                                        floor_through(Vec2(0, 0))};
  for (const MovingShape& a : shapes)
    for (const MovingShape& b : shapes)
      for (const ContactPoint& point : points_between(a, b, far)) {
        BOOST_TEST(std::isfinite(point.gap));
        BOOST_TEST(std::isfinite(point.convective));
        BOOST_TEST(point.witness[0].allFinite());
        BOOST_TEST(std::abs(point.normal.norm() - 1.0) <= 4.0 * eps);
      }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_planar_contacts
