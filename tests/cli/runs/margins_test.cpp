// `perpend margins`: what it prints and writes, and what it refuses.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test::of_margins {
namespace {

// m v^2 / 2 after 1 s is g^2 J for m = 2 kg: from 81 J to 121 J for g from 9 to 11 m/s^2.
const std::string falling = R"(experiment fall {
  title = "A stone falls"
  param g = 9.81 m/s^2 { given = false; note = "<not printed>" }
  world planar {
    gravity = (0 m/s^2, -g)
    body stone = disk(radius: 0.1 m) { mass = 2 kg; at = (0 m, 0 m) }
  }
  run { step = 10 ms; duration = 1 s }
  method plain = none
  measure energy = energy(kinetic) { unit = J }
  claim kinetic "half m v^2" { value = final(energy, plain); in = [81, 121] J }
}
)";

BOOST_AUTO_TEST_SUITE(margins)

BOOST_AUTO_TEST_CASE(the_page_and_the_data_say_where_a_verdict_changes) {
  Workplace place;
  place.write("fall.scene", falling);
  const Outcome outcome = place.run({"margins", "fall.scene", "--out", "out"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.says("fall.scene: kinetic: reproduced under g = 9.81 m/s^2"), outcome.out);
  const auto data = nlohmann::json::parse(place.read("out/margins.json"));
  const auto& claim = data["scenes"][0]["parameters"][0]["claims"][0];
  BOOST_TEST(claim["below"]["changes"].get<double>() < 9.0);
  BOOST_TEST(claim["below"]["holds"].get<double>() >= 9.0);
  BOOST_TEST(claim["above"]["holds"].get<double>() <= 11.0);
  BOOST_TEST(claim["above"]["changes"].get<double>() > 11.0);
  BOOST_TEST(claim["above"]["verdict"] == "not_reproduced");
  const std::string page = place.read("out/margins.html");
  BOOST_TEST(page.find("perpend run fall.scene --set") != std::string::npos);
  BOOST_TEST(page.find("&lt;not printed&gt;") != std::string::npos);
  BOOST_TEST(page.find("<not printed>") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_param_that_claims_alone_name_has_a_margin) {
  Workplace place;
  std::string text = falling;
  text.replace(text.find("in = [81, 121] J"), 16, "above = least");
  place.write("fall.scene", text.insert(text.find("  world"), "  param least = 90 J { given = false }\n"));
  const Outcome outcome = place.run({"margins", "fall.scene", "--params", "least", "--out", "out"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(!outcome.says("nothing of the scene depends on it"), outcome.out);
  const auto data = nlohmann::json::parse(place.read("out/margins.json"));
  const auto& claim = data["scenes"][0]["parameters"][0]["claims"][0];
  BOOST_TEST(claim["above"]["holds"].get<double>() <= 9.81 * 9.81);
  BOOST_TEST(claim["above"]["changes"].get<double>() > 9.81 * 9.81);
}

BOOST_AUTO_TEST_CASE(the_command_of_a_point_gives_its_verdict) {
  Workplace place;
  place.write("fall.scene", falling);
  BOOST_TEST(place.run({"margins", "fall.scene", "--out", "out"}).code == 0);
  const auto data = nlohmann::json::parse(place.read("out/margins.json"));
  const double changes = data["scenes"][0]["parameters"][0]["claims"][0]["above"]["changes"];
  BOOST_TEST(place.run({"run", "fall.scene", "--set", "g = " + std::to_string(changes) + " m/s^2"}).code == 1);
}

BOOST_AUTO_TEST_CASE(a_measure_that_is_computed_has_margins_too) {
  Workplace place;
  std::string computed = falling;
  computed.replace(computed.find("energy(kinetic)"), 15, "energy(kinetic) + energy(kinetic)");
  computed.replace(computed.find("[81, 121]"), 9, "[162, 242]");
  place.write("fall.scene", computed);
  const Outcome outcome = place.run({"margins", "fall.scene"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.says("fall.scene: kinetic: reproduced under g = 9.81 m/s^2: down to 9"), outcome.out);
}

BOOST_AUTO_TEST_CASE(a_scene_that_is_left_out_is_on_the_page) {
  Workplace place;
  place.write("fall.scene", falling);
  BOOST_TEST(place.run({"margins", "fall.scene", "--leave-out", "fall.scene", "--out", "out"}).code == 0);
  BOOST_TEST(place.read("out/margins.html").find("perpend margins fall.scene") != std::string::npos);
  BOOST_TEST(nlohmann::json::parse(place.read("out/margins.json"))["scenes"][0]["parameters"].empty());
}

BOOST_AUTO_TEST_CASE(what_the_scene_lacks_is_an_error) {
  Workplace place;
  place.write("fall.scene", falling);
  const Outcome parameter = place.run({"margins", "fall.scene", "--params", "h"});
  BOOST_TEST(parameter.code == 2);
  BOOST_TEST(parameter.complains("fall.scene: error: the scene has no param 'h'"), parameter.err);
  const Outcome claim = place.run({"margins", "fall.scene", "--claims", "potential"});
  BOOST_TEST(claim.code == 2);
  BOOST_TEST(claim.complains("the scene has no claim 'potential'"), claim.err);
  BOOST_TEST(place.run({"margins", "fall.scene", "--span", "0.5"}).code == 2);
  BOOST_TEST(place.run({"margins", "none.scene"}).code == 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_margins
