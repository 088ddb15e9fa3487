// What an expression is worth: precedence, choices, scopes, lists, vectors, functions.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <numbers>

#include "dsl/values/functions.hpp"
#include "tests/dsl/small_vocabulary.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_evaluation {

using namespace perpend;
using namespace perpend::dsl;

namespace {

bool is_true(const std::string& condition) {
  return value_of("if " + condition + " then 1 else 0") == 1.0;
}
std::string code_of(const std::string& statements) {
  return first_code(scene_with(statements));
}
double last_of(const std::string& statements) {
  return load_good(scene_with(statements)).parameters.back().value;
}

/// A random expression as text, with the value that C++ gives it.
struct Sample {
  std::string text;
  double value;
};

Sample sample(test::Random& random, int depth) {
  if (depth == 0) {
    const int n = 1 + random.below(9);
    return {std::to_string(n), static_cast<double>(n)};
  }
  const Sample a = sample(random, depth - 1);
  const Sample b = sample(random, depth - 1);
  switch (random.below(6)) {
    case 0:
      return {"(" + a.text + " + " + b.text + ")", a.value + b.value};
    case 1:
      return {"(" + a.text + " - " + b.text + ")", a.value - b.value};
    case 2:
      return {a.text + " * " + b.text, a.value * b.value};
    case 3:
      return {"(" + a.text + ") / (" + b.text + " * " + b.text + " + 1)", a.value / (b.value * b.value + 1.0)};
    case 4:
      return {"max(" + a.text + ", -(" + b.text + "))", std::max(a.value, -b.value)};
    default:
      return {"(if " + a.text + " < " + b.text + " then " + a.text + " else " + b.text + ")",
              a.value < b.value ? a.value : b.value};
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(evaluation)

BOOST_AUTO_TEST_CASE(each_level_binds_tighter_than_the_one_before) {
  struct Case {
    const char* text;
    const char* means;
  };
  for (const Case& c :
       {Case{"1 < 2 and 3 < 2 or true", "((1 < 2) and (3 < 2)) or true"},
        Case{"true or false and false", "true or (false and false)"}, Case{"not true or true", "(not true) or true"},
        Case{"not 2 < 1", "not (2 < 1)"}, Case{"not 1 == 2 and true", "(not (1 == 2)) and true"},
        Case{"1 + 1 < 3", "(1 + 1) < 3"}, Case{"2 * 3 == 6", "(2 * 3) == 6"},
        Case{"7 - 2 * 3 == 1", "(7 - (2 * 3)) == 1"}, Case{"8 / 4 / 2 == 1", "((8 / 4) / 2) == 1"},
        Case{"-3 ^ 2 == -9", "(-(3 ^ 2)) == -9"}, Case{"2 ^ -1 == 0.5", "(2 ^ (-1)) == 0.5"},
        Case{"2 * -3 == -6", "(2 * (-3)) == -6"}, Case{"[1, 2, 3][2] ^ 2 == 4", "([1, 2, 3][2]) ^ 2 == 4"},
        Case{"+3 - -3 == 6", "(+3) - (-3) == 6"}}) {
    BOOST_TEST(is_true(c.text) == is_true(c.means), c.text);
  }
  BOOST_TEST(is_true("true or false and false"));
  BOOST_TEST(is_true("7 - 2 * 3 == 1"));
}

BOOST_AUTO_TEST_CASE(arithmetic_is_that_of_the_machine) {
  test::Random random(5);
  for (int i = 0; i < 200; ++i) {
    const Sample s = sample(random, 3);
    // The same operations in the same order give the same bits.
    BOOST_TEST(value_of(s.text) == s.value, s.text);
  }
}

BOOST_AUTO_TEST_CASE(and_and_or_stop_where_the_answer_is_known) {
  BOOST_TEST(!is_true("false and 1 / 0 > 0"));
  BOOST_TEST(is_true("true or nothing"));
  BOOST_TEST(code_of("let a = true and 1 / 0 > 0") == "S026");
  BOOST_TEST(code_of("let a = false or nothing") == "S017");
}

BOOST_AUTO_TEST_CASE(a_choice_evaluates_only_the_branch_that_it_takes) {
  BOOST_TEST(value_of("if true then 1 else 1 / 0") == 1.0);
  BOOST_TEST(value_of("if false then nothing else 2") == 2.0);
  BOOST_TEST(value_of("1 + (if true then 1 else 2) * 2") == 3.0);
  BOOST_TEST(value_of("if true then\n 1\n else\n 2") == 1.0);
  BOOST_TEST(code_of("let a = if 1 then 2 else 3") == "S021");
}

BOOST_AUTO_TEST_CASE(comparisons_are_those_of_numbers_strings_and_flags) {
  for (const auto& [text, value] : {std::pair{"1 < 2", true},
                                    {"2 < 2", false},
                                    {"2 <= 2", true},
                                    {"2 > 2", false},
                                    {"2 >= 2", true},
                                    {"1 == 1", true},
                                    {"1 != 1", false},
                                    {"1 m == 1000 mm", true},
                                    {"0 < 1 m", true},
                                    {"\"a\" == \"a\"", true},
                                    {"\"a\" != \"b\"", true},
                                    {"true == false", false},
                                    {"inf > 1e308", true},
                                    {"-inf < 0", true}})
    BOOST_TEST(is_true(text) == value, text);
  for (const char* text : {"1 m < 1 s", "1 < 1 m"}) BOOST_TEST(code_of(std::string("let a = ") + text) == "S032", text);
  for (const char* text : {"\"a\" < \"b\"", "1 == \"a\"", "(1, 2) == (1, 2)", "[1] == [1]", "true < false"})
    BOOST_TEST(code_of(std::string("let a = ") + text) == "S021", text);
}

BOOST_AUTO_TEST_CASE(every_function_of_one_number_is_that_of_the_library) {
  const std::pair<const char*, std::function<double(double)>> functions[] = {
      {"sqrt", [](double x) { return std::sqrt(x); }},   {"abs", [](double x) { return std::abs(x); }},
      {"floor", [](double x) { return std::floor(x); }}, {"sin", [](double x) { return std::sin(x); }},
      {"cos", [](double x) { return std::cos(x); }},     {"tan", [](double x) { return std::tan(x); }},
      {"asin", [](double x) { return std::asin(x); }},   {"acos", [](double x) { return std::acos(x); }},
      {"exp", [](double x) { return std::exp(x); }},     {"log", [](double x) { return std::log(x); }}};
  test::Random random(6);
  for (const auto& [name, f] : functions)
    for (int i = 0; i < 20; ++i) {
      const double x = random.uniform(0.0, 1.0);
      // The kernel's own sine and cosine are within two units in the last place; the others are the library's.
      BOOST_TEST(value_of(fmt::format("{}({})", name, x)) == f(x), boost::test_tools::tolerance(1e-15));
    }
}

BOOST_AUTO_TEST_CASE(functions_of_several_values) {
  BOOST_TEST(value_of("atan2(-1, -1)") == std::atan2(-1.0, -1.0));
  BOOST_TEST(value_of("atan2(1 mm, 2 mm)") == std::atan2(1.0, 2.0), boost::test_tools::tolerance(2.3e-16));
  BOOST_TEST(value_of("min(3 m, 200 cm, 4 m) / 1 m") == 2.0);
  BOOST_TEST(value_of("max([1, 5, 3])") == 5.0);
  BOOST_TEST(value_of("dot((1, 2, 3), (4, 5, 6))") == 32.0);
  BOOST_TEST(value_of("dot(cross((1, 2, 3), (4, 5, 6)), (1, 2, 3))") == 0.0);
  BOOST_TEST(value_of("norm(cross((1, 0, 0), (0, 1, 0)) - (0, 0, 1))") == 0.0);
  BOOST_TEST(value_of("cross((2, 0), (0, 3)) / (1 m) * (1 m)") == 6.0);
  BOOST_TEST(value_of("norm((1, 2, 2))") == 3.0);
  BOOST_TEST(value_of("sum((1, 2, 3)) + sum([4, 5])") == 15.0);
  BOOST_TEST(value_of("norm(sum([(1, 2), (2, 2)]))") == 5.0);
  BOOST_TEST(value_of("pi") == std::numbers::pi);
}

BOOST_AUTO_TEST_CASE(running_sums_are_the_sums_of_the_first_elements) {
  BOOST_TEST(value_of("running_sum([4])[1]") == 4.0);
  for (int n = 1; n <= 4; ++n) {
    const std::string first = std::string("[1, 20, 300, 4000]").substr(0, n == 1 ? 2 : n == 2 ? 6 : n == 3 ? 11 : 17);
    BOOST_TEST(value_of(fmt::format("running_sum([1, 20, 300, 4000])[{}] - sum({}])", n, first)) == 0.0);
  }
  BOOST_TEST(value_of("running_sum([1 m, 20 cm, 3 mm])[3] / 1 mm") == 1203.0, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(value_of("norm(running_sum([(1, 2), (2, 2)] m)[2]) / 1 m") == 5.0);
  BOOST_TEST(value_of("max(running_sum([1, 2, -5]))") == 3.0);
  BOOST_TEST(code_of("let a = running_sum([1 m, 1 s])") == "S032");
  BOOST_TEST(code_of("let a = running_sum([1, true])") == "S021");
  for (const char* text : {"running_sum([])", "running_sum(3)", "running_sum((1, 2))", "running_sum([1], [2])"})
    BOOST_TEST(code_of(std::string("let a = ") + text) == "S018", text);
}

BOOST_AUTO_TEST_CASE(equal_within_a_tolerance_is_a_condition) {
  BOOST_TEST(is_true("1.05 == 1 within 0.1"));
  BOOST_TEST(!is_true("1.05 != 1 within 0.1"));
  BOOST_TEST(!is_true("0.85 == 1 within 0.1"));
  BOOST_TEST(is_true("0.85 != 1 within 0.1"));
  BOOST_TEST(is_true("1 m + 1 mm == 1 m within 1 mm + 1 mm"));
  BOOST_TEST(is_true("-1 mm == 0 within 2 mm"));
  BOOST_TEST(is_true("1 == (1 within 0.1) and 2 == 2.5 within 1 and not 3 == 4 within 0.5"));
  BOOST_TEST(code_of("let a = if 1 m == 1 m within 1 s then 1 else 2") == "S032");
  BOOST_TEST(code_of("let a = if 1 m == 1 s within 1 m then 1 else 2") == "S032");
  BOOST_TEST(code_of("let a = if 1 == 1 within 0 then 1 else 2") == "S023");
  BOOST_TEST(code_of("let a = if 1 == 1 within -0.1 then 1 else 2") == "S023");
  BOOST_TEST(code_of("let a = if 1 < 2 within 0.1 then 1 else 2") == "S021");
  BOOST_TEST(code_of("let a = 1 within 0.1") == "S021");
}

BOOST_AUTO_TEST_CASE(functions_carry_dimensions) {
  BOOST_TEST(value_of("sqrt(4 m^2/s^2) / (1 m/s)") == 2.0);
  BOOST_TEST(value_of("dot((1, 2) m, (3, 4) N) / 1 J") == 11.0);
  BOOST_TEST(value_of("norm((3, 4) m/s) / (1 m/s)") == 5.0);
  BOOST_TEST(value_of("abs(-2 kg) / 1 kg") == 2.0);
  for (const char* text : {"exp(1 m)", "log(1 s)", "floor(1.5 m)", "asin(1 kg)", "sqrt(1 kg)", "max(1 m, 1 s)",
                           "dot((1, 2) m, (1, 2) N) + 1 m", "sum([1 m, 1 s])"})
    BOOST_TEST(code_of(std::string("let a = ") + text) == "S032", text);
}

BOOST_AUTO_TEST_CASE(every_function_of_the_table_refuses_a_wrong_count_and_named_arguments) {
  for (const Function& f : functions()) {
    BOOST_TEST(code_of(fmt::format("let a = {}()", f.name)) == "S018", f.name);
    BOOST_TEST(code_of(fmt::format("let a = {}(x: 1)", f.name)) == "S018", f.name);
    BOOST_TEST(code_of(fmt::format("let a = {}(\"text\")", f.name)) == "S018", f.name);
    const bool takes_many = f.max_arguments > 2;
    if (!takes_many) BOOST_TEST(code_of(fmt::format("let a = {}(1, 2, 3)", f.name)) == "S018", f.name);
    BOOST_TEST(f.signature.substr(0, f.name.size()) == f.name);
  }
}

BOOST_AUTO_TEST_CASE(overflow_in_vectors_is_an_error) {
  for (const char* text : {"norm((1e200, 1e200))", "dot((1e200, 0), (1e200, 0))", "cross((1e200, 0), (0, 1e200))",
                           "cross((1e200, 0, 0), (0, 1e200, 0))", "sum((1e308, 1e308))", "(1e308, 0) * 10",
                           "(1e308, 0) + (1e308, 0)", "(1, 2) / 0", "[1, 2] / 0"})
    BOOST_TEST(code_of(std::string("let a = ") + text) == "S026", text);
}

BOOST_AUTO_TEST_CASE(lists_are_counted_from_one_and_hold_anything) {
  BOOST_TEST(value_of("[10, 20, 30][1]") == 10.0);
  BOOST_TEST(value_of("[[1, 2], [3, 4]][2][1]") == 3.0);
  BOOST_TEST(value_of("norm([(3, 4), (0, 0)][1])") == 5.0);
  BOOST_TEST(is_true("[\"a\", \"b\"][2] == \"b\""));
  BOOST_TEST(value_of("([1, 2] * 3)[2] + (2 * [1, 2])[1] + ([8, 4] / 2)[1]") == 12.0);
  BOOST_TEST(value_of("[1, 2,][2]") == 2.0);
  for (const char* index : {"0", "3", "-1"})
    BOOST_TEST(code_of(fmt::format("let a = [1, 2][{}]", index)) == "S023", index);
}

BOOST_AUTO_TEST_CASE(names_are_seen_from_their_block_inwards) {
  BOOST_TEST(last_of("let a = 2\nparam b = a + 1") == 3.0);
  BOOST_TEST(last_of("param a = 2\nlet b = a * a\nparam c = b + a") == 6.0);
  BOOST_TEST(code_of("let b = a\nlet a = 1") == "S017");
  BOOST_TEST(code_of("for i in 1..2 { let a = i }\nlet b = a") == "S017");
  BOOST_TEST(code_of("for i in 1..2 { }\nlet b = i") == "S017");
  BOOST_TEST(code_of("let i = 1\nfor i in 1..2 { }") == "S015");
  BOOST_TEST(code_of("let a = 1\nif true { let a = 2 }") == "S015");
  BOOST_TEST(code_of("for i in 1..2 { let a = i }\nfor i in 1..2 { let a = i }") == "");
  BOOST_TEST(code_of("param a = 1\nparam a = 2") == "S015");
}

BOOST_AUTO_TEST_CASE(a_wrong_name_is_reported_once_and_its_uses_stay_silent) {
  const Loaded loaded = load_text(scene_with("let a = nowhere\nlet b = a + 1\nparam c = b * a"));
  BOOST_TEST(loaded.diagnostics.size() == 1u);
}

BOOST_AUTO_TEST_CASE(loops_bind_each_element_of_a_list) {
  const auto masses = [](const std::string& loop) {
    const Experiment e = load_good("experiment x { world planar {\n" + loop +
                                   "\n}\n run { step = 1 ms; duration = 1 s }\n method a = none }");
    std::vector<double> found;
    for (const Body& body : std::get<World>(e.system).model.bodies) found.push_back(body.mass);
    return found;
  };
  BOOST_TEST(masses("for i in 1..3 { particle p[i] { mass = i * 1 kg } }") == std::vector<double>({1, 2, 3}),
             boost::test_tools::per_element());
  BOOST_TEST(masses("let n = 2\nfor i in n - 1..n + 1 { particle p[i] { mass = i * 1 kg } }") ==
                 std::vector<double>({1, 2, 3}),
             boost::test_tools::per_element());
  BOOST_TEST(
      masses("for i in [3, 1] { let w = 2 * i\n particle p[i] { mass = w * 1 kg } }") == std::vector<double>({6, 2}),
      boost::test_tools::per_element());
  BOOST_TEST(
      masses("let list = [4, 5] kg\nfor i in 1..2 { particle p[i] { mass = list[i] } }") == std::vector<double>({4, 5}),
      boost::test_tools::per_element());
  BOOST_TEST(masses("particle a { mass = 1 kg }\n for i in 1..0 { particle p[i] { mass = 9 kg } }") ==
                 std::vector<double>({1}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(indexed_names_are_names_of_their_own) {
  const std::string bodies = "for i in 1..2 { for k in 1..2 { particle p[2 * i + k] { mass = 1 kg } } }\n";
  const auto code = [&](const std::string& joint) {
    return first_code("experiment x { world planar {\n" + bodies + joint +
                      "\n}\n run { step = 1 ms; duration = 1 s }\n method a = none }");
  };
  BOOST_TEST(code("joint j = distance(world, p[6]) { length = 1 m }") == "S045");  // joined, and three others free
  BOOST_TEST(code("joint j = distance(world, p[7]) { length = 1 m }") == "S017");
  BOOST_TEST(code("joint j = distance(world, p) { length = 1 m }") == "S017");
  BOOST_TEST(code("joint j = distance(world, p[1.5]) { length = 1 m }") == "S024");
  BOOST_TEST(code("particle p[3] { mass = 1 kg }") == "S015");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_evaluation
