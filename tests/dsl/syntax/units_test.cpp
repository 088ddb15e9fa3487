// Units and dimensions: the table, compound units, exact literals, laws of dimension arithmetic.
#include "dsl/values/units.hpp"

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>

#include "dsl/syntax/unit_syntax.hpp"
#include "tests/dsl/small_vocabulary.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_units {

using namespace perpend;
using namespace perpend::dsl;

namespace {

Unit unit_of(const std::string& text) {
  const UnitReading reading = read_unit(text.data(), text.data() + text.size());
  BOOST_TEST_REQUIRE(reading.unit.has_value(), text);
  BOOST_TEST(reading.end == text.data() + text.size(), text);
  return *reading.unit;
}

Parameter param_of(const std::string& value) {
  return load_good(scene_with("param probe = " + value)).parameters.at(0);
}

/// Any finite double, each exponent as likely as another.
double random_double(test::Random& random) {
  for (;;) {
    const std::uint64_t bits = random.bits();
    double value = 0.0;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) return std::abs(value);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(units)

BOOST_AUTO_TEST_CASE(every_unit_of_the_table_is_a_quantity_of_its_dimension) {
  for (const UnitRow& row : unit_table()) {
    const Parameter p = param_of("1 " + row.unit.name);
    BOOST_TEST((p.unit.dimension == row.unit.dimension), row.unit.name);
    BOOST_TEST(p.unit.name == row.unit.name);
    BOOST_TEST(p.value == row.unit.factor, row.unit.name);
    BOOST_TEST(!row.doc.empty(), row.unit.name);
    // A quotient with the SI unit of its dimension is the factor itself.
    const std::string si = si_name(row.unit.dimension);
    BOOST_TEST(value_of("2 " + row.unit.name + " / (2 " + row.unit.name + ")") == 1.0, row.unit.name);
    if (si.substr(0, 2) != "1/") BOOST_TEST((unit_of(si).dimension == row.unit.dimension), si);
  }
}

BOOST_AUTO_TEST_CASE(units_measure_the_same_as_what_defines_them) {
  struct Case {
    const char* one;
    const char* other;
  };
  // Each line is a definition; both sides are whole numbers of SI units or round to the same double.
  for (const Case& c : {Case{"1 N", "1 kg m/s^2"},      Case{"1 J", "1 N m"},       Case{"1 W", "1 J/s"},
                        Case{"1 Pa", "1 N/m^2"},        Case{"1 Hz", "1/s"},        Case{"1 km", "1000 m"},
                        Case{"1 m", "100 cm"},          Case{"1 m", "1000 mm"},     Case{"1 mm", "1000 um"},
                        Case{"1 s", "1000 ms"},         Case{"1 ms", "1000 us"},    Case{"1 kg", "1000 gram"},
                        Case{"1 kN", "1000 N"},         Case{"1 N", "1000 mN"},     Case{"180 deg", "pi * 1 rad"},
                        Case{"30 rpm", "pi * 1 rad/s"}, Case{"1 m^2", "1 m * 1 m"}, Case{"1 m/s/s", "1 m/s^2"},
                        Case{"1 m^-1", "1/m"},          Case{"1 J/kg/m", "1 N/kg"}}) {
    BOOST_TEST(value_of(c.one) == value_of(c.other), boost::test_tools::tolerance(2.3e-16));  // one rounding
    BOOST_TEST(first_code(scene_with(fmt::format("let a = {} + {}", c.one, c.other))) == "", c.one);
  }
}

BOOST_AUTO_TEST_CASE(compound_units_read_as_the_manual_says) {
  const Dimension inertia = dimension::inertia;
  BOOST_TEST((unit_of("kg m^2").dimension == inertia));
  BOOST_TEST((unit_of("kg*m^2").dimension == inertia));
  BOOST_TEST((unit_of("kg m^2/s^2").dimension == dimension::energy));
  BOOST_TEST((unit_of("N m s").dimension == dimension::energy * dimension::time));
  // A / divides by the one unit behind it.
  BOOST_TEST((unit_of("J/kg m").dimension == dimension::energy / dimension::mass * dimension::length));
  BOOST_TEST(unit_of("g"
                     "ram")
                 .factor == 1e-3);
  BOOST_TEST(unit_of("km^2").factor == 1e6);
  BOOST_TEST(unit_of("/ms").factor == 1000.0);
  BOOST_TEST(unit_of("/ms").name == "1/ms");
  BOOST_TEST(value_of("3 m m / (1 m^2)") == 3.0);
}

BOOST_AUTO_TEST_CASE(a_unit_binds_tighter_than_every_operator) {
  BOOST_TEST(value_of("(100 mm) / 2 mm") == 50.0);
  BOOST_TEST(value_of("2 * 3 m / (6 m)") == 1.0);
  BOOST_TEST(value_of("-3 m / 3 m") == -1.0);
  BOOST_TEST(value_of("(2 m)^2 / (4 m^2)") == 1.0);
  BOOST_TEST(value_of("1 / 2 s * 2 s") == 1.0);
  BOOST_TEST(value_of("50/s * 2 s") == 100.0);
  const Experiment e = load_good(scene_with("param length = 4 mm\nparam half = length / 2 mm"));
  BOOST_TEST(e.parameters[1].value == 2.0);
  BOOST_TEST((e.parameters[1].unit.dimension == Dimension{}));
}

BOOST_AUTO_TEST_CASE(a_unit_applies_to_each_element_of_a_group) {
  BOOST_TEST(value_of("sum((1, 2) mm) / 1 mm") == 3.0, boost::test_tools::tolerance(4.5e-16));  // two roundings
  BOOST_TEST(value_of("[4, 2, 1] ms[1]") == 0.004);
  BOOST_TEST(value_of("[4, 2, 1] ms[3]") == 0.001);
  BOOST_TEST(value_of("(1 + 2) m / 1 m") == 3.0);
}

BOOST_AUTO_TEST_CASE(the_shortest_text_of_a_double_reads_back_bit_for_bit) {
  test::Random random(17);
  std::string list;
  std::vector<double> values;
  for (int i = 0; i < 2000; ++i) {
    values.push_back(random_double(random));
    list += fmt::format("{}{}", i == 0 ? "" : ", ", values.back());
  }
  const Experiment e = load_good(scene_with("sweep any { k = [" + list + "] }\nparam k = 1"));
  for (std::size_t i = 0; i < values.size(); ++i) BOOST_TEST(e.sweeps[0].axes[0].values[i] == values[i]);
}

BOOST_AUTO_TEST_CASE(seventeen_digits_read_to_the_nearest_double) {
  test::Random random(18);
  for (int i = 0; i < 200; ++i) {
    const std::string text = fmt::format("{:.16e}", random_double(random));
    BOOST_TEST(value_of(text) == std::strtod(text.c_str(), nullptr), text);
  }
}

BOOST_AUTO_TEST_CASE(a_value_shown_in_a_unit_reads_back_as_itself) {
  test::Random random(19);
  for (const UnitRow& row : unit_table())
    for (int i = 0; i < 20; ++i) {
      const double value = random.uniform(1e-3, 1e3);
      const std::string text = format_quantity(value, row.unit);
      BOOST_TEST(value_of(text) == value, text);
    }
  BOOST_TEST(format_quantity(0.0027, *find_unit("mm")) == "2.7 mm");
  BOOST_TEST(format_quantity(50.0, si_unit(dimension::rate)) == "50/s");
  BOOST_TEST(format_quantity(0.5, Unit{}) == "0.5");
}

BOOST_AUTO_TEST_CASE(dimensions_form_a_group) {
  test::Random random(20);
  const auto any = [&] {
    const auto exponent = [&] { return static_cast<std::int8_t>(random.below(7) - 3); };
    return Dimension{exponent(), exponent(), exponent(), exponent()};
  };
  for (int i = 0; i < 100; ++i) {
    const Dimension a = any(), b = any(), c = any();
    BOOST_TEST((a * b == b * a));
    BOOST_TEST(((a * b) * c == a * (b * c)));
    BOOST_TEST((a / a == Dimension{}));
    BOOST_TEST((pow(a, 3) == a * a * a));
    BOOST_TEST((pow(a, -2) == Dimension{} / a / a));
    BOOST_TEST((*checked_product(a, b) == a * b));
    BOOST_TEST((*checked_product(a, b, -1) == a / b));
  }
  BOOST_TEST(!checked_product(Dimension{60, 0, 0, 0}, Dimension{1, 0, 0, 0}).has_value());
  BOOST_TEST(!checked_product({}, Dimension{2, 0, 0, 0}, 31).has_value());
  BOOST_TEST(checked_product({}, Dimension{2, 0, 0, 0}, 30).has_value());
}

BOOST_AUTO_TEST_CASE(a_radian_is_a_pure_number_for_the_checker) {
  BOOST_TEST(same_dimension(dimension::angle, {}));
  BOOST_TEST(same_dimension(dimension::spin, dimension::rate));
  BOOST_TEST(!same_dimension(dimension::angle, dimension::length));
  BOOST_TEST(first_code(scene_with("let a = 1 rad + 1\nlet b = 3 rad/s + 2/s\nlet c = sin(1 rad) + cos(1)")) == "");
}

BOOST_AUTO_TEST_CASE(dimensions_have_words) {
  BOOST_TEST(describe(Dimension{}) == "a pure number");
  BOOST_TEST(describe(dimension::rate) == "a rate [1/s]");
  BOOST_TEST(describe(dimension::acceleration) == "an acceleration [m/s^2]");
  BOOST_TEST(describe(Dimension{1, 1, 0, 0}).find("kg") != std::string::npos);
  for (const UnitRow& row : unit_table()) BOOST_TEST(describe(row.unit.dimension).find('[') != std::string::npos);
}

BOOST_AUTO_TEST_CASE(units_written_in_full_are_recognized) {
  const auto hint = [](const std::string& value) {
    return load_text(scene_with("let a = " + value)).diagnostics.at(0).hint;
  };
  BOOST_TEST(hint("3 metres") == "did you mean 'm'?");
  BOOST_TEST(hint("3 millimeter") == "did you mean 'mm'?");
  BOOST_TEST(hint("3 seconds") == "did you mean 's'?");
  BOOST_TEST(hint("9.81 g") == "did you mean 'gram'?");
  BOOST_TEST(hint("2 x") == "to multiply, write * x");
}

BOOST_AUTO_TEST_CASE(what_a_unit_brings_beyond_the_doubles_is_an_error) {
  BOOST_TEST(first_code(scene_with("let a = 1e308 km")) == "S026");
  BOOST_TEST(first_code(scene_with("let a = (0, 1e308) km")) == "S026");
  BOOST_TEST(first_code(scene_with("let a = [1e308] km")) == "S026");
  BOOST_TEST(first_code(scene_with("let a = 1 km^59 km^59")) == "S019");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_units
