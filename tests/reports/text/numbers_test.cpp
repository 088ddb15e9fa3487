// Laws of the numbers that people read.
#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>

#include "kernel/model/scene/method_run.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports::of_numbers {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double read(const std::string& text) {
  return std::strtod(text.c_str(), nullptr);
}

/// Numbers of every size and sign.
std::vector<double> many_numbers(std::size_t count) {
  std::vector<double> values{
      0.0, 1.0, 9.9995, 99995.0, 0.00099995, 1e-300, 1e300, 5e-324, std::numeric_limits<double>::max()};
  std::mt19937_64 bits(7);
  while (values.size() < count)
    if (const double value = std::bit_cast<double>(bits()); std::isfinite(value)) values.push_back(value);
  return values;
}

int num_digits(const std::string& text) {
  int count = 0;
  bool has_begun = false;
  for (const char c : text.substr(0, text.find('e'))) {
    has_begun = has_begun || (c >= '1' && c <= '9');
    count += has_begun && c >= '0' && c <= '9' ? 1 : 0;
  }
  return count;
}

struct Ends {
  long double lower;
  long double upper;
};

/// The ends of "[a, b]" in more precision than the numbers they enclose have.
Ends read_enclosure(const std::string& text) {
  return {std::strtold(text.c_str() + 1, nullptr), std::strtold(text.c_str() + text.find(',') + 1, nullptr)};
}

BOOST_AUTO_TEST_SUITE(numbers)

BOOST_AUTO_TEST_CASE(the_text_is_within_half_a_unit_of_the_last_digit) {
  for (const double value : many_numbers(5000)) {
    for (const int digits : {3, 4}) {
      const double relative = 0.5 * std::pow(10.0, 1 - digits);
      const double error = std::abs(read(significant(value, digits)) / 2 - value / 2);  // halved: 1.8e308 rounds to inf
      // For the smallest numbers the spacing of doubles is the larger bound.
      const double allowed = 0.5 * relative * std::abs(value) * (1 + 1e-12) + std::numeric_limits<double>::denorm_min();
      if (std::abs(value) < 1.7e308) BOOST_REQUIRE_LE(error, allowed);
    }
  }
}

BOOST_AUTO_TEST_CASE(no_more_digits_are_shown_than_asked_for) {
  for (const double value : many_numbers(5000)) {
    BOOST_REQUIRE_LE(num_digits(significant(value)), 4);
    BOOST_REQUIRE_LE(num_digits(significant(value, 3)), 3);
  }
}

BOOST_AUTO_TEST_CASE(a_number_and_its_negative_differ_by_the_sign_alone) {
  for (const double value : many_numbers(5000)) {
    if (value == 0) continue;
    const double size = std::abs(value);
    BOOST_REQUIRE_EQUAL(significant(-size), "-" + significant(size));
  }
  BOOST_TEST(significant(-0.0) == "0");
}

BOOST_AUTO_TEST_CASE(reading_and_writing_again_changes_nothing) {
  for (const double value : many_numbers(5000)) {
    const double again = read(significant(value));
    if (std::isfinite(again) && std::abs(value) > 1e-300) BOOST_REQUIRE_EQUAL(significant(again), significant(value));
    BOOST_REQUIRE_EQUAL(read(significant(value, 17)), value);  // 17 digits are enough for any double
  }
}

BOOST_AUTO_TEST_CASE(exponents_have_no_padding_and_no_plus) {
  for (const double value : many_numbers(2000)) {
    const std::string text = significant(value);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) continue;
    BOOST_REQUIRE(text[e + 1] != '+');
    BOOST_REQUIRE(text[e + (text[e + 1] == '-' ? 2 : 1)] != '0');
  }
}

BOOST_AUTO_TEST_CASE(a_value_is_shown_in_its_unit_with_its_name) {
  BOOST_TEST(with_unit(0.0027312, {"mm", dimension::length, 1e-3}) == "2.731 mm");
  BOOST_TEST(with_unit(M_PI, {"deg", dimension::angle, M_PI / 180}) == "180 deg");
  BOOST_TEST(with_unit(0.5, Unit{}) == "0.5");
  BOOST_TEST(in_unit(-1e-9, {"mm", dimension::length, 1e-3}) == "-1e-6");
  BOOST_TEST(with_unit(not_a_number, {"mm", dimension::length, 1e-3}) == "nan mm");
  BOOST_TEST(with_unit_label("drift", "mm") == "drift [mm]");
  BOOST_TEST(with_unit_label("ratio", "") == "ratio");
}

