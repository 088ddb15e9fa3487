// Parts and their instances, and compounds of several shapes.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/dsl/real_vocabulary.hpp"

namespace perpend::test::of_instances {

using namespace perpend;
using namespace perpend::dsl;

namespace {

constexpr const char* leg =
    "part leg(side: 1, on: world, length) {\n"
    "  let foot = (length / 2, 0)\n"
    "  body thigh = rod(length: length) { mass = 1 kg; at = (side * length / 2, 0) }\n"
    "  body shin[1] = rod(length: length) { mass = 2 kg; at = (side * 1.5 * length, 0) }\n"
    "  joint hip = revolute(on, thigh) { at = (0, 0) }\n"
    "  joint knee = revolute(thigh, shin[1]) { at = (side * length, 0) }\n";

Model model_of(const std::string& in_world) {
  const Loaded loaded = load_real(real_scene(in_world));
  BOOST_REQUIRE_MESSAGE(loaded.experiment.has_value(), render(loaded.diagnostics, false));
  return std::get<World>(loaded.experiment->system).model;
}

std::string code_of(const std::string& in_world, const std::string& in_experiment = "") {
  const Loaded loaded = load_real(real_scene(in_world, in_experiment));
  for (const Diagnostic& d : loaded.diagnostics)
    if (d.severity == Diagnostic::Severity::error) return d.code;
  return "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(instances)

BOOST_AUTO_TEST_CASE(each_instance_has_the_bodies_and_joints_of_its_part) {
  const Model model = model_of(std::string(leg) +
                               "}\ninstance left = leg(side: -1, length: 1 m)\n"
                               "instance right[2] = leg(length: 2 m, on: left.thigh)\n"
                               "joint tie = distance(left.shin[1], right[2].shin[1])");
  std::vector<std::string> names;
  for (const Body& body : model.bodies) names.push_back(body.name);
  const std::vector<std::string> wanted{"left.thigh", "left.shin[1]", "right[2].thigh", "right[2].shin[1]"};
  BOOST_TEST(names == wanted, boost::test_tools::per_element());
  BOOST_TEST(model.bodies[0].position.x() == -0.5);
  BOOST_TEST(model.bodies[3].position.x() == 3.0);
  BOOST_TEST(model.joints[0].body[0] == world_body);
  BOOST_TEST(model.joints[2].body[0] == 0);
  BOOST_TEST(model.joints[4].body[1] == 3);
  BOOST_TEST(model.joints[3].name == "right[2].knee");
}

BOOST_AUTO_TEST_CASE(names_and_values_that_a_part_exports_are_used_outside) {
  const std::string exporting =
      std::string(leg) + "  export = [shin, foot, knee]\n}\ninstance left = leg(length: 1 m)\n";
  const Loaded loaded = load_real(
      real_scene(exporting + "joint end = revolute(world, left.shin[1]) { at_first = (2, 0) m; on_second = left.foot }",
                 "measure e = x(position(left.shin[1], point: left.foot))\nmeasure k = joint_angle(left.knee)"));
  BOOST_REQUIRE_MESSAGE(loaded.experiment.has_value(), render(loaded.diagnostics, false));
  BOOST_TEST(loaded.experiment->measures[0].point.x() == 0.5);
  BOOST_TEST(code_of(exporting + "joint end = revolute(world, left.thigh) { at = (0, 0) m }") == "S073");
  BOOST_TEST(code_of(exporting, "measure k = joint_angle(left.hip)") == "S073");
  BOOST_TEST(code_of(exporting + "let a = left.hip + 1") == "S073");
}

BOOST_AUTO_TEST_CASE(instances_stand_in_parts_but_not_in_themselves) {
  const Model model = model_of(
      "part inner(at) { body bob = disk(radius: 1 m) { mass = 1 kg; at = at } }\n"
      "part outer(shift: 0) { instance one = inner(at: (shift, 0) * 1 m)\n instance two = inner(at: (shift + 3, 0) * 1 "
      "m)\n"
      "joint link = distance(one.bob, two.bob) }\n"
      "instance a = outer(shift: 1)\n instance b = outer(shift: 7)");
  BOOST_TEST(model.bodies[2].name == "b.one.bob");
  BOOST_TEST(model.bodies[3].position.x() == 10.0);
  BOOST_TEST(model.joints[1].body[0] == 2);
  BOOST_TEST(code_of("part loop(n: 1) { instance again = loop(n: 2) }\ninstance a = loop(n: 1)") == "S073");
}

/// Everything in it has a name that something outside has too.
constexpr const char* world_of_namesakes =
    "let size = 5 m\n let k = 3\n fn scale(x) = k * x\n fn swing() = angle(pin)\n"
    "body rod = rod(length: 1 m) { mass = 1 kg; at = (20, 0) m }\n"
    "joint pin = revolute(world, rod) { at = (20, 0) m }\n"
    "part namesake(k: 2, i, on: world) {\n"
    "  let size = k * 1 m\n  fn scale(x) = 10 * x\n"
    "  for j in 1..2 { body bead[j] = disk(radius: size) { mass = scale(j) * 1 kg; at = (i, j) * 1 m } }\n"
    "  body rod = rod(length: size) { mass = 2 kg; at = (i, 0) * 1 m }\n"
    "  joint pin = revolute(on, rod) { at = (i, 0) * 1 m }\n"
    "  force pull = torque(rod, torque: -1 N m * swing())\n"
    "  export = [rod, pin, size, bead[2]]\n}\n";

BOOST_AUTO_TEST_CASE(names_inside_a_part_are_its_own) {
  const Model model = model_of(std::string(world_of_namesakes) +
                               "for i in 1..2 { for j in 1..1 { instance one[i, j] = namesake(i: i, on: rod) } }\n"
                               "let other = scale(2)\n"
                               "particle p { mass = other * 1 kg; at = (one[2, 1].size, size) }");
  BOOST_TEST(model.bodies[1].name == "one[1,1].bead[1]");
  BOOST_TEST(model.bodies[2].mass == 20.0);                               // scale of the part
  BOOST_TEST(model.bodies[5].position.x() == 2.0);                        // its i
  BOOST_TEST(model.joints[2].body[0] == 0);                               // the rod that was given
  BOOST_TEST(model.joints[2].body[1] == 6);                               // its own
  BOOST_TEST(model.bodies[7].mass == 6.0);                                // scale of the world
  BOOST_TEST((model.bodies[7].position - Vec2(2.0, 5.0)).norm() == 0.0);  // size of the instance, size of the world
  BOOST_TEST(model.joints[0].tracks_coordinates);                         // swing() reads the pin of the world
  BOOST_TEST(!model.joints[1].tracks_coordinates);
}

BOOST_AUTO_TEST_CASE(a_part_sees_where_it_is_declared_and_not_where_its_instance_stands) {
  const std::string part = "part stone(n) { particle p { mass = n * weight; at = (n, 0) * 1 m } }\n";
  BOOST_TEST(code_of("let weight = 1 kg\n" + part + "instance a = stone(n: 1)") == "");
  BOOST_TEST(code_of(part + "let weight = 1 kg\ninstance a = stone(n: 1)") == "");
  BOOST_TEST(code_of(part + "for weight in [1 kg] { instance a = stone(n: 1) }") == "S017");
  BOOST_TEST(code_of(part + "if true { let weight = 1 kg; instance a = stone(n: 1) }") == "S017");
  const std::string holder = "part holder { let weight = 2 kg; body frame = disk(radius: 1 m) { mass = 1 kg }\n";
  BOOST_TEST(code_of(part + holder + "instance a = stone(n: 1) }\ninstance h = holder") == "S017");
  BOOST_TEST(code_of("part wheel { joint axle = revolute(frame, world) }\n" + holder +
                     "instance w = wheel }\ninstance h = holder") == "S017");
  // A part inside a part sees that.
  const Model model = model_of(holder + part + "instance a = stone(n: 3) }\ninstance h = holder\ninstance g = holder");
  BOOST_TEST(model.bodies[3].name == "g.a.p");
  BOOST_TEST(model.bodies[3].mass == 6.0);
  BOOST_TEST(code_of(holder + part + "}\ninstance h = holder\ninstance a = stone(n: 1)") == "S016");
  // Defaults follow from the parameters before them.
  BOOST_TEST(model_of("let n = 9\npart s(n, twice: 2 * n) { particle p { mass = twice * 1 kg } }\n"
                      "instance a = s(n: 2)")
                 .bodies[0]
                 .mass == 4.0);
}

BOOST_AUTO_TEST_CASE(a_part_exports_what_its_instances_export) {
  const std::string inner =
      "part knee { let cap = (0.5, 0) m; particle a { mass = 1 kg }\n"
      "  for j in 1..2 { particle b[j] { mass = 1 kg; at = (j, 1) * 1 m } }\n  export = [a, b, cap] }\n";
  const auto outer = [&](const std::string& exported) {
    return inner + "part leg { for i in 1..2 { instance k[i] = knee }\n export = " + exported +
           " }\nfor i in 1..2 { instance l[i] = leg }\n";
  };
  const char* use_a = "force f = spring(l[1].k[2].a, l[2].k[1].a) { stiffness = 1 N/m }\n";
  const char* use_b = "force g = spring(l[1].k[2].b[1], l[2].k[1].b[2]) { stiffness = 1 N/m }\n";
  const char* use_cap = "particle p { mass = 1 kg; at = l[1].k[2].cap }\n";
  for (const char* all : {"[k]", "[k[1], k[2]]", "[k.a, k.b, k.cap]", "[k[1], k[2].a, k[2].b[1], k[2].cap]"}) {
    for (const char* use : {use_a, use_b, use_cap}) BOOST_TEST(code_of(outer(all) + use) == "", all << use);
  }
  BOOST_TEST(code_of(outer("[k.a]") + use_a) == "");
  BOOST_TEST(code_of(outer("[k.a]") + use_b) == "S073");
  BOOST_TEST(code_of(outer("[k.a]") + use_cap) == "S073");
  BOOST_TEST(code_of(outer("[k[1].a]") + use_a) == "S073");
  BOOST_TEST(code_of(outer("[k[3].a]")) == "S073");
  BOOST_TEST(code_of(outer("[k.c]")) == "S073");
  // Two levels further out.
  BOOST_TEST(code_of(outer("[k.a, k.cap]") +
                     "part body { instance left = leg; export = [left.k[2].a, left.k[1].cap] }\n"
                     "instance x = body\nparticle p { mass = 1 kg; at = x.left.k[1].cap + (1, 0) m }\n"
                     "joint d = distance(p, x.left.k[2].a)") == "");
  BOOST_TEST(code_of(outer("[k.a]") + "part body { instance left = leg; export = [left.k[2].b] }\n"
                                      "instance x = body") == "S073");
}

// Joints of an instance p[1] are not looked for among bodies because one of these is called p.
BOOST_AUTO_TEST_CASE(a_body_may_bear_the_name_of_indexed_instances) {
  const std::string world =
      "part arm { body rod = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }\n joint hip = revolute(world, rod) { at "
      "= "
      "(0, 0) m } }\ninstance p[1] = arm\nbody p = disk(radius: 1 m) { mass = 1 kg; at = (5, 0) m }";
  BOOST_TEST(code_of(world, "measure a = angle(p)\nmeasure b = angle(p[1].rod)\nmeasure c = angle(p[1].hip)") == "");
  const Loaded loaded = load_real(real_scene(world, "measure d = angle(p[1])"));
  const Diagnostic* error = diagnostic_of(loaded.diagnostics, "S017");
  BOOST_REQUIRE(error != nullptr);
  BOOST_TEST(error->hint == "'p[1]' is an instance of a part; name what it holds: p[1].name");
}

BOOST_AUTO_TEST_CASE(functions_read_signals_with_their_parameters) {
  const Model model = model_of(
      "for i in 1..2 { body arm[i] = rod(length: 1 m) { mass = 1 kg; at = (0.5, i) m }\n"
      "joint pin[i] = revolute(world, arm[i]) { at = (0, i) m } }\n"
      "fn brake(i) = -2 N m s * rate(pin[i])\n"
      "force b = torque(arm[2], torque: brake(2))");
  BOOST_TEST(model.joints[1].tracks_coordinates);
  BOOST_TEST(!model.joints[0].tracks_coordinates);
}

BOOST_AUTO_TEST_CASE(mistakes_are_named) {
  const std::string part = std::string(leg) + "}\n";
  BOOST_TEST(code_of(part + "instance a = leg(side: 1)") == "S013");
  BOOST_TEST(code_of(part + "instance a = leg(length: 1 m, sied: 1)") == "S012");
  BOOST_TEST(code_of(part + "instance a = leg(2)") == "S012");
  BOOST_TEST(code_of(part + "instance a = lag(length: 1 m)") == "S016");
  BOOST_TEST(code_of(part + "instance a = leg(length: 1 m, on: nobody)") == "S017");
  BOOST_TEST(code_of(part + "instance a = leg(length: 1 m)\ninstance a = leg(length: 1 m)") == "S015");
  BOOST_TEST(code_of(std::string(leg) + "export = [toe] }\ninstance a = leg(length: 1 m)") == "S073");
  BOOST_TEST(code_of("body a(size: 1) = rod(length: 1 m) { mass = 1 kg }") == "S020");
}

BOOST_AUTO_TEST_CASE(a_compound_has_the_mass_and_inertia_of_its_shapes_about_their_centre) {
  const Model model = model_of(
      "body bell = compound { at = (5, 0) m; angle = 30 deg\n"
      "  shape bar = box(size: (4, 1) m) { mass = 4 kg }\n"
      "  shape ball = disk(radius: 1 m) { mass = 2 kg; at = (3, 0) m; angle = 45 deg } }\n"
      "body uniform = compound { density = 2 kg/m^2; shape a = box(size: (1, 1) m) { at = (0.5, 0.5) m }\n"
      "  shape b = box(size: (1, 1) m) { at = (1.5, 0.5) m } }\n"
      "body shared = compound { mass = 4 kg; shape a = box(size: (1, 1) m) { at = (0.5, 0.5) m }\n"
      "  shape b = box(size: (1, 1) m) { at = (1.5, 0.5) m } }");
  const Body& bell = model.bodies[0];
  BOOST_TEST(bell.mass == 6.0);
  // Centre at x = 1: bar 4 (16 + 1)/12 + 4 1^2, ball 2 1^2/2 + 2 2^2.
  BOOST_TEST(std::abs(bell.inertia - (4.0 * 17.0 / 12.0 + 4.0 + 1.0 + 8.0)) < 1e-14);
  BOOST_TEST(bell.shape.parts.size() == 2u);
  BOOST_TEST(bell.shape.parts[1].vertices[0].x() == 2.0);
  BOOST_TEST(bounding_radius(bell) == std::hypot(3.0, 0.5));  // a corner of the bar
  for (const int body : {1, 2}) {                             // a box of 2 m by 1 m
    BOOST_TEST(model.bodies[body].mass == 4.0);
    BOOST_TEST(std::abs(model.bodies[body].inertia - 4.0 * 5.0 / 12.0) < 1e-14);
  }
  // Vertices are in the frame of the compound: the triangle's centroid is (5/3, 1), that of both (5/6, 1/2).
  const Model kite = model_of(
      "body kite = compound { shape tail = box(size: (1, 1) m) { mass = 1 kg }\n"
      "  shape head = polygon(vertices: [(1, 0), (3, 0), (1, 3)] m) { mass = 1 kg } }");
  double nearest = 1.0;
  for (const Vec2& vertex : kite.bodies[0].shape.parts[1].vertices)
    nearest = std::min(nearest, (vertex - Vec2(3.0 - 5.0 / 6.0, -0.5)).norm());
  BOOST_TEST(nearest < 1e-15);
  BOOST_TEST(code_of("body a = compound { mass = 1 kg }") == "S041");
  BOOST_TEST(code_of("body a = compound { shape b = disk(radius: 1 m) }") == "S041");
  BOOST_TEST(code_of("body a = compound { mass = 1 kg; shape b = disk(radius: 1 m) { mass = 1 kg } }") == "S042");
  BOOST_TEST(code_of("body a = compound { mass = 1 kg; shape b = ellipse(axes: (1, 2) m) }") == "S042");
  BOOST_TEST(code_of("body a = disk(radius: 1 m) { mass = 1 kg; shape b = disk(radius: 1 m) }") == "S011");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_instances
