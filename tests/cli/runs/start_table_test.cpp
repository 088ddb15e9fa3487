// What an assembled start moved, as typed facts of the results and as a table of the page.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test::of_start_tables {
namespace {

using nlohmann::json;

/// A rod that hangs 3 cm right of and 4 cm below its pin, and one where it belongs.
std::string scene_of(const std::string& start) {
  return "experiment e {\n  world planar {\n    " + start +
         "\n    body off = rod(length: 1 m) { mass = 1 kg; at = (0.53, -0.04) m; spin = 2 rad/s }\n"
         "    body fits = rod(length: 1 m) { mass = 1 kg; at = (3.5, 0) m }\n"
         "    joint a = revolute(world, off) { at_first = (0, 0) m; on_second = (-0.5, 0) m }\n"
         "    joint b = revolute(world, fits) { at = (3, 0) m }\n  }\n"
         "  run { step = 1 ms; duration = 5 ms }\n  method plain = none\n  measure e = max_abs(constraint_error)\n}\n";
}

BOOST_AUTO_TEST_SUITE(start_tables)

BOOST_AUTO_TEST_CASE(an_assembled_start_names_each_body_that_moved_and_by_how_much) {
  const Workplace place;
  place.write("scene.scene", scene_of("start = assemble"));
  BOOST_REQUIRE(place.run({"run", "scene.scene", "--out", "out"}).code == 0);
  const json start = json::parse(place.read("out/results.json"))["start"];
  BOOST_TEST(start["mode"] == "assemble");
  BOOST_REQUIRE(start["moved"].size() == 1U);
  const json& off = start["moved"][0];
  BOOST_TEST(off["body"] == "off");
  // The gap is 5 cm; the rod also turns a little, so that its centre moves by less.
  BOOST_TEST((off["shift_m"] > 0.02 && off["shift_m"] < 0.05));
  BOOST_TEST((off["turn_rad"] > 0.0 && off["turn_rad"] < 0.2));
  BOOST_TEST(off["velocity_m_per_s"] > 0.1);  // 2 rad/s about the pin are 1 m/s of the centre at most
  BOOST_REQUIRE(start["gaps"].size() >= 1U);
  const json& gap = start["gaps"][0];
  BOOST_TEST((gap["joint"] == "a" && gap["unit"] == "m"));
  BOOST_TEST(std::abs(gap["before"].get<double>() - 0.04) < 1e-12);  // the larger of 3 and 4 cm
  BOOST_TEST(gap["after"].get<double>() < 1e-15);
  const std::string page = place.read("out/report.html");
  BOOST_TEST(page.find("<section id=\"start\">") != std::string::npos);
  BOOST_TEST(page.find("Centre moved by") != std::string::npos);
  BOOST_TEST(page.find("Open as the scene is given") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_start_that_is_given_has_no_table) {
  const Workplace place;
  place.write("scene.scene", scene_of("start = given"));
  BOOST_REQUIRE(place.run({"run", "scene.scene", "--out", "out"}).code == 0);
  BOOST_TEST(!json::parse(place.read("out/results.json")).contains("start"));
  BOOST_TEST(place.read("out/report.html").find("<section id=\"start\">") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_start_tables
