// Laws of lines that lie on a cylinder, for every solid that has one: across an end it touches in two points, those of
// its ends over the end and where it leaves that, and so it does along the side; and edges do along a capsule.
#include <boost/test/unit_test.hpp>

#include "tests/support/spatial_contact_samples.hpp"
#include "tests/support/spatial_contact_worlds.hpp"

namespace perpend::test::of_spatial_contact_lines {

namespace {

constexpr double g = standard_gravity;
constexpr double step = 0.01;
/// Places on an end, which an iteration may have found: the root of rounding.
constexpr double place_error = 1e-7;
constexpr double rounding = 1e-10;

/// A solid of mass 1 whose lowest line has the length 0.5 along x and is `height` below its centre.
struct LineHolder {
  const char* name;
  Body body;
  double height;
  bool is_grown = false;  ///< by a radius
};

std::vector<LineHolder> line_holders() {
  using enum ShapeKind;
  const auto made = [](ShapeKind kind, const Vec3& extent) {
    return solid_body(kind, extent, 1.0, Vec3(0.01, 0.03, 0.03), Vec3::Zero());
  };
  LineHolder edge{"edge of a box", made(ShapeKind::box, Vec3(0.5, 0.1, 0.1)), std::sqrt(0.005)};
  edge.body.spatial.rotation = quaternion_exponential<double>(Vec3(std::numbers::pi / 4.0, 0.0, 0.0));
  LineHolder wedge{"edge of a hull", made(hull, Vec3::Zero()), 0.0};
  wedge.body.shape = hull_of({Vec3(-0.25, 0.0, 0.0), Vec3(0.25, 0.0, 0.0), Vec3(-0.25, -0.1, 0.12),
                              Vec3(0.25, -0.1, 0.12), Vec3(-0.25, 0.1, 0.12), Vec3(0.25, 0.1, 0.12)});
  wedge.height = 0.08;
  return {{"cylinder", made(cylinder, Vec3(0.5, 0.05, 0.0)), 0.05},
          {"capsule", made(capsule, Vec3(0.5, 0.05, 0.0)), 0.05, true},
          {"rod", made(rod, Vec3(0.6, 0.05, 0.0)), 0.05, true},
          edge,
          wedge};
}

MovingSolid placed(const Body& body) {
  MovingSolid solid{body.shape};
  solid.start.position = body.spatial.position;
  solid.start.rotation = rotation_matrix(body.spatial.rotation);
  return solid;
}

/// A disk whose upper end is at z = 0.
Body disk(double radius, const Vec3& centre) {
  Body body = cylinder(0.2, radius, 1.0, centre - Vec3(0.0, 0.0, 0.1));
  body.spatial.rotation = quaternion_exponential<double>(Vec3(0.0, -std::numbers::pi / 2.0, 0.0));
  return body;
}

/// Turned about the vertical, and about y before that so that it rises along x.
void turn(Body& body, double yaw, double rise) {
  const Matrix3 turned = rotation_matrix(quaternion_exponential<double>(Vec3(0.0, 0.0, yaw))) *
                         rotation_matrix(quaternion_exponential<double>(Vec3(0.0, -rise, 0.0))) *
                         rotation_matrix(body.spatial.rotation);
  const Eigen::Quaterniond q{turned};
  body.spatial.rotation = Vec4(q.w(), q.x(), q.y(), q.z());
}

ContactPoints touching(const ContactPoints& points, double gap) {
  ContactPoints near;
  for (const ContactPoint& point : points)
    if (point.gap <= gap) near.push_back(point);
  return near;
}

/// Bodies that rest, in steps of one hundredth of a second.
ContactKeeper run(Model& model, long steps) {
  number_unknowns(model);
  ContactKeeper keeper;
  const auto stabilized = std::get<0>(stabilizer_type("stabilized_lcp").make(properties_of({})));
  const SimulationResult result = run_contacts(model, *stabilized, step, steps, keeper);
  BOOST_TEST((result.status == Status::converged), result.message);
  return keeper;
}

/// Carried without a turn: the impulses of the last step hold its weight and have no moment about its centre.
void check_rest(const Model& model, const ContactKeeper& keeper, int body, const Vec3& at) {
  BOOST_TEST((Vec3(keeper.state.q.segment<3>(model.bodies[body].q_offset)) - at).norm() < 1e-9);
  BOOST_TEST(keeper.state.v.norm() < place_error);
  double weight = 0.0;
  Vec3 moment = Vec3::Zero();
  const ContactRows& rows = keeper.last.problem.rows;
  for (int c = 0; c < rows.size(); ++c) {
    const Contact& contact = rows.contacts[c];
    const Vec3 impulse = (contact.body[1] == body ? 1.0 : -1.0) * keeper.last.solution.normal[c] * contact.normal;
    weight += impulse.z();
    moment += cross(Vec3(contact.witness[contact.body[1] == body ? 1 : 0] - at), impulse);
  }
  BOOST_TEST(std::abs(weight - g * step) < rounding);
  BOOST_TEST(moment.norm() < place_error * g * step);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spatial_contact_lines)

/// The line y = 0.03 in the frame turned by the yaw, clipped to the circle and to its own ends; its height over the end
/// is known at both.
BOOST_AUTO_TEST_CASE(a_line_touches_an_end_in_the_two_points_that_bound_what_both_share) {
  constexpr double off = 0.03, drop = -1e-3;
  for (const LineHolder& holder : line_holders())
    for (const double radius : {0.1, 0.2, 1.0})
      for (const double yaw : {0.0, 0.4, 2.0})
        for (const double shift : {-0.1, 0.0, 0.05})
          for (const double rise : {0.0, 0.02, -0.1}) {
            Body body = holder.body;
            turn(body, yaw, rise);
            const Vec3 along(std::cos(yaw), std::sin(yaw), 0.0);
            const Vec3 across(-along.y(), along.x(), 0.0);
            body.spatial.position = shift * along + off * across + (drop + holder.height) * Vec3::UnitZ();
            const MovingSolid line = placed(body);
            const MovingSolid table = placed(disk(radius, Vec3::Zero()));
            const ContactPoints points = touching(points_between(table, line, 0.05), 0.045);
            BOOST_TEST_CONTEXT(holder.name << ", radius " << radius << ", yaw " << yaw << ", shift " << shift
                                           << ", rise " << rise) {
              const double half = std::sqrt(radius * radius - off * off);
              // A sharp line turns about the centre above it; a capsule is a line through its centre that has a radius.
              const bool is_sharp = !holder.is_grown;
              const double foot = shift + (is_sharp ? holder.height * std::sin(rise) : 0.0);
              const double middle = drop + (is_sharp ? holder.height * (1.0 - std::cos(rise)) : 0.0);
              const auto height = [&](double t) { return middle + (t - foot) * std::tan(rise); };
              for (const double t :
                   {std::max(foot - 0.25 * std::cos(rise), -half), std::min(foot + 0.25 * std::cos(rise), half)}) {
                const bool is_found = std::any_of(points.begin(), points.end(), [&](const ContactPoint& point) {
                  const Vec3 at = t * along + off * across;
                  return std::abs(point.gap - height(t)) < 1e-12 && (point.normal - Vec3::UnitZ()).norm() < 1e-12 &&
                         (point.witness[0] - at).norm() < 1e-9;
                });
                BOOST_TEST(is_found);
              }
              if (rise == 0.0) BOOST_TEST(points.size() == 2u);
              BOOST_TEST(points_between(line, table, 0.05).size() == points_between(table, line, 0.05).size());
            }
          }
}

BOOST_AUTO_TEST_CASE(its_points_keep_their_features_while_it_slides_and_turns) {
  for (const LineHolder& holder : line_holders())
    for (const double radius : {0.1, 1.0}) {
      std::vector<int> first;
      for (int i = 0; i < 40; ++i) {
        Body body = holder.body;
        turn(body, 0.3 + 0.01 * i, 0.0);
        body.spatial.position = Vec3(0.001 * i, 0.02, holder.height);
        std::vector<int> features;
        for (const ContactPoint& point :
             touching(points_between(placed(disk(radius, Vec3::Zero())), placed(body), 0.01), 1e-9))
          features.push_back(point.feature);
        if (i == 0) first = features;
        BOOST_TEST_CONTEXT(holder.name << ", radius " << radius << ", place " << i) {
          BOOST_TEST(features.size() == 2u);
          BOOST_TEST(features == first, boost::test_tools::per_element());
        }
      }
    }
}

/// Guided on a vertical plane those that would roll or tip aside stay upright: friction holds them.
BOOST_AUTO_TEST_CASE(a_line_on_an_end_rests_and_its_two_points_carry_its_weight_in_balance) {
  for (const LineHolder& holder : line_holders())
    for (const double radius : {0.15, 1.0})
      for (const bool is_named_first : {false, true}) {
        Model model = spatial_contact_world(0.5, Vec3(0.0, 0.0, -g));
        Body table = disk(radius, Vec3::Zero());
        table.kind = BodyKind::fixed;
        Body body = holder.body;
        turn(body, 0.3, 0.0);
        body.spatial.position = Vec3(0.07, 0.02, holder.height);
        model.bodies = {table, body};
        if (is_named_first) std::swap(model.bodies[0], model.bodies[1]);
        const ContactKeeper keeper = run(model, 20);
        BOOST_TEST_CONTEXT(holder.name << ", radius " << radius << ", first " << is_named_first) {
          BOOST_TEST(keeper.last.problem.rows.size() == 2);
          check_rest(model, keeper, is_named_first ? 0 : 1, body.spatial.position);
        }
      }
}

BOOST_AUTO_TEST_CASE(a_disk_rests_with_its_end_on_two_lines) {
  for (const LineHolder& holder : line_holders()) {
    Model model = spatial_contact_world(0.5, Vec3(0.0, 0.0, -g));
    for (const double y : {-0.1, 0.12}) {
      Body line = holder.body;
      line.kind = BodyKind::fixed;
      turn(line, 0.0, std::numbers::pi);
      line.spatial.position = Vec3(0.02, y, -holder.height);
      model.bodies.push_back(line);
    }
    Body plate = disk(0.2, Vec3(0.01, 0.0, 0.2));
    plate.spatial.position.z() = 0.1;
    model.bodies.push_back(plate);
    const ContactKeeper keeper = run(model, 20);
    BOOST_TEST_CONTEXT(holder.name) {
      BOOST_TEST(keeper.last.problem.rows.size() == 4);
      check_rest(model, keeper, 2, plate.spatial.position);
    }
  }
}

/// Both axes along x, one solid above the other; shifts so that none, one or both ends of each lie on the other.
BOOST_AUTO_TEST_CASE(a_line_along_the_side_of_a_cylinder_touches_where_either_ends) {
  for (const LineHolder& holder : line_holders())
    for (const double length : {0.3, 0.5, 0.9})
      for (const double shift : {-0.2, 0.0, 0.1})
        for (const bool is_named_first : {false, true}) {
          Body body = holder.body;
          body.spatial.position = Vec3(shift, 0.0, 0.1 + holder.height);
          const MovingSolid line = placed(body);
          const MovingSolid log = placed(cylinder(length, 0.1, 1.0, Vec3::Zero()));
          const ContactPoints points =
              touching(is_named_first ? points_between(line, log, 0.01) : points_between(log, line, 0.01), 1e-9);
          BOOST_TEST_CONTEXT(holder.name << ", length " << length << ", shift " << shift) {
            BOOST_TEST_REQUIRE(points.size() == 2u);
            for (const double x : {std::max(shift - 0.25, -length / 2.0), std::min(shift + 0.25, length / 2.0)})
              BOOST_TEST(std::any_of(points.begin(), points.end(), [&](const ContactPoint& point) {
                return (point.witness[0] - Vec3(x, 0.0, 0.1)).norm() < 1e-9;
              }));
          }
        }
}

BOOST_AUTO_TEST_CASE(an_edge_along_a_capsule_touches_where_either_ends) {
  const std::vector<LineHolder> holders = line_holders();
  for (const LineHolder& holder : std::span(holders).subspan(3))
    for (const double length : {0.3, 0.5, 0.9})
      for (const double shift : {-0.2, 0.0, 0.1})
        for (const double yaw : {0.0, 1e-7, 0.03})
          for (const bool is_named_first : {false, true}) {
            Body body = holder.body;
            turn(body, yaw, 0.0);
            // Sunk in by 1 mm: the core of the capsule stays outside.
            body.spatial.position = Vec3(shift, 0.0, 0.099 + holder.height);
            const MovingSolid edge = placed(body);
            const MovingSolid log = placed(
                solid_body(ShapeKind::capsule, Vec3(length, 0.1, 0.0), 1.0, Vec3(0.01, 0.03, 0.03), Vec3::Zero()));
            const ContactPoints points =
                is_named_first ? points_between(edge, log, 0.01) : points_between(log, edge, 0.01);
            BOOST_TEST_CONTEXT(holder.name << ", length " << length << ", shift " << shift << ", yaw " << yaw) {
              // Crossed lines are nearest between their ends, and of ends that lie on ends both count.
              BOOST_TEST_REQUIRE((yaw > 1e-3 ? points.size() >= 2u : points.size() == 2u));
              const double error = 1e-9 + yaw * yaw;
              for (const double x : {std::max(shift - 0.25, -length / 2.0), std::min(shift + 0.25, length / 2.0)})
                BOOST_TEST(std::any_of(points.begin(), points.end(), [&](const ContactPoint& point) {
                  return std::abs(point.witness[is_named_first ? 0 : 1].x() - x) < error &&
                         std::abs(point.gap + 0.001) < error;
                }));
            }
          }
}

BOOST_AUTO_TEST_CASE(capsules_of_one_length_that_lie_on_each_other_touch_at_both_ends) {
  const std::vector<LineHolder> holders = line_holders();
  for (const LineHolder& upper : std::span(holders).subspan(1, 2))
    for (const LineHolder& lower : std::span(holders).subspan(1, 2)) {
      Body body = upper.body;
      body.spatial.position = Vec3(0.0, 0.0, 0.1);
      const ContactPoints points = points_between(placed(lower.body), placed(body), 0.01);
      BOOST_TEST_CONTEXT(upper.name << " on " << lower.name) {
        BOOST_TEST_REQUIRE(points.size() == 2u);
        for (const ContactPoint& point : points)
          BOOST_TEST((point.witness[0] - Vec3(std::copysign(0.25, point.witness[0].x()), 0.0, 0.05)).norm() < 1e-9);
        BOOST_TEST(points[0].witness[0].x() * points[1].witness[0].x() < 0.0);
      }
    }
}

BOOST_AUTO_TEST_CASE(what_is_round_rests_in_the_groove_of_two_parallel_ones) {
  using enum ShapeKind;
  const std::vector<LineHolder> holders = line_holders();
  for (const LineHolder& upper : std::span(holders).first(3))
    for (const LineHolder& lower : std::span(holders).first(3)) {
      Model model = spatial_contact_world(0.5, Vec3(0.0, 0.0, -g));
      for (const double y : {-0.06, 0.06}) {
        Body line = lower.body;
        line.kind = BodyKind::fixed;
        line.spatial.position = Vec3(0.0, y, 0.0);
        model.bodies.push_back(line);
      }
      Body body = upper.body;
      body.spatial.position = Vec3(0.05, 0.0, 0.08);
      model.bodies.push_back(body);
      const ContactKeeper keeper = run(model, 20);
      BOOST_TEST_CONTEXT(upper.name << " on " << lower.name) {
        BOOST_TEST(keeper.last.problem.rows.size() == 4);
        check_rest(model, keeper, 2, body.spatial.position);
      }
    }
}

BOOST_AUTO_TEST_CASE(what_is_round_rests_on_two_parallel_edges) {
  const std::vector<LineHolder> holders = line_holders();
  for (const LineHolder& upper : std::span(holders).first(3))
    for (const LineHolder& lower : std::span(holders).subspan(3)) {
      Model model = spatial_contact_world(0.5, Vec3(0.0, 0.0, -g));
      for (const double y : {-0.03, 0.03}) {
        Body line = lower.body;
        line.kind = BodyKind::fixed;
        turn(line, 0.0, std::numbers::pi);
        line.spatial.position = Vec3(0.02, y, -lower.height);
        model.bodies.push_back(line);
      }
      Body body = upper.body;
      body.spatial.position = Vec3(0.05, 0.0, 0.04);
      model.bodies.push_back(body);
      const ContactKeeper keeper = run(model, 20);
      BOOST_TEST_CONTEXT(upper.name << " on " << lower.name) {
        BOOST_TEST(keeper.last.problem.rows.size() == 4);
        check_rest(model, keeper, 2, body.spatial.position);
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spatial_contact_lines
