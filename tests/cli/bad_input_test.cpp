// Input that is wrong, hostile or absurd: exit code 2, and a message with place, reason and advice.
#include <boost/test/unit_test.hpp>
#include <chrono>

#include "tests/cli/program.hpp"

namespace perpend::test::of_bad_input {
namespace {

const std::string rest = ten_steps + plain_method;

void refuses(const std::string& scene, const std::string& message) {
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = run_text(scene);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.complains("scene.scene"), outcome.err);
  BOOST_TEST(outcome.complains(message), "'" + message + "' in: " + outcome.err);
  BOOST_TEST(outcome.out.empty());
  BOOST_TEST(elapsed.count() < 5.0);  // a limit, not the patience of the user, ends what is too large
}

std::string repeated(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

BOOST_AUTO_TEST_SUITE(bad_input)

BOOST_AUTO_TEST_CASE(mistakes_in_a_mechanism) {
  const auto in_world = [](const std::string& world, const std::string& message) {
    refuses(pendulum(rest, world), message);
  };
  in_world("body x = disk(radius: 1 m) { mass = 1 kg; colr = \"red\" }", "unknown field 'colr' of body 'x'");
  in_world("body x = disk(radius: 1 m) { mass = 1 kg; colr = \"red\" }", "did you mean 'color'?");
  in_world("body x = disk(radius: 1 s) { mass = 1 kg }", "'radius' is a length [m], found a time [s]");
  in_world("body x = disk(radius: 1 m) { }", "'x' has no mass");
  in_world("body bob = disk(radius: 1 m) { mass = 1 kg }", "body 'bob' is declared twice");
  in_world("joint x = revolute(bob, ghost) { at = (0, 0) m }", "ghost");
  in_world("fixed wall = disk(radius: 1 m) { }\njoint x = revolute(wall, world) { at = (0, 0) m }",
           "revolute between two immovable bodies");
}

BOOST_AUTO_TEST_CASE(mistakes_in_an_experiment) {
  refuses(pendulum(plain_method + "run { step = 10 ms; duration = 0 s }"), "'duration' must be above 0 s, found 0 s");
  refuses(pendulum(plain_method + "run { step = 10 ms; duration = 1 ms }"), "longer than the duration");
  refuses(pendulum(plain_method + "run { step = 1 us; duration = 1e6 s }"), "steps; 10000000 are allowed");
  refuses(pendulum(plain_method + "run { step = 10 ms; duration = inf * 1 s }"), "duration");
  refuses(pendulum(rest + "figure f { y = drift; methods = [ghost] }"), "unknown method 'ghost'");
  refuses(pendulum(rest + "claim c \"w\" { value = max(drift, ghost); below = 1 m }"), "unknown method 'ghost'");
  refuses(pendulum(ten_steps), "has no method");
  refuses(pendulum("method plain = none"), "run");
}

BOOST_AUTO_TEST_CASE(a_sweep_point_that_is_no_scene_stops_before_anything_runs) {
  const std::string sweep = rest + "sweep lengths { length = [1 m, 0 m] }\nfigure f { y = drift; x = lengths.length }";
  refuses(pendulum(sweep), "sweep lengths at length = 0 m");
}

BOOST_AUTO_TEST_CASE(text_that_is_no_scene) {
  refuses("", "the scene has no experiment");
  refuses(std::string("experiment a {\0 }", 17), "is not text: byte 15");
  refuses("experiment a { title = \"\xff\xfe\" }", "not text");
  refuses("experiment a {", "experiment");
  refuses("x := 1", "scene.scene:1");
}

BOOST_AUTO_TEST_CASE(nesting_and_loops_have_limits) {
  refuses("let x = " + repeated("(", 100000) + "1" + repeated(")", 100000) + "\n", "nested more than 200 deep");
  refuses("experiment a { " + repeated("if true { ", 100000) + repeated("}", 100000) + " }",
          "nested more than 200 deep");
  refuses("let x = " + repeated("-", 100000) + "1\n", "nested more than 200 deep");
  refuses(pendulum(rest, "for i in 1..1000000000 { particle p[i] { mass = 1 kg } }"), "1000000 are allowed");
  refuses(pendulum(rest, "for i in 1..100000 { for j in 1..100000 { } }"),
          "all loops together repeat more than 1000000 times");
}

BOOST_AUTO_TEST_CASE(a_spatial_world_without_bodies_is_refused_clearly) {
  refuses("experiment e { world spatial { }\n" + rest + "}", "the world has no body that can move");
}

BOOST_AUTO_TEST_CASE(paths_that_are_no_file) {
  const Workplace place;
  const Outcome folder = place.run({"run", "."});
  BOOST_TEST(folder.code == 2);
  BOOST_TEST(folder.complains("is a folder, not a scene"));
  BOOST_TEST(place.run({"run", "/dev/null"}).code == 2);
  BOOST_TEST(place.run({"run", "/dev/zero"}).code == 2);
}

BOOST_AUTO_TEST_CASE(includes_that_go_in_a_circle) {
  const Workplace place;
  place.write("a.scene", "include \"b.scene\"\n");
  place.write("b.scene", "include \"a.scene\"\n");
  const Outcome outcome = place.run({"run", "a.scene"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.complains("'a.scene' includes itself through other files"));
}

BOOST_AUTO_TEST_CASE(several_mistakes_are_told_at_once) {
  const Outcome outcome =
      run_text(pendulum(rest, "body x = disk(radius: 1 s) { mass = 1 kg }\nbody y = disk(radius: 1 m) { }"));
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST((outcome.complains("'radius'") && outcome.complains("'y' has no mass")));
}

BOOST_AUTO_TEST_CASE(a_joint_that_does_not_close_is_a_warning_and_in_the_report) {
  const Outcome outcome =
      run_text(pendulum(rest,
                        "body x = disk(radius: 1 m) { mass = 1 kg; at = (2, 0) m }\n"
                        "joint gap = revolute(bob, x) { at_first = (1, 0) m; at_second = (2, 0) m }"));
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST(outcome.complains("joint 'gap' does not close at the start: off by 1 m"));
  BOOST_TEST(outcome.says("joint 'gap' does not close at the start: off by 1 m"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_bad_input
