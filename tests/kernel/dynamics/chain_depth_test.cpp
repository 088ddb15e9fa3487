// How far in the solid of a chain a body is: the same for every margin, for the finder, the signals and the warning.
#include <boost/test/unit_test.hpp>

#include "kernel/contacts/contact_points.hpp"
#include "kernel/contacts/find_contacts.hpp"
#include "kernel/contacts/start_overlaps.hpp"
#include "kernel/dynamics/body_motion.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "tests/support/contact_samples.hpp"
#include "tests/support/contact_worlds.hpp"

namespace perpend::test::of_chain_depth {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct NamedChain {
  const char* name;
  std::vector<Vec2> vertices;
};

std::vector<NamedChain> chains() {
  Random random(3);
  return {{"floor", {Vec2(-5, 0), Vec2(5, 0)}},
          {"ramp", {Vec2(-4, 3), Vec2(4, -3)}},
          {"open box", {Vec2(-5, 5), Vec2(-5, 0), Vec2(5, 0), Vec2(5, 5)}},
          {"closed box", {Vec2(0, 0), Vec2(4, 0), Vec2(4, 3), Vec2(0, 3), Vec2(0, 0)}},
          {"island", {Vec2(-2, -2), Vec2(-2, 6), Vec2(6, 6), Vec2(6, -2), Vec2(-2, -2)}},
          {"terrain", random_terrain(random)}};
}

Shape small(ShapeKind kind, Random& random) {
  if (kind != ShapeKind::polygon) {
    const double x = random.uniform(0.3, 0.8), y = random.uniform(0.1, 0.3);
    return planar_shape(kind, x, y);
  }
  std::vector<Vec2> vertices = random_convex(random);
  for (Vec2& vertex : vertices) vertex *= 0.4;
  return polygon_of(std::move(vertices));
}

/// Calls check(chain, body) for bodies of every kind all around and within every chain.
template <class Check>
void for_each_place(const Check& check) {
  constexpr std::array kinds{ShapeKind::point, ShapeKind::disk,    ShapeKind::box,    ShapeKind::ellipse,
                             ShapeKind::rod,   ShapeKind::polygon, ShapeKind::capsule};
  Random random(11);
  for (const NamedChain& chain : chains())
    for (const ShapeKind kind : kinds)
      for (int i = 0; i < 60; ++i) {
        const double turn = i % 3 == 0 ? 0.0 : random.uniform(-3.0, 3.0);
        const MovingShape wall = place(chain_of(chain.vertices), Vec2::Zero(), turn);
        const Shape shape = small(kind, random);
        const Vec2 position = random.point(9.0);
        const MovingShape body = place(shape, position, random.uniform(-3.0, 3.0));
        BOOST_TEST_CONTEXT(chain.name << ", kind " << static_cast<int>(kind) << ", place " << i) {
          check(wall, body);
        }
      }
}

Model world_of(const MovingShape& wall, const MovingShape& body) {
  Model model = contact_world(0.3);
  Body fixed;
  fixed.name = "wall";
  fixed.kind = BodyKind::fixed;
  fixed.shape = wall.shape;
  fixed.angle = wall.start.angle;
  model.bodies.push_back(fixed);
  add_body(model, body.shape, 1.0, body.start.position);
  model.bodies.back().angle = body.start.angle;
  number_unknowns(model);
  return model;
}

double deepest(const ContactRows& rows) {
  double depth = 0.0;
  for (const Contact& contact : rows.contacts) depth = std::max(depth, -contact.gap);
  return depth;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(chain_depth)

BOOST_AUTO_TEST_CASE(the_depth_in_a_chain_is_the_same_for_every_margin) {
  int overlaps = 0;
  for_each_place([&](const MovingShape& wall, const MovingShape& body) {
    const double gap = least_gap(points_between(wall, body, infinity));
    overlaps += gap < 0.0 ? 1 : 0;
    for (const double margin : {0.0, 1e-3, 0.5, 20.0}) {
      const double near = least_gap(points_between(wall, body, margin));
      if (gap < 0.0)
        BOOST_TEST(near == gap);
      else
        BOOST_TEST(near >= 0.0);
    }
  });
  BOOST_TEST(overlaps > 500);
}

BOOST_AUTO_TEST_CASE(finder_signals_and_start_warning_agree_on_the_depth_in_a_chain) {
  for_each_place([&](const MovingShape& wall, const MovingShape& body) {
    const Model model = world_of(wall, body);
    const State state = initial_state(model);
    std::vector<BodyMotion<double>> at;
    for (const Body& each : model.bodies) at.push_back(body_motion<double>(each, state.q, state.v));
    const double depth = std::max(-pair_gap(model, at, {}, 0, 1), 0.0);
    for (const double margin : {0.0, 2.0}) {
      ContactRows rows;
      ContactFinder(model).find(model, at, {}, margin, rows);
      BOOST_TEST(deepest(rows) == depth);
    }
    const std::vector<StartOverlap> overlaps = start_overlaps(model, state);
    if (depth > 1e-9) BOOST_TEST((overlaps.size() == 1U && overlaps[0].depth == depth));
    if (depth == 0.0) BOOST_TEST(overlaps.empty());
  });
}

/// Far below the floor, far outside of a wall, in the middle of an island: the way to the nearest line and the radius.
BOOST_AUTO_TEST_CASE(what_lies_behind_a_wall_is_as_deep_as_the_way_to_it) {
  const auto depth = [](std::vector<Vec2> vertices, const Vec2& at) {
    return -least_gap(points_between(place(chain_of(std::move(vertices)), Vec2::Zero(), 0.0),
                                     place(planar_shape(ShapeKind::disk, 0.5), at, 0.0), 0.0));
  };
  const std::vector<Vec2> box{Vec2(-5, 5), Vec2(-5, 0), Vec2(5, 0), Vec2(5, 5)};
  BOOST_TEST(depth(box, Vec2(0, -3)) == 3.5);
  BOOST_TEST(depth(box, Vec2(0, -3e6)) == 3e6 + 0.5);
  BOOST_TEST(depth(box, Vec2(-6, 3)) == 1.5);
  BOOST_TEST(depth(box, Vec2(7, 3)) == 2.5);
  BOOST_TEST(depth({Vec2(0, 0), Vec2(0, 10), Vec2(20, 10), Vec2(20, 0), Vec2(0, 0)}, Vec2(10, 6)) == 4.5);
  BOOST_TEST(depth(box, Vec2(0, 3)) == -infinity);     // in the box
  BOOST_TEST(depth(box, Vec2(-6, 5.1)) == -infinity);  // past the end of a wall
}

/// A body behind a wall and one that falls faster and faster in front of it.
BOOST_AUTO_TEST_CASE(the_depth_of_a_body_does_not_depend_on_how_fast_another_one_moves) {
  for (const double speed : {0.0, 1.0, 1000.0}) {
    Model model = contact_world(0.3, 0.0);
    Body box;
    box.name = "box";
    box.kind = BodyKind::fixed;
    box.shape = chain_of({Vec2(-5, 5), Vec2(-5, 0), Vec2(5, 0), Vec2(5, 5)});
    model.bodies.push_back(box);
    add_body(model, disk_shape(0.5), 1.0, Vec2(0.0, -3.0));
    add_body(model, disk_shape(0.5), 1.0, Vec2(0.0, 1e4), Vec2(speed, 0.0));
    number_unknowns(model);
    ContactKeeper keeper;
    const TestedMethod none{"none", "none", {}};
    BOOST_TEST((run_contacts(model, *none.stabilizer(), 1e-2, 5, keeper).status == Status::converged));
    int overlaps = 0;
    for (const Contact& contact : keeper.last.problem.rows.contacts) overlaps += contact.gap < 0.0 ? 1 : 0;
    BOOST_TEST(overlaps == 1);
    BOOST_TEST(deepest(keeper.last.problem.rows) == 3.5);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_chain_depth
