// Expressions: binding, units, dimensions, functions.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>

#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_expressions {

using namespace perpend;
using namespace perpend::dsl;

BOOST_AUTO_TEST_SUITE(expressions)

BOOST_AUTO_TEST_CASE(operators_bind_as_in_the_manual) {
  BOOST_TEST(value_of("1 + 2 * 3") == 7.0);
  BOOST_TEST(value_of("(1 + 2) * 3") == 9.0);
  BOOST_TEST(value_of("2 - 3 - 4") == -5.0);
  BOOST_TEST(value_of("-2 ^ 2") == -4.0);
  BOOST_TEST(value_of("2 ^ 3 ^ 2") == 512.0);
  BOOST_TEST(value_of("2 ^ -1") == 0.5);
  BOOST_TEST(value_of("if 1 < 2 and not 3 < 2 then 5 else 6") == 5.0);
  BOOST_TEST(value_of("if false or 2 == 3 then 5 else if true then 7 else 8") == 7.0);
}

BOOST_AUTO_TEST_CASE(a_number_and_its_unit_bind_tightest) {
  BOOST_TEST(value_of("9.81 m/s^2") == 9.81);
  BOOST_TEST(value_of("50/s") == 50.0);
  BOOST_TEST(value_of("1 kg m^2") == 1.0);
  BOOST_TEST(value_of("100 mm / 2 mm") == 50.0);
  BOOST_TEST(value_of("1 / 2 s") == 0.5);
  BOOST_TEST(value_of("3 N*m") == 3.0);
  BOOST_TEST(value_of("6 kN / 2 N") == 3000.0);
}

BOOST_AUTO_TEST_CASE(decimal_prefixes_round_once) {
  // 1000 decimals with three digits: each must be the double nearest to the decimal number in SI.
  for (int i = 1; i <= 1000; i += 37) {
    const std::string digits = std::to_string(i);
    BOOST_TEST(value_of(digits + " mm") == std::stod(digits + "e-3"));
    BOOST_TEST(value_of(digits + " ms") == std::stod(digits + "e-3"));
    BOOST_TEST(value_of(digits + " um") == std::stod(digits + "e-6"));
  }
}

BOOST_AUTO_TEST_CASE(literals_are_read_to_the_last_bit) {
  BOOST_TEST(value_of("0.1000000000000000055511151231257827") == 0.1);
  BOOST_TEST(value_of("5e-324") == 5e-324);
  BOOST_TEST(value_of("1.7976931348623157e308") == 1.7976931348623157e308);
  BOOST_TEST(value_of("9007199254740993.0") == 9007199254740992.0);
}

BOOST_AUTO_TEST_CASE(a_whole_number_is_itself_or_refused) {
  BOOST_TEST(value_of("9007199254740992") == 0x1p53);
  BOOST_TEST(value_of("9007199254740994") == 0x1p53 + 2.0);
  BOOST_TEST(value_of("1e23") == 1e23);
  for (const char* lost : {"9007199254740993", "36028797018963970", "100000000000000000000000"})
    BOOST_TEST(first_code(scene_with(std::string("let a = ") + lost)) == "S007", lost);
  BOOST_TEST(first_code(scene_with("let a = 9007199254740993 m")) == "S007");
}

