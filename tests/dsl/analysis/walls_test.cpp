// What bodies that touch are made of: walls, moved bodies, shapes.
#include <boost/test/unit_test.hpp>

#include <fmt/format.h>

#include "kernel/dynamics/body_motion.hpp"
#include "tests/dsl/analysis/contact_scenes.hpp"

namespace perpend::test::of_walls {

using namespace perpend;
using namespace perpend::dsl;

BOOST_AUTO_TEST_SUITE(walls)

BOOST_AUTO_TEST_CASE(bodies_of_a_world_that_touch_need_no_joint) {
  const std::string hinge = "joint j = revolute(world, a[1]) { at = (0, 0) m }\n";
  const auto warnings = [&](const std::string& more) { return codes(load_text(disks(hinge + more))); };
  BOOST_TEST(warnings("") == "S045 ");
  BOOST_TEST(warnings("contacts { }") == "");
  BOOST_TEST(warnings("contact c = between(a[2], f)") == "S045 ");  // the particle is free all the same
  BOOST_TEST(warnings("contact c = between(a[2], f)\n contact d = between(f, p)") == "");
}

BOOST_AUTO_TEST_CASE(a_halfplane_lies_at_its_point_with_y_along_its_normal) {
  for (int i = 0; i < 64; ++i) {
    const double angle = i * (2.0 * 3.14159265358979323846 / 64.0);
    const Vec3 normal(std::cos(angle), std::sin(angle), 0.0);
    MadeShape shape;
    shape.point = Vec3(3.0, -4.0, 0.0);
    shape.normal = normal;
    Body body;
    place_wall(shape, Space::planar, body);
    BOOST_TEST((body.position == Vec2(3.0, -4.0)));
    BOOST_TEST((Vec2(-std::sin(body.angle), std::cos(body.angle)) - normal.head<2>()).norm() < rounding);
  }
  const Model model = model_of(load_real_good(disks(
      "fixed ground = halfplane(point: (0, -3) m, normal: (0, 1e-300))\n fixed wall = halfplane(point: (-5, 0) m, "
      "normal: (1e300, 0))")));
  BOOST_TEST((model.bodies[4].shape.kind == ShapeKind::halfplane));
  BOOST_TEST(model.bodies[4].position.y() == -3.0);
  BOOST_TEST(model.bodies[4].angle == 0.0);
  BOOST_TEST(std::abs(model.bodies[5].angle + 3.14159265358979323846 / 2.0) < rounding);
}

/// Walls that face each other are parallel to the last bit, whatever sine and cosine their angle has.
BOOST_AUTO_TEST_CASE(opposite_normals_are_opposite_doubles) {
  for (const char* words : {"(0, 1)", "(1, 0)", "(1, 1)", "(3, -4)", "(0.1, 0.7)", "(-2e-9, 1)"}) {
    const Model model = model_of(load_real_good(disks(
        fmt::format("fixed one = halfplane(point: (0, -3) m, normal: {0})\n fixed other = halfplane(point: (0, -9) m, "
                    "normal: -{0})",
                    words))));
    const VectorX none;
    const auto one = body_motion<double>(model.bodies[4], none, none);
    const auto other = body_motion<double>(model.bodies[5], none, none);
    BOOST_TEST(one.sin == -other.sin);
    BOOST_TEST(one.cos == -other.cos);
    BOOST_TEST(std::abs(one.sin - std::sin(one.angle)) < rounding);
    BOOST_TEST(std::abs(one.cos - std::cos(one.angle)) < rounding);
  }
  const Model room = model_of(load_real_good(
      world("spatial",
            "particle p { mass = 1 kg; at = (0, 0, -8) m }\n fixed one = halfspace(point: (1, 2, 3) m, normal: (3, -1, "
            "-2))\n fixed other = halfspace(point: (1, 2, 3) m, normal: (-3, 1, 2))")));
  const VectorX none;
  const auto one = spatial_motion<double>(room.bodies[1], none, none);
  const auto other = spatial_motion<double>(room.bodies[2], none, none);
  BOOST_TEST((one.rotation.col(2) == -other.rotation.col(2)));
}

BOOST_AUTO_TEST_CASE(a_halfspace_lies_at_its_point_with_z_along_its_normal) {
  for (const double polar : {0.0, 1e-300, 1e-12, 1e-8, 0.5, 1.5, 1.6, 3.0, 3.14159265, 3.14159265358979})
    for (int i = 0; i < 16; ++i) {
      const Vec3 normal =
          Vec3(std::sin(polar) * std::cos(0.4 * i), std::sin(polar) * std::sin(0.4 * i), std::cos(polar)).normalized();
      MadeShape shape;
      shape.normal = normal;
      Body body;
      place_wall(shape, Space::spatial, body);
      BOOST_TEST(std::abs(body.spatial.rotation.norm() - 1.0) < 2.0 * rounding);
      BOOST_TEST((rotation_matrix<double>(body.spatial.rotation) * Vec3::UnitZ() - normal).norm() < 4.0 * rounding,
                 "polar angle " << polar);
    }
  const Model model = model_of(load_real_good(
      world("spatial",
            "particle p { mass = 1 kg; at = (0, 0, -8) m }\n fixed ceiling = halfspace(point: (1, 2, 3) m, "
            "normal: (0, 0, -2))")));
  BOOST_TEST((model.bodies[1].spatial.position == Vec3(1.0, 2.0, 3.0)));
  BOOST_TEST((model.bodies[1].spatial.rotation == Vec4(0.0, 1.0, 0.0, 0.0)));
}

BOOST_AUTO_TEST_CASE(only_fixed_bodies_are_walls) {
  const auto code = [](const std::string& statement) { return real_code(disks(statement)); };
  const std::string plane = "halfplane(point: (0, -9) m, normal: (0, 1))";
  const std::string chain = "chain(vertices: [(0, -8), (1, -8)] m)";
  BOOST_TEST(code("fixed w = " + plane) == "");
  BOOST_TEST(code("fixed w = " + chain + " { at = (1, 0) m; angle = 5 deg; friction = 1 }") == "");
  BOOST_TEST(code("body w = " + plane + " { mass = 1 kg }") == "S042");
  BOOST_TEST(code("body w = " + chain + " { mass = 1 kg }") == "S042");
  BOOST_TEST(code("fixed w = " + plane + " { at = (1, 0) m }") == "S042");
  BOOST_TEST(code("fixed w = " + plane + " { angle = 1 deg }") == "S042");
  BOOST_TEST(code("fixed w = halfplane(point: (0, -9) m, normal: (0, 0))") == "S042");
  BOOST_TEST(code("fixed w = halfplane(normal: (0, 1))") == "S013");
  BOOST_TEST(code("fixed w = halfspace(point: (0, 0) m, normal: (0, 1))") == "S016");
  BOOST_TEST(real_code(world("spatial", "body b = halfspace(point: (0, 0, 0) m, normal: (0, 0, 1)) { mass = 1 kg }")) ==
             "S042");
}

BOOST_AUTO_TEST_CASE(a_closed_chain_ends_where_it_starts) {
  const auto vertices = [](const std::string& arguments) {
    return model_of(load_real_good(disks("fixed w = chain(" + arguments + ")"))).bodies[4].shape.vertices;
  };
  const auto code = [](const std::string& arguments) { return real_code(disks("fixed w = chain(" + arguments + ")")); };
  BOOST_TEST(vertices("vertices: [(0, 9), (1, 9), (2, 8)] m").size() == 3u);
  BOOST_TEST(vertices("vertices: [(0, 9), (1, 9), (2, 8)] m, closed: true").size() == 4u);
  BOOST_TEST(vertices("vertices: [(0, 9), (1, 9), (2, 8), (0, 9)] m, closed: true").size() == 4u);
  BOOST_TEST(vertices("vertices: [(0, 9), (1, 9), (2, 8), (0, 9)] m").size() == 4u);
  BOOST_TEST(code("vertices: [(0, 9)] m") == "S042");
  BOOST_TEST(code("vertices: []") == "S042");
  BOOST_TEST(code("vertices: [], closed: true") == "S042");
  BOOST_TEST(code("vertices: [(0, 9), (1, 9)] m, closed: true") == "S042");
  BOOST_TEST(code("vertices: [(0, 9), (0, 9), (2, 8)] m") == "S042");
}

BOOST_AUTO_TEST_CASE(a_moved_body_knows_its_rate) {
  const auto table = [](const std::string& shift) {
    return disks("fixed table = disk(radius: 1 m) { at = (20, 0) m; shift = " + shift + " }");
  };
  const Model model = model_of(load_good(table("(10 mm * sin(3 rad/s * t), 0.5 m/s * t + 1 m)")));
  const Body& body = model.bodies[4];
  for (const double t : {0.0, 0.3, 1.7}) {
    BOOST_TEST(std::abs(body.shift[0](t) - 0.01 * std::sin(3.0 * t)) < rounding);
    BOOST_TEST(std::abs(body.shift_rate[0](t) - 0.03 * std::cos(3.0 * t)) < rounding);
    BOOST_TEST(std::abs(body.shift[1](t) - (0.5 * t + 1.0)) < rounding);
    BOOST_TEST(std::abs(body.shift_rate[1](t) - 0.5) < rounding);
  }
  BOOST_TEST(body.shift[2].empty());
  BOOST_TEST(model.bodies[2].shift[0].empty());
  BOOST_TEST(first_code(table("(t, 0 m)")) == "S032");
  BOOST_TEST(first_code(table("(1 m, 2 m, 3 m)")) == "S021");
  BOOST_TEST(first_code(table("(1 s, 0 s)")) == "S031");
  BOOST_TEST(first_code(disks("particle q { mass = 1 kg; at = (20, 0) m; shift = (t * 1 m/s, 0 m) }")) == "S012");
}

BOOST_AUTO_TEST_CASE(a_shift_is_as_smooth_as_a_drive) {
  const auto code = [](const std::string& x) {
    return first_code(disks("fixed table = disk(radius: 1 m) { at = (20, 0) m; shift = (" + x + ", 0 m) }"));
  };
  BOOST_TEST(code("10 mm * sin(30 rad/s * t)") == "");
  BOOST_TEST(code("if t < 0.5 s then 0 m else 1 m") == "S063");
  BOOST_TEST(code("1 m * sin(1e4 rad/s * t)") == "S063");
  BOOST_TEST(code("1 m * sqrt(0.5 - t / 1 s)") == "S063");
}

BOOST_AUTO_TEST_CASE(joints_hold_to_no_moved_body) {
  const std::string table = "fixed table = disk(radius: 1 m) { at = (20, 0) m; shift = (t * 1 m/s, 0 m) }\n";
  const Loaded loaded = load_text(disks(table + "joint j = distance(table, a[1]) { length = 20 m }"));
  BOOST_REQUIRE_EQUAL(codes(loaded), "S042 ");
  BOOST_TEST(loaded.diagnostics[0].message.find("moved by its shift") != std::string::npos);
  BOOST_TEST(codes(load_text(disks(table + "contact c = between(table, a[1])"))) == "");
}

BOOST_AUTO_TEST_CASE(a_convex_polygon_has_no_reflex_vertex_and_a_dent_is_named) {
  const auto polygon = [](int n, int dent, bool is_reversed) {
    std::vector<Vec2> vertices;
    for (int i = 0; i < n; ++i) {
      const double angle = (is_reversed ? -i : i) * 2.0 * 3.14159265358979323846 / n;
      vertices.push_back((i == dent ? 0.2 : 1.0) * Vec2(std::cos(angle), std::sin(angle)) + Vec2(100.0, 50.0));
    }
    return vertices;
  };
  for (const bool is_reversed : {false, true})
    for (const int n : {4, 5, 8, 33}) {
      BOOST_TEST(find_reflex_vertex(polygon(n, -1, is_reversed)) == 0);
      if (n > 4)
        for (int dent = 0; dent < n; ++dent)
          BOOST_TEST(find_reflex_vertex(polygon(n, dent, is_reversed)) == dent + 1, n << " corners");
    }
  const std::vector<Vec2> straight{Vec2(0.1, 0.1), Vec2(0.2, 0.2), Vec2(0.3, 0.3), Vec2(0.0, 0.3)};
  BOOST_TEST(find_reflex_vertex(straight) == 0);  // a vertex within an edge is not reflex
}

BOOST_AUTO_TEST_CASE(only_polygons_that_touch_must_be_convex) {
  const std::string arrow =
      "body k = polygon(vertices: [(0, 0), (2, 1), (0, 2), (1, 1)] m) { mass = 1 kg; at = (30, 0) m }\n";
  BOOST_TEST(real_code(disks(arrow)) == "");
  BOOST_TEST(real_code(disks(arrow + "contact c = between(a[1], f)")) == "");
  const Loaded loaded = load_real(disks(arrow + "contacts { }"));
  BOOST_REQUIRE_EQUAL(codes(loaded), "S069 ");
  BOOST_TEST(loaded.diagnostics[0].message.find("vertex 4 of 'k'") == 0u, loaded.diagnostics[0].message);
  BOOST_TEST(real_code(disks(arrow + "contact c = between(k, f)")) == "S069");
}

BOOST_AUTO_TEST_CASE(shapes_without_a_known_contact_are_an_error_where_named_and_else_a_warning) {
  SceneChecks none = *small_vocabulary().checks;
  none.can_touch = [](Space, ShapeKind, ShapeKind) { return false; };
  none.start_overlaps = nullptr;
  BOOST_TEST(codes(load_with(none, disks(""))) == "");
  BOOST_TEST(codes(load_with(none, disks("contact c = between(a[1], f)"))) == "S067 ");
  BOOST_TEST(codes(load_with(none, disks("contact c = between(a[1], f) { enabled = false }"))) == "");
  const Loaded all = load_with(none, disks("contacts { }"));
  BOOST_TEST(codes(all) == "S068 S068 ");  // disks among themselves, and with the particle
  BOOST_TEST(all.experiment.has_value());
  SceneChecks most = none;
  most.can_touch = [](Space, ShapeKind first, ShapeKind second) { return first == second; };
  BOOST_TEST(codes(load_with(most, disks("contacts { }"))) == "S068 ");
}

BOOST_AUTO_TEST_CASE(bodies_that_start_in_each_other_are_a_warning_with_depth_and_speed) {
  SceneChecks deep = *small_vocabulary().checks;
  deep.start_overlaps = [](const Model&, const State&) {
    return std::vector<StartOverlap>{{{0, 1}, 0.02}, {{1, 2}, 1e-12}, {{2, 3}, 0.5}};
  };
  const Loaded loaded = load_with(deep, disks("contacts { }"));
  BOOST_REQUIRE_EQUAL(codes(loaded), "S066 S066 ");
  BOOST_TEST(loaded.experiment.has_value());
  BOOST_TEST(loaded.diagnostics[0].message == "'a[1]' starts 0.02 m deep in 'a[2]'");
  BOOST_TEST(loaded.diagnostics[0].hint.find("20 m/s") != std::string::npos, loaded.diagnostics[0].hint);
  BOOST_TEST(loaded.diagnostics[1].message == "'p' starts 0.5 m deep in 'f'");
  BOOST_TEST(codes(load_with(deep, disks(""))) == "");
  deep.start_overlaps = [](const Model&, const State&) { return std::vector<StartOverlap>(1000, {{0, 1}, 0.02}); };
  BOOST_TEST(load_with(deep, disks("contacts { }")).diagnostics.size() < 20u);
}

BOOST_AUTO_TEST_CASE(overlaps_that_no_motion_opens_are_a_warning_at_a_body_of_theirs) {
  SceneChecks jammed = *small_vocabulary().checks;
  jammed.start_overlaps = nullptr;
  jammed.start_jams = [](const Model&, const State&) {
    StartJams found;
    found.jams.push_back({{{{2, 3}, 0.5}, {{1, 2}, 0.02}}});
    found.jams.push_back({{{{0, 1}, 1e-12}}});  // rounding of the scene's numbers
    found.num_left_out = 7;
    return found;
  };
  const Loaded loaded = load_with(jammed, disks("contacts { }"));
  BOOST_REQUIRE_EQUAL(codes(loaded), "S066 S066 ");
  BOOST_TEST(loaded.diagnostics[0].message ==
             "no motion opens these overlaps at the start: 'p' in 'f' (0.5 m) and 'a[2]' in 'f' (0.02 m)");
  BOOST_TEST(loaded.diagnostics[0].source_line.find(" p ") != std::string::npos, loaded.diagnostics[0].source_line);
  BOOST_TEST(loaded.diagnostics[1].message.find("7 more pairs") != std::string::npos, loaded.diagnostics[1].message);
  BOOST_TEST(loaded.diagnostics[1].source_line.find("contacts") != std::string::npos);
  for (const Diagnostic& diagnostic : loaded.diagnostics) BOOST_TEST((diagnostic.line > 0 && diagnostic.column > 0));
  BOOST_TEST(codes(load_with(jammed, disks(""))) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_walls
