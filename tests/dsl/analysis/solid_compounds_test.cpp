// Bodies of several solids: mass, centre and inertia from their parts.
#include <boost/test/unit_test.hpp>

#include "tests/dsl/real_vocabulary.hpp"

namespace perpend::test::of_solid_compounds {

using namespace perpend;
using namespace perpend::dsl;

namespace {

std::string scene_of(const std::string& body) {
  return "experiment e {\n  world spatial {\n    " + body +
         "\n  }\n  run { step = 1 ms; duration = 1 s }\n  method m = none\n}\n";
}

Body body_of(const std::string& body) {
  const Loaded loaded = load_real(scene_of(body));
  BOOST_REQUIRE_MESSAGE(loaded.experiment, render(loaded.diagnostics, false));
  return std::get<World>(loaded.experiment->system).model.bodies.at(0);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(solid_compounds)

BOOST_AUTO_TEST_CASE(a_box_cut_in_pieces_is_the_box) {
  const Body whole = body_of("body b = box(size: (3, 1, 2) m) { density = 10 kg/m^3 }");
  for (const char* pieces :
       {"body b = compound { density = 10 kg/m^3; shape a = box(size: (1, 1, 2) m) { at = (1, 0, 0) m }; shape c = "
        "box(size: (2, 1, 2) m) { at = (-0.5, 0, 0) m } }",
        // The same pieces elsewhere, one of them given turned: the origin moves to the centre of mass.
        "body b = compound { mass = 60 kg; shape a = box(size: (1, 1, 2) m) { at = (8, 5, 1) m }; shape c = box(size: "
        "(1, 2, 2) m) { at = (6.5, 5, 1) m; rotation = axis_angle((0, 0, 1), 90 deg) } }",
        "body b = compound { shape a = box(size: (1, 1, 2) m) { at = (1, 0, 0) m; mass = 20 kg }; shape c = box(size: "
        "(2, 1, 2) m) { at = (-0.5, 0, 0) m; density = 10 kg/m^3 } }"}) {
    const Body body = body_of(pieces);
    BOOST_TEST(std::abs(body.mass - whole.mass) < 1e-12);
    BOOST_TEST((body.spatial.inertia - whole.spatial.inertia).norm() < 1e-12);
    for (const Shape& part : body.shape.parts) BOOST_TEST(std::abs(part.place.y()) + std::abs(part.place.z()) < 1e-14);
  }
}

BOOST_AUTO_TEST_CASE(what_makes_no_body_is_said) {
  struct Case {
    const char* body;
    const char* code;
  };
  for (const Case& c : {Case{"body b = compound { mass = 1 kg }", "S041"},
                        Case{"body b = compound { mass = 1 kg; shape h = halfspace(point: (0, 0, 0) m, normal: (0, 0, "
                             "1)) }",
                             "S042"},
                        Case{"body b = compound { shape r = sphere(radius: 1 m) }", "S041"}}) {
    const Loaded loaded = load_real(scene_of(c.body));
    BOOST_TEST_REQUIRE(!loaded.diagnostics.empty());
    BOOST_TEST(loaded.diagnostics.front().code == c.code, render(loaded.diagnostics, false));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_solid_compounds
