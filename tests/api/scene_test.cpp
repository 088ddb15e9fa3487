#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>

#include "perpend/scene.hpp"
#include "tests/api/scenes.hpp"

using namespace perpend;

BOOST_AUTO_TEST_SUITE(scene)

BOOST_AUTO_TEST_CASE(a_text_and_a_file_of_it_give_the_same_scene) {
  const auto path = std::filesystem::temp_directory_path() / "perpend_api_pendulum.scene";
  std::ofstream(path) << test::pendulum();
  const auto of_file = Scene::from_file(path.string());
  const auto of_text = Scene::from_text(test::pendulum());
  std::filesystem::remove(path);
  BOOST_REQUIRE(of_file.has_value());
  BOOST_REQUIRE(of_text.has_value());
  BOOST_TEST(of_file->experiment().id == of_text->experiment().id);
  BOOST_TEST(of_text->methods() == (std::vector<std::string>{"plain", "fed"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_override_replaces_a_param) {
  const auto scene = Scene::from_text(test::pendulum(), {.overrides = {"length = 2 m"}});
  BOOST_REQUIRE(scene.has_value());
  BOOST_TEST(scene->experiment().parameters.at(0).value == 2.0);
  BOOST_TEST(scene->experiment().parameters.at(0).overridden);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_comes_back_with_its_place) {
  const auto missing = Scene::from_file("/no/such/file.scene");
  BOOST_REQUIRE(!missing.has_value());
  BOOST_TEST((missing.error().kind == ErrorKind::scene));
  BOOST_TEST(missing.error().message.find("/no/such/file.scene") != std::string::npos);

  const auto wrong = Scene::from_text("experiment e {\n  world flat { }\n}", {}, "mine");
  BOOST_REQUIRE(!wrong.has_value());
  BOOST_REQUIRE(!wrong.error().diagnostics.empty());
  BOOST_TEST(wrong.error().diagnostics.front().line == 2);
  BOOST_TEST(wrong.error().message.find("mine:2: ") == 0U);
  BOOST_TEST(describe(wrong.error()).find("world flat") != std::string::npos);

  for (const char* text : {"", "}", "experiment", "\xff\xfe", "experiment e { include \"/etc/passwd\" }"})
    BOOST_TEST(!Scene::from_text(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(wrong_overrides_and_methods_are_errors) {
  for (const char* text : {"length", "length = 2 kg", "width = 2 m", "length = ", ""})
    BOOST_TEST(!Scene::from_text(test::pendulum(), {.overrides = {text}}).has_value(), text);
  const auto scene = Scene::from_text(test::pendulum(), {.methods = {"plain", "unheard_of"}});
  BOOST_REQUIRE(!scene.has_value());
  BOOST_TEST(scene.error().message.find("unheard_of") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_value_of_an_error_throws_its_message) {
  const auto scene = Scene::from_text("experiment");
  BOOST_CHECK_THROW((void)scene.value(), std::logic_error);
  BOOST_TEST(to_string(scene.error().kind) == "scene");
}

BOOST_AUTO_TEST_SUITE_END()
