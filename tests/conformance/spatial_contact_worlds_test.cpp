// Contacts in space from geometry to motion: known answers that every step has to give.
#include <boost/test/unit_test.hpp>
#include <numbers>

#include "kernel/contacts/find_contacts.hpp"
#include "kernel/dynamics/body_motion.hpp"
#include "tests/support/spatial_contact_samples.hpp"
#include "tests/support/spatial_contact_worlds.hpp"

namespace perpend::test::of_spatial_contact_worlds {

namespace {

constexpr double g = standard_gravity;
constexpr double step = 0.01;

void run(Model& model, long steps, ContactKeeper& keeper) {
  number_unknowns(model);
  const auto stabilized = std::get<0>(stabilizer_type("stabilized_lcp").make(properties_of({})));
  const SimulationResult result = run_contacts(model, *stabilized, step, steps, keeper);
  BOOST_TEST((result.status == Status::converged), result.message);
  BOOST_TEST(keeper.all_converged);
}

Vec3 position(const Model& model, const State& state, int body) {
  return state.q.segment<3>(model.bodies[body].q_offset);
}

Vec3 velocity(const Model& model, const State& state, int body) {
  return state.v.segment<3>(model.bodies[body].offset);
}

/// Sum of normal impulses between two bodies in the last step [N s].
double normal_impulse(const ContactKeeper& keeper, const std::array<int, 2>& bodies) {
  double sum = 0.0;
  const ContactRows& rows = keeper.last.problem.rows;
  for (int c = 0; c < rows.size(); ++c)
    if (rows.contacts[c].body == bodies) sum += keeper.last.solution.normal[c];
  return sum;
}

long count(const ContactKeeper& keeper, const std::array<int, 2>& bodies) {
  const std::vector<Contact>& contacts = keeper.last.problem.rows.contacts;
  return std::count_if(contacts.begin(), contacts.end(),
                       [&](const Contact& contact) { return contact.body == bodies; });
}

// Two hundred steps, each with the rounding of a solve of some dozen unknowns of size 1.
constexpr double rounding = 1e-10;

}  // namespace

BOOST_AUTO_TEST_SUITE(spatial_contact_worlds)

BOOST_AUTO_TEST_CASE(a_ball_rests_on_one_point_and_a_box_on_four) {
  Model model = spatial_world_with_ground(0.5);
  model.bodies.push_back(ball(0.3, 2.0, Vec3(2.0, 0.0, 0.3)));
  model.bodies.push_back(box(Vec3(0.6, 0.4, 0.2), 3.0, Vec3(0.0, 0.0, 0.1)));
  ContactKeeper keeper;
  run(model, 200, keeper);
  BOOST_TEST(keeper.last.problem.rows.size() == 5);
  BOOST_TEST((position(model, keeper.state, 1) - Vec3(2.0, 0.0, 0.3)).norm() < rounding);
  BOOST_TEST((position(model, keeper.state, 2) - Vec3(0.0, 0.0, 0.1)).norm() < rounding);
  BOOST_TEST(keeper.state.v.norm() < rounding);
  BOOST_TEST(std::abs(normal_impulse(keeper, {0, 1}) - 2.0 * g * step) < rounding);
  BOOST_TEST(std::abs(normal_impulse(keeper, {0, 2}) - 3.0 * g * step) < rounding);
}

BOOST_AUTO_TEST_CASE(three_boxes_stand_on_each_other_and_each_joint_carries_what_is_above) {
  Model model = spatial_world_with_ground(0.5);
  for (int i = 0; i < 3; ++i) model.bodies.push_back(box(Vec3(0.5, 0.5, 0.5), 1.0, Vec3(0.0, 0.0, 0.25 + 0.5 * i)));
  ContactKeeper keeper;
  run(model, 100, keeper);
  BOOST_TEST(keeper.last.problem.rows.size() == 12);
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST((position(model, keeper.state, i + 1) - Vec3(0.0, 0.0, 0.25 + 0.5 * i)).norm() < rounding);
    BOOST_TEST(std::abs(normal_impulse(keeper, {i, i + 1}) - (3 - i) * g * step) < rounding);
  }
}

