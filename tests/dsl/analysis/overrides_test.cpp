// --set and the points of sweeps.
#include <boost/test/unit_test.hpp>

#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_overrides {

using namespace perpend;
using namespace perpend::dsl;

namespace {

const std::string scene = scene_with("param g = 9.81 m/s^2\nparam n = 3\nlet twice = 2 * g\nparam name = \"a\"");

std::string override_code(const Override& override) {
  const Loaded loaded = load_text(scene, {override});
  return loaded.diagnostics.empty() ? "" : loaded.diagnostics[0].code;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(overrides)

BOOST_AUTO_TEST_CASE(texts_read_as_name_and_value) {
  Diagnostic error;
  const auto good = parse_override(" g = 58.9 m/s^2 ", error);
  BOOST_REQUIRE(good.has_value());
  BOOST_TEST(good->name == "g");
  BOOST_TEST(good->value_text == "58.9 m/s^2");
  for (const char* text : {"", "g", "= 3", "g =", "g = 3 +", "g = (((", "g = 3 4"})
    BOOST_TEST(!parse_override(text, error).has_value(), text);
  BOOST_TEST(!render({&error, 1}, false).empty());
}

BOOST_AUTO_TEST_CASE(params_steps_and_durations_can_be_replaced) {
  const Experiment e = load_good(scene, {{"g", "6 * 9.81 m/s^2"}, {"step", "2 ms"}, {"duration", "3 s"}});
  BOOST_TEST(e.parameters[0].value == 6.0 * 9.81);
  BOOST_TEST(e.parameters[0].overridden);
  BOOST_TEST(e.parameters[0].text == "6 * 9.81 m/s^2");
  BOOST_TEST(!e.parameters[1].overridden);
  BOOST_TEST(e.run->step == 0.002);
  BOOST_TEST(e.run->duration == 3.0);
}

BOOST_AUTO_TEST_CASE(the_last_of_two_overrides_counts) {
  BOOST_TEST(load_good(scene, {{"n", "4"}, {"n", "5"}}).parameters[1].value == 5.0);
}

BOOST_AUTO_TEST_CASE(wrong_overrides_are_errors) {
  BOOST_TEST(override_code({"h", "3"}) == "S061");
  BOOST_TEST(override_code({"twice", "3 m/s^2"}) == "S061");
  BOOST_TEST(override_code({"g", "3 m"}) == "S062");
  BOOST_TEST(override_code({"name", "3"}) == "S062");
  BOOST_TEST(override_code({"step", "3"}) == "S062");
  BOOST_TEST(override_code({"step", "-1 s"}) == "S023");
  BOOST_TEST(override_code({"g", "9.81 lbs"}) == "S019");
}

BOOST_AUTO_TEST_CASE(a_wrong_override_makes_no_other_errors) {
  const std::string text = scene_with("param k = 2 m\nsweep s { k = [1, 2] m }\nlet far = k + 1 m\n");
  const Parsed parsed = parse_text("test.scene", text);
  const Override override{"k", "3 s"};
  const Loaded loaded = elaborate(*parsed.document, small_vocabulary(), {&override, 1});
  BOOST_REQUIRE(loaded.diagnostics.size() == 1U);
  BOOST_TEST(loaded.diagnostics[0].code == "S062");
}

BOOST_AUTO_TEST_CASE(one_document_serves_many_elaborations) {
  const Parsed parsed = parse_text("test.scene", scene);
  for (const char* value : {"1", "2", "3"}) {
    const Override override{"n", value};
    const Loaded loaded = elaborate(*parsed.document, small_vocabulary(), {&override, 1});
    BOOST_REQUIRE(loaded.experiment.has_value());
    BOOST_TEST(loaded.experiment->parameters[1].value == std::stod(value));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_overrides
