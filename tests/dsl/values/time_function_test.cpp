// Expressions of t compile to programs with the values and dimensions of the text.
#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "dsl/values/functions.hpp"
#include "tests/dsl/small_vocabulary.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_time_function {

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

/// The value of a text with the time written out as a number.
double direct_value(std::string text, double t) {
  const std::string time = fmt::format("({} s)", t);
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at + time.size()))
    text.replace(at, 1, time);
  return value_of(text);
}

/// A random pure number of time; `@` stands for t.
std::string random_text(test::Random& random, int depth) {
  if (depth == 0) return random.below(2) == 0 ? "@ / 1 s" : fmt::format("{}", 1 + random.below(9));
  const std::string a = random_text(random, depth - 1);
  const std::string b = random_text(random, depth - 1);
  switch (random.below(10)) {
    case 0:
      return "(" + a + " + " + b + ")";
    case 1:
      return "(" + a + " - " + b + ")";
    case 2:
      return "(" + a + ") * (" + b + ")";
    case 3:
      return "(" + a + ") / (1 + abs(" + b + "))";
    case 4:
      return "sin(" + a + ") + cos(" + b + ")";
    case 5:
      return "min(" + a + ", " + b + ", 3) + max(-(" + a + "), " + b + ")";
    case 6:
      return "sqrt(abs(" + a + ")) + floor(" + b + ") + atan2(" + a + ", 1)";
    case 7:
      return "(" + a + ")^2 - exp(-abs(" + b + ")) + log(1 + abs(" + a + "))";
    case 8:
      return "(if " + a + " < " + b + " and not " + a + " == 2 then " + a + " else " + b + ")";
    default:
      return "(if " + a + " >= 1 or " + b + " != 3 then " + b + " else -(" + a + "))";
  }
}

BOOST_AUTO_TEST_CASE(a_program_and_the_expression_itself_agree_at_every_time) {
  test::Random random(3);
  for (int i = 0; i < 100; ++i) {
    const std::string text = random_text(random, 3);
    std::string of_t = text;
    std::replace(of_t.begin(), of_t.end(), '@', 't');
    const Experiment e = load_good(torque_scene("(" + of_t + ") N * 1 m"));
    const TimeFunction& program = std::get<World>(e.system).model.forces.at(0).torque;
    for (const double t : {0.0, 0.1, 1.0, 2.5})
      // The same operations in the same order; the power and the branches may round once more.
      BOOST_TEST(program(t) == direct_value(text, t), boost::test_tools::tolerance(1e-14));
  }
}

