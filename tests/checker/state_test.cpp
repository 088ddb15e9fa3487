// The constraint error of a trajectory at its worst step, evaluated again from the formulas in the file.
#include <boost/test/unit_test.hpp>

#include "tests/checker/examples.hpp"
#include "tests/cli/program.hpp"

namespace perpend::test::of_state {

using namespace perpend::test;
using nlohmann::ordered_json;

namespace {

/// Two rods that move fast, and joints: nothing holds them, so that all errors grow.
std::string in_plane(const std::string& joints) {
  return R"(  world planar {
    gravity = (1, -9.81) m/s^2
    body a = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0.1) m; angle = 0.3 rad; velocity = (1, 2) m/s; spin = 3 rad/s }
    body b = rod(length: 0.7 m) { mass = 2 kg; at = (1.4, 0.2) m; angle = -0.7 rad; velocity = (-1, 0.5) m/s; spin = -5 rad/s }
    body c = rod(length: 0.4 m) { mass = 1.5 kg; at = (0.9, -0.4) m; angle = 0.2 rad; velocity = (0.2, -0.7) m/s; spin = 2 rad/s }
    )" + joints;
}

std::string in_space(const std::string& joints) {
  return R"(  world spatial {
    gravity = (1, 0.5, -9.81) m/s^2
    body a = custom(inertia: [[1e-2, 0, 0], [0, 2e-2, 0], [0, 0, 3e-2]] kg m^2) {
      mass = 1 kg; at = (0.5, 0.1, 0.2) m; rotation = axis_angle((1, 2, 3), 0.3 rad)
      velocity = (0.1, 0.2, -0.3) m/s; spin = (1, -2, 0.5) rad/s
    }
    body b = custom(inertia: [[2e-2, 0, 0], [0, 1e-2, 0], [0, 0, 2e-2]] kg m^2) {
      mass = 2 kg; at = (1.4, 0.2, -0.1) m; rotation = axis_angle((0, 1, -1), 0.7 rad)
      velocity = (-0.2, 0.1, 0.1) m/s; spin = (-1, 0.5, 2) rad/s
    }
    body c = custom(inertia: [[1e-2, 0, 0], [0, 1e-2, 0], [0, 0, 1e-2]] kg m^2) {
      mass = 1.5 kg; at = (0.9, -0.4, 0.3) m; rotation = axis_angle((1, 0, 1), 0.5 rad)
      velocity = (0.2, -0.1, 0.1) m/s; spin = (0.5, 1, -1) rad/s
    }
    )" + joints;
}

enum class States { worst, all };

Example certificate_of(const std::string& world, States states) {
  const std::string scene = "experiment one {\n" + world + R"(
  }
  run { step = 10 ms; duration = 0.2 s }
  method plain = none
  measure drift = max_abs(constraint_error)
}
)";
  const std::vector<std::string> full{"--certificate-data", "full"};
  return certificates_of(scene, "constraint_error", states == States::all ? full : std::vector<std::string>{}).at(0);
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

