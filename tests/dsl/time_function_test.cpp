// Expressions of t compile to programs with the values and dimensions of the text.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "small_vocabulary.hpp"

using namespace perpend;
using namespace perpend::dsl;

namespace {

std::string torque_scene(const std::string& torque) {
  return "experiment x { world planar { body b = rod(length: 1 m) { mass = 1 kg }\n force f = torque(b, torque: " +
         torque +
         ") }\n"
         " run { step = 1 ms; duration = 1 s }\n method a = none }";
}

double torque_at(const std::string& torque, double t) {
  const Experiment e = load_good(torque_scene(torque));
  return std::get<World>(e.system).model.forces.at(0).torque(t);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(time_functions)

BOOST_AUTO_TEST_CASE(programs_compute_what_the_text_says) {
  for (const double t : {0.0, 0.3, 1.7}) {
    const auto close = boost::test_tools::tolerance(1e-14);  // a handful of roundings
    BOOST_TEST(torque_at("0.4 N m * sin(4 * pi * t / 1 s)", t) == 0.4 * std::sin(4.0 * 3.141592653589793 * t), close);
    BOOST_TEST(torque_at("if t < 1 s then 2 N m else -(3 N m)", t) == (t < 1.0 ? 2.0 : -3.0));
    BOOST_TEST(torque_at("if t >= 0.3 s and not (t > 1 s) then 1 N m else 0 N m", t) ==
               (t >= 0.3 && t <= 1.0 ? 1.0 : 0.0));
    BOOST_TEST(torque_at("max(t, 1 s, 0.5 s) * 1 W", t) == std::max(t, 1.0));
    BOOST_TEST(torque_at("t^2 * 1 N m/s^2", t) == t * t, close);
    BOOST_TEST(torque_at("(t / 1 s) mN * 1 m", t) == 1e-3 * t, close);
    BOOST_TEST(torque_at("5 N m", t) == 5.0);
  }
}

BOOST_AUTO_TEST_CASE(vectors_have_one_program_for_each_component) {
  const Experiment e = load_good(
      "experiment x { world planar { particle b { mass = 1 kg }\n force f = load(b, force: 2 * (cos(t / 1 s), -sin(t / "
      "1 s)) N + (1, 0) N) }\n"
      " run { step = 1 ms; duration = 1 s }\n method a = none }");
  const Force& force = std::get<World>(e.system).model.forces.at(0);
  BOOST_TEST(force.load[0](0.5) == 2.0 * std::cos(0.5) + 1.0, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(force.load[1](0.5) == -2.0 * std::sin(0.5), boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(dimensions_are_checked_with_t_as_a_time) {
  BOOST_TEST(first_code(torque_scene("t")) == "S031");
  BOOST_TEST(first_code(torque_scene("1 N m + t")) == "S032");
  BOOST_TEST(first_code(torque_scene("1 N m * sin(t)")) == "S032");
  BOOST_TEST(first_code(torque_scene("if t then 1 N m else 2 N m")) == "S021");
  BOOST_TEST(first_code(torque_scene("if t < 1 s then 1 N m else 2 N")) == "S032");
  BOOST_TEST(first_code(scene_with("let a = t")) == "S017");
}

BOOST_AUTO_TEST_CASE(a_program_that_needs_too_much_stack_is_an_error) {
  std::string deep = "t";
  for (int i = 0; i < 100; ++i) deep = "1 s + (" + deep + ")";
  // A hundred values wait at once, more than a program may hold.
  BOOST_TEST(first_code(torque_scene("(" + deep + ") * 1 W")) == "S006");
}

BOOST_AUTO_TEST_SUITE_END()
