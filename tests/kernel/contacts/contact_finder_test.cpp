// The finder over whole models: which pairs, in which order, with which rows and surfaces.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "kernel/contacts/contact_points.hpp"
#include "kernel/contacts/find_contacts.hpp"
#include "kernel/dynamics/body_motion.hpp"
#include "tests/support/contact_samples.hpp"
#include "tests/support/contact_worlds.hpp"

namespace perpend::test::of_contact_finder {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

Body body(BodyKind kind, Shape shape, const Vec2& at, double angle = 0.0) {
  Body made;
  made.name = "b";
  made.kind = kind;
  made.mass = 1.0;
  made.inertia = 0.5;
  made.shape = std::move(shape);
  made.position = at;
  made.angle = angle;
  return made;
}

Body disk(const Vec2& at, double radius = 0.5) {
  return body(BodyKind::rigid, planar_shape(ShapeKind::disk, radius), at);
}
Body ground() {
  return body(BodyKind::fixed, planar_shape(ShapeKind::halfplane), Vec2::Zero());
}

Model with_contacts(std::vector<Body> bodies) {
  Model model;
  model.bodies = std::move(bodies);
  model.contacts.enabled = true;
  number_unknowns(model);
  return model;
}

std::vector<BodyMotion<double>> motions(const Model& model, const State& state) {
  std::vector<BodyMotion<double>> result;
  for (const Body& body : model.bodies) result.push_back(body_motion<double>(body, state.q, state.v));
  return result;
}

ContactRows found(const Model& model, const State& state, double margin) {
  ContactRows rows;
  ContactFinder(model).find(model, motions(model, state), {}, margin, rows);
  return rows;
}
ContactRows found(const Model& model, double margin) {
  return found(model, initial_state(model), margin);
}

std::vector<BodyPair> pairs(const ContactRows& rows) {
  std::vector<BodyPair> result;
  for (const Contact& contact : rows.contacts) result.push_back(contact.body);
  return result;
}

/// Bodies of every kind of shape, strewn over a square, and walls.
Model strewn(int count, double size, std::uint64_t seed) {
  constexpr std::array kinds{ShapeKind::disk,    ShapeKind::box,     ShapeKind::rod,  ShapeKind::ellipse,
                             ShapeKind::polygon, ShapeKind::capsule, ShapeKind::point};
  Random random(seed);
  std::vector<Body> bodies{ground()};
  for (int i = 0; i < count; ++i) {
    const ShapeKind kind = kinds[random.below(7)];
    const BodyKind made = kind == ShapeKind::point ? BodyKind::particle : BodyKind::rigid;
    const Shape shape = random_shape(kind, random);
    const Vec2 position = random.point(size);
    bodies.push_back(body(made, shape, position, random.uniform(-3.0, 3.0)));
    bodies.back().velocity = random.point(1.0);
    bodies.back().spin = made == BodyKind::rigid ? random.uniform(-1.0, 1.0) : 0.0;
  }
  bodies.push_back(body(BodyKind::fixed, chain_of(random_terrain(random)), Vec2(0.0, -1.0)));
  return with_contacts(std::move(bodies));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_finder)

BOOST_AUTO_TEST_CASE(the_sweep_finds_what_comparing_all_pairs_finds) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Model model = strewn(40, 6.0, seed);
    const std::vector<BodyMotion<double>> at = motions(model, initial_state(model));
    const double margin = 0.3;
    std::vector<BodyPair> expected;
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
      for (int j = i + 1; j < static_cast<int>(model.bodies.size()); ++j) {
        if (model.bodies[i].dof == 0 && model.bodies[j].dof == 0) continue;
        ContactPoints points;
        find_points(model.bodies[i].shape, at[i], model.bodies[j].shape, at[j], margin, points);
        expected.insert(expected.end(), points.size(), BodyPair{i, j});
      }
    BOOST_TEST((pairs(found(model, margin)) == expected));
    BOOST_TEST(expected.size() > 20U);
  }
}