BOOST_AUTO_TEST_CASE(an_enclosure_never_loses_a_number_that_it_encloses) {
  int checked = 0;
  for (const double value : many_numbers(4000)) {
    if (!(std::abs(value) < 1e300 && std::abs(value) > 1e-290)) continue;  // beyond, a unit's factor leaves the doubles
    for (const double factor : {1.0, 1e-3, M_PI / 180, 3600.0}) {
      for (const double width : {0.0, 1e-14, 1e-9, 1e-3, 0.5}) {
        const double lower = value;
        const double upper = std::nextafter(value + std::abs(value) * width, infinity);
        const Ends ends = read_enclosure(enclosure_in_unit(lower, upper, {"", {}, factor}));
        BOOST_REQUIRE_LE(ends.lower * static_cast<long double>(factor), static_cast<long double>(lower));
        BOOST_REQUIRE_GE(ends.upper * static_cast<long double>(factor), static_cast<long double>(upper));
        ++checked;
      }
    }
  }
  BOOST_TEST(checked > 50'000);
}

BOOST_AUTO_TEST_CASE(an_enclosure_is_not_much_wider_than_what_it_encloses) {
  for (const double width : {1e-12, 1e-9, 1e-6, 1e-3}) {
    const double lower = 2.7304912345678;
    const double upper = lower * (1 + width);
    const Ends ends = read_enclosure(enclosure_in_unit(lower, upper, Unit{}));
    // A unit of the first digit in which the ends differ, at both ends; 4 digits at least.
    BOOST_TEST(static_cast<double>(ends.upper - ends.lower) <= 21 * std::max(upper - lower, 1e-4));
  }
}

BOOST_AUTO_TEST_CASE(an_enclosure_of_nothing_is_not_shown) {
  BOOST_TEST(enclosure_in_unit(not_a_number, not_a_number, Unit{}).empty());
  BOOST_TEST(enclosure_in_unit(1.0, not_a_number, Unit{}).empty());
  BOOST_TEST(enclosure_in_unit(2.0, 1.0, Unit{}).empty());
  BOOST_TEST(enclosure_in_unit(-infinity, infinity, Unit{}) == "[-inf, inf]");
}

BOOST_AUTO_TEST_CASE(different_values_get_different_texts_and_equal_ones_equal_texts) {
  BOOST_TEST(distinct_texts({0.0, 0.001, 0.01, 1.0}) == (std::vector<std::string>{"0", "0.001", "0.01", "1"}),
             boost::test_tools::per_element());
  BOOST_TEST(distinct_texts({1.00001, 1.00002}) == (std::vector<std::string>{"1.00001", "1.00002"}),
             boost::test_tools::per_element());
  BOOST_TEST(distinct_texts({0.5, 0.5}) == (std::vector<std::string>{"0.5", "0.5"}), boost::test_tools::per_element());
  const std::vector<std::string> neighbours = distinct_texts({1.0, std::nextafter(1.0, 2.0)});
  BOOST_TEST(neighbours[0] != neighbours[1]);
  BOOST_TEST(distinct_texts({}).empty());
}

BOOST_AUTO_TEST_CASE(lengths_and_times_have_the_prefix_that_suits_them) {
  const Unit millimetre{"mm", dimension::length, 1e-3};
  const Unit second{"s", dimension::time, 1.0};
  BOOST_TEST(engineering(1.389e-8, millimetre) == "13.89 nm");
  BOOST_TEST(engineering(2.731e-3, millimetre) == "2.731 mm");
  BOOST_TEST(engineering(-0.5, millimetre) == "-500 mm");
  BOOST_TEST(engineering(0.99999e-3, millimetre, 3) == "1 mm");
  BOOST_TEST(engineering(0.0, millimetre) == "0 mm");
  BOOST_TEST(engineering(57.8, second) == "57.8 s");
  BOOST_TEST(engineering(0.077, second) == "77 ms");
  BOOST_TEST(engineering(5000.0, second) == "5000 s");
  BOOST_TEST(engineering(0.25, {"J", dimension::energy, 1.0}) == "0.25 J");
  BOOST_TEST(engineering(std::nan(""), millimetre) == with_unit(std::nan(""), millimetre));
}

BOOST_AUTO_TEST_CASE(an_axis_has_a_prefix_where_its_numbers_would_be_small_decimals_or_long) {
  const Unit joule{"J", dimension::energy, 1.0}, torque{"N m", dimension::energy, 1.0},
      second{"s", dimension::time, 1.0};
  const Unit millimetre{"mm", dimension::length, 1e-3}, curvature{"1/m", Dimension{}, 1.0};
  BOOST_TEST(unit_of_axis(joule, 0.02).name == "mJ");
  BOOST_TEST(unit_of_axis(joule, 0.02).factor == 1e-3);
  BOOST_TEST(unit_of_axis(joule, 0.2).name == "J");
  BOOST_TEST(unit_of_axis(joule, 2e4).name == "kJ");
  BOOST_TEST(unit_of_axis(torque, 3e-5).name == "\u00b5N m");
  BOOST_TEST(unit_of_axis(second, 5e-3).name == "ms");
  BOOST_TEST(unit_of_axis(second, 5e4).name == "s");
  BOOST_TEST(unit_of_axis(millimetre, 2e-8).name == "nm");
  BOOST_TEST(unit_of_axis(millimetre, 2.0).name == "mm");
  BOOST_TEST(unit_of_axis(millimetre, 20.0).name == "m");
  BOOST_TEST(unit_of_axis(millimetre, 0.0).name == "mm");
  BOOST_TEST(unit_of_axis(curvature, 1e-5).name == "1/m");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_numbers