BOOST_AUTO_TEST_CASE(a_cylinder_lies_on_two_points_and_stands_on_eight_on_the_ground_and_on_a_box) {
  Model model = spatial_world_with_ground(0.5);
  Body upright = cylinder(0.4, 0.1, 1.0, Vec3(0.0, 0.0, 0.2));
  const double half = std::numbers::sqrt2 / 2.0;
  upright.spatial.rotation = Vec4(half, 0.0, half, 0.0);  // x of the body down
  Body on_box = upright;
  on_box.spatial.position = Vec3(2.0, 0.0, 0.7);
  model.bodies = {model.bodies[0], cylinder(0.4, 0.1, 1.0, Vec3(0.0, 1.0, 0.1)), upright,
                  box(Vec3(0.5, 0.5, 0.5), 1.0, Vec3(2.0, 0.0, 0.25)), on_box};
  ContactKeeper keeper;
  run(model, 50, keeper);
  BOOST_TEST(count(keeper, {0, 1}) == 2);
  BOOST_TEST(count(keeper, {0, 2}) == 8);
  BOOST_TEST(count(keeper, {3, 4}) == 8);
  BOOST_TEST(keeper.state.v.norm() < 1e-7);  // normals of a cylinder on a box: the root of rounding
}

BOOST_AUTO_TEST_CASE(a_box_turned_by_an_eighth_stands_on_the_eight_corners_of_what_both_faces_share) {
  Model model = spatial_world_with_ground(0.5);
  model.bodies.push_back(box(Vec3(0.5, 0.5, 0.5), 2.0, Vec3(0.0, 0.0, 0.25)));
  model.bodies.push_back(box(Vec3(0.5, 0.5, 0.5), 1.0, Vec3(0.0, 0.0, 0.75)));
  model.bodies.back().spatial.rotation = quaternion_exponential<double>(Vec3(0.0, 0.0, std::numbers::pi / 4.0));
  ContactKeeper keeper;
  run(model, 100, keeper);
  BOOST_TEST(count(keeper, {1, 2}) == 8);
  BOOST_TEST((position(model, keeper.state, 2) - Vec3(0.0, 0.0, 0.75)).norm() < rounding);
  BOOST_TEST(keeper.state.v.norm() < rounding);
}

/// Two sides of the boxes are in one plane: corners of the common face are then corners of either box.
BOOST_AUTO_TEST_CASE(boxes_that_are_shifted_along_a_common_side_stand_on_four_points) {
  for (const Vec3& shift : {Vec3(0.1, 0.0, 0.0), Vec3(0.0, -0.2, 0.0), Vec3(0.0, 0.0, 0.0), Vec3(0.1, 0.2, 0.0)})
    for (const double width : {0.5, 0.3}) {
      Model model = spatial_world_with_ground(0.5);
      model.bodies.push_back(box(Vec3(0.5, 0.5, 0.5), 2.0, Vec3(0.0, 0.0, 0.25)));
      model.bodies.push_back(box(Vec3(width, 0.5, 0.5), 1.0, Vec3(0.0, 0.0, 0.75) + shift));
      ContactKeeper keeper;
      run(model, 20, keeper);
      BOOST_TEST_CONTEXT("shift " << shift.transpose() << ", width " << width) {
        BOOST_TEST(count(keeper, {1, 2}) == 4);
        BOOST_TEST((position(model, keeper.state, 2) - Vec3(0.0, 0.0, 0.75) - shift).norm() < rounding);
        BOOST_TEST(keeper.state.v.norm() < rounding);
      }
    }
}

