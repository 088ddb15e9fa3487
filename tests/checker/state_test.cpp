// The constraint error of a trajectory at its worst step, evaluated again from the formulas in the file.
#include <boost/test/unit_test.hpp>

#include <sstream>

#include "tests/checker/examples.hpp"
#include "tests/cli/program.hpp"

using namespace perpend::test;
using nlohmann::ordered_json;

namespace {

/// Two rods that move fast, and the one joint: its error is the error.
Example certificate_of(const std::string& joint) {
  const Workplace place;
  place.write("a.scene", R"(experiment one {
  world planar {
    gravity = (1, -9.81) m/s^2
    body a = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0.1) m; angle = 0.3 rad; velocity = (1, 2) m/s; spin = 3 rad/s }
    body b = rod(length: 0.7 m) { mass = 2 kg; at = (1.4, 0.2) m; angle = -0.7 rad; velocity = (-1, 0.5) m/s; spin = -5 rad/s }
    joint it = )" + joint + R"(
  }
  run { step = 10 ms; duration = 0.2 s }
  method plain = none
  measure drift = max_abs(constraint_error)
}
)");
  const Outcome outcome = place.run({"run", "a.scene", "--quiet", "--out", "out"});
  BOOST_REQUIRE_MESSAGE(place.has("out/certificates.jsonl"), outcome.err);
  std::istringstream file(place.read("out/certificates.jsonl"));
  std::string line;
  std::getline(file, line);
  Example found{ordered_json::parse(line), {}, {}};
  int group = -1;
  while (std::getline(file, line)) {
    ordered_json one = ordered_json::parse(line);
    if (one.contains("kind") && one["kind"] == "constraint_error") {
      group = one["group"];
      found.group = one;
    } else if (!one.contains("kind") && one["group"] == group) {
      found.line = one;
    }
  }
  found.group["group"] = found.line["group"] = 1;
  return found;
}

std::string words_of(const Example& example) {
  const auto report = check(example.text());
  return report.failures.empty() ? report.groups.at(0).why_open : report.failures[0].words;
}

/// The upper bound holds in the worst state and the lower one is reached there.
bool is_shown(const Example& example) {
  return words_of(example).find("with it the lower bound") != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(states)

BOOST_AUTO_TEST_CASE(formulas_of_every_joint_in_the_plane_give_the_error_that_was_enclosed) {
  for (const char* joint :
       {"revolute(world, b) { at = (1.2, 0.3) m }", "revolute(a, b) { at = (1, 0.2) m }",
        "weld(a, b) { at = (1, 0.2) m }", "prismatic(world, b) { axis = (3, 4); at = (1.4, 0.2) m }",
        "point_on_line(a, b) { axis = (3, 4); at = (1, 0.2) m }",
        "distance(a, b) { at_first = (0.8, 0.2) m; at_second = (1.5, 0.4) m }",
        "distance(a, b) { form = quadratic; at_first = (0.8, 0.2) m; at_second = (1.5, 0.4) m }",
        "gear(a, b) { ratio = 2 }", "rack_and_pinion(a, b) { axis = (3, 4); radius = 0.3 m }"}) {
    const Example example = certificate_of(joint);
    BOOST_TEST(code_of(example.text()) == perpend::checker::some_open, joint);
    BOOST_TEST(is_shown(example), joint << ": " << words_of(example));
  }
}

BOOST_AUTO_TEST_CASE(a_corrupted_bound_step_or_formula_is_noticed) {
  const Example example = certificate_of("weld(a, b) { at = (1, 0.2) m }");
  for (int i = 0; i < 3; ++i) {
    Example other = example;
    const double bound = example.line["bounds"][i];
    other.line["bounds"][i] = i == 0 ? 1.01 * bound : i == 1 ? 0.99 * bound : bound - 1.0;
    BOOST_TEST(code_of(other.text()) == perpend::checker::something_wrong, i);
  }
  int noticed = 0, all = 0;
  const ordered_json flat = example.line["data"]["equations"].flatten();
  for (const auto& [path, value] : flat.items()) {
    if (path.find("/rows/") == std::string::npos) continue;
    const auto text = value.get<std::string>();
    Example other = example;
    const bool is_function = text.find("0x") == std::string::npos;
    other.line["data"]["equations"][ordered_json::json_pointer(path)] = is_function ? "?" : "0x1.8p+3";
    if (is_function)
      BOOST_TEST(code_of(other.text()) == perpend::checker::something_wrong, path);
    else
      ++all;
    noticed += !is_function && !is_shown(other) ? 1 : 0;
  }
  // A number of a row that stays below the largest one may change.
  BOOST_TEST(2 * noticed > all);
}

BOOST_AUTO_TEST_SUITE_END()