BOOST_AUTO_TEST_CASE(params_and_lets_enter_programs_with_their_values) {
  const auto at = [](const std::string& amplitude) {
    const Experiment e = load_good(
        "experiment x { param a = 2 N m\n param omega = 3 rad/s\n let twice = 2 * a\n world planar { body b = "
        "rod(length: 1 m) { mass = 1 kg }\n force f = torque(b, torque: " +
        amplitude + " * sin(omega * t)) }\n run { step = 1 ms; duration = 1 s }\n method m1 = none }");
    return std::get<World>(e.system).model.forces.at(0).torque(0.5);
  };
  BOOST_TEST(at("a") == 2.0 * std::sin(1.5), boost::test_tools::tolerance(1e-15));
  BOOST_TEST(at("twice") == 4.0 * std::sin(1.5), boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(a_choice_without_t_is_made_once) {
  BOOST_TEST(torque_at("if 1 < 2 then t * 1 W else t * 1 W / 0", 3.0) == 3.0);
  BOOST_TEST(torque_at("if false then 3 N m else t^2 * 1 N m/s^2", 3.0) == 9.0);
  const Experiment e = load_good(
      "experiment x { param mode = \"a\"\n world planar { particle b { mass = 1 kg }\n force f = load(b, force: if "
      "mode == \"a\" then (t, 2 s) * 1 N/s else (0, 0) N) }\n run { step = 1 ms; duration = 1 s }\n method a = none }");
  BOOST_TEST(std::get<World>(e.system).model.forces.at(0).load[0](4.0) == 4.0);
  BOOST_TEST(first_code(torque_scene("if 3 then t * 1 W else 0")) == "S021");
}

BOOST_AUTO_TEST_CASE(a_zero_needs_no_unit) {
  BOOST_TEST(torque_at("0", 1.0) == 0.0);
  BOOST_TEST(torque_at("if t < 0 then 1 N m else 2 N m", 1.0) == 2.0);
  BOOST_TEST(first_code(torque_scene("1")) == "S031");
}

BOOST_AUTO_TEST_CASE(a_constant_is_folded) {
  const Experiment e = load_good(torque_scene("2 * 3 N m * cos(pi)"));
  const TimeFunction& program = std::get<World>(e.system).model.forces.at(0).torque;
  BOOST_TEST(program.is_constant());
  BOOST_TEST(program.program().size() == 1u);
  BOOST_TEST(program(7.0) == -6.0);
}

BOOST_AUTO_TEST_CASE(functions_of_vectors_refuse_numbers_that_change) {
  for (const Function& f : functions()) {
    if (f.op) continue;
    const std::string text = std::string(f.name) + "(t / 1 s) * 1 N m";
    BOOST_TEST(first_code(torque_scene(text)) == "S018", text);
  }
  BOOST_TEST(first_code(torque_scene("sin() * t * 1 W")) == "S018");
  BOOST_TEST(first_code(torque_scene("sin(t / 1 s, 2) * 1 N m")) == "S018");
  BOOST_TEST(torque_at("[1, t / 1 s][2] * 1 N m", 3.0) == 3.0);
  BOOST_TEST(torque_at("sum([1 s, t, t]) * 1 W", 3.0) == 7.0);
  BOOST_TEST(torque_at("norm((3, 4) * t) * 1 W", 2.0) == 10.0);
  BOOST_TEST(torque_at("dot((t, 2 s), (1, 3)) * 1 W", 2.0) == 8.0);
  BOOST_TEST(torque_at("cross((t, 2 s), (1, 3)) * 1 W", 2.0) == 4.0);
  BOOST_TEST(torque_at("y((1 s, t) - (0 s, 1 s)) * 1 W", 2.0) == 1.0);
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
  BOOST_TEST(first_code(scene_with("let a = t")) == "");
  BOOST_TEST(first_code(scene_with("param a = t")) == "S021");
}

BOOST_AUTO_TEST_CASE(lets_and_functions_of_the_scene_enter_programs) {
  const auto at = [](const std::string& statements, const std::string& torque) {
    const Experiment e = load_good("experiment x {\n" + statements +
                                   "\n world planar { body b = rod(length: 1 m) { mass = 1 kg }\n force f = torque(b, "
                                   "torque: " +
                                   torque + ") }\n run { step = 1 ms; duration = 1 s }\n method m1 = none }");
    return std::get<World>(e.system).model.forces.at(0).torque(2.0);
  };
  BOOST_TEST(at("let ramp = 3 W * t", "ramp / 2") == 3.0);
  BOOST_TEST(at("fn square(x) = x * x\nfn sum_of(a, b) = square(a) + square(b)", "sum_of(t, 1 s) * 1 W/s") == 5.0);
  BOOST_TEST(at("let x = 7 W\nfn own(x) = 2 * x", "own(t) * 1 W + x * 0 s") == 4.0);
  BOOST_TEST(first_code(scene_with("fn f(x) = g(x)\nfn g(x) = f(x)\nlet a = f(1)")) == "S028");
  BOOST_TEST(first_code(scene_with("fn f(x, x) = x")) == "S015");
  BOOST_TEST(first_code(scene_with("fn f(x) = x\nlet a = f(1, 2)")) == "S018");
  BOOST_TEST(first_code(scene_with("fn sin(x) = x")) == "S009");
  // Each of them calls the one before it twice: 2^40 calls.
  std::string doubling = "fn f0(x) = x";
  for (int i = 1; i <= 40; ++i) doubling += fmt::format("\nfn f{}(x) = f{}(x) + f{}(x)", i, i - 1, i - 1);
  const std::string code = first_code(scene_with(doubling + "\nlet a = f38(1)"));
  BOOST_TEST(code == "S025");
}

BOOST_AUTO_TEST_CASE(a_program_that_needs_too_much_stack_is_an_error) {
  std::string deep = "t";
  for (int i = 0; i < 100; ++i) deep = "1 s + (" + deep + ")";
  // A hundred values wait at once, more than a program may hold.
  BOOST_TEST(first_code(torque_scene("(" + deep + ") * 1 W")) == "S006");
}

BOOST_AUTO_TEST_CASE(a_load_that_stops_being_a_number_is_an_error_before_the_run) {
  const auto code = [](const std::string& x, const std::string& run) {
    return first_code("experiment x { world planar { particle p { mass = 1 kg }\n force f = load(p, force: (" + x +
                      ", 0 N)) }\n run { " + run + " }\n method plain = none }");
  };
  const std::string root = "1 N * sqrt(0.5 - t / 1 s)";
  BOOST_TEST(code(root, "step = 1 ms; duration = 1 s") == "S026");
  BOOST_TEST(code(root, "step = 1 ms; duration = 0.4 s") == "");
  BOOST_TEST(code(root, "step = 1 us; duration = 1 s") == "S026");
  BOOST_TEST(code("1 N / (t / 1 s)", "step = 1 ms; duration = 1 s") == "S026");
  BOOST_TEST(code("if t < 0.5 s then 0 N else 1 N", "step = 1 ms; duration = 1 s") == "");  // a jump is a load
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_time_function
