// Laws of cylinders that stand on an end: below its tipping angle one stands still, on whatever is flat; where it
// leans, the lowest point of its rim is exact and nothing else catches a rim that rolls.
#include <boost/test/unit_test.hpp>
#include <Eigen/Geometry>

#include "tests/support/spatial_contact_samples.hpp"
#include "tests/support/spatial_contact_worlds.hpp"

namespace perpend::test::of_spatial_standing_cylinders {

namespace {

constexpr double g = standard_gravity;
constexpr double length = 0.5;
constexpr double radius = 0.1;

/// The way of the axis from up: about the horizontal direction at `angle`.
Vec4 upright(double lean = 0.0, double angle = 0.0) {
  const Matrix3 leaning =
      rotation_matrix(quaternion_exponential<double>(lean * Vec3(-std::sin(angle), std::cos(angle), 0.0)));
  const Matrix3 up = rotation_matrix(quaternion_exponential<double>(Vec3(0.0, -std::numbers::pi / 2.0, 0.0)));
  const Eigen::Quaterniond q{Matrix3(leaning * up)};
  return {q.w(), q.x(), q.y(), q.z()};
}

Body standing(double lean = 0.0, double angle = 0.0) {
  Body body = cylinder(length, radius, 1.0, Vec3(0.0, 0.0, length / 2.0 * std::cos(lean) + radius * std::sin(lean)));
  body.spatial.rotation = upright(lean, angle);
  return body;
}

/// Fixed bodies with a flat face at z = 0.
std::vector<Body> grounds() {
  Body wall = spatial_world_with_ground(0.0).bodies[0];
  Body table = box(Vec3(2.0, 2.0, 0.5), 1.0, Vec3(0.0, 0.0, -0.25));
  Body drum = cylinder(0.5, 1.0, 1.0, Vec3(0.0, 0.0, -0.25));
  drum.spatial.rotation = upright();
  Body pillar = cylinder(0.5, 0.1, 1.0, Vec3(0.0, 0.0, -0.25));
  pillar.spatial.rotation = upright();
  std::vector<Body> all{wall, table, drum, pillar};
  for (Body& ground : all) ground.kind = BodyKind::fixed;
  return all;
}

MovingSolid placed(const Body& body) {
  MovingSolid solid{body.shape};
  solid.start.position = body.spatial.position;
  solid.start.rotation = rotation_matrix(body.spatial.rotation);
  return solid;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spatial_standing_cylinders)

/// It tips at tan(lean) = 2 r / l, the octagon of its fixed points at cos(pi / 8) of that.
BOOST_AUTO_TEST_CASE(below_its_tipping_angle_a_cylinder_stands_still) {
  for (const Body& ground : grounds())
    for (const double angle : {0.0, 0.2, 0.5, 0.9, 3.5}) {
      const double lean = std::atan(0.92 * 2.0 * radius / length);
      Model model = spatial_contact_world(
          2.0, g * Vec3(std::sin(lean) * std::cos(angle), std::sin(lean) * std::sin(angle), -std::cos(lean)));
      model.bodies = {ground, standing()};
      number_unknowns(model);
      ContactKeeper keeper;
      const auto stabilized = std::get<0>(stabilizer_type("stabilized_lcp").make(properties_of({})));
      run_contacts(model, *stabilized, 5e-3, 200, keeper);
      BOOST_TEST_CONTEXT("ground " << static_cast<int>(ground.shape.kind) << ", towards " << angle) {
        BOOST_TEST(keeper.all_converged);
        // The root of rounding: normals of cylinders on solids.
        BOOST_TEST(keeper.state.v.norm() < 1e-7);
        const Vec3 at = keeper.state.q.segment<3>(model.bodies[1].q_offset);
        BOOST_TEST((at - Vec3(0.0, 0.0, length / 2.0)).norm() < 1e-7);
      }
    }
}

/// Whatever the direction of the lean, which is rounding for a body at rest.
BOOST_AUTO_TEST_CASE(the_points_of_a_flat_end_stay_where_they_are_in_the_body) {
  for (const Body& ground : grounds()) {
    const auto in_body = [&](double lean, double angle) {
      const MovingSolid solid = placed(standing(lean, angle));
      ContactPoints points = points_between(placed(ground), solid, 1e-3);
      for (ContactPoint& point : points)
        point.witness[1] = solid.start.rotation.transpose() * (point.witness[1] - solid.start.position);
      return points;
    };
    const ContactPoints at_rest = in_body(0.0, 0.0);
    BOOST_TEST_CONTEXT("ground " << static_cast<int>(ground.shape.kind)) {
      BOOST_TEST(at_rest.size() == 8u);
      for (const double angle : {0.1, 1.0, 2.0, 4.0})
        for (const double lean : {1e-12, 1e-9, 1e-7, 1e-5}) {
          const ContactPoints leaning = in_body(lean, angle);
          for (const ContactPoint& point : at_rest) {
            const auto same = with_feature(leaning, point.feature);
            // One of a rim of the same size leaves that as it leans.
            if (ground.shape.kind == ShapeKind::cylinder && ground.shape.extent.y() == radius && !same) continue;
            BOOST_TEST_REQUIRE(same.has_value());
            BOOST_TEST((same->witness[1] - point.witness[1]).norm() < 1e-15);
          }
        }
    }
  }
}

/// Corners of the table on the rim, and a rim over its border: no place counts twice.
BOOST_AUTO_TEST_CASE(no_point_is_found_twice_where_rims_and_borders_meet) {
  const auto check = [&](const Body& body, const Body& table, std::size_t count) {
    const ContactPoints points = points_between(placed(table), placed(body), 1e-3);
    BOOST_TEST(points.size() == count);
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) BOOST_TEST((points[i].witness[0] - points[k].witness[0]).norm() > 1e-9);
  };
  const Body table = box(Vec3(1.0, 1.0, 0.5), 1.0, Vec3(0.0, 0.0, -0.25));
  Body large = cylinder(length, std::sqrt(0.5), 1.0, Vec3(0.0, 0.0, length / 2.0));
  large.spatial.rotation = upright();
  check(large, table, 4);
  for (const double turn : {0.0, 0.02, 0.2, 0.35, 0.8}) {
    Body lying = cylinder(1.0, radius, 1.0, Vec3(0.0, 0.0, radius)), flush = table;
    lying.spatial.rotation = flush.spatial.rotation = quaternion_exponential<double>(Vec3(0.0, 0.0, turn));
    check(lying, flush, 2);
  }
}

BOOST_AUTO_TEST_CASE(the_lowest_point_of_a_rim_is_exact_however_it_leans) {
  for (const Body& ground : grounds()) {
    if (ground.shape.kind == ShapeKind::cylinder && ground.shape.extent.y() == radius) continue;
    for (const double angle : {0.1, 1.0, 2.0, 4.0})
      for (const double lean : {0.0, 1e-12, 1e-9, 1e-7, 1e-5, 9e-5, 2e-4, 5e-3, 9e-3, 0.011, 0.1, 0.4, 1.2}) {
        Body body = standing(lean, angle);
        body.spatial.position.z() -= 1e-4;
        const ContactPoints points = points_between(placed(ground), placed(body), 1.0);
        BOOST_TEST_CONTEXT("ground " << static_cast<int>(ground.shape.kind) << ", lean " << lean)
        BOOST_TEST(std::abs(nearest_of(points).gap + 1e-4) < 1e-9);
      }
  }
}

/// The next point ahead of the lowest is a sixteenth of a turn away at least.
BOOST_AUTO_TEST_CASE(nothing_but_its_lowest_point_catches_a_rim_that_rolls) {
  for (const Body& ground : grounds()) {
    if (ground.shape.kind == ShapeKind::cylinder && ground.shape.extent.y() == radius) continue;
    for (int i = 0; i < 50; ++i)
      for (const double lean : {2e-4, 5e-3, 0.011, 0.1, 1.0}) {
        const Body body = standing(lean, 0.13 * i);
        const ContactPoints points = points_between(placed(ground), placed(body), 0.01);
        const ContactPoint lowest = nearest_of(points);
        for (const ContactPoint& point : points) {
          const double apart = (point.witness[1] - lowest.witness[1]).norm();
          BOOST_TEST((apart < 1e-6 || apart > 0.99 * 2.0 * radius * std::sin(std::numbers::pi / 16.0)));
        }
      }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spatial_standing_cylinders