/// A box reaches over the edge of another one: its centre above it, or beyond.
BOOST_AUTO_TEST_CASE(a_box_over_an_edge_stays_or_tips_as_its_centre_says) {
  for (const bool tips : {false, true}) {
    Model model = spatial_world_with_ground(1.0);
    model.bodies.push_back(box(Vec3(0.5, 0.5, 0.5), 10.0, Vec3(0.0, 0.0, 0.25)));
    model.bodies.push_back(box(Vec3(0.8, 0.3, 0.1), 1.0, Vec3(tips ? 0.26 : 0.24, 0.0, 0.55)));
    ContactKeeper keeper;
    run(model, 40, keeper);
    const double drop = 0.55 - position(model, keeper.state, 2).z();
    BOOST_TEST_CONTEXT("centre beyond the edge: " << tips) {
      if (tips)
        BOOST_TEST(drop > 1e-3);
      else
        BOOST_TEST(std::abs(drop) < rounding);
    }
  }
}

BOOST_AUTO_TEST_CASE(lying_capsules_and_cylinders_reach_over_an_edge_without_tipping) {
  for (const ShapeKind kind : {ShapeKind::capsule, ShapeKind::cylinder}) {
    Model model = spatial_world_with_ground(1.0);
    model.bodies.push_back(box(Vec3(0.5, 0.5, 0.5), 10.0, Vec3(0.0, 0.0, 0.25)));
    model.bodies.push_back(cylinder(0.8, 0.05, 1.0, Vec3(0.2, 0.0, 0.55)));
    model.bodies.back().shape.kind = kind;
    ContactKeeper keeper;
    run(model, 60, keeper);
    BOOST_TEST_CONTEXT("kind " << static_cast<int>(kind)) {
      BOOST_TEST(count(keeper, {1, 2}) >= 2);
      BOOST_TEST((position(model, keeper.state, 2) - Vec3(0.2, 0.0, 0.55)).norm() < 1e-9);
    }
  }
}

/// I = m r^2 / 2: v = v0 / (1 + 1/2).
BOOST_AUTO_TEST_CASE(a_cylinder_on_a_box_ends_rolling_at_two_thirds_of_its_speed) {
  Model model = spatial_world_with_ground(0.3);
  model.bodies.push_back(box(Vec3(8.0, 8.0, 0.2), 1.0, Vec3(0.0, 0.0, 0.1)));
  model.bodies.back().kind = BodyKind::fixed;
  model.bodies.push_back(cylinder(0.4, 0.1, 1.0, Vec3(0.0, 0.0, 0.3)));
  model.bodies.back().spatial.velocity = Vec3(0.0, 2.0, 0.0);
  ContactKeeper keeper;
  run(model, 60, keeper);
  BOOST_TEST((velocity(model, keeper.state, 2) - Vec3(0.0, 4.0 / 3.0, 0.0)).norm() < 1e-6);  // as above
  BOOST_TEST(std::abs(position(model, keeper.state, 2).z() - 0.3) < 1e-9);
}

BOOST_AUTO_TEST_CASE(solids_of_every_kind_come_to_rest_on_a_box) {
  using enum ShapeKind;
  for (const ShapeKind kind : {sphere, rod, capsule, box, cylinder, ellipsoid, hull}) {
    Model model = spatial_world_with_ground(0.8);
    Random random(4);
    Body table = perpend::test::box(Vec3(4.0, 4.0, 0.2), 1.0, Vec3(0.0, 0.0, -0.2));
    table.kind = BodyKind::fixed;
    model.bodies[0] = table;
    Body body = solid_body(kind, Vec3::Zero(), 1.0, Vec3(0.1, 0.12, 0.14), Vec3(0.0, 0.0, 1.0));
    body.shape = random_solid(kind, random);
    body.spatial.rotation = quaternion_exponential<double>(Vec3(0.4, 0.7, -0.2));
    model.bodies.push_back(body);
    ContactKeeper keeper;
    run(model, 500, keeper);
    BOOST_TEST_CONTEXT("kind " << static_cast<int>(kind)) {
      ContactRows rows;
      std::vector<SpatialMotion<double>> motions;
      for (const Body& each : model.bodies)
        motions.push_back(spatial_motion<double>(each, keeper.state.q, keeper.state.v));
      ContactFinder(model).find(model, {}, motions, 1.0, rows);
      BOOST_TEST(!rows.contacts.empty());
      double least = 1.0;
      for (const Contact& contact : rows.contacts) least = std::min(least, contact.gap);
      BOOST_TEST(std::abs(least) < 1e-3);
      // Round bodies may roll on for ever.
      if (kind == box || kind == hull) BOOST_TEST(keeper.state.v.norm() < 1e-6);
    }
  }
}