/// Every kind of joint and drive that has an error of position.
std::vector<std::string> worlds() {
  std::vector<std::string> all;
  for (const char* joint :
       {"joint it = revolute(world, b) { at = (1.2, 0.3) m }", "joint it = revolute(a, b) { at = (1, 0.2) m }",
        "joint it = weld(a, b) { at = (1, 0.2) m }",
        "joint it = prismatic(world, b) { axis = (3, 4); at = (1.4, 0.2) m }",
        "joint it = point_on_line(a, b) { axis = (3, 4); at = (1, 0.2) m }",
        "joint it = distance(a, b) { at_first = (0.8, 0.2) m; at_second = (1.5, 0.4) m }",
        "joint it = distance(a, b) { form = quadratic; at_first = (0.8, 0.2) m; at_second = (1.5, 0.4) m }",
        "joint it = gear(a, b) { ratio = 2; carrier = world }", "joint it = gear(a, b) { ratio = 2; carrier = c }",
        "joint it = gear(world, b) { ratio = 3; internal = true; carrier = c }",
        "constraint it = rolling(world, b) { radius = 0.2 m }",
        "joint it = rack_and_pinion(a, b) { axis = (3, 4); radius = 0.3 m; carrier = world }",
        "joint it = rack_and_pinion(a, b) { axis = (3, 4); radius = 0.3 m; carrier = c }",
        "joint pin = revolute(a, b) { at = (1, 0.2) m }\n"
        "drive it = angle(pin) { value = -8 rad/s * t + 0.1 rad * (1 - cos(4 rad/s * t)) }",
        "joint way = prismatic(world, b) { axis = (3, 4); at = (1.4, 0.2) m }\n"
        "drive it = position(way) { value = (if t < 0.1 s then 1 m/s * t else 0.1 m) + 0.1 m * t^2 / 1 s^2 }",
        "drive it = point_position(a) { at = (0.5, 0.1) m; value = (0.5 m + 1 m/s * t, 0.1 m + 0.1 m * sin(t * 1 "
        "rad/s)) }"})
    all.push_back(in_plane(joint));
  for (const char* joint :
       {"joint it = ball(a, b) { at = (1, 0.2, 0) m }",
        "joint it = ball(world, b) { at = (1, 0.2, 0) m }",
        "joint it = revolute(a, b) { at = (1, 0.2, 0) m; axis = (1, 2, 3) }",
        "joint it = weld(a, b) { at = (1, 0.2, 0) m }",
        "joint it = prismatic(a, b) { at = (1, 0.2, 0) m; axis = (1, 2, 3) }",
        "joint it = cylindrical(world, b) { at = (1, 0.2, 0) m; axis = (1, 2, 3) }",
        "joint it = universal(a, b) { at = (1, 0.2, 0) m; axis = (1, 2, 3); axis_second = (2, -1, 0.5) }",
        "joint it = point_on_line(a, b) { at = (1, 0.2, 0) m; axis = (1, 2, 3) }",
        "joint it = planar(a, b) { at = (1, 0.2, 0) m; normal = (1, 2, 3) }",
        "joint it = distance(a, b) { at_first = (0.8, 0.2, 0) m; at_second = (1.5, 0.4, 0.1) m }",
        "joint it = screw(a, b) { at = (1, 0.2, 0) m; axis = (1, 2, 3); pitch = 0.1 m }",
        "joint it = gear(a, b) { ratio = 2; axis = (1, 2, 3); axis_second = (0, 1, -1); carrier = world }",
        "joint it = gear(a, b) { ratio = 2; axis = (1, 2, 3); axis_second = (0, 1, -1); carrier = c }",
        "joint it = rack_and_pinion(a, b) { axis = (1, 2, 3); pinion_axis = (3, 0, -1); radius = 0.3 m; carrier = "
        "world }",
        "joint it = rack_and_pinion(a, b) { axis = (1, 2, 3); pinion_axis = (3, 0, -1); radius = 0.3 m; carrier = c }",
        "constraint it = rolling(world, b) { at = (0, 0, -0.3) m; radius = 0.2 m }",
        "constraint it = rolling_disk(world, b) { at = (0, 0, -0.3) m; radius = 0.2 m; axis = (1, 0, 0) }",
        "joint pin = revolute(a, b) { at = (1, 0.2, 0) m; axis = (1, 2, 3) }\n"
        "drive it = angle(pin) { value = 30 rad/s * t }",
        "joint way = prismatic(a, b) { at = (1, 0.2, 0) m; axis = (1, 2, 3) }\n"
        "drive it = position(way) { value = 0.1 m * (1 - exp(-t / 1 s)) }",
        "drive it = point_position(a) { value = (0.5 m, 0.1 m + 1 m/s * t, 0.2 m) }"})
    all.push_back(in_space(joint));
  return all;
}

BOOST_AUTO_TEST_CASE(formulas_of_every_joint_and_drive_give_the_error_that_was_enclosed) {
  for (const std::string& world : worlds()) {
    const Example example = certificate_of(world, States::worst);
    BOOST_TEST(code_of(example.text()) == perpend::checker::some_open, world);
    // An error that is rounding alone may have its lower bound in another state than its upper one.
    const bool is_whole_shown =
        is_shown(example) || code_of(certificate_of(world, States::all).text()) == perpend::checker::all_reproved;
    BOOST_TEST(is_whole_shown, world << ": " << words_of(example));
  }
}

BOOST_AUTO_TEST_CASE(with_every_state_the_claim_is_proved_again) {
  for (const std::string& world : worlds()) {
    const Example example = certificate_of(world, States::all);
    BOOST_TEST(example.line["data"]["states"].size() == 21u);
    BOOST_TEST(code_of(example.text()) == perpend::checker::all_reproved, world << ": " << words_of(example));
  }
}

