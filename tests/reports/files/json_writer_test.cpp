#include "reports/files/json_writer.hpp"

#include <fmt/format.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "reports/files/json.hpp"

using namespace perpend::reports;

namespace {

template <class Write>
std::string written(const Write& write) {
  std::string text;
  JsonWriter json(text);
  write(json);
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_writer)

BOOST_AUTO_TEST_CASE(a_text_is_that_of_the_tree) {
  const std::array<int, 3> numbers{1, -2, 3};
  const std::string text = written([&](JsonWriter& json) {
    json.object([&] {
      json.member("step", 4L);
      json.member("is_whole", true);
      json.key("none").object([] {});
      json.key("bounds").array([&] {
        json.number(0.1);
        json.number(std::numeric_limits<double>::quiet_NaN());
        json.number(std::numeric_limits<double>::infinity());
      });
      json.key("rows").list(numbers, [&](int row) { json.object([&] { json.member("row", row); }); });
      json.key("empty").list(std::array<int, 0>{}, [](int) {});
      json.member("last", "name");
    });
  });
  Json tree{{"step", 4}, {"is_whole", true}, {"none", Json::object()}, {"bounds", {0.1, nullptr, nullptr}}};
  for (const int row : numbers) tree["rows"].push_back({{"row", row}});
  tree["empty"] = Json::array();
  tree["last"] = "name";
  BOOST_TEST(text == tree.dump());
}

BOOST_AUTO_TEST_CASE(shortest_digits_are_those_of_fmt) {
  for (const double size : {0.0, 1.0, 10.0, 0.1, 1e-7, 12345.0, 999999999999999.0, 1e15, 1e16, 123456789012345680.0,
                            0.5, 0x1p53, 5e-324, 1e300, std::numeric_limits<double>::infinity()})
    for (const double value : {size, -size}) {
      std::string digits;
      append_shortest(digits, value);
      BOOST_TEST(digits == fmt::format("{}", value));
    }
}

BOOST_AUTO_TEST_CASE(words_are_escaped_as_in_a_tree) {
  for (const std::string& words :
       {std::string("plain, [words]: {}"), std::string(), std::string("a \"quote\" \\ \n \x01"),
        std::string("\xCE\xB1"), std::string("broken \xFF"), std::string(",")}) {
    const std::string text = written([&](JsonWriter& json) {
      json.array([&] {
        json.value(words);
        json.value(words);
      });
    });
    BOOST_TEST(text == json_text(Json::array({words, words}), -1));
  }
}

BOOST_AUTO_TEST_CASE(a_double_keeps_its_digits) {
  BOOST_TEST(written([](JsonWriter& json) { json.hexadecimal(3.0); }) == "\"0x1.8p+1\"");
  BOOST_TEST(written([](JsonWriter& json) { json.hexadecimal(-0.0); }) == "\"-0x0p+0\"");
  const double smallest = std::numeric_limits<double>::denorm_min();
  for (const double x : {0.1, -1e300, smallest, 3.0 * smallest, -std::numeric_limits<double>::infinity()})
    BOOST_TEST(written([&](JsonWriter& json) { json.hexadecimal(x); }) == fmt::format("\"{:a}\"", x));
}

BOOST_AUTO_TEST_CASE(whole_numbers_have_all_their_digits) {
  const std::string text = written([](JsonWriter& json) {
    json.array([&] {
      json.value(std::numeric_limits<long>::min());
      json.value(0);
      json.value(4294967295U);
    });
  });
  BOOST_TEST(text == "[-9223372036854775808,0,4294967295]");
}

/// Words are looked at eight characters at a time.
BOOST_AUTO_TEST_CASE(a_character_is_escaped_wherever_it_stands) {
  for (int c = 0; c < 256; ++c)
    for (const std::size_t place : {0, 5, 7, 8, 13, 16, 18}) {
      std::string words = "nineteen letters !~";
      words[place] = static_cast<char>(c);
      BOOST_TEST(written([&](JsonWriter& json) { json.value(words); }) == json_text(Json(words), -1));
    }
}

BOOST_AUTO_TEST_CASE(what_was_written_elsewhere_is_one_value) {
  const std::string text = written([](JsonWriter& json) {
    json.array([&] {
      json.raw("{\"a\":1}");
      json.quoted([] {});
      json.raw("[2]");
    });
  });
  BOOST_TEST(text == "[{\"a\":1},\"\",[2]]");
}

BOOST_AUTO_TEST_SUITE_END()