/// Friction at the lowest point keeps the angular momentum about it: m r v + I omega, with omega = v / r at the end
/// v = v0 / (1 + I / m r^2) = 5 v0 / 7, whatever the directions of friction.
BOOST_AUTO_TEST_CASE(a_sliding_ball_ends_rolling_at_five_sevenths_of_its_speed) {
  for (const int directions : {4, 8, 16})
    for (const double angle : {0.0, 0.3, std::numbers::pi / 4.0}) {
      Model model = spatial_world_with_ground(0.3);
      model.contacts.directions = directions;
      model.bodies.push_back(ball(0.2, 1.5, Vec3(0.0, 0.0, 0.2)));
      const Vec3 v0 = 2.0 * Vec3(std::cos(angle), std::sin(angle), 0.0);
      model.bodies.back().spatial.velocity = v0;
      ContactKeeper keeper;
      run(model, 80, keeper);  // slides for 2 v0 / (7 mu g) = 0.19 s, longer between directions
      BOOST_TEST_CONTEXT(directions << " directions, " << angle) {
        BOOST_TEST((velocity(model, keeper.state, 1) - 5.0 / 7.0 * v0).norm() < rounding);
        const Vec3 spin = keeper.state.v.segment<3>(model.bodies[1].offset + 3);
        BOOST_TEST((spin - 5.0 / 7.0 / 0.2 * Vec3(-v0.y(), v0.x(), 0.0)).norm() < 10.0 * rounding);
      }
    }
}

/// A pyramid of k directions holds less between two of them: there the largest force against the slip is the middle of
/// its edge, mu cos(pi / k) of the normal force. Slip that leaves the middle is turned back to it.
BOOST_AUTO_TEST_CASE(friction_between_two_directions_is_smaller_by_the_cosine_of_half_their_angle) {
  const double mu = 0.4;
  const double slope = 0.6;  // [rad]: steeper than friction holds
  for (const int k : {4, 8, 16})
    for (const bool between : {false, true}) {
      const double angle = between ? std::numbers::pi / k : 2.0 * std::numbers::pi / k;
      const Vec3 downhill(std::cos(angle), std::sin(angle), 0.0);
      Model model = spatial_world_with_ground(mu, g * (std::sin(slope) * downhill - std::cos(slope) * Vec3::UnitZ()));
      model.contacts.directions = k;
      model.bodies.push_back(box(Vec3(0.4, 0.4, 0.1), 1.0, Vec3(0.0, 0.0, 0.05)));
      ContactKeeper keeper;
      const long steps = 50;
      run(model, steps, keeper);
      const Vec3 v = velocity(model, keeper.state, 1);
      const double effective =
          (std::sin(slope) - v.dot(downhill) / (g * step * static_cast<double>(steps))) / std::cos(slope);
      BOOST_TEST_CONTEXT(k << " directions, between two: " << between) {
        BOOST_TEST(std::abs(effective - mu * (between ? std::cos(std::numbers::pi / k) : 1.0)) < rounding);
        BOOST_TEST((v - v.dot(downhill) * downhill).norm() < rounding);
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spatial_contact_worlds