BOOST_AUTO_TEST_CASE(a_corrupted_bound_step_or_formula_is_noticed) {
  for (const std::string& world : {in_plane("joint it = weld(a, b) { at = (1, 0.2) m }"),
                                   in_space("joint it = weld(a, b) { at = (1, 0.2, 0) m }")}) {
    const Example example = certificate_of(world, States::all);
    for (int i = 0; i < 4; ++i) {
      Example other = example;
      const double bound = example.line["bounds"][i];
      other.line["bounds"][i] = i == 0 ? 1.01 * bound : i == 1 ? 0.99 * bound : bound - 1.0;
      BOOST_TEST(code_of(other.text()) == perpend::checker::something_wrong, i);
    }
    int noticed = 0, all = 0;
    for (const char* part : {"values", "equations"}) {
      const ordered_json flat = example.line["data"][part].flatten();
      for (const auto& [path, value] : flat.items()) {
        if (path.ends_with("/joint") || !value.is_string()) continue;
        const auto text = value.get<std::string>();
        Example other = example;
        const bool is_function = text.find("0x") == std::string::npos;
        other.line["data"][part][ordered_json::json_pointer(path)] = is_function ? "?" : "0x1.8p+3";
        if (is_function) {
          BOOST_TEST(code_of(other.text()) == perpend::checker::something_wrong, path);
          continue;
        }
        ++all;
        noticed += code_of(other.text()) != perpend::checker::all_reproved ? 1 : 0;
      }
    }
    // A number of a row that stays below the largest one may change.
    BOOST_TEST(2 * noticed > all, noticed << " of " << all);
  }
}

BOOST_AUTO_TEST_CASE(a_state_that_is_missing_twice_there_or_another_is_noticed) {
  const Example example = certificate_of(in_space("joint it = ball(a, b) { at = (1, 0.2, 0) m }"), States::all);
  const auto after = [&](auto change) {
    Example other = example;
    change(other.line["data"]["states"]);
    return code_of(other.text());
  };
  const std::size_t last = example.line["data"]["states"].size() - 1;
  BOOST_TEST(example.line["data"]["step"] == last);
  BOOST_TEST(after([](ordered_json& s) { s.erase(0); }) == perpend::checker::something_wrong);
  BOOST_TEST(after([&](ordered_json& s) { s.erase(last); }) == perpend::checker::something_wrong);
  BOOST_TEST(after([&](ordered_json& s) { s[3] = s[4]; }) == perpend::checker::something_wrong);
  BOOST_TEST(after([&](ordered_json& s) { s[3]["step"] = 4; }) == perpend::checker::something_wrong);
  BOOST_TEST(after([&](ordered_json& s) { s[3]["positions"].erase(0); }) == perpend::checker::something_wrong);
  BOOST_TEST(after([&](ordered_json& s) { s[3].erase("time"); }) == perpend::checker::something_wrong);
  // Every position has its part in the error: another one, ten metres off, shows one above the bound.
  for (std::size_t k = 0; k <= last; ++k)
    for (std::size_t i : {0u, 1u, 2u, 7u, 8u, 9u})
      BOOST_TEST(
          after([&](ordered_json& s) { s[k]["positions"][i] = "0x1.4p+3"; }) == perpend::checker::something_wrong,
          k << ", " << i);
  // The largest error is less than before, so that no state reaches the lower bound.
  BOOST_TEST(after([&](ordered_json& s) { s[last]["positions"] = s[0]["positions"]; }) ==
             perpend::checker::something_wrong);
  BOOST_TEST(after([&](ordered_json& s) { s = ordered_json::array({s[last]}); }) == perpend::checker::some_open);
}

BOOST_AUTO_TEST_CASE(the_worst_step_is_that_of_the_largest_error) {
  Example example = certificate_of(in_plane("joint it = revolute(a, b) { at = (1, 0.2) m }"), States::all);
  const int step = example.line["bounds"][2];
  example.line["bounds"][2] = step - 1;
  example.line["step"] = example.line["data"]["step"] = step - 1;
  BOOST_TEST(code_of(example.text()) == perpend::checker::some_open);
  BOOST_TEST(words_of(example) == "the largest error may be at another step");
}

BOOST_AUTO_TEST_CASE(time_is_a_number_of_the_state) {
  Example example = certificate_of(
      in_plane("joint pin = revolute(a, b) { at = (1, 0.2) m }\ndrive it = angle(pin) { value = 30 rad/s * t }"),
      States::all);
  BOOST_TEST(code_of(example.text()) == perpend::checker::all_reproved, words_of(example));
  example.line["data"]["states"][1]["time"] = "0x1p+4";
  BOOST_TEST(code_of(example.text()) == perpend::checker::something_wrong);
}

BOOST_AUTO_TEST_CASE(rows_on_velocities_alone_have_no_error_and_their_worst_step_is_the_first) {
  const std::string world = in_plane("constraint it = point_velocity(b, v: (0, 0) m/s)");
  const Example part = certificate_of(world, States::worst);
  BOOST_TEST(part.line["bounds"][1] == 0.0);
  BOOST_TEST(part.line["bounds"][2] == 0.0);
  BOOST_TEST(code_of(part.text()) == perpend::checker::some_open, words_of(part));
  BOOST_TEST(code_of(certificate_of(world, States::all).text()) == perpend::checker::all_reproved);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_state