/// Strips are as wide as two boxes on average: some bodies stand in many of them, most in one, walls in all.
BOOST_AUTO_TEST_CASE(disks_of_all_sizes_are_found_strip_by_strip) {
  Random random(7);
  std::vector<Body> bodies{ground()};
  for (int i = 0; i < 400; ++i) bodies.push_back(disk(random.point(20.0), std::exp(random.uniform(-5.0, 1.5))));
  bodies.push_back(disk(Vec2(1e6, 3.0)));
  bodies.push_back(disk(Vec2(3.0, 1e5)));  // so far across that all others are in the first of the strips
  const Model model = with_contacts(std::move(bodies));
  const std::vector<BodyMotion<double>> at = motions(model, initial_state(model));
  for (const double margin : {0.0, 0.01, 3.0}) {
    std::vector<BodyPair> expected;
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
      for (int j = i + 1; j < static_cast<int>(model.bodies.size()); ++j) {
        ContactPoints points;
        find_points(model.bodies[i].shape, at[i], model.bodies[j].shape, at[j], margin, points);
        if (!points.empty() && points[0].gap <= margin) expected.push_back({i, j});
      }
    BOOST_TEST((pairs(found(model, margin)) == expected));
    BOOST_TEST(expected.size() > 100U);
  }
}

/// Rows, columns and heaps, which the sweep takes along one axis or the other; a heap that falls over changes it.
BOOST_AUTO_TEST_CASE(the_axis_of_the_sweep_changes_nothing) {
  const Model model = strewn(60, 5.0, 21);
  State state = initial_state(model);
  const State start = state;
  ContactFinder finder(model);
  ContactRows rows;
  for (const Vec2& stretch : {Vec2(3.0, 0.1), Vec2(0.1, 3.0), Vec2(1.0, 1.0), Vec2(0.1, 3.0), Vec2(3.0, 0.1)}) {
    for (const Body& body : model.bodies)
      for (int axis = 0; axis < 2 && body.dof > 0; ++axis)
        state.q[body.q_offset + axis] = stretch[axis] * start.q[body.q_offset + axis];
    finder.find(model, motions(model, state), {}, 0.2, rows);
    const std::vector<BodyMotion<double>> at = motions(model, state);
    std::vector<BodyPair> expected;
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
      for (int j = i + 1; j < static_cast<int>(model.bodies.size()); ++j) {
        if (model.bodies[i].dof == 0 && model.bodies[j].dof == 0) continue;
        ContactPoints points;
        find_points(model.bodies[i].shape, at[i], model.bodies[j].shape, at[j], 0.2, points);
        expected.insert(expected.end(), points.size(), BodyPair{i, j});
      }
    BOOST_TEST((pairs(rows) == expected));
  }
}

BOOST_AUTO_TEST_CASE(contacts_come_in_increasing_order_of_bodies_and_features) {
  const ContactRows rows = found(strewn(60, 4.0, 3), 0.3);
  for (int i = 1; i < rows.size(); ++i) {
    const Contact& a = rows.contacts[i - 1];
    const Contact& b = rows.contacts[i];
    BOOST_TEST((a.body < b.body || (a.body == b.body && a.feature < b.feature)));
  }
}

BOOST_AUTO_TEST_CASE(a_sweep_with_a_head_start_finds_the_same) {
  const Model model = strewn(60, 5.0, 5);
  State state = initial_state(model);
  ContactFinder finder(model);
  ContactRows rows;
  for (int step = 0; step < 50; ++step) {
    finder.find(model, motions(model, state), {}, 0.2, rows);
    const ContactRows fresh = found(model, state, 0.2);
    BOOST_TEST((pairs(rows) == pairs(fresh)));
    BOOST_TEST((rows.values == fresh.values));
    state.q += 0.05 * state.v;
  }
}

