// Which body carries a gear or a rack: named in the scene, or the world where it holds both axes.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "tests/dsl/real_vocabulary.hpp"

namespace perpend::test::of_carriers {

using namespace perpend;
using namespace perpend::dsl;

namespace {

constexpr const char* two_rods =
    "body a = rod(length: 1 m) { mass = 1 kg }\n body b = rod(length: 1 m) { mass = 1 kg; at = (3, 0) m }\n"
    "body arm = rod(length: 1 m) { mass = 1 kg; at = (1, 0) m }\n"
    "joint arm_hinge = revolute(world, arm) { at = (0, 0) m }\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(carriers)

BOOST_AUTO_TEST_CASE(a_gear_without_a_carrier_needs_both_hinges_to_the_world) {
  const auto code = [](const std::string& text) {
    const Loaded loaded = load_real(text);
    return loaded.experiment ? std::string() : loaded.diagnostics.front().code;
  };
  const std::string gear = "joint g = gear(a, b) { ratio = 2 }\n";
  const std::string first = "joint h = revolute(world, a) { at = (0, 0) m }\n";
  const std::string second = "joint k = revolute(b, world) { at = (3, 0) m }\n";
  const std::string on_arm = "joint k = revolute(arm, b) { at = (3, 0) m }\n";
  const std::string two(two_rods);
  // The order of declarations does not matter.
  BOOST_TEST(code(real_scene(two + gear + first + second)) == "");
  BOOST_TEST(code(real_scene(two + first + second + gear)) == "");
  BOOST_TEST(code(real_scene(two + first + gear)) == "S071");
  BOOST_TEST(code(real_scene(two + first + on_arm + gear)) == "S071");
  BOOST_TEST(code(real_scene(two + first + on_arm + "joint g = gear(a, b) { ratio = 2; carrier = arm }\n")) == "");
  BOOST_TEST(code(real_scene(two + first + on_arm + "joint g = gear(world, b) { ratio = 2; carrier = arm }\n")) == "");
  BOOST_TEST(code(real_scene(two + "joint g = gear(a, b) { ratio = 2; carrier = world }\n")) == "");
  const Loaded loaded = load_real(real_scene(two + first + on_arm + gear));
  BOOST_TEST(loaded.diagnostics.front().message.find("'b'") != std::string::npos);
  BOOST_TEST(loaded.diagnostics.front().hint.find("carrier = ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_carrier_is_a_third_body_that_turns_and_rests_on_no_shift) {
  const auto code = [](const std::string& carrier, const std::string& more = "") {
    const Loaded loaded = load_real(
        real_scene(std::string(two_rods) + more + "joint g = gear(a, b) { ratio = 2; carrier = " + carrier + " }"));
    return loaded.experiment ? std::string() : loaded.diagnostics.front().code;
  };
  BOOST_TEST(code("arm") == "");
  BOOST_TEST(code("a") == "S044");
  BOOST_TEST(code("nobody") == "S017");
  BOOST_TEST(code("3") == "S021");
  BOOST_TEST(code("p", "particle p { mass = 1 kg }\n") == "S042");
  BOOST_TEST(code("w", "fixed w = rod(length: 1 m) { shift = (0, 0.1 m * sin(t / 1 s)) }\n") == "S042");
  BOOST_TEST(code("w", "fixed w = rod(length: 1 m) { at = (9, 9) m }\n") == "");
}

BOOST_AUTO_TEST_CASE(in_space_the_hinges_have_the_axes_of_the_gear_and_a_rack_slides_along_its_own) {
  const auto code = [](const std::string& joints, const char* space) {
    const bool planar = space == std::string("planar");
    const std::string bodies =
        planar ? "body a = rod(length: 1 m) { mass = 1 kg }\nbody b = rod(length: 1 m) { mass = 1 kg }\n"
               : "body a = sphere(radius: 1 m) { mass = 1 kg }\nbody b = sphere(radius: 1 m) { mass = 1 kg }\n";
    const Loaded loaded = load_real(real_scene(bodies + joints, "", space));
    return loaded.experiment ? std::string() : loaded.diagnostics.front().code;
  };
  const auto hinge = [](const char* body, const char* axis) {
    return fmt::format("joint h_{0} = revolute(world, {0}) {{ at = (0, 0, 0); axis = {1} }}\n", body, axis);
  };
  const std::string bevel = "joint g = gear(a, b) { ratio = 2; axis = (1, 1, 0); axis_second = (0, 0, -1) }\n";
  BOOST_TEST(code(hinge("a", "(-2, -2, 0)") + hinge("b", "(0, 0, 1)") + bevel, "spatial") == "");
  BOOST_TEST(code(hinge("a", "(1, 1, 0.01)") + hinge("b", "(0, 0, 1)") + bevel, "spatial") == "S071");
  const std::string pinion = "joint h = revolute(world, a) { at = (0, 0) m }\n";
  const std::string rack = "joint g = rack_and_pinion(a, b) { axis = (3, 4); radius = 10 cm }\n";
  const auto slide = [](const char* axis) {
    return fmt::format("joint way = prismatic(world, b) {{ axis = {} }}\n", axis);
  };
  BOOST_TEST(code(pinion + slide("(-3, -4)") + rack, "planar") == "");
  BOOST_TEST(code(pinion + slide("(1, 0)") + rack, "planar") == "S071");
  BOOST_TEST(code(pinion + rack, "planar") == "S071");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_carriers