BOOST_AUTO_TEST_CASE(angles_convert_freely_and_other_dimensions_do_not) {
  BOOST_TEST(value_of("sin(30 deg)") == 0.5, boost::test_tools::tolerance(1e-15));  // one rounding of pi/180
  BOOST_TEST(value_of("90 deg + 1") == std::numbers::pi / 2.0 + 1.0, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(value_of("60 rpm") == 2.0 * std::numbers::pi, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(first_code(scene_with("let a = 1 m + 1 s")) == "S032");
  BOOST_TEST(first_code(scene_with("let a = 1 m + 1")) == "S032");
  BOOST_TEST(first_code(scene_with("let a = sin(1 m)")) == "S032");
  BOOST_TEST(first_code(scene_with("let a = 1 m < 2 s")) == "S032");
  BOOST_TEST(first_code(scene_with("let a = 2 ^ 1 m")) == "S032");
  BOOST_TEST(first_code(scene_with("let a = sqrt(2 m)")) == "S032");
}

BOOST_AUTO_TEST_CASE(a_unit_behind_a_vector_applies_to_each_element) {
  BOOST_TEST(value_of("norm((3, 4) mm)") == 0.005);
  BOOST_TEST(value_of("sum([4, 2, 1] ms)") == 0.007, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(value_of("dot((1, 2), (3, 4))") == 11.0);
  BOOST_TEST(value_of("cross((1, 2), (3, 4))") == -2.0);
  BOOST_TEST(value_of("norm(2 * (3, 4) m - (6, 8) m)") == 0.0);
  BOOST_TEST(first_code(scene_with("let a = (1, 9.81 m/s^2)")) == "S032");
  BOOST_TEST(first_code(scene_with("let a = (1 m, 2) m")) == "S032");
}

BOOST_AUTO_TEST_CASE(functions_agree_with_the_library) {
  BOOST_TEST(value_of("max(3, 1, 2) - min([3, 1, 2])") == 2.0);
  BOOST_TEST(value_of("floor(-1.5) + abs(-2)") == 0.0);
  BOOST_TEST(value_of("atan2(1, 1)") == std::atan2(1.0, 1.0));
  BOOST_TEST(value_of("exp(1) + log(2)") == std::exp(1.0) + std::log(2.0));
  BOOST_TEST(value_of("sqrt(4 m^2) / 1 m") == 2.0);
  BOOST_TEST(value_of("cos(pi)") == -1.0);
  BOOST_TEST(value_of("[10, 20, 30][2]") == 20.0);
}

BOOST_AUTO_TEST_CASE(no_number_is_an_error) {
  for (const char* expression : {"1 / 0", "sqrt(-1)", "log(0)", "1e300 * 1e300", "asin(2)", "inf - inf"})
    BOOST_TEST(first_code(scene_with(std::string("let a = ") + expression)) == "S026", expression);
}

BOOST_AUTO_TEST_CASE(mistakes_have_their_codes) {
  BOOST_TEST(first_code(scene_with("let a = 3 lbs")) == "S019");
  BOOST_TEST(first_code(scene_with("let a = nothing")) == "S017");
  BOOST_TEST(first_code(scene_with("let a = sine(1)")) == "S018");
  BOOST_TEST(first_code(scene_with("let a = sin(1, 2)")) == "S018");
  BOOST_TEST(first_code(scene_with("let m = 3")) == "S009");
  BOOST_TEST(first_code(scene_with("let a = 1\nlet a = 2")) == "S015");
  BOOST_TEST(first_code(scene_with("let a = \"x\" + 1")) == "S021");
  BOOST_TEST(first_code(scene_with("let a = 1e999")) == "S007");
  BOOST_TEST(first_code(scene_with("let a = [1, 2][3]")) == "S023");
  BOOST_TEST(first_code(scene_with("let a = 1 m^99")) == "S019");
}

BOOST_AUTO_TEST_CASE(strings_have_escapes) {
  const Experiment e = load_good(scene_with("title = \"a \\\"b\\\" \\u{e9}\\n\""));
  BOOST_TEST(e.title == "a \"b\" \xC3\xA9\n");
  BOOST_TEST(first_code(scene_with("title = \"\\q\"")) == "S008");
  BOOST_TEST(first_code(scene_with("title = \"open")) == "S008");
}

BOOST_AUTO_TEST_CASE(a_parameter_keeps_the_unit_that_it_was_written_in) {
  const auto unit = [](const std::string& text) {
    return load_good(scene_with("param a = 100 mm\nparam b = " + text)).parameters.back().unit.name;
  };
  BOOST_TEST(unit("0.5 * a") == "mm");
  BOOST_TEST(unit("a + 1 m") == "mm");
  BOOST_TEST(unit("-a") == "mm");
  BOOST_TEST(unit("50/s") == "1/s");
  BOOST_TEST(unit("a * a") == "m^2");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_expressions