/// Central differences of the gap at h and 2 h, as in the laws of the pairs.
BOOST_AUTO_TEST_CASE(normal_rows_are_the_gradient_of_the_gap) {
  constexpr double h = 1e-3;
  Model model = strewn(40, 5.0, 7);
  model.bodies[0].shift_rate[1] = TimeFunction({{TimeFunction::Op::number, 0.25}});
  const State start = initial_state(model);
  const auto at = [&](double t) {
    State state = start;
    state.q += t * start.v;
    std::vector<BodyMotion<double>> moved = motions(model, state);
    moved[0].position.y() += 0.25 * t;
    moved[0].velocity.y() = 0.25;
    ContactRows rows;
    ContactFinder(model).find(model, moved, {}, 0.4, rows);
    return rows;
  };
  const auto gap = [](const ContactRows& rows, const Contact& wanted) {
    for (const Contact& contact : rows.contacts)
      if (contact.body == wanted.body && contact.feature == wanted.feature) return contact.gap;
    return std::numeric_limits<double>::quiet_NaN();
  };
  const ContactRows rows = at(0.0);
  const std::array<ContactRows, 4> near{at(-2 * h), at(-h), at(h), at(2 * h)};
  int tested = 0;
  int walls = 0;
  for (int i = 0; i < rows.size(); ++i) {
    const Contact& contact = rows.contacts[i];
    const double rate = (gap(near[2], contact) - gap(near[1], contact)) / (2 * h);
    const double coarse = (gap(near[3], contact) - gap(near[0], contact)) / (4 * h);
    if (std::isnan(rate) || std::isnan(coarse)) continue;
    ++tested;
    walls += contact.body[0] == 0 ? 1 : 0;
    BOOST_TEST(std::abs(contact_rate(rows, i, 0, start.v) - rate) <= std::abs(coarse - rate) + 128.0 * eps / h);
  }
  BOOST_TEST(tested > 20);
  BOOST_TEST(walls > 2);
}

BOOST_AUTO_TEST_CASE(tangents_are_normals_turned_by_a_quarter) {
  const Model model = with_contacts({ground(), disk(Vec2(0, 0.5))});
  const ContactRows rows = found(model, 0.1);
  BOOST_TEST_REQUIRE(rows.size() == 1);
  BOOST_TEST((rows.contacts[0].tangent[0] - Vec3(-1, 0, 0)).norm() <= eps);
  // The disk rolls without slip along the floor: v = (-omega r, 0).
  const VectorX rolling = Vec3(-1.0, 0.0, 2.0);
  BOOST_TEST(std::abs(contact_rate(rows, 0, 1, rolling)) <= 4.0 * eps);
  const VectorX sliding = Vec3(-1.0, 0.0, 0.0);
  BOOST_TEST(std::abs(contact_rate(rows, 0, 1, sliding) - 1.0) <= 4.0 * eps);
}

BOOST_AUTO_TEST_CASE(a_moved_wall_enters_the_normal_and_the_tangential_row) {
  const Model model = with_contacts({ground(), disk(Vec2(0, 0.5))});
  const State state = initial_state(model);
  std::vector<BodyMotion<double>> at = motions(model, state);
  at[0].velocity = Vec2(3.0, 2.0);
  ContactRows rows;
  ContactFinder(model).find(model, at, {}, 0.1, rows);
  BOOST_TEST_REQUIRE(rows.size() == 1);
  BOOST_TEST(rows.rate_t[0] == -2.0);
  BOOST_TEST(rows.rate_t[1] == 3.0);
}

BOOST_AUTO_TEST_CASE(fixed_bodies_joined_bodies_and_disabled_pairs_do_not_touch) {
  std::vector<Body> bodies{ground(), ground(), disk(Vec2(0, 0.5)), disk(Vec2(0.9, 0.5)), disk(Vec2(1.8, 0.5))};
  Model model = with_contacts(bodies);
  using Pairs = std::vector<BodyPair>;
  BOOST_TEST((pairs(found(model, 0.0)) == Pairs{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {3, 4}}));
  Joint joint;
  joint.body = {3, 2};
  model.joints.push_back(joint);
  model.contact_pairs = {{.name = "off", .body = {4, 0}, .enabled = false}};
  BOOST_TEST((pairs(found(model, 0.0)) == Pairs{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {1, 4}, {3, 4}}));
  model.contact_pairs.push_back({.name = "on", .body = {2, 3}});
  BOOST_TEST((pairs(found(model, 0.0)) == Pairs{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {3, 4}}));
  model.contacts.all_pairs = false;
  BOOST_TEST((pairs(found(model, 0.0)) == Pairs{{2, 3}}));
}

BOOST_AUTO_TEST_CASE(surfaces_combine_by_the_mean_of_friction_and_the_larger_restitution) {
  std::vector<Body> bodies{ground(), disk(Vec2(0, 0.5)), disk(Vec2(2, 0.5)), disk(Vec2(4, 0.5))};
  bodies[0].friction = 0.4;
  bodies[0].restitution = 0.3;
  bodies[1].friction = 0.9;
  bodies[1].restitution = 0.7;
  Model model = with_contacts(bodies);
  model.contacts.friction = 0.4;
  model.contact_pairs = {{.name = "pair", .body = {3, 0}, .friction = 0.0}};
  const ContactRows rows = found(model, 0.1);
  BOOST_TEST_REQUIRE(rows.size() == 3);
  BOOST_TEST(std::abs(rows.contacts[0].friction - 0.6) <= eps);
  BOOST_TEST(rows.contacts[0].restitution == 0.7);
  BOOST_TEST(rows.contacts[1].friction == 0.4);
  BOOST_TEST(rows.contacts[1].restitution == 0.3);
  BOOST_TEST(rows.contacts[2].friction == 0.0);
}

BOOST_AUTO_TEST_CASE(a_particle_has_two_columns_and_a_wall_none) {
  const Model model = with_contacts({ground(), body(BodyKind::particle, planar_shape(ShapeKind::point), Vec2(1, 0))});
  const ContactRows rows = found(model, 0.1);
  BOOST_TEST_REQUIRE(rows.size() == 1);
  BOOST_TEST(rows.blocks[0].num_columns[0] == 0);
  BOOST_TEST(rows.blocks[0].num_columns[1] == 2);
  BOOST_TEST((rows.values == std::vector<double>{0, 1, -1, 0}));
}

BOOST_AUTO_TEST_CASE(positions_that_are_not_numbers_touch_nothing) {
  const Model model = with_contacts({disk(Vec2(0, 0.5)), disk(Vec2(0.5, 0.5)), disk(Vec2(0.8, 0.5))});
  State state = initial_state(model);
  state.q[0] = std::numeric_limits<double>::quiet_NaN();
  for (const Contact& contact : found(model, state, 0.1).contacts) BOOST_TEST(std::isfinite(contact.gap));
}

/// Disks of one size on a grid, each in reach of its eight neighbours at most.
BOOST_AUTO_TEST_CASE(the_number_of_compared_pairs_grows_with_the_number_of_bodies) {
  for (const int side : {8, 32}) {
    std::vector<Body> bodies;
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) bodies.push_back(disk(Vec2(i, j)));
    const Model model = with_contacts(bodies);
    ContactFinder finder(model);
    ContactRows rows;
    finder.find(model, motions(model, initial_state(model)), {}, 0.01, rows);
    BOOST_TEST(finder.num_candidates() <= 4L * side * side);
    BOOST_TEST(rows.size() == 2 * side * (side - 1));
  }
}

BOOST_AUTO_TEST_CASE(the_gap_of_a_pair_is_known_at_any_distance) {
  const Model model = with_contacts({ground(), disk(Vec2(0, 40)), disk(Vec2(30, 80))});
  const std::vector<BodyMotion<double>> at = motions(model, initial_state(model));
  BOOST_TEST(std::abs(pair_gap(model, at, {}, 0, 1) - 39.5) <= 64.0 * eps);
  BOOST_TEST(std::abs(pair_gap(model, at, {}, 2, 1) - 49.0) <= 64.0 * eps);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_finder
